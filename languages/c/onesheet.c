/* SPDX-License-Identifier: MIT OR Apache-2.0 */
#include "onesheet.h"

#include <string.h>

/* What the code takes for granted of the C implementation. */
typedef char onesheet_bool_is_one_byte[sizeof(bool) == 1 ? 1 : -1];
typedef char onesheet_float_is_ieee_754[sizeof(float) == 4 ? 1 : -1];
typedef char onesheet_double_is_ieee_754[sizeof(double) == 8 ? 1 : -1];

#define BASED 128u /* W2 */

void onesheet_writer_init(onesheet_writer *w, uint8_t *buf, size_t cap)
{
    w->buf = buf;
    w->cap = cap;
    w->len = 0;
    w->error = ONESHEET_OK;
}

void onesheet_reader_init(onesheet_reader *r, const uint8_t *buf, size_t len)
{
    r->buf = buf;
    r->pos = 0;
    r->end = len;
    r->error_at = 0;
    r->depth = ONESHEET_MAX_DEPTH;
    r->error = ONESHEET_OK;
}

onesheet_error onesheet_write_fail(onesheet_writer *w, onesheet_error error)
{
    if (w->error == ONESHEET_OK) {
        w->error = error;
    }
    return w->error;
}

static onesheet_error fail_at(onesheet_reader *r, size_t at, onesheet_error error)
{
    if (r->error == ONESHEET_OK) {
        r->error = error;
        r->error_at = at;
    }
    return r->error;
}

onesheet_error onesheet_fail(onesheet_reader *r, onesheet_error error)
{
    return fail_at(r, r->pos, error);
}

/* W23 */
onesheet_error onesheet_finish(onesheet_reader *r)
{
    return r->pos == r->end ? r->error : onesheet_fail(r, ONESHEET_W23);
}

/* Claims len bytes of the output; NULL if there is no room. */
static uint8_t *claim(onesheet_writer *w, size_t len)
{
    uint8_t *at;

    if (w->error != ONESHEET_OK || len > w->cap - w->len) {
        onesheet_write_fail(w, ONESHEET_FULL);
        return NULL;
    }
    at = w->buf + w->len;
    w->len += len;
    return at;
}

/* Takes len bytes of the input; NULL if there are fewer (W22). */
static const uint8_t *take(onesheet_reader *r, uint64_t len)
{
    const uint8_t *at;

    if (r->error != ONESHEET_OK || len > r->end - r->pos) {
        onesheet_fail(r, ONESHEET_W22);
        return NULL;
    }
    at = r->buf + r->pos;
    r->pos += (size_t)len;
    return at;
}

static void clear(void *data, size_t len)
{
    unsigned char *to = (unsigned char *)data;

    while (len != 0) {
        to[--len] = 0;
    }
}

onesheet_error onesheet_write_bytes(onesheet_writer *w, const void *data, size_t len)
{
    uint8_t *to;

    if (len != 0 && (to = claim(w, len)) != NULL) {
        memcpy(to, data, len);
    }
    return w->error;
}

onesheet_error onesheet_read_bytes(onesheet_reader *r, void *data, size_t len)
{
    const uint8_t *from;

    if (len != 0 && (from = take(r, len)) != NULL) {
        memcpy(data, from, len);
    }
    if (r->error != ONESHEET_OK) {
        clear(data, len);
    }
    return r->error;
}

/* W16: the number of bytes of varint(x) */
static unsigned varint_len(uint64_t x)
{
    unsigned len = 1;

    while ((x >>= 7) != 0) {
        len++;
    }
    return len;
}

static void put_varint(uint8_t *to, uint64_t x)
{
    while (x >= 0x80) {
        *to++ = (uint8_t)(x | 0x80);
        x >>= 7;
    }
    *to = (uint8_t)x;
}

onesheet_error onesheet_write_varint(onesheet_writer *w, uint64_t x)
{
    uint8_t *to = claim(w, varint_len(x));

    if (to != NULL) {
        put_varint(to, x);
    }
    return w->error;
}

