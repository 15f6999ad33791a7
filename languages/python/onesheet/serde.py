"""Fields through serde (spec/SERDE.md), which are bytes in a message.

The type says what serde's data model has: `u16`, `option(T)`, `seq(T)`, `map(K, V)`, `tuple(T, U)`,
`struct P{a: T}`, `enum E{0 A, 1 B{0: T}}` with serde's indices as tags. A fixed array of Rust's is a
tuple there: `array(T, 3)` reads one, too.
"""

from __future__ import annotations

from typing import Any

from .errors import DecodeError, SchemaError
from .limits import DEFAULT_LIMITS, Limits
from .messages import all_of
from .reader import SCALAR, Reader
from .schemas import schema
from .types.base import Type
from .types.enum import Enum
from .types.float import Float
from .types.integer import Fixed, Integer
from .types.keyed import Map
from .types.list import Array, Seq
from .types.option import Option
from .types.rows import Rows
from .types.simple import Bool, Char, Unit
from .types.struct import ExtensibleStruct, Struct
from .types.text import Bytes, Str
from .values import Some


def decode(type: Any, data: Any, *, limits: Limits = DEFAULT_LIMITS) -> Any:
    """The value that the bytes hold, all of them, as `onesheet.decode` has it but without arrays.

    Raises DecodeError with the rule of spec/SERDE.md or of spec/WIRE_FORMAT.md. `limits.max_depth`
    bounds the levels of S13.
    """
    t, r = schema(type).type, Reader(data, limits, False)
    return all_of(r, lambda: row(t, r))


def row(t: Type, r: Reader) -> Any:
    """The value whose row comes next."""
    r.claim(t.cost)
    if isinstance(t, Rows):
        return row(t.item, r)  # what a type that contains itself is in a schema
    if isinstance(t, (Integer, Float, Bool, Char, Str, Bytes, Unit)):
        return t.dec(r, 1)[0]  # S1, S2
    if isinstance(t, Fixed) and t.width in (8, 128):
        return t.dec(r, 1)[0]
    if r.depth_left == 0:
        raise r.error("W33", "values are nested deeper than max_depth allows")
    r.depth_left -= 1
    value = nested(t, r)
    r.depth_left += 1
    return value


def nested(t: Type, r: Reader) -> Any:
    if isinstance(t, Option):  # S3
        [there] = r.packed(1, 1)
        if not there:
            return None
        some = row(t.item, r)
        return Some(some) if t.nested else some
    if isinstance(t, Struct) and not isinstance(t, ExtensibleStruct):  # S4, S5
        return struct(t, r)
    if isinstance(t, Seq):  # S6
        return sequence([row(t.item, r) for _ in range(count(r))], r)
    if isinstance(t, Array):
        check_count(t.length, r)
        return sequence([row(t.item, r) for _ in range(t.length)], r)
    if isinstance(t, Map):  # S7
        return mapping(t, r)
    if isinstance(t, Enum) and not t.extensible:  # S8
        start, index = r.at, r.varint(32)
        if index not in t.cases:
            raise r.error("W28", "the enum has no such tag", start)
        return t.close(index, [struct(t.cases[index].fields, r)])[0]
    raise SchemaError(
        f"serde has no type as the {t.__class__.__name__} in this one (spec/SERDE.md)"
    )


def struct(t: Struct, r: Reader) -> Any:
    columns = []
    for field in t.parts:
        columns.append([row(field, r)])
    return t.fields.make(columns, 1, r.hashable)[0]


def sequence(values: list[Any], r: Reader) -> Any:
    return tuple(values) if r.hashable else values


def count(r: Reader) -> int:
    n = r.varint(64)
    check_count(n, r)
    return n


def check_count(n: int, r: Reader) -> None:
    """S12: what is above the bytes left are values without bytes, which claim memory all the same."""
    if (n - r.left) * SCALAR > r.unclaimed:
        raise r.error("W33", "decoding needs more memory than max_alloc allows")


def mapping(t: Map, r: Reader) -> Any:
    entries, last = [], None
    for _ in range(count(r)):
        start = r.at
        outer, r.hashable = r.hashable, True
        key = row(t.key, r)
        r.hashable = outer
        written = bytes(r.data[start : r.at])
        if last is not None and last >= written:
            raise DecodeError("S7", start, "keys do not strictly ascend")
        last = written
        entries.append((key, row(t.value, r)))
    return t.values(entries, r)
