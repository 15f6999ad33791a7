"""The forms of a type (spec/SCHEMA.md)."""

from __future__ import annotations

import json
import re
from typing import Any

from ..types.base import Counted, Type
from ..types.enum import Case, Enum, Result
from ..types.float import Float
from ..types.integer import AnyInteger, Integer
from ..types.keyed import Map, Set
from ..types.list import Array, Seq
from ..types.option import Option
from ..types.rows import Rows
from ..types.simple import Bool, Char, Unit
from ..types.struct import ExtensibleStruct, Struct
from ..types.text import Bytes, Str
from .text import LETTER

Around = tuple[Rows, ...]  # the rows types around a place, the outermost first
PLAIN = re.compile(f"{LETTER}+")
WORDS: dict[type[Type], str] = {
    Unit: "unit",
    Bool: "bool",
    Char: "char",
    Str: "str",
    Bytes: "bytes",
}


def word(t: Type) -> str | None:
    """The name of a type that has nothing inside."""
    if isinstance(t, AnyInteger):
        fixed = not isinstance(t, Integer) and t.width not in (8, 128)
        return f"fixed {t.name}" if fixed else t.name
    if isinstance(t, Seq) and word(t.item) == "u8":
        return "bytes"
    return t.name if isinstance(t, Float) else WORDS.get(type(t))


def listed(t: Type) -> tuple[str, list[Type]] | None:
    """The word and the parts of a type that is one of these."""
    match t:
        case Option():
            return "option", [t.item]
        case Seq():
            return "seq", [t.item]
        case Set():
            return "set", [t.key]
        case Map():
            return "map", [t.key, t.value]
        case Result():
            return "result", [t.ok, t.err]
        case Struct(name=None):
            return "tuple", list(t.parts)
    return None


def name_of(name: str) -> str:
    if not name:
        return "_"
    if PLAIN.fullmatch(name) and name != "_":
        return name
    return json.dumps(name, ensure_ascii=False)


def text(t: Type, around: Around = ()) -> str:
    """The text form."""
    if isinstance(t, Rows) and t in around:
        return f"ref {name_of(t.name)}"
    bound = t.most if isinstance(t, Counted) else None
    plain = word(t)
    if plain is not None:
        return plain if bound is None else f"{plain}(max {bound})"
    found = listed(t)
    if found is not None:
        parts = [text(part, around) for part in found[1]]
        parts += [] if bound is None else [f"max {bound}"]
        return f"{found[0]}({', '.join(parts)})"
    match t:
        case Array():
            return f"array({text(t.item, around)}, {t.length})"
        case Struct():
            kind = "extensible struct" if isinstance(t, ExtensibleStruct) else "struct"
            return f"{kind} {name_of(t.name or '')}{fields_text(t, around)}"
        case Enum():
            kind = "extensible enum" if t.extensible else "enum"
            cases = ", ".join(case_text(t, case, around) for case in t.cases.values())
            return f"{kind} {name_of(t.name)}{{{cases}}}"
        case Rows():
            return f"rows {name_of(t.name)}({text(t.item, (*around, t))})"
    raise TypeError(f"unsupported type {type(t).__name__}")


def fields_text(t: Struct, around: Around) -> str:
    defaults = t.defaults if isinstance(t, ExtensibleStruct) else [None] * len(t.parts)
    fields = [
        f"{name_of(name)}: {text(field, around)}{'' if default is None else ' default'}"
        for name, field, default in zip(t.fields.names, t.parts, defaults)
    ]
    return f"{{{', '.join(fields)}}}"


def case_text(t: Enum, case: Case, around: Around) -> str:
    fields = fields_text(case.fields, around) if case.fields.parts else ""
    return f"{case.tag} {name_of(case.name)}{fields}{' other' if case.tag == t.other else ''}"


def form(t: Type, around: Around = ()) -> Any:
    """The JSON form, as a JSON value."""
    if isinstance(t, Rows) and t in around:
        return {"ref": t.name or "_"}
    bound = {"max": t.most} if isinstance(t, Counted) and t.most is not None else {}
    plain = word(t)
    if plain is not None:
        if bound:
            return {"type": plain} | bound
        return {"fixed": plain.removeprefix("fixed ")} if plain.startswith("fixed ") else plain
    found = listed(t)
    if found is not None:
        parts = [form(part, around) for part in found[1]]
        one = found[0] in ("option", "seq", "set")
        return {found[0]: parts[0] if one else parts} | bound
    match t:
        case Array():
            return {"array": [form(t.item, around), t.length]}
        case Struct():
            kind = "ext_struct" if isinstance(t, ExtensibleStruct) else "struct"
            return {
                kind: fields_form(t, around),
                "name": t.name or "_",
                "fields": list(t.fields.names),
            }
        case Enum():
            cases = list(t.cases.values())
            kind = "ext_enum" if t.extensible else "enum"
            made: dict[str, Any] = {
                kind: [[case.tag, fields_form(case.fields, around)] for case in cases]
            }
            made |= {"other": t.other} if t.extensible else {}
            made |= {"name": t.name or "_", "variants": [case.name or "_" for case in cases]}
            return made | {"fields": [list(case.fields.fields.names) for case in cases]}
        case Rows():
            return {"def": t.name or "_", "type": {"rows": form(t.item, (*around, t))}}
    raise TypeError(f"unsupported type {type(t).__name__}")


def fields_form(t: Struct, around: Around) -> list[Any]:
    types = [form(field, around) for field in t.parts]
    if not isinstance(t, ExtensibleStruct):
        return types
    defaults = [[] if default is None else [{"default": None}] for default in t.defaults]
    return [[field, *default] for field, default in zip(types, defaults)]


def wire(t: Type, around: Around = ()) -> str:
    """The wire form."""
    if isinstance(t, Rows) and t in around:
        return f"^{len(around) - 1 - around.index(t)}"
    plain = word(t)
    if plain is not None:
        return "seq(u8)" if plain == "bytes" else plain
    match t:
        case Array():
            return f"array({wire(t.item, around)},{t.length})"
        case ExtensibleStruct():
            return f"extensible struct({wires(t, around)})"
        case Struct():
            if len(t.parts) == 1:
                return wire(t.parts[0], around)
            return f"tuple({wires(t, around)})" if t.parts else "unit"
        case Enum():
            cases = ",".join(
                f"{case.tag}({wires(case.fields, around)})" for case in t.cases.values()
            )
            return f"{'extensible ' if t.extensible else ''}enum{{{cases}}}"
        case Rows():
            return f"rows({wire(t.item, (*around, t))})"
    found = listed(t)
    if found is None:
        raise TypeError(f"unsupported type {type(t).__name__}")
    return f"{found[0]}({','.join(wire(part, around) for part in found[1])})"


def wires(t: Struct, around: Around) -> str:
    return ",".join(wire(field, around) for field in t.parts)


def fingerprint(t: Type) -> int:
    """FNV-1a of the wire form."""
    found = 0xCBF29CE484222325
    for byte in wire(t).encode():
        found = (found ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return found
