#!/usr/bin/env python3
"""The onesheet wire format 1 in plain Python: each rule of spec/WIRE_FORMAT.md, both ways.

    encode(type, value) -> bytes        decode(type, data) -> value

Types and values have the JSON form that tests/vectors/README.md describes; a type may have that of
spec/SCHEMA.md too, which adds names and bounds. Run as a program, this file answers requests on its
standard input, one line each.

There is one class a row of the page. Its `enc(values, out)` appends enc(T, v1 ... vn) to `out`, its
`dec(r, n)` is the inverse, its `order(value)` is the key that W21 compares by. Lists of no values
are dealt with in `write` and `read`, so that n >= 1 in all of these, as in the page's table.
"""

import copy
import json
import re
import signal
import struct
import sys
from collections import Counter
from itertools import chain

try:
    import numpy
except ImportError:
    numpy = None  # the same results, more slowly

MAX_ALLOC = 256 << 20  # bytes that decoding one message may claim
MAX_DEPTH = 128  # nested rows
VALUE = 128  # bytes that a value is taken to claim, beside the text that it holds
WIDTHS = (1, 2, 4, 8, 16, 32, 64)


class DecodeError(ValueError):
    """Input that breaks a rule of the page: `rule` is its name, `at` the byte offset.

    `rule` is "max" for what is longer than the bound that its type declares.
    """

    def __init__(self, rule, at, text):
        super().__init__(f"{rule} at byte {at}: {text}")
        self.rule, self.at = rule, at


def encode(type, value):
    """The message that holds `value`. Raises ValueError if it is no value of the type."""
    t, out = parse_type(type), bytearray()
    try:
        write(t, [value], out)
    except RecursionError:
        raise ValueError("value: nested too deeply") from None
    return bytes(out)


def decode(type, data, max_alloc=MAX_ALLOC, max_depth=MAX_DEPTH):
    """The value that the message `data` holds. Raises DecodeError if it breaks a rule."""
    t, r = parse_type(type), Reader(data, max_alloc, max_depth)
    try:
        [value] = read(t, r, 1)
    except RecursionError:
        raise DecodeError("W33", r.at, "nested too deeply for Python's stack") from None
    if r.at != r.end:
        raise r.error("W23", "bytes after the message")
    return value


def write(t, values, out):
    """Appends enc(T, values) (W15)."""
    if values:
        t.enc(values, out)


def read(t, r, n):
    """Reads n values of type T (W15). They claim memory even if they take no bits (W34)."""
    if n == 0:
        return []
    r.claim(n * VALUE)
    return t.dec(r, n)


