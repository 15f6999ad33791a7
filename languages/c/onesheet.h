/*
 * Reader and writer of the onesheet wire format 1. Wn are the rules of spec/WIRE_FORMAT.md.
 *
 * C99, no allocation, of libc only memcpy and memcmp.
 *
 * Every function returns the rule that was broken, ONESHEET_OK (0) if none. Errors stick: the first
 * is kept in the reader or writer, and later calls do nothing and return it. So a caller may check
 * once, at the end. After an error a reading function stores zeros: lengths stay within bounds,
 * nothing is left unset.
 *
 * No function claims memory (W33, W34): a list goes into an array of the caller, and one whose
 * bytes are not all there is refused before it is read (W22 for W35).
 *
 * SPDX-License-Identifier: MIT OR Apache-2.0
 */
#ifndef ONESHEET_H
#define ONESHEET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Depth of nested rows that a reader allows (W33). */
#ifndef ONESHEET_MAX_DEPTH
#define ONESHEET_MAX_DEPTH 128
#endif

/* The number of an error is the number of the broken rule. */
typedef enum onesheet_error {
    ONESHEET_OK = 0,
    ONESHEET_W10 = 10,   /* a set or map does not ascend */
    ONESHEET_W16 = 16,   /* a varint is not the shortest */
    ONESHEET_W18 = 18,   /* unused bits of packed numbers or bools are not 0 */
    ONESHEET_W22 = 22,   /* the input ends early */
    ONESHEET_W23 = 23,   /* bytes after the message */
    ONESHEET_W24 = 24,   /* a number too large for its type */
    ONESHEET_W25 = 25,   /* not UTF-8 */
    ONESHEET_W26 = 26,   /* not a Unicode scalar value */
    ONESHEET_W27 = 27,   /* not the form prescribed for these numbers */
    ONESHEET_W28 = 28,   /* an enum has no such tag */
    ONESHEET_W32 = 32,   /* an extensible enum has no such tag, and no catch-all */
    ONESHEET_W33 = 33,   /* rows nested too deep */
    ONESHEET_FULL = 100, /* the writer's buffer is too small */
    ONESHEET_BOUND = 101 /* more bytes or elements than the C type has room for */
} onesheet_error;

typedef struct onesheet_writer {
    uint8_t *buf;
    size_t cap; /* bytes */
    size_t len; /* bytes written */
    onesheet_error error;
} onesheet_writer;

typedef struct onesheet_reader {
    const uint8_t *buf;
    size_t pos;
    size_t end;      /* of the input, or of the innermost open block (W29) */
    size_t error_at; /* offset of the part that breaks the rule, in bytes */
    unsigned depth;  /* rows that may still be nested */
    onesheet_error error;
} onesheet_reader;

/* 128-bit numbers, two's complement if signed. */
typedef struct onesheet_u128 {
    uint64_t lo, hi;
} onesheet_u128;
typedef onesheet_u128 onesheet_i128;

/*
 * How a number lies in memory and what it is on the wire. U8 is for lengths and tags: as a type of
 * the format u8 is fixed (W1).
 */
typedef enum onesheet_kind {
    ONESHEET_BOOL,
    ONESHEET_U8,
    ONESHEET_U16,
    ONESHEET_U32,
    ONESHEET_U64,
    ONESHEET_I16,
    ONESHEET_I32,
    ONESHEET_I64,
    ONESHEET_CHAR
} onesheet_kind;

/*
 * A list of numbers or bools (W2, W3, W4), written or read in runs: a run is n values in memory,
 * `stride` bytes from one to the next. The fields of an array of structs are one run; those of
 * arrays within arrays are one run for each inner array.
 */
typedef struct onesheet_column {
    onesheet_kind kind;
    onesheet_error over;  /* the error for a value above the limit */
    onesheet_error error; /* found while noting */
    unsigned form;        /* the first byte (W2); 1 for bools, 0 for a lone number */
    unsigned log;         /* each packed value has 1 << log bits */
    size_t head;          /* offset of the column in bytes */
    size_t at;            /* offset of its packed bits in bytes */
    size_t n;             /* values in the column */
    size_t i;             /* values written or read so far */
    size_t total;         /* sum of the lengths, or count of true */
    uint64_t limit, base, min, max;
} onesheet_column;

