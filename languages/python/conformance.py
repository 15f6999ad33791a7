#!/usr/bin/env python3
"""Answers `onesheet conformance` (tests/vectors/README.md): requests on standard input, one line each.

The JSON of the vectors is here and nowhere else: types with values of defaults in it, integers as
decimal strings, floats as their bits in hex. `encode` and `decode` take a type and a value of that
JSON, where those of the package take Python's.
"""

import json
import pathlib
import re
import signal
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import onesheet  # noqa: E402
from onesheet import DEFAULT, EncodeError, Err, Ok, Schema, SchemaError, Some  # noqa: E402
from onesheet.limits import DEFAULT_LIMITS  # noqa: E402
from onesheet.optional import is_array  # noqa: E402
from onesheet.schemas import guarded  # noqa: E402
from onesheet.schemas.build import Builder  # noqa: E402
from onesheet.types.enum import Enum, Result  # noqa: E402
from onesheet.types.float import Float, narrow, widen  # noqa: E402
from onesheet.types.integer import AnyInteger  # noqa: E402
from onesheet.types.keyed import Map, Set  # noqa: E402
from onesheet.types.list import Array, Seq  # noqa: E402
from onesheet.types.option import Option  # noqa: E402
from onesheet.types.rows import Rows  # noqa: E402
from onesheet.types.struct import Declared, Struct  # noqa: E402
from onesheet.types.text import Bytes  # noqa: E402

UNKNOWN = {"default": None}  # a default that the type only says to exist


def schema(form):
    """The schema of a type; one that is made is returned."""
    if isinstance(form, Schema):
        return form
    try:
        return Schema(guarded(lambda: Kit().whole(form)))
    except SchemaError as error:
        raise SchemaError(f"type: {error}") from None


class Kit(Builder):
    """Reads values of defaults; and a seq of u8 is a list of numbers, not bytes."""

    def type_seq(self, arg, j):
        t = super().type_seq(arg, j)
        return Seq(self.type("u8"), t.most) if isinstance(t, Bytes) else t

    def default(self, t, j):
        return super().default(t, j) if j == UNKNOWN else Declared.of(to_python(t, j))


def encode(form, j):
    """The message that holds a value."""
    made = schema(form)
    return guarded_value(lambda: onesheet.encode(made, to_python(made.type, j)))


def encode_list(form, js):
    """enc(T, values)."""
    made = schema(form)
    return guarded_value(lambda: onesheet.encode_list(made, [to_python(made.type, j) for j in js]))


def decode(form, data, limits=DEFAULT_LIMITS):
    """The value of a message."""
    made = schema(form)
    return to_json(made.type, onesheet.decode(made, data, limits=limits))


def decode_list(form, data, count, limits=DEFAULT_LIMITS):
    """The values of enc(T, values)."""
    made = schema(form)
    values = onesheet.decode_list(made, data, count, limits=limits)
    return [to_json(made.type, v) for v in plain(made.type, values)]


def guarded_value(work):
    try:
        return work()
    except RecursionError:
        raise EncodeError("value: nested too deeply") from None
    except EncodeError as error:
        raise EncodeError(f"value: {error}") from None


def expect(condition, what):
    if not condition:
        raise EncodeError(f"expected {what}")


def array_of(j, n=None):
    ok = isinstance(j, list) and (n is None or len(j) == n)
    expect(ok, "an array" if n is None else f"an array of {n}")
    return j


