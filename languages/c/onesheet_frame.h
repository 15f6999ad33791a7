/*
 * Frames of the onesheet frame format 1, for lines that damage or lose bytes. Fn are the rules of
 * spec/FRAMES.md.
 *
 * C99, no allocation, of libc nothing; independent of onesheet.h.
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef ONESHEET_FRAME_H
#define ONESHEET_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* F2: the value is the CRC's length in bytes. */
typedef enum onesheet_crc { ONESHEET_CRC16 = 2, ONESHEET_CRC32C = 4 } onesheet_crc;

/* F4: ends a frame. Send one before a frame, too, if the line may hold noise (F5). */
#define ONESHEET_DELIMITER 0u

/* Bytes that a payload and its CRC take: for the buffer of a receiver. */
#define ONESHEET_BODY_LEN(payload, crc) ((payload) + (crc))

/* F4: bytes that the frame of a payload takes at most: for the buffer of onesheet_seal. */
#define ONESHEET_FRAME_LEN(payload, crc) (((payload) + (crc)) + ((payload) + (crc) + 253) / 254 + 1)

/*
 * F1 to F4: turns a payload, which stands at buf + 1, into a frame, which begins at buf. Returns
 * the length of the frame in bytes, 0 if cap is less than ONESHEET_FRAME_LEN(payload_len, crc).
 */
size_t onesheet_seal(onesheet_crc crc, uint8_t *buf, size_t cap, size_t payload_len);

/* What a byte brought. */
typedef enum onesheet_received {
    ONESHEET_NOTHING, /* so far */
    ONESHEET_FRAME,   /* a payload of payload_len bytes is at buf, until the next byte */
    ONESHEET_NOISE,   /* dropped, and so are the following, by F6 */
    ONESHEET_TRUNCATED,
    ONESHEET_TOO_LONG,
    ONESHEET_CHECKSUM
} onesheet_received;

typedef struct onesheet_receiver {
    onesheet_crc crc;
    uint8_t *buf;
    size_t cap; /* of a body: a longer payload than cap - crc is too long */
    size_t payload_len;
    size_t len;   /* of the body so far; cap + 1 stands for anything longer */
    uint8_t code; /* the first byte of the block, 0 before the first block */
    uint8_t more; /* bytes that the block still lacks */
} onesheet_receiver;

/* buf has cap = ONESHEET_BODY_LEN(longest payload, crc) bytes; from now on it is the receiver's. */
void onesheet_receiver_init(onesheet_receiver *r, onesheet_crc crc, uint8_t *buf, size_t cap);

/* F6, F7: one byte of the line. After anything dropped the receiver goes on with the next frame. */
onesheet_received onesheet_receive(onesheet_receiver *r, uint8_t byte);

#ifdef __cplusplus
}
#endif

#endif
