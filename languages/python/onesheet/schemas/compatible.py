"""Whether a type reads what another one has written (W29 to W32)."""

from __future__ import annotations

from ..types.base import Type
from ..types.enum import Enum
from ..types.keyed import Key
from ..types.list import Array
from ..types.rows import Rows
from ..types.struct import ExtensibleStruct, Struct
from .show import word

Pair = tuple[int, int]


def reads(reader: Type, writer: Type, within: frozenset[Pair] = frozenset()) -> bool:
    """Whether the types differ only as extensible ones may.

    Messages with a variant that the reader does not know, or without a field that has no default
    there, are for the reader to reject.
    """
    reader, writer = bare(reader), bare(writer)
    if isinstance(reader, Rows) and isinstance(writer, Rows):
        pair = id(reader), id(writer)
        return pair in within or reads(reader.item, writer.item, within | {pair})
    if isinstance(reader, Enum) and isinstance(writer, Enum):
        same_tags = reader.cases.keys() == writer.cases.keys()
        return (
            reader.extensible == writer.extensible
            and (reader.extensible or same_tags)
            and all(
                reads_fields(reader.cases[tag].fields, writer.cases[tag].fields, within)
                for tag in reader.cases.keys() & writer.cases.keys()
            )
        )
    if isinstance(reader, Struct) and isinstance(writer, Struct):
        return reads_fields(reader, writer, within)
    if word(reader) is not None or type(reader) is not type(writer):
        return word(reader) == word(writer) is not None
    if isinstance(reader, Array) and isinstance(writer, Array) and reader.length != writer.length:
        return False
    return reads_all(reader, writer, within)


def bare(t: Type) -> Type:
    """The type without structs of one field around it, which take no bytes."""
    while isinstance(t, Key) or type(t) is Struct and len(t.parts) == 1:
        t = t.parts[0]
    return t


def reads_fields(reader: Struct, writer: Struct, within: frozenset[Pair]) -> bool:
    if isinstance(reader, ExtensibleStruct) != isinstance(writer, ExtensibleStruct):
        return False
    if not isinstance(reader, ExtensibleStruct) and len(reader.parts) != len(writer.parts):
        return False
    return reads_all(reader, writer, within)


def reads_all(reader: Type, writer: Type, within: frozenset[Pair]) -> bool:
    return all(reads(a, b, within) for a, b in zip(reader.parts, writer.parts))


def moved(table: Type, own: Type, within: frozenset[Pair] = frozenset(), path: str = "") -> str | None:
    """Which field has another name at its place, or another shape, of a type that the other reads: what a table,
    whose columns have one name each, does not take. None if there is no such field."""
    if isinstance(table, Rows):
        if (pair := (id(table), id(own))) in within:
            return None
        within |= {pair}
    if isinstance(table, Key) or isinstance(own, Key):
        table, own = (t.parts[0] if isinstance(t, Key) else t for t in (table, own))
        return moved(table, own, within, path)
    if isinstance(table, Enum) and isinstance(own, Enum):
        for tag in table.cases.keys() & own.cases.keys():
            ours, theirs = table.cases[tag], own.cases[tag]
            if ours.name != theirs.name:
                return f"{path}#{theirs.name} is called {ours.name}"
            if found := moved(ours.fields, theirs.fields, within, f"{path}#{ours.name}"):
                return found
        return None
    if isinstance(table, Struct) and isinstance(own, Struct):
        for name, other in zip(table.fields.names, own.fields.names):
            if name != other:
                return f"{path}.{other} is called {name}"
        paths = [f"{path}.{name}" for name in own.fields.names]
    elif isinstance(table, Struct) or isinstance(own, Struct):
        return f"{path or 'the type'} is no struct in one of them"
    else:
        paths = [f"{path}[]"] * len(own.parts)
    all_of = (moved(a, b, within, p) for a, b, p in zip(table.parts, own.parts, paths))
    return next(filter(None, all_of), None)