def to_python(t, j, key=False):
    """The value that JSON stands for; as a key, or in one, it can be hashed."""
    if j == UNKNOWN:
        return DEFAULT
    match t:
        case AnyInteger():
            if isinstance(j, str) and re.fullmatch("0|-?[1-9][0-9]{0,38}", j):
                return int(j)
            expect(isinstance(j, int) and not isinstance(j, bool), f"a decimal string of {t.name}")
            return j
        case Float():
            ok = isinstance(j, str) and re.fullmatch(f"0x[0-9a-fA-F]{{1,{t.width // 4}}}", j)
            expect(ok, f"0x and the bits of {t.name} in hex")
            data = int(j, 16).to_bytes(t.width // 8, "little")
            return widen(data) if t.width == 32 else struct.unpack("<d", data)[0]
        case Bytes():
            expect(isinstance(j, str) and re.fullmatch("([0-9a-fA-F]{2})*", j), "bytes in hex")
            return bytes.fromhex(j)
        case Option():
            if j is None:
                return None
            expect(isinstance(j, dict) and list(j) == ["some"], 'null or {"some": value}')
            some = to_python(t.item, j["some"], key)
            return Some(some) if t.nested else some
        case Struct():
            return fields(t, j, key)
        case Array():
            return (tuple if key else list)(
                [to_python(t.item, x, key) for x in array_of(j, t.length)]
            )
        case Seq():
            return (tuple if key else list)([to_python(t.item, x, key) for x in array_of(j)])
        case Set():
            # Not a set, for that would hide what occurs twice; so for maps.
            return tuple(to_python(t.key, x, True) for x in array_of(j))
        case Map():
            entries = [array_of(entry, 2) for entry in array_of(j)]
            return tuple(
                (to_python(t.key, k, True), to_python(t.value, v, key)) for k, v in entries
            )
        case Result():
            expect(
                isinstance(j, dict) and list(j) in (["ok"], ["err"]),
                '{"ok": value} or {"err": value}',
            )
            return (
                Ok(to_python(t.ok, j["ok"], key))
                if "ok" in j
                else Err(to_python(t.err, j["err"], key))
            )
        case Enum():
            ok = (
                isinstance(j, list)
                and len(j) == 2
                and isinstance(j[0], int)
                and not isinstance(j[0], bool)
            )
            expect(ok and j[0] in t.cases, "[tag, fields] of a variant")
            return t.close(j[0], [fields(t.cases[j[0]].fields, j[1], key)])[0]
        case Rows():
            return to_python(t.item, j, key)
    return j


def fields(t, j, key):
    row = [to_python(field, x, key) for field, x in zip(t.parts, array_of(j, len(t.parts)))]
    return t.fields.make([[x] for x in row], 1, key)[0]


def plain(t, values):
    """The elements of a list or of an array."""
    return t.to_list(values, None) if is_array(values) and values.ndim == 1 else values


def to_json(t, v):
    """The JSON of a value."""
    if v is DEFAULT:
        return UNKNOWN
    match t:
        case AnyInteger():
            return str(v)
        case Float():
            data = narrow(v) if t.width == 32 else struct.pack("<d", v)
            return f"0x{int.from_bytes(data, 'little'):0{t.width // 4}x}"
        case Bytes():
            return v.hex()
        case Option():
            return None if v is None else {"some": to_json(t.item, t.some(v))}
        case Struct():
            return [to_json(field, x) for field, x in zip(t.parts, t.fields.row(v))]
        case Array() | Seq():
            return [to_json(t.item, x) for x in plain(t.item, v)]
        case Set():
            return [to_json(t.key, x) for x in t.ascending(t.items(v))]
        case Map():
            return [[to_json(t.key, k), to_json(t.value, x)] for k, x in t.ascending(t.items(v))]
        case Result():
            return {
                "err" if isinstance(v, Err) else "ok": to_json(
                    t.err if isinstance(v, Err) else t.ok, v.value
                )
            }
        case Enum():
            tag, held = t.open(v)
            return [tag, to_json(t.cases[tag].fields, held)]
        case Rows():
            return to_json(t.item, v)
    return v


def answer(line):
    """The answer to one request, as a JSON value."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": f"request: {error}"}
    try:
        match request:
            case {"op": "enc", "type": form, "value": j}:
                return {"hex": encode(form, j).hex()}
            case {"op": "dec", "type": form, "hex": str(data)} if re.fullmatch(
                "([0-9a-fA-F]{2})*", data
            ):
                return {"value": decode(form, bytes.fromhex(data))}
    except (ValueError, MemoryError) as error:
        return {"error": str(error) or "out of memory"}
    return {"error": "request: expected op enc with type and value, or dec with type and hex"}


def main():
    if len(sys.argv) > 1:
        sys.exit("usage: conformance.py, with requests as JSON lines on standard input")
    sys.setrecursionlimit(5000)  # 128 nested rows of deep types
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # end quietly when nobody reads any more
    for line in sys.stdin.buffer:
        try:
            text = json.dumps(answer(line))
        except RecursionError:
            text = '{"error": "value: nested too deeply for JSON"}'
        print(text, flush=True)


if __name__ == "__main__":
    main()
