#!/usr/bin/env python3
"""Answers conformance requests through the functions of onesheet.h, for every type of the format.

    primitives.py --cc 'gcc -O1'

Here is only what calls them in the order of the page's table; C writes and checks every byte.
"""

import argparse
import ctypes
import pathlib
import subprocess
import tempfile

from protocol import (
    FIXED,
    NUMBERS,
    U128,
    Refused,
    fixed_type,
    in_range,
    is_fixed,
    kind,
    number,
    number_json,
    order,
    row_type,
    serve,
    sort,
    variant,
    variant_of,
    variants,
)

HERE = pathlib.Path(__file__).resolve().parent
MOST_VALUES = 1_000_000
BOOL, U32, U64 = 0, 3, 4


class Writer(ctypes.Structure):
    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("cap", ctypes.c_size_t),
        ("len", ctypes.c_size_t),
        ("error", ctypes.c_int),
    ]


class Reader(ctypes.Structure):
    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("pos", ctypes.c_size_t),
        ("end", ctypes.c_size_t),
        ("error_at", ctypes.c_size_t),
        ("depth", ctypes.c_uint),
        ("error", ctypes.c_int),
    ]


class Column(ctypes.Structure):
    _fields_ = [
        ("kind", ctypes.c_int),
        ("over", ctypes.c_int),
        ("error", ctypes.c_int),
        ("form", ctypes.c_uint),
        ("log", ctypes.c_uint),
        ("head", ctypes.c_size_t),
        ("at", ctypes.c_size_t),
        ("n", ctypes.c_size_t),
        ("i", ctypes.c_size_t),
        ("total", ctypes.c_size_t),
        ("limit", ctypes.c_uint64),
        ("base", ctypes.c_uint64),
        ("min", ctypes.c_uint64),
        ("max", ctypes.c_uint64),
    ]


def may_be_empty(t):
    """W34"""
    key, inside = kind(t)
    if key == "array":
        return inside[1] == 0 or may_be_empty(inside[0])
    if key in ("struct", "tuple"):
        return all(map(may_be_empty, inside))
    if key in ("rows", "def"):
        return may_be_empty(row_type(t))
    return key in ("unit", "ext_struct", "ref")  # a ref: what is around it decides


def takes_no_bytes(t):
    """W30"""
    key, inside = kind(t)
    if key == "array":
        return inside[1] == 0 or takes_no_bytes(inside[0])
    if key in ("struct", "tuple"):
        return all(map(takes_no_bytes, inside))
    if key in ("rows", "def"):
        return takes_no_bytes(row_type(t))
    return key in ("unit", "ref")  # a ref: what is around it decides


def column_types(fields):
    """The fields of a struct of an extensible type, without the defaults."""
    return [field[0] for field in fields]


