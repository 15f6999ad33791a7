"""Types of Python's types: dataclasses, `list[...]` and the like, `Annotated[int, "u16"]`."""

from __future__ import annotations

import collections.abc
import copy
import dataclasses
import enum
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from ..errors import SchemaError
from ..types import fields as shapes
from ..types.base import Counted, Type
from ..types.enum import Case, EnumOfMembers, Result, Union
from ..types.keyed import Map, Set
from ..types.list import Array, Seq
from ..types.option import Option
from ..types.rows import Rows
from ..types.struct import Declared, ExtensibleStruct, Struct
from ..values import Err, Ok
from . import build, text

C = TypeVar("C", bound=type)

EXTENSIBLE, ROWS = "__onesheet_extensible__", "__onesheet_rows__"
NONE = type(None)

PLAIN = {bool: "bool", str: "str", bytes: "bytes", float: "f64", NONE: "unit", None: "unit"}


def extensible(cls: C) -> C:
    """Declares a dataclass an extensible struct (W12), with the defaults of its fields (W30)."""
    setattr(cls, EXTENSIBLE, True)
    return cls


def rows(cls: C) -> C:
    """Declares a dataclass rows (W14). One that contains itself is rows without it."""
    setattr(cls, ROWS, True)
    return cls


@dataclass(frozen=True)
class Max:
    """`Annotated[str, Max(8)]`: at most so many bytes or elements."""

    most: int


@dataclass(frozen=True)
class Length:
    """`Annotated[list[u16], Length(4)]`: an array of so many elements."""

    length: int


@dataclass(frozen=True)
class Tag:
    """`Annotated[Circle, Tag(3)] | Square`: the tag of a variant, which is else its place."""

    tag: int


def type_of(hint: Any) -> Type:
    """The type that a hint stands for. Raises SchemaError if there is none."""
    made = Hints()
    t = made.make(hint)
    build.check(made.keys)
    return t