onesheet_error onesheet_read_varint(onesheet_reader *r, uint64_t *x)
{
    size_t head = r->pos, len = 0;
    const uint8_t *byte;

    *x = 0;
    do {
        if ((byte = take(r, 1)) == NULL) {
            return r->error;
        }
        len++;
    } while (*byte >= 0x80 && len < 10);
    if (len == 10 && (*byte & 0x7f) > 1) {
        return fail_at(r, head, ONESHEET_W24);
    }
    if (*byte >= 0x80) {
        do {
            if ((byte = take(r, 1)) == NULL) {
                return r->error;
            }
        } while (*byte == 0x80);
        return fail_at(r, head, *byte == 0 ? ONESHEET_W16 : ONESHEET_W24);
    }
    if (len > 1 && *byte == 0) {
        return fail_at(r, head, ONESHEET_W16);
    }
    for (; len > 0; len--) {
        *x = *x << 7 | (r->buf[head + len - 1] & 0x7f);
    }
    return r->error;
}

/* W2 */
onesheet_error onesheet_write_length(onesheet_writer *w, size_t len, size_t max)
{
    return len > max ? onesheet_write_fail(w, ONESHEET_BOUND) : onesheet_write_varint(w, len);
}

size_t onesheet_read_length(onesheet_reader *r, size_t max)
{
    size_t head = r->pos;
    uint64_t len;

    onesheet_read_varint(r, &len);
    if (len > max) {
        fail_at(r, head, ONESHEET_BOUND);
        return 0;
    }
    return (size_t)len;
}

/* A number in memory as the bits of its value; the sign of i16 to i64 extended to 64 bits. */
static uint64_t load(onesheet_kind kind, const void *from)
{
    switch (kind) {
    case ONESHEET_BOOL:
    case ONESHEET_U8: {
        uint8_t x;
        memcpy(&x, from, sizeof x);
        return kind == ONESHEET_BOOL ? x != 0 : x;
    }
    case ONESHEET_U16: {
        uint16_t x;
        memcpy(&x, from, sizeof x);
        return x;
    }
    case ONESHEET_U32:
    case ONESHEET_CHAR: {
        uint32_t x;
        memcpy(&x, from, sizeof x);
        return x;
    }
    case ONESHEET_I16: {
        int16_t x;
        memcpy(&x, from, sizeof x);
        return (uint64_t)x;
    }
    case ONESHEET_I32: {
        int32_t x;
        memcpy(&x, from, sizeof x);
        return (uint64_t)x;
    }
    case ONESHEET_U64:
    case ONESHEET_I64:
    default: {
        uint64_t x;
        memcpy(&x, from, sizeof x);
        return x;
    }
    }
}

/* The inverse of load: keeps the low bits that the kind has room for. */
static void store(onesheet_kind kind, void *to, uint64_t bits)
{
    switch (kind) {
    case ONESHEET_BOOL:
    case ONESHEET_U8: {
        uint8_t x = (uint8_t)bits;
        memcpy(to, &x, sizeof x);
        break;
    }
    case ONESHEET_U16:
    case ONESHEET_I16: {
        uint16_t x = (uint16_t)bits;
        memcpy(to, &x, sizeof x);
        break;
    }
    case ONESHEET_U32:
    case ONESHEET_I32:
    case ONESHEET_CHAR: {
        uint32_t x = (uint32_t)bits;
        memcpy(to, &x, sizeof x);
        break;
    }
    case ONESHEET_U64:
    case ONESHEET_I64:
    default:
        memcpy(to, &bits, sizeof bits);
        break;
    }
}

/* How a number of so many bytes lies in memory; one of 16 is two of 8. */
static onesheet_kind word_kind(size_t size)
{
    return size == 1   ? ONESHEET_U8
           : size == 2 ? ONESHEET_U16
           : size == 4 ? ONESHEET_U32
                       : ONESHEET_U64;
}

/* W1 */
onesheet_error onesheet_write_fixed(onesheet_writer *w, const void *first, size_t size, size_t n,
                                    size_t stride)
{
    const unsigned char *from = (const unsigned char *)first;
    size_t word = size < 8 ? size : 8;
    onesheet_kind kind = word_kind(size);
    size_t i, k, byte;

    for (i = 0; i < n; i++) {
        uint8_t *to = claim(w, size);
        if (to == NULL) {
            break;
        }
        for (k = 0; k < size; k += word) {
            uint64_t x = load(kind, from + i * stride + k);
            for (byte = 0; byte < word; byte++) {
                *to++ = (uint8_t)x;
                x >>= 8;
            }
        }
    }
    return w->error;
}