/* Lists in one run. With n = 1, these are lone values. */

/* W2, W3, W4 */
onesheet_error onesheet_write_list(onesheet_writer *w, onesheet_kind kind, const void *first,
                                   size_t n, size_t stride);
onesheet_error onesheet_read_list(onesheet_reader *r, onesheet_kind kind, void *first, size_t n,
                                  size_t stride);

/* W1: n numbers or floats of `size` = 1, 2, 4, 8 or 16 (onesheet_u128) bytes. */
onesheet_error onesheet_write_fixed(onesheet_writer *w, const void *first, size_t size, size_t n,
                                    size_t stride);
onesheet_error onesheet_read_fixed(onesheet_reader *r, void *first, size_t size, size_t n,
                                   size_t stride);

/* Bytes as they are. */
onesheet_error onesheet_write_bytes(onesheet_writer *w, const void *data, size_t len);
onesheet_error onesheet_read_bytes(onesheet_reader *r, void *data, size_t len);

/* W5, W25: the bytes of one str, its length being in a column. Reading stores a 0 at text[len]. */
onesheet_error onesheet_write_text(onesheet_writer *w, const char *text, size_t len);
onesheet_error onesheet_read_text(onesheet_reader *r, char *text, size_t len);

/* W2: a lone length, at most max. Reading returns it, 0 after an error. */
onesheet_error onesheet_write_length(onesheet_writer *w, size_t len, size_t max);
size_t onesheet_read_length(onesheet_reader *r, size_t max);

/* W16 */
onesheet_error onesheet_write_varint(onesheet_writer *w, uint64_t x);
onesheet_error onesheet_read_varint(onesheet_reader *r, uint64_t *x);

/*
 * Lists in several runs. To write: start, note every run, begin, put every run again. To read:
 * open, get every run, close.
 * Lengths (W5, W9, W10) and tags (W11) have a limit, above which `over` is the error.
 */
void onesheet_start(onesheet_column *c, onesheet_kind kind);
void onesheet_start_max(onesheet_column *c, onesheet_kind kind, uint64_t limit,
                        onesheet_error over);
void onesheet_note(onesheet_column *c, const void *first, size_t n, size_t stride);
onesheet_error onesheet_begin(onesheet_writer *w, onesheet_column *c);
onesheet_error onesheet_put(onesheet_writer *w, onesheet_column *c, const void *first, size_t n,
                            size_t stride);

onesheet_error onesheet_open(onesheet_reader *r, onesheet_column *c, onesheet_kind kind, size_t n);
onesheet_error onesheet_open_max(onesheet_reader *r, onesheet_column *c, onesheet_kind kind,
                                 size_t n, uint64_t limit, onesheet_error over);
onesheet_error onesheet_get(onesheet_reader *r, onesheet_column *c, void *first, size_t n,
                            size_t stride);
onesheet_error onesheet_close(onesheet_reader *r, onesheet_column *c);
/* The next value of an open column, as a number; 0 after an error. */
uint64_t onesheet_next(onesheet_reader *r, onesheet_column *c);

/* W10, W21: below 0, 0 or above 0, as memcmp. */
int onesheet_compare_bytes(const void *a, size_t a_len, const void *b, size_t b_len);
int onesheet_compare_u128(onesheet_u128 a, onesheet_u128 b);
int onesheet_compare_i128(onesheet_i128 a, onesheet_i128 b);

/*
 * W12, W13: a block. begin and open return what end and close need. In an open block the reader
 * sees the block's end as the end of input; onesheet_more is false where fields take their defaults
 * (W30); close skips what is left (W29).
 */
size_t onesheet_begin_block(onesheet_writer *w);
onesheet_error onesheet_end_block(onesheet_writer *w, size_t begun);
size_t onesheet_open_block(onesheet_reader *r);
bool onesheet_more(const onesheet_reader *r);
onesheet_error onesheet_close_block(onesheet_reader *r, size_t opened);
/*
 * W31: skips a block; the block of each tag from lo to hi that the closed column of tags holds, in
 * time that grows with the length of the column times the number of such tags.
 */
