/*
 * Reads messages in hex, one a line, and checks the functions made for one type with each of them:
 *   what is read is written again byte for byte, within MAX_LEN, and not into less room;
 *   no shorter input is a message;
 *   of many damaged copies, each is refused or is the one encoding of what was read.
 * Every input and output is an allocation of its very size, for the address sanitizer to guard.
 *
 * Compiled with TYPE and MAX_LEN of the type, its header included; EXTENSIBLE if it has extensible
 * parts.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define encode JOIN(TYPE, _encode)
#define decode JOIN(TYPE, _decode)
typedef JOIN(TYPE, _t) message;

#define DAMAGED 2000 /* copies of each message */

static message out; /* may be large */
static unsigned long accepted, refused;

static void require(bool condition, const char *what, size_t line)
{
    if (!condition) {
        fprintf(stderr, "message %zu: %s\n", line, what);
        exit(1);
    }
}

static uint8_t *copy(const uint8_t *data, size_t len)
{
    uint8_t *block = malloc(len == 0 ? 1 : len);

    require(block != NULL, "no memory", 0);
    if (len != 0) {
        memcpy(block, data, len);
    }
    return block;
}

static onesheet_error decode_copy(const uint8_t *data, size_t len, size_t line)
{
    uint8_t *block = copy(data, len);
    size_t at = 0;
    onesheet_error error;

    memset(&out, 0xa5, sizeof out); /* nothing may lean on zeros */
    error = decode(&out, block, len, &at);
    require(at <= len, "an error behind the input", line);
    free(block);
    return error;
}

/* Writes `out` into `cap` bytes; the caller frees what it gets. */
static uint8_t *encode_new(size_t cap, size_t *len, onesheet_error *error)
{
    uint8_t *block = malloc(cap == 0 ? 1 : cap);

    require(block != NULL, "no memory", 0);
    *error = encode(&out, block, cap, len);
    return block;
}

/* Whether `out` has one encoding: with extensible parts, that of the second round (W29 to W31). */
static void check_canonical(const uint8_t *data, size_t len, bool own, size_t line)
{
    size_t again, third;
    onesheet_error error;
    uint8_t *bytes = encode_new(MAX_LEN, &again, &error);

    require(error == ONESHEET_OK, "what was read cannot be written", line);
#ifndef EXTENSIBLE
    own = true;
#endif
    if (own) {
        require(again == len && memcmp(bytes, data, len) == 0, "what was read is written otherwise",
                line);
    } else {
        uint8_t *twice;
        require(decode_copy(bytes, again, line) == ONESHEET_OK, "what was written cannot be read",
                line);
        twice = encode_new(MAX_LEN, &third, &error);
        require(error == ONESHEET_OK && third == again && memcmp(twice, bytes, again) == 0,
                "two encodings", line);
        free(twice);
    }
    free(bytes);
}

static uint32_t random_below(uint32_t n)
{
    static uint64_t state = 88172645463325252u; /* xorshift64 */

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 32) % n;
}

/* A few of: another byte, another bit, a byte less, a byte more. */
static size_t damage(uint8_t *data, size_t len)
{
    uint32_t changes = 1 + random_below(3);

    for (; changes > 0; changes--) {
        size_t at = random_below((uint32_t)len + 1);
        switch (random_below(4)) {
        case 0:
            data[at] = (uint8_t)random_below(256);
            len += at == len;
            break;
        case 1:
            if (at < len) {
                data[at] = (uint8_t)(data[at] ^ 1u << random_below(8));
            }
            break;
        case 2:
            if (at < len) {
                memmove(data + at, data + at + 1, len - at - 1);
                len--;
            }
            break;
        default:
            memmove(data + at + 1, data + at, len - at);
            data[at] = (uint8_t)random_below(256);
            len++;
            break;
        }
    }
    return len;
}

static void check(const uint8_t *data, size_t len, size_t line)
{
    size_t written, cut, i;
    onesheet_error error;

    require(decode_copy(data, len, line) == ONESHEET_OK, "a message is refused", line);
    check_canonical(data, len, true, line);
    for (cut = 0; cut < len; cut++) {
        free(encode_new(cut, &written, &error));
        require(error == ONESHEET_FULL && written == 0, "too little room is enough", line);
    }
    for (cut = 0; cut < len; cut++) {
        require(decode_copy(data, cut, line) != ONESHEET_OK, "a shorter input is a message", line);
    }
    for (i = 0; i < DAMAGED; i++) {
        uint8_t damaged[MAX_LEN + 16];
        size_t damaged_len;
        memcpy(damaged, data, len);
        damaged_len = damage(damaged, len);
        if (decode_copy(damaged, damaged_len, line) == ONESHEET_OK) {
            accepted++;
            check_canonical(damaged, damaged_len, false, line);
        } else {
            refused++;
        }
    }
}

int main(void)
{
    static char text[2 * MAX_LEN + 2];
    static uint8_t data[MAX_LEN];
    size_t line = 0;

    while (fgets(text, sizeof text, stdin) != NULL) {
        size_t len = strlen(text) / 2, i;
        line++;
        for (i = 0; i < len; i++) {
            unsigned byte;
            require(sscanf(text + 2 * i, "%2x", &byte) == 1, "not hex", line);
            data[i] = (uint8_t)byte;
        }
        check(data, len, line);
    }
    require(line != 0, "no messages", 0);
    printf("%zu messages; of damaged ones %lu refused, %lu read and written again\n", line, refused,
           accepted);
    return 0;
}