/* W1 */
onesheet_error onesheet_read_fixed(onesheet_reader *r, void *first, size_t size, size_t n,
                                   size_t stride)
{
    unsigned char *to = (unsigned char *)first;
    size_t word = size < 8 ? size : 8;
    onesheet_kind kind = word_kind(size);
    size_t i, k, byte;

    for (i = 0; i < n; i++) {
        const uint8_t *from = take(r, size);
        for (k = 0; k < size; k += word) {
            uint64_t x = 0;
            for (byte = k + word; from != NULL && byte > k; byte--) {
                x = x << 8 | from[byte - 1];
            }
            store(kind, to + i * stride + k, x);
        }
    }
    return r->error;
}

/* W25: whether the bytes are UTF-8, by table 3-7 (well-formed sequences) of the Unicode standard */
static bool is_utf8(const uint8_t *s, size_t len)
{
    size_t i = 0;

    while (i < len) {
        uint8_t lead = s[i++];
        uint8_t least = 0x80, most = 0xbf; /* of the second byte */
        unsigned more;

        if (lead < 0x80) {
            continue;
        } else if (lead < 0xc2 || lead > 0xf4) {
            return false;
        } else if (lead < 0xe0) {
            more = 1;
        } else if (lead < 0xf0) {
            more = 2;
            least = lead == 0xe0 ? 0xa0 : 0x80;
            most = lead == 0xed ? 0x9f : 0xbf;
        } else {
            more = 3;
            least = lead == 0xf0 ? 0x90 : 0x80;
            most = lead == 0xf4 ? 0x8f : 0xbf;
        }
        if (more > len - i) {
            return false;
        }
        for (; more != 0; more--) {
            if (s[i] < least || s[i] > most) {
                return false;
            }
            i++;
            least = 0x80;
            most = 0xbf;
        }
    }
    return true;
}

/* W5 */
onesheet_error onesheet_write_text(onesheet_writer *w, const char *text, size_t len)
{
    uint8_t *to;

    if (len != 0 && (to = claim(w, len)) != NULL) {
        memcpy(to, text, len);
        if (!is_utf8(to, len)) {
            onesheet_write_fail(w, ONESHEET_W25);
        }
    }
    return w->error;
}

/* W5 */
onesheet_error onesheet_read_text(onesheet_reader *r, char *text, size_t len)
{
    size_t head = r->pos;

    onesheet_read_bytes(r, text, len);
    text[len] = 0;
    if (r->error == ONESHEET_OK && len != 0 && !is_utf8(r->buf + head, len)) {
        fail_at(r, head, ONESHEET_W25);
        clear(text, len);
    }
    return r->error;
}

/* W17, on the bits of a signed number */
static uint64_t zigzag(uint64_t x)
{
    return x << 1 ^ (0 - (x >> 63));
}

static uint64_t unzigzag(uint64_t x)
{
    return x >> 1 ^ (0 - (x & 1));
}

/* W3 */
static bool is_signed(onesheet_kind kind)
{
    return kind == ONESHEET_I16 || kind == ONESHEET_I32 || kind == ONESHEET_I64;
}

/* The largest number on the wire (W17, W24). */
static uint64_t limit_of(onesheet_kind kind)
{
    switch (kind) {
    case ONESHEET_BOOL:
        return 1;
    case ONESHEET_U8:
        return UINT8_MAX;
    case ONESHEET_U16:
    case ONESHEET_I16:
        return UINT16_MAX;
    case ONESHEET_U32:
    case ONESHEET_I32:
    case ONESHEET_CHAR:
        return UINT32_MAX;
    case ONESHEET_U64:
    case ONESHEET_I64:
    default:
        return UINT64_MAX;
    }
}

/* Counts x in, and says which rule it breaks in itself. */
static onesheet_error note(onesheet_column *c, uint64_t x)
{
    if (x > c->limit) {
        return c->over;
    }
    if (c->kind == ONESHEET_CHAR && (x > 0x10ffff || (x >= 0xd800 && x <= 0xdfff))) {
        return ONESHEET_W26;
    }
    if (x < c->min) {
        c->min = x;
    }
    if (x > c->max) {
        c->max = x;
    }
    c->total += (size_t)x;
    return ONESHEET_OK;
}

