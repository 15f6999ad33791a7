/*
 * Reads what `derived` prints: the C of the same type must read these fields from the bytes, and
 * write the same bytes.
 */
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fail(const char *what, unsigned long line)
{
    fprintf(stderr, "message %lu: %s\n", line, what);
    exit(1);
}

/* The bytes of the hex digits at the start of a string, which may be none. */
static size_t bytes_of(const char *hex, uint8_t *bytes, size_t cap, unsigned long line)
{
    size_t len = 0;
    unsigned byte;

    while (sscanf(hex + 2 * len, "%2x", &byte) == 1) {
        if (len == cap) {
            fail("too long", line);
        }
        bytes[len++] = (uint8_t)byte;
    }
    return len;
}

static long long field(unsigned long line)
{
    long long x;

    if (scanf("%lld", &x) != 1) {
        fail("not a number", line);
    }
    return x;
}

int main(void)
{
    char hex[2 * SAMPLE_MAX_LEN + 1], name_hex[34];
    unsigned long line = 0, max_len;

    if (scanf("%lu", &max_len) != 1 || max_len != SAMPLE_MAX_LEN) {
        fail("another MAX_LEN", 0);
    }
    while (scanf("%124s", hex) == 1) {
        uint8_t bytes[SAMPLE_MAX_LEN], again[SAMPLE_MAX_LEN], name[16];
        size_t len = bytes_of(hex, bytes, sizeof bytes, ++line), written, name_len, i;
        sample_t expected, got;

        expected.seq = (uint16_t)field(line);
        expected.ts = (uint32_t)field(line);
        expected.temp = (int16_t)field(line);
        expected.flags = (uint8_t)field(line);
        for (i = 0; i < 16; i++) {
            expected.samples[i] = (int16_t)field(line);
        }
        if (scanf("%33s", name_hex) != 1) {
            fail("no name", line);
        }
        name_len = bytes_of(name_hex, name, sizeof name, line);
        expected.name.len = (uint8_t)name_len;
        memcpy(expected.name.data, name, name_len);

        if (sample_decode(&got, bytes, len, NULL) != ONESHEET_OK) {
            fail("refused", line);
        }
        if (got.seq != expected.seq || got.ts != expected.ts || got.temp != expected.temp ||
            got.flags != expected.flags ||
            memcmp(got.samples, expected.samples, sizeof got.samples) != 0 ||
            got.name.len != expected.name.len || memcmp(got.name.data, name, name_len) != 0) {
            fail("other fields", line);
        }
        if (sample_encode(&expected, again, sizeof again, &written) != ONESHEET_OK ||
            written != len || memcmp(again, bytes, len) != 0) {
            fail("other bytes", line);
        }
    }
    if (line == 0) {
        fail("no messages", 0);
    }
    printf("%lu messages of the derive: the same fields, the same bytes\n", line);
    return 0;
}
