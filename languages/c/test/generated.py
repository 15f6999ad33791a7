#!/usr/bin/env python3
"""Answers conformance requests with C made by `onesheet schema c`, compiled when a type comes up.

    generated.py --generator 'onesheet schema c {schema} --output {dir} --name message' --cc tcc

C types need bounds, which the types of the protocol lack. Encoding takes the least that the value
fits; decoding tries larger ones in turn while C answers ONESHEET_BOUND. primitives.py answers for
types with rows, which cannot be C types, and for C types of many megabytes.
"""

import argparse
import ctypes
import json
import pathlib
import re
import shlex
import subprocess
import tempfile

from protocol import (
    FIXED,
    NUMBERS,
    U128,
    Refused,
    fixed_type,
    in_range,
    kind,
    number,
    number_json,
    serve,
    sort,
    variant,
    variant_of,
    variants,
)
from primitives import Primitives

HERE = pathlib.Path(__file__).resolve().parent
BOUNDS = (
    (40, 12),
    (400, 100),
    (70_000, 70_000),
)  # bytes of str and bytes; elements of seq, set and map
MOST_MEMORY = 1 << 26  # bytes of a C struct
MOST_VALUES = 1_000_000  # without members, in an array


class NoCType(Exception):
    """A type with rows, or one whose C type is too large for this test."""


def bounded(t, max):
    """t with a max wherever C needs one; max is a pair as in BOUNDS."""
    key, inside = kind(t)
    if key in ("str", "bytes"):
        return {"type": key, "max": max[0]}
    if key in ("option", "seq", "set"):
        return {key: bounded(inside, max)} | ({} if key == "option" else {"max": max[1]})
    if key in ("struct", "tuple", "result", "map"):
        return {key: [bounded(part, max) for part in inside]} | (
            {"max": max[1]} if key == "map" else {}
        )
    if key == "array":
        return {key: [bounded(inside[0], max), inside[1]]}
    if key == "enum":
        return {key: [[tag, [bounded(part, max) for part in fields]] for tag, fields in inside]}
    if key == "ext_struct":
        return {key: [[bounded(field[0], max), *field[1:]] for field in inside]}
    if key == "ext_enum":
        fields = lambda fields: [[bounded(field[0], max), *field[1:]] for field in fields]
        return {key: [[tag, fields(parts)] for tag, parts in inside], "other": t.get("other")}
    if key in ("rows", "ref", "def"):
        raise NoCType
    return t


def both(pairs):
    """The pair of the greatest of each."""
    return tuple(max(side, default=0) for side in zip((0, 0), *pairs))


def longest(t, value):
    """The least pair of bounds that value fits."""
    key, inside = kind(t)
    if key == "str":
        return len(value.encode("utf-8", "surrogatepass")), 0
    if key == "bytes":
        return len(value) // 2, 0
    if key == "option":
        return (0, 0) if value is None else longest(inside, value["some"])
    if key in ("struct", "tuple"):
        return both(map(longest, inside, value))
    if key == "ext_struct":
        return both(longest(field[0], part) for field, part in zip(inside, value))
    if key == "array":
        return both(longest(inside[0], part) for part in value)
    if key in ("seq", "set", "map"):
        item = {"tuple": inside} if key == "map" else inside
        return both([(0, len(value)), *(longest(item, part) for part in value)])
    if key in ("result", "enum", "ext_enum"):
        tag, fields = variant_of(t, value)
        return both(map(longest, dict(variants(t))[tag], fields))
    return 0, 0


def longest_default(t):
    """The least pair of bounds that the defaults in t fit."""
    key, inside = kind(t)
    if key in ("option", "seq", "set"):
        return longest_default(inside)
    if key in ("struct", "tuple", "map", "result"):
        return both(map(longest_default, inside))
    if key == "array":
        return longest_default(inside[0])
    if key == "enum":
        return both(longest_default(part) for _, parts in inside for part in parts)
    if key not in ("ext_struct", "ext_enum"):
        return 0, 0
    fields = inside if key == "ext_struct" else [field for _, parts in inside for field in parts]
    within = [longest_default(field[0]) for field in fields]
    return both(within + [longest(field[0], field[1]) for field in fields if len(field) > 1])