/* W19: bits(x) is 1 << log_bits(x). */
static unsigned log_bits(uint64_t x)
{
    uint32_t high = (uint32_t)(x >> 32), low = (uint32_t)x;

    return high != 0        ? 6
           : low >> 16 != 0 ? 5
           : low >> 8 != 0  ? 4
           : low >> 4 != 0  ? 3
           : low >> 2 != 0  ? 2
                            : low >> 1;
}

/* W18: the byte in which value i begins. Widths are powers of 2, so that nothing here divides. */
static size_t byte_of(size_t i, unsigned log)
{
    return ((i >> 3) << log) + ((i & 7) << log >> 3);
}

/* W18: the bit at which value i begins in that byte */
static unsigned bit_of(size_t i, unsigned log)
{
    return (unsigned)((i & 7) << log) & 7;
}

/* W18: the bytes of n values, fewer than SIZE_MAX / 8 */
static size_t packed_len(size_t n, unsigned log)
{
    return byte_of(n, log) + (bit_of(n, log) != 0);
}

/* W2, W27: the form byte for the noted values, of which there are at least two */
static unsigned prescribed_form(const onesheet_column *c)
{
    unsigned plain = log_bits(c->max), based = log_bits(c->max - c->min);

    if (varint_len(c->min) + packed_len(c->n, based) < packed_len(c->n, plain)) {
        return BASED | 1u << based;
    }
    return 1u << plain;
}

void onesheet_start(onesheet_column *c, onesheet_kind kind)
{
    onesheet_start_max(c, kind, limit_of(kind), ONESHEET_W24);
}

void onesheet_start_max(onesheet_column *c, onesheet_kind kind, uint64_t limit, onesheet_error over)
{
    c->kind = kind;
    c->over = over;
    c->error = ONESHEET_OK;
    c->form = c->log = 0;
    c->head = c->at = 0;
    c->n = c->i = c->total = 0;
    c->limit = limit;
    c->base = 0;
    c->min = UINT64_MAX;
    c->max = 0;
}

static uint64_t load_wire(onesheet_kind kind, const void *from)
{
    uint64_t x = load(kind, from);

    return is_signed(kind) ? zigzag(x) : x;
}

void onesheet_note(onesheet_column *c, const void *first, size_t n, size_t stride)
{
    const unsigned char *from = (const unsigned char *)first;
    size_t i;

    c->n += n;
    for (i = 0; i < n; i++) {
        onesheet_error error = note(c, load_wire(c->kind, from + i * stride));
        if (c->error == ONESHEET_OK) {
            c->error = error;
        }
    }
}

/* W2: writes the head, and claims and clears the room of the packed values. */
onesheet_error onesheet_begin(onesheet_writer *w, onesheet_column *c)
{
    uint8_t *to;
    size_t len;

    if (c->error != ONESHEET_OK) {
        return onesheet_write_fail(w, c->error);
    }
    if (c->n > SIZE_MAX / 8) {
        return onesheet_write_fail(w, ONESHEET_FULL);
    }
    if (c->n == 0) {
        return w->error;
    }
    if (c->kind == ONESHEET_BOOL) {
        c->form = 1;
    } else if (c->n == 1) {
        return onesheet_write_varint(w, c->min);
    } else {
        uint8_t form = (uint8_t)(c->form = prescribed_form(c));
        onesheet_write_bytes(w, &form, 1);
        if ((c->form & BASED) != 0) {
            c->base = c->min;
            onesheet_write_varint(w, c->base);
        }
        c->log = log_bits(c->max - c->base);
    }
    c->at = w->len;
    len = packed_len(c->n, c->log);
    if ((to = claim(w, len)) != NULL) {
        clear(to, len);
    }
    return w->error;
}

/* W18: only as many values as were noted, only as many bits as begin chose. */
onesheet_error onesheet_put(onesheet_writer *w, onesheet_column *c, const void *first, size_t n,
                            size_t stride)
{
    const unsigned char *from = (const unsigned char *)first;
    size_t i;

    if (w->error != ONESHEET_OK || c->form == 0) {
        return w->error;
    }
    for (i = 0; i < n && c->i < c->n; i++, c->i++) {
        uint64_t x = load_wire(c->kind, from + i * stride) - c->base;
        uint8_t *to = w->buf + c->at + byte_of(c->i, c->log);
        if (c->log < 3) {
            unsigned mask = (1u << (1u << c->log)) - 1;
            *to = (uint8_t)(*to | ((unsigned)x & mask) << bit_of(c->i, c->log));
        } else {
            unsigned bytes;
            for (bytes = 1u << (c->log - 3); bytes > 0; bytes--) {
                *to++ = (uint8_t)x;
                x >>= 8;
            }
        }
    }
    return w->error;
}

