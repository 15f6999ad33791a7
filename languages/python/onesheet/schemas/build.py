"""Types of the JSON form of a schema (spec/SCHEMA.md)."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from ..errors import EncodeError, SchemaError
from ..types import fields as shapes
from ..types.base import Type, write
from ..types.enum import Case, Enum, Result, keys_of
from ..types.float import Float
from ..types.integer import Fixed, Integer
from ..types.keyed import Map, Set
from ..types.list import Array, Seq
from ..types.option import Option
from ..types.rows import Rows
from ..types.simple import Bool, Char, Unit
from ..types.struct import UNKNOWN, Declared, ExtensibleStruct, Struct
from ..types.text import Bytes, Str
from .text import MAX_NESTING

Json = Any

NAMED: dict[str, Type] = {
    "unit": Unit(),
    "bool": Bool(),
    "char": Char(),
    "str": Str(),
    "bytes": Bytes(),
    "f32": Float(32),
    "f64": Float(64),
    **{f"{sign}{width}": Fixed(width, sign == "i") for sign in "ui" for width in (8, 128)},
    **{f"{sign}{width}": Integer(width, sign == "i") for sign in "ui" for width in (16, 32, 64)},
    "usize": Integer(64),
    "isize": Integer(64, signed=True),
}

KINDS = (
    "fixed", "option", "tuple", "struct", "array", "seq", "set", "map", "result", "enum",
    "ext_struct", "ext_enum", "rows", "def", "ref",
)  # fmt: skip


def require(condition: object, text: str) -> None:
    if not condition:
        raise SchemaError(text)


def is_number(x: object, width: int) -> bool:
    return isinstance(x, int) and not isinstance(x, bool) and 0 <= x < 1 << width


def check(keys: Sequence[Type]) -> None:
    """W21: the types of elements and keys hold no float and nothing extensible."""
    seen, types = set[int](), list(keys)
    while types:
        t = types.pop()
        require(t.ordered, "a set element or map key holds a float or an extensible type (W21)")
        if id(t) not in seen:
            seen.add(id(t))
            types.extend(t.parts)


def check_defaults(struct: ExtensibleStruct) -> None:
    for name, t, default in zip(struct.fields.names, struct.parts, struct.defaults):
        if default is not None and default.known:
            try:
                write(t, [default.make()], bytearray())
            except EncodeError as error:
                raise SchemaError(f"the default of {name}: {error}") from None


class Builder:
    """Builds a type, and keeps what can be checked only when every `ref` is resolved."""

    def __init__(self) -> None:
        self.scope: dict[str, Rows] = {}
        self.keys: list[Type] = []
        self.extensible: list[tuple[ExtensibleStruct, list[Any]]] = []
        self.nesting = 0

    def whole(self, form: Json) -> Type:
        """A type with nothing around it."""
        t = self.type(form)
        check(self.keys)
        for struct, defaults in self.extensible:
            struct.defaults[:] = [make() if make is not None else None for make in defaults]
            check_defaults(struct)
        return t

    def type(self, j: Json) -> Type:
        self.nesting += 1
        require(self.nesting <= MAX_NESTING, "the type is nested too deeply")
        t = self.of_one_kind(j)
        self.nesting -= 1
        return t

    def of_one_kind(self, j: Json) -> Type:
        if isinstance(j, str):
            require(j in NAMED, f"no type has the name {j[:40]!r}")
            return NAMED[j]
        require(isinstance(j, dict) and j, "expected the name of a type, or an object")
        kinds = [kind for kind in KINDS if kind in j]
        if not kinds and j.get("type") in ("str", "bytes"):
            return (Str if j["type"] == "str" else Bytes)(most(j))
        require(len(kinds) == 1, "expected an object of one kind of type")
        [kind] = kinds
        return getattr(self, f"type_{kind}")(j[kind], j)  # type: ignore[no-any-return]

    def type_fixed(self, arg: Json, j: Json) -> Type:
        t = NAMED.get(arg) if isinstance(arg, str) and "size" not in arg else None
        if not isinstance(t, Integer):
            raise SchemaError(f"{str(arg)[:40]} cannot be marked fixed (W1)")
        return Fixed(t.width, t.signed)

    def type_option(self, arg: Json, j: Json) -> Type:
        return Option(self.type(arg))

    def type_tuple(self, arg: Json, j: Json) -> Type:
        return Struct(shapes.Places(self.types(arg)))

    def type_struct(self, arg: Json, j: Json) -> Type:
        types = self.types(arg)
        return Struct(fields(types, names(j.get("fields"), len(types))), name(j.get("name")))

    def type_ext_struct(self, arg: Json, j: Json) -> Type:
        types, defaults = self.fields(arg)
        return self.struct(
            fields(types, names(j.get("fields"), len(types))), name(j.get("name")), defaults
        )

    def type_array(self, arg: Json, j: Json) -> Type:
        item, length = pair(arg)
        require(is_number(length, 64), "an array has a length")
        return Array(self.type(item), length)

    def type_seq(self, arg: Json, j: Json) -> Type:
        item = self.type(arg)
        # seq(u8) is written bytes.
        return Bytes(most(j)) if item is NAMED["u8"] else Seq(item, most(j))

    def type_set(self, arg: Json, j: Json) -> Type:
        self.keys.append(self.type(arg))
        return Set(self.keys[-1], most(j))

    def type_map(self, arg: Json, j: Json) -> Type:
        key, value = self.types(pair(arg))
        self.keys.append(key)
        return Map(key, value, most(j))

    def type_result(self, arg: Json, j: Json) -> Type:
        return Result(*self.types(pair(arg)))

    def type_enum(self, arg: Json, j: Json) -> Type:
        def struct(types: Json, names: list[str]) -> Struct:
            return Struct(variant_fields(self.types(types), names), "")

        return Enum(self.cases(arg, j, struct), name(j.get("name")))

    def type_ext_enum(self, arg: Json, j: Json) -> Type:
        def struct(types: Json, names: list[str]) -> Struct:
            made, defaults = self.fields(types)
            return self.struct(variant_fields(made, names), "", defaults)

        cases, other = self.cases(arg, j, struct), j.get("other")
        if other is not None:
            holds = [case.fields.parts for case in cases if case.tag == other]
            require(
                is_number(other, 32) and holds == [[]],
                "other names no variant without fields (W31)",
            )
        return Enum(cases, name(j.get("name")), True, other)

    def type_rows(self, arg: Json, j: Json) -> Type:
        return self.rows(arg, None)

    def type_def(self, arg: Json, j: Json) -> Type:
        require(isinstance(arg, str), "a def has a name")
        says_so = isinstance(j.get("type"), dict) and "rows" in j["type"]
        return self.rows(j["type"]["rows"] if says_so else j.get("type"), arg)

    def type_ref(self, arg: Json, j: Json) -> Type:
        require(
            isinstance(arg, str) and arg in self.scope,
            "no rows type around has the name of this ref",
        )
        return self.scope[arg]

    def rows(self, j: Json, name: str | None) -> Type:
        """W14, with the name that a `ref` inside it has for it."""
        t, outer = Rows(name or ""), self.scope
        if name is not None:
            self.scope = {**outer, name: t}
        t.holds(self.type(j))
        self.scope = outer
        return t

    def types(self, j: Json) -> list[Type]:
        require(isinstance(j, list), "expected an array of types")
        return [self.type(x) for x in j]

    def fields(self, j: Json) -> tuple[list[Type], list[Any]]:
        """The types of an extensible struct, and how to make their defaults."""
        require(isinstance(j, list), "expected an array of fields")
        types, defaults = [], []
        for field in j:
            require(isinstance(field, list) and len(field) in (1, 2), "expected [type, default]")
            types.append(self.type(field[0]))
            make = functools.partial(self.default, types[-1], field[-1])
            defaults.append(None if len(field) == 1 else make)
        return types, defaults

    def default(self, t: Type, j: Json) -> Declared:
        """What the JSON form says of a default is not read: it has no one form for values."""
        return UNKNOWN

    def struct(self, fields: shapes.Fields, name: str, defaults: list[Any]) -> ExtensibleStruct:
        struct = ExtensibleStruct(fields, name, [])
        self.extensible.append((struct, defaults))
        return struct

    def cases(
        self, j: Json, names_of: Json, struct: Callable[[Json, list[str]], Struct]
    ) -> list[Case]:
        """The variants of an enum (W20)."""
        require(isinstance(j, list), "expected an array of variants")
        variants = [pair(variant) for variant in j]
        tags = [tag for tag, _ in variants]
        require(all(is_number(tag, 32) for tag in tags), "a tag is a u32 (W20)")
        require(len(set(tags)) == len(tags), "tags are not unique (W20)")
        called = names_of.get("variants")
        called = [""] * len(tags) if called is None else names(called, len(tags))
        inside = names_of.get("fields")
        ok = inside is None or isinstance(inside, list) and len(inside) == len(tags)
        require(ok, "fields are not as many as the variants")
        cases = []
        for place, (key, (tag, types)) in enumerate(
            zip(keys_of(list(zip(tags, called))), variants)
        ):
            require(isinstance(types, list), "a variant has an array of fields")
            fields = names(inside[place] if inside else None, len(types))
            cases.append(Case(tag, called[place], key, struct(types, fields)))
        return cases


def fields(types: list[Type], names: list[str]) -> shapes.Fields:
    """Those of a struct."""
    unnamed = types and names == shapes.places(len(types))
    return (shapes.Places if unnamed else shapes.Named)(types, names)


def variant_fields(types: list[Type], names: list[str]) -> shapes.Fields:
    if not types:
        return shapes.Nothing(types)
    if names == ["0"]:
        return shapes.Only(types)
    return fields(types, names)


def most(j: Json) -> int | None:
    bound: int | None = j.get("max")
    require(bound is None or is_number(bound, 64), "max is a number")
    return bound


def name(j: Json) -> str:
    require(j is None or isinstance(j, str), "a name is a string")
    return "" if j in (None, "_") else j


def names(j: Json, n: int) -> list[str]:
    """The names of n fields or variants; those of fields are their places if there are none."""
    if j is None:
        return shapes.places(n)
    ok = isinstance(j, list) and len(j) == n and all(isinstance(x, str) for x in j)
    require(ok, f"expected the names of {n} parts")
    return ["" if x == "_" else x for x in j]


def pair(j: Json) -> list[Json]:
    require(isinstance(j, list) and len(j) == 2, "expected an array of two")
    return list(j)


def build(form: Json) -> Type:
    """The type that a JSON form describes. Raises SchemaError if there is no such type."""
    return Builder().whole(form)
