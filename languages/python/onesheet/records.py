"""Records whose type is not given: which it is, and whether they go behind those of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from .errors import EncodeError, FileProblem
from .schemas import Schema, schema, show
from .types.float import Float
from .types.option import Option
from .types.struct import Struct

KNOWN = {bool: "bool", int: "i64", float: "f64", str: "str", bytes: "bytes"}
SCHEMA = "give schema="


def type_of(records: list[Any]) -> Any:
    """The type of records that are dataclasses or dicts, as these first ones have it."""
    if not records:
        raise ValueError(f"no records to infer a type from: {SCHEMA}")
    kinds = {type(record) for record in records}
    if len(kinds) == 1 and not issubclass(kind := kinds.pop(), Mapping):
        return kind
    if not all(isinstance(record, Mapping) for record in records):
        raise ValueError(f"records of several types: {SCHEMA}")
    names = list(dict.fromkeys(name for record in records for name in record))
    for name in names:
        if not isinstance(name, str) or name in ("", "_"):
            raise ValueError(f"a field cannot be called {name!r:.40}: {SCHEMA}")
    fields = [
        f"{show.name_of(name)}: {field_of([r.get(name) for r in records], name)}" for name in names
    ]
    return f"struct _{{{', '.join(fields)}}}"


def field_of(values: list[Any], name: str) -> str:
    """The type of a field; None stands for what is missing, too."""
    kinds = {type(value) for value in values}
    optional_ = type(None) in kinds
    kinds.discard(type(None))
    if kinds == {int, float}:
        for value in values:
            check_exact(value, name)
        kinds = {float}
    if len(kinds) != 1 or (kind := kinds.pop()) not in KNOWN:
        raise ValueError(f"the type of {name!r} is not clear: {SCHEMA}")
    found = integers(values, name) if kind is int else KNOWN[kind]
    return f"option({found})" if optional_ else found


def integers(values: list[Any], name: str) -> str:
    there = [value for value in values if value is not None]
    least, most = min(there), max(there)
    if -1 << 63 <= least and most < 1 << 63:
        return "i64"
    if 0 <= least and most < 1 << 64:
        return "u64"
    raise ValueError(f"{name!r} has {least} and {most}, which neither i64 nor u64 has: {SCHEMA}")


def check_exact(value: Any, name: str) -> None:
    """Refuses an integer that no float is."""
    if type(value) is int and abs(value) > 1 << 53:
        raise EncodeError(
            f"{name!r} has floats and {value}, which a float may round: make all of them floats, or {SCHEMA}"
        )


def fitted(records: Iterable[Any], form: Schema) -> Iterable[Any]:
    """Dicts, with None where an option is missing."""
    if not isinstance(form.type, Struct):
        return records
    fields = dict(zip(form.type.fields.keys, form.type.parts))
    nones = {name: None for name, field in fields.items() if isinstance(field, Option)}
    inside = {name: f.item if isinstance(f, Option) else f for name, f in fields.items()}
    floats = [name for name, field in inside.items() if isinstance(field, Float)]
    return filled(records, nones, floats) if nones or floats else records


def filled(records: Iterable[Any], nones: dict[str, None], floats: list[str]) -> Iterator[Any]:
    for record in records:
        if isinstance(record, Mapping):
            for name in floats:
                check_exact(record.get(name), name)
            record = {**nones, **record}
        yield record


Row = Callable[[Any], tuple[Any, ...]]


def behind(text: str, form: Schema, given: bool, why: str) -> tuple[Schema, Row]:
    """For records that differ from those of a file, whose type has this text, only in where there may be None:
    that type, and what makes such of them. Raises FileProblem with the reason for any others."""
    there = schema(text)
    old, new = there.type, form.type
    if not given and isinstance(old, Struct) and isinstance(new, Struct):
        if old.fields.keys == new.fields.keys and bare(there.json) == bare(form.json):
            return there, lambda record: tuple(new.fields.row(record))
    raise FileProblem(why)


def bare(form: Any) -> Any:
    """A type in its JSON form without its options, and what its structs are called."""
    if isinstance(form, dict):
        if set(form) == {"option"}:
            return bare(form["option"])
        return {key: bare(part) for key, part in form.items() if key != "name"}
    return [bare(part) for part in form] if isinstance(form, list) else form