def levels(least):
    """The bounds to try: those that allow the least, and least itself beyond them."""
    pairs = [pair for pair in BOUNDS if both([pair, least]) == pair]
    return pairs or [both([least, BOUNDS[-1]])]


def unsigned(max):
    return ctypes.c_uint8 if max < 1 << 8 else ctypes.c_uint16 if max < 1 << 16 else ctypes.c_uint32


def members(fields, base=ctypes.Structure):
    """A struct of the fields that have a C type; None if there are none."""
    fields = [(name, c_type) for name, c_type in fields if c_type is not None]
    return type("Members", (base,), {"_fields_": fields}) if fields else None


def layout(t):
    """The C type that the generator declares for t; None for a type without members."""
    key, inside = kind(t)
    if key in NUMBERS:
        return NUMBERS[key][0]
    if fixed_type(t) is not None:
        return fixed_type(t)
    if key == "bool":
        return ctypes.c_bool
    if key == "str":
        return members([("len", unsigned(t["max"])), ("data", ctypes.c_char * (t["max"] + 1))])
    if key == "bytes":
        return layout({"seq": "u8", "max": t["max"]})
    if key == "option":
        return members([("some", ctypes.c_bool), ("value", layout(inside))])
    if key in ("struct", "tuple"):
        return members([(f"f{i}", layout(part)) for i, part in enumerate(inside)])
    if key == "ext_struct":
        return layout({"struct": [field[0] for field in inside]})
    if key == "array":
        item = layout(inside[0])
        return item * inside[1] if item is not None and inside[1] != 0 else None
    if key in ("seq", "set", "map"):
        item = layout({"tuple": inside} if key == "map" else inside)
        items = item * max(1, t["max"]) if item is not None else None
        return members([("len", unsigned(t["max"])), ("items", items)])
    if key in ("result", "enum", "ext_enum"):
        tag = unsigned(max((tag for tag, _ in variants(t)), default=0))
        union = members(
            [(f"v{tag}", layout({"struct": fields})) for tag, fields in variants(t)], ctypes.Union
        )
        return tag if union is None else members([("tag", tag), ("u", union)])
    assert key == "unit", t
    return None


class Place:
    """A member of a C struct or an element of a C array."""

    def __init__(self, parent, key):
        self.parent, self.key = parent, key

    def get(self):
        return (
            self.parent[self.key] if isinstance(self.key, int) else getattr(self.parent, self.key)
        )

    def set(self, value):
        if isinstance(self.key, int):
            self.parent[self.key] = value
        else:
            setattr(self.parent, self.key, value)

    def __truediv__(self, key):
        return Place(self.get(), key)


def void(t):
    return layout(t) is None