class Reader:
    """The input from `at` to `end`, and what may still be claimed while it is read (W33)."""

    def __init__(self, data, max_alloc, max_depth):
        self.data, self.at, self.end = data, 0, len(data)
        self.unclaimed, self.depth_left = max_alloc, max_depth

    def error(self, rule, text, at=None):
        return DecodeError(rule, self.at if at is None else at, text)

    @property
    def left(self):
        return self.end - self.at

    def claim(self, size):
        if size > self.unclaimed:
            raise self.error("W33", "claims more memory than the limit")
        self.unclaimed -= size

    def check_count(self, t, n):
        """W35: of values that take a bit or more, 8 x the bytes left is the most."""
        if n > 8 * self.left and not t.empty:
            raise self.error("W35", "more values than the bytes left can hold")

    def take(self, size):
        if size > self.left:
            raise self.error("W22", "input ends early", self.end)
        self.at += size
        return self.data[self.at - size : self.at]

    def varint(self, width):
        """W16, and W24 for a number of at most `width` bits, itself at most 64."""
        start = self.at
        while self.take(1)[0] >= 128:
            pass
        data = self.data[start : self.at]
        if len(data) > 1 and data[-1] == 0:
            raise self.error("W16", "varint is not shortest", start)
        x = sum((byte & 127) << 7 * i for i, byte in enumerate(data[:10]))
        if len(data) > 10 or x >> width:
            raise self.error("W24", "number is too large for its type", start)
        return x

    def packed(self, b, n):
        """W18."""
        data = self.take((n * b + 7) // 8)
        if n * b % 8 and data[-1] >> n * b % 8:
            raise self.error("W18", "unused bits are not 0", self.at - 1)
        return unpack(b, n, data)


def unpack(b, n, data):
    if b == 128:
        return [int.from_bytes(data[i : i + 16], "little") for i in range(0, 16 * n, 16)]
    if b >= 8:
        if numpy:
            return numpy.frombuffer(data, f"<u{b // 8}").tolist()
        return list(struct.unpack(f"<{n}{'BHIQ'[WIDTHS.index(b) - 3]}", data))
    shifts, mask = range(0, 8, b), (1 << b) - 1
    if numpy:
        column = numpy.frombuffer(data, "u1").reshape(-1, 1)
        return (column >> numpy.array(shifts, "u1") & mask).ravel()[:n].tolist()
    return [byte >> shift & mask for byte in data for shift in shifts][:n]


def pack(b, xs):
    """W18."""
    if b == 128:
        return b"".join(x.to_bytes(16, "little") for x in xs)
    if b >= 8:
        if numpy:
            return numpy.array(xs, f"<u{b // 8}").tobytes()
        return struct.pack(f"<{len(xs)}{'BHIQ'[WIDTHS.index(b) - 3]}", *xs)
    shifts = range(0, 8, b)
    xs = xs + [0] * (-len(xs) % len(shifts))
    if numpy:
        columns = numpy.array(xs, "u1").reshape(-1, len(shifts)) << numpy.array(shifts, "u1")
        return numpy.bitwise_or.reduce(columns, axis=1).astype("u1").tobytes()
    groups = zip(*[iter(xs)] * len(shifts))
    return bytes(sum(x << shift for x, shift in zip(group, shifts)) for group in groups)


def varint(x):
    """W16."""
    out = bytearray()
    while x >= 128:
        out.append(x & 127 | 128)
        x >>= 7
    out.append(x)
    return bytes(out)


def bits(x):
    """W19."""
    return next(b for b in WIDTHS if x >> b == 0)


def form(xs):
    """The head of W2 that is prescribed for these two or more numbers, and its base."""
    least, greatest = min(xs), max(xs)
    b, d = bits(greatest), bits(greatest - least)
    plain = 1 + (len(xs) * b + 7) // 8
    based = 1 + len(varint(least)) + (len(xs) * d + 7) // 8
    return (b, 0) if plain <= based else (128 + d, least)


def write_numbers(xs, out):
    """W2."""
    if len(xs) == 1:
        out += varint(xs[0])
        return
    head, base = form(xs)
    out.append(head)
    if head >= 128:
        out += varint(base)
        xs = [x - base for x in xs]
    out += pack(head & 127, xs)


def read_numbers(r, n, width):
    """W2, W24 and W27: n numbers of at most `width` bits."""
    if n == 1:
        return [r.varint(width)]
    start = r.at
    [head] = r.take(1)
    if head & 127 not in WIDTHS:
        raise r.error("W27", "no such form of a number list", start)
    base = r.varint(width) if head >= 128 else 0
    xs = r.packed(head & 127, n)
    if base:
        xs = [base + x for x in xs]
    if max(xs) >> width:
        raise r.error("W24", "number is too large for its type", start)
    if (head, base) != form(xs):
        raise r.error("W27", "not the prescribed form for these numbers", start)
    return xs


def split(items, counts):
    """The items as consecutive lists of the given lengths."""
    at, lists = 0, []
    for count in counts:
        lists.append(items[at : at + count])
        at += count
    return lists


def expect(condition, what):
    if not condition:
        raise ValueError(f"value: expected {what}")


def elements(v, n=None):
    """The elements of the JSON array v, of n if that is given."""
    ok = isinstance(v, list) and (n is None or len(v) == n)
    expect(ok, "an array" if n is None else f"an array of {n}")
    return v


def integer(v, width, signed):
    """The integer that a JSON value stands for."""
    low, high = (-1 << width - 1, 1 << width - 1) if signed else (0, 1 << width)
    if isinstance(v, str) and re.fullmatch("0|-?[1-9][0-9]{0,38}", v):
        v = int(v)
    ok = isinstance(v, int) and not isinstance(v, bool) and low <= v < high
    expect(ok, f"a decimal string of {'i' if signed else 'u'}{width}")
    return v


class Type:
    fixed = False  # W1
    empty = False  # W34: a value may take no bits
    void = False  # W30: a list takes no bytes
    ordered = True  # W21: no float, nothing extensible, in this part itself
    most = None  # the bound of lengths or counts, if the type declares one
    parts = ()  # the types inside

    def write_counts(self, counts, out):
        ok = self.most is None or max(counts) <= self.most
        expect(ok, f"at most {self.most} bytes or elements")
        write_numbers(counts, out)

    def read_counts(self, r, n):
        start, counts = r.at, read_numbers(r, n, 64)
        if self.most is not None and max(counts) > self.most:
            raise r.error("max", f"more than {self.most} bytes or elements", start)
        return counts


class Fixed(Type):
    """W1: integers of a fixed width."""

    fixed = True

    def __init__(self, width, signed=False):
        self.width, self.signed = width, signed

    def order(self, v):
        return integer(v, self.width, self.signed)

    def enc(self, values, out):
        mask = (1 << self.width) - 1
        out += pack(self.width, [self.order(v) & mask for v in values])

    def dec(self, r, n):
        xs = r.packed(self.width, n)
        if self.signed:
            sign = 1 << self.width - 1
            xs = [(x ^ sign) - sign for x in xs]
        return [str(x) for x in xs]


class Float(Type):
    """W1: floats, by their bits."""

    fixed, ordered = True, False

    def __init__(self, width):
        self.width, self.digits = width, width // 4

    def enc(self, values, out):
        for v in values:
            ok = isinstance(v, str) and re.fullmatch(f"0x[0-9a-fA-F]{{1,{self.digits}}}", v)
            expect(ok, f"0x and the bits of f{self.width} in hex")
        out += pack(self.width, [int(v, 16) for v in values])

    def dec(self, r, n):
        return [f"0x{x:0{self.digits}x}" for x in r.packed(self.width, n)]


class Unit(Type):
    """W1: no bytes."""

    fixed = empty = void = True

    def order(self, v):
        expect(v is None, "null")
        return ()

    def enc(self, values, out):
        for v in values:
            self.order(v)

    def dec(self, r, n):
        return [None] * n


class Integer(Type):
    """W2; W3 and W17 if signed."""

    def __init__(self, width, signed=False):
        self.width, self.signed = width, signed

    def order(self, v):
        return integer(v, self.width, self.signed)

    def enc(self, values, out):
        xs = [self.order(v) for v in values]
        if self.signed:
            xs = [2 * x if x >= 0 else -2 * x - 1 for x in xs]
        write_numbers(xs, out)

    def dec(self, r, n):
        xs = read_numbers(r, n, self.width)
        if self.signed:
            xs = [x >> 1 ^ -(x & 1) for x in xs]
        return [str(x) for x in xs]


class Char(Type):
    """W2 and W26."""

    def order(self, v):
        ok = isinstance(v, str) and len(v) == 1 and not 0xD800 <= ord(v) < 0xE000
        expect(ok, "a string of one Unicode scalar value")
        return ord(v)

    def enc(self, values, out):
        write_numbers([self.order(v) for v in values], out)

    def dec(self, r, n):
        start = r.at
        xs = read_numbers(r, n, 32)
        if any(0xD800 <= x < 0xE000 or x > 0x10FFFF for x in xs):
            raise r.error("W26", "char is no Unicode scalar value", start)
        return [chr(x) for x in xs]


class Bool(Type):
    """W4."""

    def order(self, v):
        expect(isinstance(v, bool), "true or false")
        return v

    def enc(self, values, out):
        out += pack(1, [int(self.order(v)) for v in values])

    def dec(self, r, n):
        return [x == 1 for x in r.packed(1, n)]


class Str(Type):
    """W5."""

    def order(self, v):
        expect(isinstance(v, str), "a string")
        try:
            return v.encode()
        except UnicodeEncodeError:
            raise ValueError("value: expected a string without lone surrogates") from None

    def enc(self, values, out):
        strings = [self.order(v) for v in values]
        self.write_counts([len(string) for string in strings], out)
        out += b"".join(strings)

    def dec(self, r, n):
        lengths = self.read_counts(r, n)
        start, data = r.at, r.take(sum(lengths))
        r.claim(len(data))
        texts = []
        for text in split(data, lengths):
            try:
                texts.append(text.decode())
            except UnicodeDecodeError:
                raise r.error("W25", "str is not UTF-8", start) from None
            start += len(text)
        return texts


class Option(Type):
    """W6."""

    def __init__(self, item):
        self.item, self.parts = item, (item,)

    def some(self, v):
        expect(isinstance(v, dict) and list(v) == ["some"], 'null or {"some": value}')
        return v["some"]

    def order(self, v):
        return (False,) if v is None else (True, self.item.order(self.some(v)))

    def enc(self, values, out):
        out += pack(1, [int(v is not None) for v in values])
        write(self.item, [self.some(v) for v in values if v is not None], out)

    def dec(self, r, n):
        present = r.packed(1, n)
        items = iter(read(self.item, r, sum(present)))
        return [{"some": next(items)} if is_some else None for is_some in present]


class Tuple(Type):
    """W7; W1 if all fields are fixed."""

    def __init__(self, fields):
        self.parts = fields
        self.fixed = all(field.fixed for field in fields)
        self.empty = all(field.empty for field in fields)
        self.void = all(field.void for field in fields)

    def order(self, v):
        v = elements(v, len(self.parts))
        return tuple([field.order(x) for field, x in zip(self.parts, v)])

    def enc(self, values, out):
        for v in values:
            elements(v, len(self.parts))
        if self.fixed:
            for v in values:
                for field, x in zip(self.parts, v):
                    write(field, [x], out)
        else:
            self.enc_columns(values, out)

    def enc_columns(self, values, out):
        for i, field in enumerate(self.parts):
            write(field, [v[i] for v in values], out)

    def dec(self, r, n):
        if self.fixed:
            return [[read(field, r, 1)[0] for field in self.parts] for _ in range(n)]
        columns = []
        for field in self.parts:
            columns.append(read(field, r, n))
        return [list(v) for v in zip(*columns)]


class Array(Type):
    """W8."""

    def __init__(self, item, length):
        self.item, self.length, self.parts = item, length, (item,)
        self.fixed = item.fixed
        self.empty = length == 0 or item.empty
        self.void = length == 0 or item.void

    def order(self, v):
        return tuple([self.item.order(x) for x in elements(v, self.length)])

    def enc(self, values, out):
        lists = [elements(v, self.length) for v in values]
        write(self.item, list(chain.from_iterable(lists)), out)

    def dec(self, r, n):
        r.check_count(self.item, n * self.length)
        return split(read(self.item, r, n * self.length), [self.length] * n)


class Seq(Type):
    """W9."""

    def __init__(self, item):
        self.item, self.parts = item, (item,)

    def order(self, v):
        return tuple([self.item.order(x) for x in elements(v)])

    def enc(self, values, out):
        lists = [elements(v) for v in values]
        self.write_counts([len(v) for v in lists], out)
        write(self.item, list(chain.from_iterable(lists)), out)

    def dec(self, r, n):
        counts = self.read_counts(r, n)
        r.check_count(self.item, sum(counts))
        return split(read(self.item, r, sum(counts)), counts)


class Bytes(Str):
    """W9: seq(u8), in hex."""

    def order(self, v):
        expect(isinstance(v, str) and re.fullmatch("([0-9a-fA-F]{2})*", v), "bytes in hex")
        return bytes.fromhex(v)

    def dec(self, r, n):
        counts = self.read_counts(r, n)
        r.check_count(self, sum(counts))
        data = r.take(sum(counts))
        r.claim(2 * len(data))
        return [string.hex() for string in split(data, counts)]


class Set(Seq):
    """W10."""

    what = "element"

    def key_order(self, x):
        return self.item.order(x)

    def order(self, v):
        return tuple(sorted([self.item.order(x) for x in elements(v)]))

    def enc(self, values, out):
        super().enc([self.ascending(elements(v)) for v in values], out)

    def ascending(self, v):
        keyed = sorted([(self.key_order(x), i) for i, x in enumerate(v)])
        for (a, _), (b, _) in zip(keyed, keyed[1:]):
            expect(a != b, f"no {self.what} twice")
        return [v[i] for _, i in keyed]

    def dec(self, r, n):
        start = r.at
        sets = super().dec(r, n)
        for v in sets:
            keys = [self.key_order(x) for x in v]
            if any(a >= b for a, b in zip(keys, keys[1:])):
                raise r.error("W10", f"{self.what}s do not ascend", start)
        return sets


class Map(Set):
    """W10."""

    what = "key"

    def __init__(self, key, value):
        super().__init__(Tuple([key, value]))
        self.key = key

    def key_order(self, x):
        return self.key.order(elements(x, 2)[0])


class Enum(Type):
    """W11; W13 if `extensible`, where `other` is the tag of the catch-all or None."""

    def __init__(self, variants, extensible=False, other=None):
        self.variants, self.ordered, self.other = variants, not extensible, other
        self.parts = list(variants.values())

    def variant(self, v):
        """The tag and the fields of a value."""
        ok = isinstance(v, list) and len(v) == 2 and is_number(v[0], 32)
        expect(ok and v[0] in self.variants, "[tag, fields] of a variant")
        return v

    def value(self, tag, fields):
        return [tag, fields]

    def order(self, v):
        tag, fields = self.variant(v)
        return (tag, self.variants[tag].order(fields))

    def enc(self, values, out):
        pairs = [self.variant(v) for v in values]
        write_numbers([tag for tag, _ in pairs], out)
        columns = {}
        for tag, fields in pairs:
            columns.setdefault(tag, []).append(fields)
        for tag in sorted(columns):
            write(self.variants[tag], columns[tag], out)

    def dec(self, r, n):
        start = r.at
        tags = read_numbers(r, n, 32)
        counts = Counter(tags)
        if self.other is None and counts.keys() - self.variants.keys():
            raise r.error("W28" if self.ordered else "W32", "unknown tag", start)
        columns = {}
        for tag in sorted(counts):
            if tag in self.variants:
                columns[tag] = iter(read(self.variants[tag], r, counts[tag]))
            else:
                r.take(r.varint(64))  # W31
        return [
            self.value(tag, next(columns[tag])) if tag in columns else [self.other, []]
            for tag in tags
        ]


class Result(Enum):
    """W11: the enum {0: T, 1: E}."""

    names = ("ok", "err")

    def __init__(self, ok, err):
        super().__init__({0: Tuple([ok]), 1: Tuple([err])})

    def variant(self, v):
        ok = isinstance(v, dict) and len(v) == 1 and set(v) <= set(self.names)
        expect(ok, '{"ok": value} or {"err": value}')
        [(name, field)] = v.items()
        return self.names.index(name), [field]

    def value(self, tag, fields):
        return {self.names[tag]: fields[0]}


MISSING = object()  # no default
UNKNOWN = {"default": None}  # a default that the type only says to exist


class ExtensibleStruct(Tuple):
    """W12, W29 and W30."""

    empty, ordered = True, False

    def __init__(self, fields, defaults):
        self.parts, self.defaults = fields, defaults

    def enc(self, values, out):
        b = bytearray()
        for v in values:
            elements(v, len(self.parts))
        self.enc_columns(values, b)
        out += varint(len(b)) + b

    def dec(self, r, n):
        length, end = r.varint(64), r.end
        if length > r.left:
            raise r.error("W22", "input ends early", r.end)
        r.end = r.at + length
        columns = []
        for field, default in zip(self.parts, self.defaults):
            if r.left or default is MISSING and field.void:
                columns.append(read(field, r, n))
            elif default is MISSING:
                raise r.error("W30", "a field without a default is missing")
            else:
                r.claim(n * VALUE * count_values(default))
                columns.append([copy.deepcopy(default) for _ in range(n)])
        r.at, r.end = r.end, end
        return [list(v) for v in zip(*columns)] if columns else [[] for _ in range(n)]


class Rows(Type):
    """W14. The type that it holds is set once it is parsed, for it may contain this one."""

    item = None

    def order(self, v):
        return self.item.order(v)

    def enc(self, values, out):
        for v in values:
            write(self.item, [v], out)

    def dec(self, r, n):
        if r.depth_left == 0:
            raise r.error("W33", "rows are nested too deeply")
        r.depth_left -= 1
        values = []
        for _ in range(n):
            values += read(self.item, r, 1)
        r.depth_left += 1
        return values


def count_values(v):
    """The number of values in a JSON value, itself included."""
    if isinstance(v, (list, dict)):
        return 1 + sum(map(count_values, v.values() if isinstance(v, dict) else v))
    return 1


NAMED = {
    "unit": Unit(),
    "u8": Fixed(8),
    "i8": Fixed(8, signed=True),
    "u128": Fixed(128),
    "i128": Fixed(128, signed=True),
    "f32": Float(32),
    "f64": Float(64),
    "u16": Integer(16),
    "u32": Integer(32),
    "u64": Integer(64),
    "usize": Integer(64),
    "i16": Integer(16, signed=True),
    "i32": Integer(32, signed=True),
    "i64": Integer(64, signed=True),
    "isize": Integer(64, signed=True),
    "char": Char(),
    "bool": Bool(),
    "str": Str(),
    "bytes": Bytes(),
}


def is_number(x, width):
    return isinstance(x, int) and not isinstance(x, bool) and 0 <= x < 1 << width


def parse_type(type):
    """The type that its JSON form describes. Raises ValueError if there is no such type."""
    if isinstance(type, Type):
        return type
    parser = Parser()
    try:
        t = parser.parse(type)
        parser.check()
    except RecursionError:
        raise ValueError("type: nested too deeply") from None
    return t


KINDS = (
    "fixed", "option", "tuple", "struct", "array", "seq", "set", "map", "result", "enum",
    "ext_struct", "ext_enum", "rows", "def", "ref",
)  # fmt: skip


def require(condition, text):
    if not condition:
        raise ValueError(f"type: {text}")


class Parser:
    """Builds a type, and keeps what can be checked only when every `ref` is resolved."""

    def __init__(self):
        self.scope, self.keys, self.extensible = {}, [], []

    def parse(self, j):
        if isinstance(j, str):
            require(j in NAMED, f"no type has the name {j[:40]!r}")
            return NAMED[j]
        require(isinstance(j, dict) and j, "expected a name or an object")
        kinds = [kind for kind in KINDS if kind in j]
        if not kinds and j.get("type") in ("str", "bytes"):
            return self.bounded(copy.copy(NAMED[j["type"]]), j)
        require(len(kinds) == 1, "expected an object of one kind")
        [kind] = kinds
        arg = j[kind]
        if kind == "fixed":
            t = NAMED.get(arg) if isinstance(arg, str) and "size" not in arg else None
            require(isinstance(t, Integer), "fixed is for u16 to i64")
            return Fixed(t.width, t.signed)
        if kind == "option":
            return Option(self.parse(arg))
        if kind in ("tuple", "struct"):
            return Tuple(self.parse_list(arg))
        if kind == "array":
            item, length = self.pair(arg)
            require(is_number(length, 64), "an array has a length")
            return Array(self.parse(item), length)
        if kind == "seq":
            return self.bounded(Seq(self.parse(arg)), j)
        if kind == "set":
            self.keys.append(self.parse(arg))
            return self.bounded(Set(self.keys[-1]), j)
        if kind == "map":
            key, value = self.parse_list(self.pair(arg))
            self.keys.append(key)
            return self.bounded(Map(key, value), j)
        if kind == "result":
            return Result(*self.parse_list(self.pair(arg)))
        if kind == "enum":
            return Enum(self.variants(arg, lambda fields: Tuple(self.parse_list(fields))))
        if kind == "ext_struct":
            return self.extensible_struct(arg)
        if kind == "ext_enum":
            variants, other = self.variants(arg, self.extensible_struct), j.get("other")
            if other is not None:
                ok = is_number(other, 32) and other in variants and not variants[other].parts
                require(ok, "other names no variant without fields")
            return Enum(variants, True, other)
        if kind == "rows":
            return self.rows(arg)
        if kind == "def":
            require(isinstance(arg, str), "a def has a name")
            says_so = isinstance(j.get("type"), dict) and "rows" in j["type"]
            return self.rows(j["type"]["rows"] if says_so else j.get("type"), arg)
        require(isinstance(arg, str) and arg in self.scope, "no def around has this name")
        return self.scope[arg]

    def bounded(self, t, j):
        t.most = j.get("max")
        require(t.most is None or is_number(t.most, 64), "max is a number")
        return t

    def parse_list(self, j):
        require(isinstance(j, list), "expected an array of types")
        return [self.parse(x) for x in j]

    def pair(self, j):
        require(isinstance(j, list) and len(j) == 2, "expected an array of two")
        return j

    def variants(self, j, fields):
        """The variants of an enum by their tags (W20)."""
        require(isinstance(j, list), "expected an array of variants")
        variants = {}
        for tag, arg in map(self.pair, j):
            require(is_number(tag, 32), "a tag is a u32")
            require(tag not in variants, "tags are not unique")
            variants[tag] = fields(arg)
        return variants

    def extensible_struct(self, j):
        require(isinstance(j, list), "expected an array of fields")
        fields, defaults = [], []
        for field in j:
            require(isinstance(field, list) and len(field) in (1, 2), "expected [type, default]")
            fields.append(self.parse(field[0]))
            defaults.append(field[1] if len(field) == 2 else MISSING)
        t = ExtensibleStruct(fields, defaults)
        self.extensible.append(t)
        return t

    def rows(self, j, name=None):
        """W14, with the name that a `ref` inside it has for it."""
        t, outer = Rows(), self.scope
        if name is not None:
            self.scope = {**outer, name: t}
        t.item = self.parse(j)
        t.empty, t.void, t.parts = t.item.empty, t.item.void, (t.item,)
        self.scope = outer
        return t

    def check(self):
        seen, types = set(), self.keys
        while types:  # W21
            t = types.pop()
            require(t.ordered, "a set element or map key holds a float or an extensible type")
            if id(t) not in seen:
                seen.add(id(t))
                types.extend(t.parts)
        for t in self.extensible:
            for i, (field, default) in enumerate(zip(t.parts, t.defaults)):
                if default is MISSING or default == UNKNOWN:
                    continue
                try:
                    t.defaults[i] = decode(field, encode(field, default))
                except ValueError as error:
                    raise ValueError(f"type: default: {error}") from None


def answer(line):
    """The answer to one request of the conformance protocol, as a JSON value."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": f"request: {error}"}
    try:
        match request:
            case {"op": "enc", "type": type, "value": value}:
                return {"hex": encode(type, value).hex()}
            case {"op": "dec", "type": type, "hex": data}:
                return {"value": decode(type, Bytes().order(data))}
    except (ValueError, MemoryError) as error:
        return {"error": str(error) or "out of memory"}
    return {"error": "request: expected op enc with type and value, or dec with type and hex"}


def main():
    for line in sys.stdin.buffer:
        try:
            text = json.dumps(answer(line))
        except RecursionError:
            text = '{"error": "value: nested too deeply for JSON"}'
        print(text, flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit("usage: onesheet.py, with requests as JSON lines on standard input")
    sys.setrecursionlimit(5000)  # 128 nested rows of deep types
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end quietly when nobody reads any more
    main()