/* W18 */
static onesheet_error check_padding(onesheet_reader *r, const onesheet_column *c)
{
    unsigned used = bit_of(c->n, c->log);

    if (r->error == ONESHEET_OK && used != 0 && r->buf[r->pos - 1] >> used != 0) {
        return fail_at(r, r->pos - 1, ONESHEET_W18);
    }
    return r->error;
}

onesheet_error onesheet_open(onesheet_reader *r, onesheet_column *c, onesheet_kind kind, size_t n)
{
    return onesheet_open_max(r, c, kind, n, limit_of(kind), ONESHEET_W24);
}

/* W2, W35: reads the head and takes the packed bytes, if they are all there. */
onesheet_error onesheet_open_max(onesheet_reader *r, onesheet_column *c, onesheet_kind kind,
                                 size_t n, uint64_t limit, onesheet_error over)
{
    onesheet_start_max(c, kind, limit, over);
    c->head = r->pos;
    if (n == 0 || r->error != ONESHEET_OK) {
        return r->error;
    }
    c->n = n;
    if (kind == ONESHEET_BOOL) {
        c->form = 1;
    } else if (n == 1) {
        return onesheet_read_varint(r, &c->base);
    } else {
        const uint8_t *form = take(r, 1);
        unsigned bits;
        if (form == NULL) {
            return r->error;
        }
        c->form = *form;
        for (bits = c->form & ~BASED; bits > 1 && (bits & 1) == 0; bits >>= 1) {
            c->log++;
        }
        if (bits != 1) {
            return fail_at(r, c->head, ONESHEET_W27);
        }
        if ((c->form & BASED) != 0) {
            onesheet_read_varint(r, &c->base);
        }
    }
    c->at = r->pos;
    if (n > SIZE_MAX / 8 || n >> 3 > (r->end - r->pos) >> c->log) {
        return onesheet_fail(r, ONESHEET_W22);
    }
    take(r, packed_len(n, c->log));
    return check_padding(r, c);
}

/* W18: packed value i of an open column without the base; 0 for a lone number, which is the base */
static uint64_t unpack(const uint8_t *buf, const onesheet_column *c, size_t i)
{
    const uint8_t *from = buf + c->at + byte_of(i, c->log);
    uint64_t x = 0;
    unsigned bytes;

    if (c->form == 0) {
        return 0;
    }
    if (c->log < 3) {
        unsigned mask = (1u << (1u << c->log)) - 1;
        return (unsigned)*from >> bit_of(i, c->log) & mask;
    }
    for (bytes = 1u << (c->log - 3); bytes > 0; bytes--) {
        x = x << 8 | from[bytes - 1];
    }
    return x;
}

/* W24: value i; more than 64 bits are the error that the limit has. */
uint64_t onesheet_next(onesheet_reader *r, onesheet_column *c)
{
    uint64_t x;
    onesheet_error error;

    if (r->error != ONESHEET_OK || c->i >= c->n) {
        return 0;
    }
    x = unpack(r->buf, c, c->i++);
    error = x > UINT64_MAX - c->base ? c->over : note(c, x + c->base);
    if (error != ONESHEET_OK) {
        fail_at(r, c->head, error);
        return 0;
    }
    return x + c->base;
}

onesheet_error onesheet_get(onesheet_reader *r, onesheet_column *c, void *first, size_t n,
                            size_t stride)
{
    unsigned char *to = (unsigned char *)first;
    size_t i;

    for (i = 0; i < n; i++) {
        uint64_t x = onesheet_next(r, c);
        store(c->kind, to + i * stride, is_signed(c->kind) ? unzigzag(x) : x);
    }
    return r->error;
}

/* W27 */
onesheet_error onesheet_close(onesheet_reader *r, onesheet_column *c)
{
    if (r->error != ONESHEET_OK) {
        c->n = c->total = 0;
        return r->error;
    }
    if (c->form == 0 || c->kind == ONESHEET_BOOL) {
        return r->error;
    }
    if (c->form != prescribed_form(c) || ((c->form & BASED) != 0 && c->base != c->min)) {
        return fail_at(r, c->head, ONESHEET_W27);
    }
    return r->error;
}