def store(t, value, place):
    """Puts a JSON value where the C struct has it."""
    key, inside = kind(t)
    if key in NUMBERS or key == "fixed" or key in FIXED:
        x = in_range(t, number(t, value))
        place.set(U128(x & (1 << 64) - 1, x >> 64 & (1 << 64) - 1) if FIXED.get(key) is U128 else x)
    elif key == "bool":
        if not isinstance(value, bool):
            raise ValueError("not a bool")
        place.set(value)
    elif key == "str":
        data = value.encode("utf-8", "surrogatepass")
        (place / "len").set(len(data))
        target = place.get()
        ctypes.memmove(ctypes.addressof(target) + type(target).data.offset, data, len(data))
    elif key == "bytes":
        store({"seq": "u8", "max": t["max"]}, [str(byte) for byte in bytes.fromhex(value)], place)
    elif key == "option":
        (place / "some").set(value is not None)
        if value is not None and not void(inside):
            store(inside, value["some"], place / "value")
    elif key in ("struct", "tuple"):
        if len(value) != len(inside):
            raise ValueError("not as many values as fields")
        for i, part in enumerate(inside):
            if not void(part):
                store(part, value[i], place / f"f{i}")
    elif key == "ext_struct":
        store({"struct": [field[0] for field in inside]}, value, place)
    elif key == "array":
        if len(value) != inside[1]:
            raise ValueError("not as many values as the array has")
        for i, part in enumerate(value):
            if not void(inside[0]):
                store(inside[0], part, place / i)
    elif key in ("seq", "set", "map"):
        item = {"tuple": inside} if key == "map" else inside
        (place / "len").set(len(value))
        if void(item):
            return
        items = place / "items"
        array = items.get()
        for i, part in enumerate(value if key == "seq" else sort(t, value)):
            store(item, part, Place(array, i))
    elif key in ("result", "enum", "ext_enum"):
        tag, fields = variant_of(t, value)
        types = {"struct": dict(variants(t))[tag]}
        if len(fields) != len(types["struct"]):
            raise ValueError("not as many values as fields")
        if issubclass(layout(t), ctypes.Structure):
            (place / "tag").set(tag)
            if not void(types):
                store(types, fields, place / "u" / f"v{tag}")
        else:
            place.set(tag)
    elif value is not None:
        raise ValueError("not null")


def load(t, place):
    """The inverse of store."""
    key, inside = kind(t)
    if key in NUMBERS or key == "fixed" or key in FIXED:
        x = place.get()
        if isinstance(x, U128):
            x = x.hi << 64 | x.lo
            x -= (x >> 127 << 128) if key == "i128" else 0
        return number_json(t, x)
    if key == "bool":
        return place.get()
    if key == "str":
        text = place.get()
        data = ctypes.string_at(ctypes.addressof(text) + type(text).data.offset, text.len + 1)
        if data[-1] != 0:
            raise SystemExit("a str without its terminating 0")
        return data[:-1].decode()
    if key == "bytes":
        return bytes((place / "items").get()[: (place / "len").get()]).hex()
    if key == "option":
        if not (place / "some").get():
            return None
        return (
            {"some": None if void(inside) else load(inside, place / "value")}
            if not void(inside)
            else {"some": void_value(inside)}
        )
    if key in ("struct", "tuple"):
        return [
            void_value(part) if void(part) else load(part, place / f"f{i}")
            for i, part in enumerate(inside)
        ]
    if key == "ext_struct":
        return (
            load({"struct": [field[0] for field in inside]}, place)
            if not void(t)
            else void_value(t)
        )
    if key == "array":
        return [load(inside[0], place / i) for i in range(inside[1])]
    if key in ("seq", "set", "map"):
        item = {"tuple": inside} if key == "map" else inside
        n = (place / "len").get()
        if void(item):
            return [void_value(item)] * n
        array = (place / "items").get()
        return [load(item, Place(array, i)) for i in range(n)]
    if key in ("result", "enum", "ext_enum"):
        plain = not issubclass(layout(t), ctypes.Structure)
        tag = place.get() if plain else (place / "tag").get()
        types = {"struct": dict(variants(t))[tag]}
        fields = void_value(types) if void(types) else load(types, place / "u" / f"v{tag}")
        return variant(t, tag, fields)
    return None


def void_value(t):
    """The value of a type that has but one."""
    key, inside = kind(t)
    if key == "array":
        if inside[1] > MOST_VALUES:
            raise Refused("W33: more values than this test has room for")
        return [void_value(inside[0])] * inside[1]
    if key in ("struct", "tuple"):
        return [void_value(part) for part in inside]
    return [void_value(field[0]) for field in inside] if key == "ext_struct" else None