class Primitives:
    """Encodes and decodes by calls of the functions in a shared library."""

    def __init__(self, cc):
        with tempfile.TemporaryDirectory() as directory:  # a loaded library needs no file
            library = f"{directory}/onesheet.so"
            command = f"{cc} -std=c99 -shared -fPIC {HERE.parent}/onesheet.c -o {library}"
            subprocess.run(command, shell=True, check=True)
            self.c = c = ctypes.CDLL(library)
        c.onesheet_begin_block.restype = c.onesheet_open_block.restype = ctypes.c_size_t
        c.onesheet_more.restype = ctypes.c_bool

    def encode(self, t, value):
        w, size = Writer(), 1 << 10
        while True:
            buf = (ctypes.c_uint8 * size)()
            self.c.onesheet_writer_init(ctypes.byref(w), buf, ctypes.c_size_t(size))
            self.w = ctypes.byref(w)
            self.write(t, [value])
            if w.error != 100 or size > 1 << 26:  # ONESHEET_FULL
                break
            size *= 8
        if w.error != 0:
            raise Refused(f"W{w.error}")
        return bytes(buf[: w.len])

    def write_list(self, c_type, kind, values):
        array = (c_type * len(values))(*values)
        n = ctypes.c_size_t(len(values))
        self.c.onesheet_write_list(self.w, kind, array, n, ctypes.c_size_t(ctypes.sizeof(c_type)))

    def write(self, t, values):
        """enc(T, v1 ... vn)"""
        key, inside = kind(t)
        if len(values) == 0:
            return
        if key in NUMBERS:
            c_type, c_kind = NUMBERS[key]
            self.write_list(c_type, c_kind, [in_range(t, number(t, value)) for value in values])
        elif fixed_type(t) is not None:
            c_type = fixed_type(t)
            for value in values:
                x = in_range(t, number(t, value))
                if c_type is U128:
                    x = U128(x & (1 << 64) - 1, x >> 64 & (1 << 64) - 1)
                else:
                    x = c_type(x)
                size = ctypes.c_size_t(ctypes.sizeof(x))
                self.c.onesheet_write_fixed(
                    self.w, ctypes.byref(x), size, ctypes.c_size_t(1), ctypes.c_size_t(0)
                )
        elif key == "bool":
            if not all(isinstance(value, bool) for value in values):
                raise ValueError("not a bool")
            self.write_list(ctypes.c_bool, BOOL, values)
        elif key == "str":
            texts = [value.encode("utf-8", "surrogatepass") for value in values]
            self.write_list(ctypes.c_uint64, U64, list(map(len, texts)))
            for text in texts:
                self.c.onesheet_write_text(self.w, text, ctypes.c_size_t(len(text)))
        elif key == "bytes":
            values = list(map(bytes.fromhex, values))
            self.write_list(ctypes.c_uint64, U64, list(map(len, values)))
            for value in values:
                self.c.onesheet_write_bytes(self.w, value, ctypes.c_size_t(len(value)))
        elif key == "option":
            self.write("bool", [value is not None for value in values])
            self.write(inside, [value["some"] for value in values if value is not None])
        elif key in ("struct", "tuple"):
            if any(len(value) != len(inside) for value in values):
                raise ValueError("not as many values as fields")
            # W1: value after value; W7: column after column
            for part in [[value] for value in values] if is_fixed(t) else [values]:
                for i, field in enumerate(inside):
                    self.write(field, [value[i] for value in part])
        elif key == "array":
            if any(len(value) != inside[1] for value in values):
                raise ValueError("not as many values as the array has")
            self.write(inside[0], [item for value in values for item in value])
        elif key in ("seq", "set", "map"):
            item = {"tuple": inside} if key == "map" else inside
            if key != "seq":
                values = [sort(t, value) for value in values]
                for value in values:
                    self.check_order(item if key == "set" else inside[0], value, key == "map")
            self.write_list(ctypes.c_uint64, U64, list(map(len, values)))
            self.write(item, [part for value in values for part in value])
        elif key in ("result", "enum", "ext_enum"):
            pairs = [variant_of(t, value) for value in values]
            known = dict(variants(t))
            if any(tag not in known for tag, _ in pairs):
                raise ValueError("no such tag")
            self.write_list(ctypes.c_uint32, U32, [tag for tag, _ in pairs])
            for tag, types in variants(t):
                fields = [fields for other, fields in pairs if other == tag]
                if key == "ext_enum":
                    self.write({"ext_struct": [[part] for part in types]}, fields)
                else:
                    self.write({"tuple": types}, fields)
        elif key == "ext_struct":
            types = column_types(inside)
            if any(len(value) != len(types) for value in values):
                raise ValueError("not as many values as fields")
            begun = self.c.onesheet_begin_block(self.w)
            for i, part in enumerate(types):
                self.write(part, [value[i] for value in values])
            self.c.onesheet_end_block(self.w, ctypes.c_size_t(begun))
        elif row_type(t) is not None:
            for value in values:
                self.write(row_type(t), [value])
        elif any(value is not None for value in values):
            raise ValueError("not null")

    def check_order(self, t, items, of_map):
        """W10"""
        keys = [order(t, item[0] if of_map else item) for item in items]
        if any(a >= b for a, b in zip(keys, keys[1:])):
            raise Refused("W10")

    def decode(self, t, data):
        r = Reader()
        given = (ctypes.c_uint8 * len(data)).from_buffer_copy(data) if data else None
        self.c.onesheet_reader_init(ctypes.byref(r), given, ctypes.c_size_t(len(data)))
        self.reader, self.r = r, ctypes.byref(r)
        [value] = self.read(t, 1)
        self.check(self.c.onesheet_finish(self.r))
        return value

    def check(self, error):
        if error != 0:
            raise Refused(f"W{error} at byte {self.reader.error_at}")

    def read_list(self, c_type, kind, n):
        # W35, before memory is claimed: a number or bool takes a bit or more.
        if n > 8 * (self.reader.end - self.reader.pos):
            raise Refused("W35")
        array = (c_type * n)()
        size = ctypes.c_size_t(ctypes.sizeof(c_type))
        self.check(self.c.onesheet_read_list(self.r, kind, array, ctypes.c_size_t(n), size))
        return list(array)

    def expect(self, t, n):
        """W33, W34, W35"""
        if n > (MOST_VALUES if may_be_empty(t) else 8 * (self.reader.end - self.reader.pos)):
            raise Refused("W34" if may_be_empty(t) else "W35")

    def read(self, t, n):
        """The inverse of write: n values."""
        key, inside = kind(t)
        if n == 0:
            return []
        if key in NUMBERS:
            return [number_json(t, x) for x in self.read_list(*NUMBERS[key], n)]
        if fixed_type(t) is not None:
            c_type = fixed_type(t)
            size = ctypes.sizeof(c_type)
            if n * size > self.reader.end - self.reader.pos:
                raise Refused("W22")
            array = (c_type * n)()
            self.check(
                self.c.onesheet_read_fixed(
                    self.r, array, ctypes.c_size_t(size), ctypes.c_size_t(n), ctypes.c_size_t(size)
                )
            )
            if c_type is U128:
                numbers = [x.hi << 64 | x.lo for x in array]
                numbers = [x - (x >> 127 << 128) if key == "i128" else x for x in numbers]
            else:
                numbers = list(array)
            return [number_json(t, x) for x in numbers]
        if key == "bool":
            return self.read_list(ctypes.c_bool, BOOL, n)
        if key in ("str", "bytes"):
            lengths = self.read_list(ctypes.c_uint64, U64, n)
            self.expect("u8", sum(lengths))
            return [self.read_bytes(key, length) for length in lengths]
        if key == "option":
            some = self.read("bool", n)
            values = iter(self.read(inside, sum(some)))
            return [{"some": next(values)} if is_some else None for is_some in some]
        if key in ("struct", "tuple"):
            if is_fixed(t):
                return [[self.read(part, 1)[0] for part in inside] for _ in range(n)]
            columns = [self.read(part, n) for part in inside]
            return [list(fields) for fields in zip(*columns)] if columns else [[] for _ in range(n)]
        if key == "array":
            self.expect(inside[0], n * inside[1])
            items = self.read(inside[0], n * inside[1])
            return [items[i * inside[1] : (i + 1) * inside[1]] for i in range(n)]
        if key in ("seq", "set", "map"):
            item = {"tuple": inside} if key == "map" else inside
            lengths = self.read_list(ctypes.c_uint64, U64, n)
            self.expect(item, sum(lengths))
            items = iter(self.read(item, sum(lengths)))
            values = [[next(items) for _ in range(length)] for length in lengths]
            if key != "seq":
                for value in values:
                    self.check_order(item if key == "set" else inside[0], value, key == "map")
            return values
        if key in ("result", "enum", "ext_enum"):
            return self.read_enums(t, n)
        if key == "ext_struct":
            return self.read_block(inside, n)
        if row_type(t) is not None:
            values = []
            for _ in range(n):
                self.check(self.c.onesheet_enter_rows(self.r))
                values += self.read(row_type(t), 1)
                self.c.onesheet_leave_rows(self.r)
            return values
        return [None] * n

    def read_bytes(self, key, length):
        data = (ctypes.c_char * (length + 1))()
        read = self.c.onesheet_read_text if key == "str" else self.c.onesheet_read_bytes
        self.check(read(self.r, data, ctypes.c_size_t(length)))
        return data.raw[:length].decode() if key == "str" else data.raw[:length].hex()

    def read_enums(self, t, n):
        key, inside = kind(t)
        known, other = dict(variants(t)), t.get("other") if key == "ext_enum" else None
        c, tags = Column(), []
        self.expect("bool", n)
        self.check(self.c.onesheet_open(self.r, ctypes.byref(c), U32, ctypes.c_size_t(n)))
        for _ in range(n):
            tag = ctypes.c_uint32()
            self.check(
                self.c.onesheet_get(
                    self.r,
                    ctypes.byref(c),
                    ctypes.byref(tag),
                    ctypes.c_size_t(1),
                    ctypes.c_size_t(0),
                )
            )
            tags.append(tag.value)
        self.check(self.c.onesheet_close(self.r, ctypes.byref(c)))
        if other is None and any(tag not in known for tag in tags):
            raise Refused("W32" if key == "ext_enum" else "W28")
        fields, after = {}, 0
        for tag, types in variants(t):
            if tag == other:
                continue
            if other is not None:
                if tag > after:
                    self.check(
                        self.c.onesheet_skip_blocks(
                            self.r,
                            ctypes.byref(c),
                            ctypes.c_uint32(after),
                            ctypes.c_uint32(tag - 1),
                        )
                    )
                after = tag + 1
            if key == "ext_enum":
                values = self.read({"ext_struct": dict(map(tuple, inside))[tag]}, tags.count(tag))
            else:
                values = self.read({"tuple": types}, tags.count(tag))
            fields[tag] = iter(values)
        if other is not None and after < 1 << 32:
            self.check(
                self.c.onesheet_skip_blocks(
                    self.r, ctypes.byref(c), ctypes.c_uint32(after), ctypes.c_uint32((1 << 32) - 1)
                )
            )
        return [
            variant(t, tag, next(fields[tag])) if tag in fields else [other, []] for tag in tags
        ]

    def read_block(self, fields, n):
        outer = self.c.onesheet_open_block(self.r)
        self.check(self.reader.error)
        columns = []
        for field in fields:
            without = len(field) == 1 and takes_no_bytes(field[0])
            if without or self.c.onesheet_more(self.r):
                columns.append(self.read(field[0], n))
            elif len(field) > 1:
                columns.append([field[1]] * n)
            else:
                raise Refused("W22")
        self.check(self.c.onesheet_close_block(self.r, ctypes.c_size_t(outer)))
        return [list(values) for values in zip(*columns)] if columns else [[] for _ in range(n)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cc", default="gcc", help="the compiler, with options")
    options = parser.parse_args()
    codec = Primitives(options.cc)
    serve(codec.encode, codec.decode)


if __name__ == "__main__":
    main()