/* W2, W3, W4 */
onesheet_error onesheet_write_list(onesheet_writer *w, onesheet_kind kind, const void *first,
                                   size_t n, size_t stride)
{
    onesheet_column c;

    onesheet_start(&c, kind);
    onesheet_note(&c, first, n, stride);
    onesheet_begin(w, &c);
    return onesheet_put(w, &c, first, n, stride);
}

/* W2, W3, W4 */
onesheet_error onesheet_read_list(onesheet_reader *r, onesheet_kind kind, void *first, size_t n,
                                  size_t stride)
{
    onesheet_column c;

    onesheet_open(r, &c, kind, n);
    onesheet_get(r, &c, first, n, stride);
    return onesheet_close(r, &c);
}

/* W21: str by bytes */
int onesheet_compare_bytes(const void *a, size_t a_len, const void *b, size_t b_len)
{
    size_t len = a_len < b_len ? a_len : b_len;
    int order = len == 0 ? 0 : memcmp(a, b, len);

    return order != 0 ? order : (a_len > b_len) - (a_len < b_len);
}

/* W21: numbers by value */
int onesheet_compare_u128(onesheet_u128 a, onesheet_u128 b)
{
    return a.hi != b.hi ? (a.hi > b.hi) - (a.hi < b.hi) : (a.lo > b.lo) - (a.lo < b.lo);
}

/* W21: as unsigned, with the sign bits turned round */
int onesheet_compare_i128(onesheet_i128 a, onesheet_i128 b)
{
    a.hi ^= UINT64_C(1) << 63;
    b.hi ^= UINT64_C(1) << 63;
    return onesheet_compare_u128(a, b);
}

/* W12: keeps one byte for the length, most often enough. */
size_t onesheet_begin_block(onesheet_writer *w)
{
    size_t begun = w->len;

    claim(w, 1);
    return begun;
}

/* W12: moves the block up where its length needs more than that byte. */
onesheet_error onesheet_end_block(onesheet_writer *w, size_t begun)
{
    size_t len, more, i;

    if (w->error != ONESHEET_OK) {
        return w->error;
    }
    len = w->len - begun - 1;
    more = varint_len(len) - 1;
    if (claim(w, more) == NULL) {
        return w->error;
    }
    if (more != 0) {
        uint8_t *block = w->buf + begun + 1;
        for (i = len; i > 0; i--) {
            block[i - 1 + more] = block[i - 1];
        }
    }
    put_varint(w->buf + begun, len);
    return w->error;
}

/* W29: the block becomes the input. */
size_t onesheet_open_block(onesheet_reader *r)
{
    size_t outer = r->end;
    uint64_t len;

    onesheet_read_varint(r, &len);
    if (take(r, len) != NULL) {
        r->end = r->pos;
        r->pos -= (size_t)len;
    }
    return outer;
}

/* W30 */
bool onesheet_more(const onesheet_reader *r)
{
    return r->pos < r->end;
}

/* W29 */
onesheet_error onesheet_close_block(onesheet_reader *r, size_t opened)
{
    if (r->error == ONESHEET_OK) {
        r->pos = r->end;
    }
    r->end = opened;
    return r->error;
}

/* W29, W31 */
onesheet_error onesheet_skip_block(onesheet_reader *r)
{
    return onesheet_close_block(r, onesheet_open_block(r));
}

/* W31: the tags are looked up in the input, so that none need be kept. */
onesheet_error onesheet_skip_blocks(onesheet_reader *r, const onesheet_column *tags, uint32_t lo,
                                    uint32_t hi)
{
    uint64_t from = lo;

    while (r->error == ONESHEET_OK) {
        uint64_t least = UINT64_MAX;
        size_t i;
        for (i = 0; i < tags->n; i++) {
            uint64_t tag = unpack(r->buf, tags, i) + tags->base;
            if (tag >= from && tag < least) {
                least = tag;
            }
        }
        if (least > hi) {
            break;
        }
        onesheet_skip_block(r);
        from = least + 1;
    }
    return r->error;
}

/* W33 */
onesheet_error onesheet_enter_rows(onesheet_reader *r)
{
    if (r->depth == 0) {
        return onesheet_fail(r, ONESHEET_W33);
    }
    r->depth--;
    return r->error;
}

void onesheet_leave_rows(onesheet_reader *r)
{
    r->depth++;
}