class Codec:
    """The compiled functions of one bounded type."""

    def __init__(self, t, options):
        self.type = t
        try:
            root = layout(t)
        except OverflowError:
            raise NoCType from None
        self.root = type("Root", (ctypes.Structure,), {"_fields_": [("v", root or ctypes.c_uint8)]})
        self.void = root is None
        if ctypes.sizeof(self.root) > MOST_MEMORY:
            raise NoCType
        with tempfile.TemporaryDirectory() as directory:  # a loaded library needs no file
            directory = pathlib.Path(directory)
            schema, library = directory / "schema.json", directory / "message.so"
            schema.write_text(json.dumps(t))
            run(
                options.generator.format(
                    dir=shlex.quote(str(directory)), schema=shlex.quote(str(schema))
                )
            )
            header = (directory / "message.h").read_text()
            self.max_len = int(re.search(r"_MAX_LEN (\d+)u", header)[1])
            sources = (
                f"-I {directory} -I {HERE.parent} {directory}/message.c {HERE.parent}/onesheet.c"
            )
            run(f"{options.cc} -std=c99 -shared -fPIC {sources} -o {library}")
            self.library = ctypes.CDLL(str(library))

    def encode(self, value):
        root, length = self.root(), ctypes.c_size_t(0)
        if not self.void:
            store(self.type, value, Place(root, "v"))
        # As long as MAX_LEN says, or else as memory lets us try.
        out = (ctypes.c_uint8 * min(self.max_len, 1 << 22))()
        error = self.library.message_encode(
            ctypes.byref(root), out, ctypes.c_size_t(len(out)), ctypes.byref(length)
        )
        if error != 0:
            raise Refused(name(error))
        return bytes(out[: length.value])

    def decode(self, data):
        root, at = self.root(), ctypes.c_size_t(0)
        ctypes.memset(
            ctypes.byref(root), 0xA5, min(ctypes.sizeof(root), 1 << 16)
        )  # nothing may lean on zeros
        given = (ctypes.c_uint8 * len(data)).from_buffer_copy(data) if data else None
        error = self.library.message_decode(
            ctypes.byref(root), given, ctypes.c_size_t(len(data)), ctypes.byref(at)
        )
        if error != 0:
            raise Refused(name(error), f"at byte {at.value}")
        return void_value(self.type) if self.void else load(self.type, Place(root, "v"))


def name(error):
    """As in onesheet.h, without ONESHEET_."""
    return {100: "FULL", 101: "BOUND"}.get(error, f"W{error}")


def run(command):
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    if done.returncode != 0:
        raise SystemExit(f"{command}\n{done.stdout}{done.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--generator", required=True, help="a command; {schema} is a JSON file, {dir} where C goes"
    )
    parser.add_argument("--cc", default="gcc", help="the compiler, with options")
    parser.add_argument(
        "--tally", help="a file for how many requests generated C and primitives.py answered"
    )
    options = parser.parse_args()
    primitives = Primitives(options.cc)
    codecs, tally = {}, {"generated": 0, "primitives": 0}

    def codec(t, bound):
        key = json.dumps(bounded(t, bound))
        if key not in codecs:
            codecs[key] = Codec(json.loads(key), options)
        return codecs[key]

    def encode(t, value):
        bounded(t, BOUNDS[0])
        return codec(t, levels(both([longest(t, value), longest_default(t)]))[0]).encode(value)

    def decode(t, data):
        bounded(t, BOUNDS[0])
        for bound in levels(longest_default(t)):
            try:
                return codec(t, bound).decode(data)
            except Refused as refused:
                if refused.args[0] != "BOUND":
                    raise
        raise Refused("more than the C type has room for")

    def either(with_c, without):
        def answer(t, given):
            by = "generated"
            try:
                return with_c(t, given)
            except NoCType:
                by = "primitives"
                return without(t, given)
            finally:
                tally[by] += 1
                if options.tally:  # now, for the one who asks may end this program
                    pathlib.Path(options.tally).write_text(json.dumps(tally))

        return answer

    serve(either(encode, primitives.encode), either(decode, primitives.decode))


main()