onesheet_error onesheet_skip_block(onesheet_reader *r);
onesheet_error onesheet_skip_blocks(onesheet_reader *r, const onesheet_column *tags, uint32_t lo,
                                    uint32_t hi);

/* W14, W33: around each row that is read. */
onesheet_error onesheet_enter_rows(onesheet_reader *r);
void onesheet_leave_rows(onesheet_reader *r);

/* Messages (W15). */
void onesheet_writer_init(onesheet_writer *w, uint8_t *buf, size_t cap);
void onesheet_reader_init(onesheet_reader *r, const uint8_t *buf, size_t len);
/* W23: the error of the whole message. */
onesheet_error onesheet_finish(onesheet_reader *r);

/* Keeps the error if it is the first. */
onesheet_error onesheet_write_fail(onesheet_writer *w, onesheet_error error);
onesheet_error onesheet_fail(onesheet_reader *r, onesheet_error error);

#define ONESHEET_LONE(name, type, kind)                                            \
    static inline onesheet_error onesheet_write_##name(onesheet_writer *w, type x) \
    {                                                                              \
        return onesheet_write_list(w, kind, &x, 1, 0);                             \
    }                                                                              \
    static inline onesheet_error onesheet_read_##name(onesheet_reader *r, type *x) \
    {                                                                              \
        return onesheet_read_list(r, kind, x, 1, 0);                               \
    }
#define ONESHEET_LONE_BYTE(name, type)                                             \
    static inline onesheet_error onesheet_write_##name(onesheet_writer *w, type x) \
    {                                                                              \
        return onesheet_write_bytes(w, &x, 1);                                     \
    }                                                                              \
    static inline onesheet_error onesheet_read_##name(onesheet_reader *r, type *x) \
    {                                                                              \
        return onesheet_read_bytes(r, x, 1);                                       \
    }
#define ONESHEET_LONE_FIXED(name, type)                                            \
    static inline onesheet_error onesheet_write_##name(onesheet_writer *w, type x) \
    {                                                                              \
        return onesheet_write_fixed(w, &x, sizeof x, 1, 0);                        \
    }                                                                              \
    static inline onesheet_error onesheet_read_##name(onesheet_reader *r, type *x) \
    {                                                                              \
        return onesheet_read_fixed(r, x, sizeof *x, 1, 0);                         \
    }

/* onesheet_write_u16(w, x), onesheet_read_u16(r, &x), and so on: W2, W3, W4 */
ONESHEET_LONE(bool, bool, ONESHEET_BOOL)
ONESHEET_LONE(u16, uint16_t, ONESHEET_U16)
ONESHEET_LONE(u32, uint32_t, ONESHEET_U32)
ONESHEET_LONE(u64, uint64_t, ONESHEET_U64)
ONESHEET_LONE(i16, int16_t, ONESHEET_I16)
ONESHEET_LONE(i32, int32_t, ONESHEET_I32)
ONESHEET_LONE(i64, int64_t, ONESHEET_I64)
ONESHEET_LONE(char, uint32_t, ONESHEET_CHAR)

/* W1 */
ONESHEET_LONE_BYTE(u8, uint8_t)
ONESHEET_LONE_BYTE(i8, int8_t)
ONESHEET_LONE_FIXED(u128, onesheet_u128)
ONESHEET_LONE_FIXED(i128, onesheet_i128)
ONESHEET_LONE_FIXED(f32, float)
ONESHEET_LONE_FIXED(f64, double)
ONESHEET_LONE_FIXED(fixed_u16, uint16_t)
ONESHEET_LONE_FIXED(fixed_u32, uint32_t)
ONESHEET_LONE_FIXED(fixed_u64, uint64_t)
ONESHEET_LONE_FIXED(fixed_i16, int16_t)
ONESHEET_LONE_FIXED(fixed_i32, int32_t)
ONESHEET_LONE_FIXED(fixed_i64, int64_t)

#ifdef __cplusplus
}
#endif

#endif
