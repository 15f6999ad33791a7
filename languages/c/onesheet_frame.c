/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "onesheet_frame.h"

#define BLOCK 254 /* F3: bytes without a zero that a block holds at most */

/* F2, with the bits in the order in which they come: polynomials 0x1021 and 0x1edc6f41 */
static uint32_t checksum(onesheet_crc crc, const uint8_t *data, size_t len)
{
    uint32_t polynomial = crc == ONESHEET_CRC16 ? 0x8408u : 0x82f63b78u;
    uint32_t ones = crc == ONESHEET_CRC16 ? 0xffffu : 0xffffffffu;
    uint32_t state = ones;
    size_t i;
    unsigned bit;

    for (i = 0; i < len; i++) {
        state ^= data[i];
        for (bit = 0; bit < 8; bit++) {
            state = (state & 1) != 0 ? state >> 1 ^ polynomial : state >> 1;
        }
    }
    return state ^ ones;
}

/* F3, F4: the body may stand in the same buffer, as far behind `to` as there are blocks. */
static size_t stuff(uint8_t *to, const uint8_t *body, size_t len)
{
    size_t code = 0, out = 1, i;
    uint8_t block = 0;

    for (i = 0; i < len; i++) {
        uint8_t byte = body[i];
        if (block == BLOCK) {
            to[code] = BLOCK + 1;
            code = out++;
            block = 0;
        }
        if (byte != 0) {
            to[out++] = byte;
            block++;
        } else {
            to[code] = (uint8_t)(block + 1);
            code = out++;
            block = 0;
        }
    }
    to[code] = (uint8_t)(block + 1);
    to[out++] = ONESHEET_DELIMITER;
    return out;
}

size_t onesheet_seal(onesheet_crc crc, uint8_t *buf, size_t cap, size_t payload_len)
{
    size_t body_len, blocks, i;
    uint32_t sum;

    if (payload_len > cap || cap < ONESHEET_FRAME_LEN(payload_len, (size_t)crc)) {
        return 0;
    }
    sum = checksum(crc, buf + 1, payload_len);
    for (i = 0; i < (size_t)crc; i++) {
        buf[1 + payload_len + i] = (uint8_t)sum;
        sum >>= 8;
    }
    body_len = payload_len + (size_t)crc;
    blocks = (body_len + BLOCK - 1) / BLOCK;
    for (i = body_len; blocks > 1 && i > 0; i--) {
        buf[blocks + i - 1] = buf[i];
    }
    return stuff(buf, buf + blocks, body_len);
}

void onesheet_receiver_init(onesheet_receiver *r, onesheet_crc crc, uint8_t *buf, size_t cap)
{
    r->crc = crc;
    r->buf = buf;
    r->cap = cap;
    r->payload_len = 0;
    r->len = 0;
    r->code = 0;
    r->more = 0;
}

static void append(onesheet_receiver *r, uint8_t byte)
{
    if (r->len < r->cap) {
        r->buf[r->len] = byte;
    }
    if (r->len <= r->cap) {
        r->len++;
    }
}

/* F6: the first reason that applies */
static onesheet_received verdict(onesheet_receiver *r)
{
    size_t crc_len = (size_t)r->crc, i;
    uint32_t sum = 0;

    if (r->len > r->cap) {
        return ONESHEET_TOO_LONG;
    }
    if (r->more != 0) {
        return ONESHEET_TRUNCATED;
    }
    if (r->len < crc_len) {
        return ONESHEET_NOISE;
    }
    r->payload_len = r->len - crc_len;
    for (i = crc_len; i > 0; i--) {
        sum = sum << 8 | r->buf[r->payload_len + i - 1];
    }
    return sum == checksum(r->crc, r->buf, r->payload_len) ? ONESHEET_FRAME : ONESHEET_CHECKSUM;
}

onesheet_received onesheet_receive(onesheet_receiver *r, uint8_t byte)
{
    if (byte == ONESHEET_DELIMITER) {
        onesheet_received received = r->code == 0 ? ONESHEET_NOTHING : verdict(r);
        r->len = 0;
        r->code = 0;
        r->more = 0;
        return received;
    }
    if (r->more != 0) {
        append(r, byte);
        r->more--;
    } else {
        if (r->code != 0 && r->code != BLOCK + 1) {
            append(r, 0);
        }
        r->code = byte;
        r->more = (uint8_t)(byte - 1);
    }
    return ONESHEET_NOTHING;
}