class Hints:
    """Makes types, and keeps which rows are around and what can be checked only at the end."""

    def __init__(self) -> None:
        self.around: dict[type, Rows] = {}
        self.used: set[Rows] = set()  # those that a ref means
        self.keys: list[Type] = []
        self.nesting = 0

    def make(self, hint: Any) -> Type:
        self.nesting += 1
        build.require(self.nesting <= text.MAX_NESTING, "the type is nested too deeply")
        t = self.of(hint)
        self.nesting -= 1
        return t

    def of(self, hint: Any) -> Type:
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin is Annotated:
            return self.annotated(args[0], args[1:])
        if origin in (typing.Union, types.UnionType):
            return self.union_of(args)
        if origin is list or origin in (collections.abc.Sequence, collections.abc.MutableSequence):
            return self.seq_of(self.one(hint, args))
        if origin is tuple:
            return self.tuple_of(args)
        if origin in (set, frozenset, collections.abc.Set):
            return self.set_of(self.one(hint, args))
        if origin in (dict, collections.abc.Mapping):
            return self.map_of(*args)
        if origin in (Ok, Err):
            raise SchemaError("a result is Ok[T] | Err[E]")
        if isinstance(hint, collections.abc.Hashable) and hint in PLAIN:
            return build.NAMED[PLAIN[hint]]
        if isinstance(hint, type) and dataclasses.is_dataclass(hint):
            return self.struct_of(hint)
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            return members(hint)
        if hint is int:
            raise SchemaError("an int has no width: write onesheet.u16, or another of them")
        if hint in (list, tuple, set, frozenset, dict):
            raise SchemaError(f"{hint.__name__} does not say of what: write {hint.__name__}[...]")
        if isinstance(hint, type) or origin is not None:
            raise SchemaError(f"no type of the format is {getattr(hint, '__name__', hint)}")
        raise TypeError(f"a type must be a schema text, a Schema or a Python type, not {hint!r:.60}")

    def one(self, hint: Any, args: tuple[Any, ...]) -> Any:
        build.require(len(args) == 1, f"{hint} has one type inside")
        return args[0]

    def annotated(self, hint: Any, notes: tuple[Any, ...]) -> Type:
        texts = [note for note in notes if isinstance(note, str)]
        if texts:
            return build.build(text.parse(texts[-1]))
        t = self.make(hint)
        for note in notes:
            if isinstance(note, Length):
                if not isinstance(t, Seq):
                    raise SchemaError("Length(n) applies to lists only")
                build.require(build.is_number(note.length, 64), "the n of Length(n) must be a number")
                t = Array(t.item, note.length)
            if isinstance(note, Max):
                build.require(isinstance(t, Counted), "Max is for str, bytes, list, set and dict")
                build.require(build.is_number(note.most, 64), "the n of Max(n) must be a number")
                t = bounded(t, note.most)
        return t

    def seq_of(self, item: Any) -> Type:
        return Seq(self.make(item))

    def tuple_of(self, args: tuple[Any, ...]) -> Type:
        if len(args) == 2 and args[1] is Ellipsis:
            return self.seq_of(args[0])
        return Struct(shapes.Places([self.make(arg) for arg in args if arg != ()]))

    def set_of(self, item: Any) -> Type:
        self.keys.append(self.key(item))
        return Set(self.keys[-1])

    def map_of(self, key: Any, value: Any) -> Type:
        self.keys.append(self.key(key))
        return Map(self.keys[-1], self.make(value))

    def key(self, hint: Any) -> Type:
        t = self.make(hint)
        unhashable = [cls.__name__ for cls in classes_in(t) if cls.__hash__ is None]
        build.require(
            not unhashable, f"{', '.join(unhashable)}: a key, so declare it @dataclass(frozen=True)"
        )
        return t

    def union_of(self, args: tuple[Any, ...]) -> Type:
        rest = [arg for arg in args if arg is not NONE]
        if len(rest) < len(args):
            if len(rest) == 1:
                return Option(self.make(rest[0]))
            return Option(self.union_of(tuple(rest)))
        origins = {typing.get_origin(arg) or arg: arg for arg in args}
        if set(origins) == {Ok, Err}:
            return Result(
                *(
                    self.make(self.one(origins[cls], typing.get_args(origins[cls])))
                    for cls in (Ok, Err)
                )
            )
        cases, classes = [], {}
        for place, arg in enumerate(args):
            tag, cls = place, arg
            if typing.get_origin(arg) is Annotated:
                cls, *notes = typing.get_args(arg)
                tag = next((note.tag for note in notes if isinstance(note, Tag)), place)
            if not (isinstance(cls, type) and dataclasses.is_dataclass(cls)):
                raise SchemaError(
                    f"a union is of dataclasses, or of Ok[T] and Err[E], not of {cls}"
                )
            build.require(
                EXTENSIBLE not in vars(cls),
                f"{cls.__name__}: a variant is not extensible by itself",
            )
            build.require(build.is_number(tag, 32), "a tag is a u32 (W20)")
            types, names, _ = self.fields(cls)
            classes[cls] = tag
            fields = Struct(shapes.Attributes(types, names, cls), "")
            cases.append(Case(tag, cls.__name__, cls.__name__, fields))
        build.require(len(set(classes.values())) == len(cases), "tags are not unique (W20)")
        return Union(cases, classes, "")

    def struct_of(self, cls: Any) -> Type:
        if cls in self.around:
            self.used.add(self.around[cls])
            return self.around[cls]
        outer, taken = self.around, sum(c.__name__ == cls.__name__ for c in self.around)
        around = Rows(f"{cls.__name__}#{taken + 1}" if taken else cls.__name__)
        self.around = {**outer, cls: around}
        types, names, defaults = self.fields(cls)
        self.around = outer
        fields = shapes.Attributes(types, names, cls)
        t: Type = Struct(fields, cls.__name__)
        if EXTENSIBLE in vars(cls):
            t = ExtensibleStruct(fields, cls.__name__, defaults)
            build.check_defaults(t)
        if ROWS in vars(cls) or around in self.used:
            around.holds(t)
            return around
        return t

    def fields(self, cls: Any) -> tuple[list[Type], list[str], list[Declared | None]]:
        try:
            hints = typing.get_type_hints(cls, localns={cls.__name__: cls}, include_extras=True)
        except NameError as error:
            raise SchemaError(f"{cls.__name__}: {error}") from None
        types, names, defaults = [], [], []
        for field in dataclasses.fields(cls):
            if not field.init:
                continue
            try:
                types.append(self.make(hints[field.name]))
            except SchemaError as error:
                raise SchemaError(f"{cls.__name__}.{field.name}: {error}") from None
            names.append(field.name)
            defaults.append(default_of(field))
        return types, names, defaults


def default_of(field: dataclasses.Field[Any]) -> Declared | None:
    if field.default is not dataclasses.MISSING:
        return Declared.of(field.default)
    make: Callable[[], Any] | Any = field.default_factory
    return None if make is dataclasses.MISSING else Declared(make)


def bounded(t: Type, most: int) -> Type:
    """The type with a bound; those without one are shared."""
    made = copy.copy(t)
    assert isinstance(made, Counted)
    made.most = most
    return made


def members(cls: type[enum.Enum]) -> Type:
    """The enum of an enum.Enum, whose values are the tags."""
    whole = all(build.is_number(member.value, 32) for member in cls)
    build.require(whole, f"{cls.__name__}: the values are the tags, each a u32 (W20)")
    found = {member.value: member for member in cls}
    cases = [
        Case(tag, member.name, member.name, Struct(shapes.Nothing([]), ""))
        for tag, member in found.items()
    ]
    return EnumOfMembers(cases, found, cls.__name__)


def classes_in(t: Type) -> set[type]:
    """The dataclasses of which there are values in a value."""
    found, seen, types = set[type](), set[int](), [t]
    while types:
        t = types.pop()
        if id(t) not in seen:
            seen.add(id(t))
            types.extend(t.parts)
            if isinstance(t, Struct) and isinstance(t.fields, shapes.Attributes):
                found.add(t.fields.cls)
    return found
