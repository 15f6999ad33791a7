"""Messages by the package onesheet-native, where it is installed.

It does what is plain: what it leaves, wrong values and rejected messages included, is done here, by
the implementation of this package, so that there is one that says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import optional
from .limits import Limits
from .reader import SCALAR
from .types.base import Type
from .types.enum import Enum, EnumOfMembers, Result, Union
from .types.fields import Attributes, Named, Nothing, Only, Places
from .types.float import Float
from .types.integer import AnyInteger
from .types.keyed import Key, Map, Set
from .types.list import Array, Seq
from .types.option import Option
from .types.rows import Rows
from .types.simple import Bool, Char, Unit
from .types.struct import Struct
from .types.text import Bytes, Str
from .values import Err, Ok, Some, Variant

native: Any = optional.module("onesheet_native")

CLASSES = Variant, Ok, Err, Some
WORDS: dict[type[Type], str] = {
    Unit: "unit",
    Bool: "bool",
    Char: "char",
    Str: "str",
    Bytes: "bytes",
}

FEW = 1000  # bytes of a message
FORMS = {Nothing: "nothing", Only: "only", Places: "places", Named: "named"}

Node = tuple[Any, ...]


class Plan:
    """How the values of a type stand in Python: a node for each type inside, which names the others by their
    places."""

    def __init__(self, t: Type) -> None:
        self.nodes: list[Node] = []
        self.places: dict[int, int] = {}
        self.numbers = False  # whether there are lists of numbers
        self.claims = 4  # how many times as much a value may claim here as there
        self.place(t)

    def place(self, t: Type) -> int:
        if isinstance(t, Key):
            return self.place(t.item)
        found = self.places.get(id(t))
        if found is None:
            found = self.places[id(t)] = len(self.nodes)
            self.nodes.append(())
            self.nodes[found] = self.node(t)
        return found

    def node(self, t: Type) -> Node:
        word = WORDS.get(type(t))
        if word is not None:
            return (word,)
        match t:
            case AnyInteger():
                return ("signed" if t.signed else "unsigned",)
            case Float():
                return (t.name,)
            case Option():
                return "option", self.place(t.item), t.nested
            case Seq() | Array():
                item = t.item
                self.numbers |= item.dtype is not None
                u8s = isinstance(t, Seq) and isinstance(item, AnyInteger) and item.name == "u8"
                if u8s:  # bytes there, and here numbers
                    self.claims = SCALAR
                return "list", self.place(item), item.dtype, list(item.shape), u8s
            case Set():
                return "set", self.place(t.key)
            case Map():
                return "map", self.place(t.key), self.place(t.value)
            case Result():
                ok, err = (case.fields.parts[0] for case in t.cases.values())
                return "result", self.place(ok), self.place(err)
            case EnumOfMembers():
                return "members", sorted(t.members.items())
            case Union():
                classes = {tag: cls for cls, tag in t.classes.items()}
                return "union", [
                    (tag, classes[tag], self.place(case.fields)) for tag, case in t.cases.items()
                ]
            case Enum():
                cases = [(tag, case.key, self.place(case.fields)) for tag, case in t.cases.items()]
                return "enum", cases, t.is_names
            case Struct():
                parts = [self.place(part) for part in t.parts]
                if isinstance(t.fields, Attributes):
                    return "attributes", parts, t.fields.names, t.fields.cls
                return FORMS[type(t.fields)], parts, t.fields.keys
            case Rows():
                return "rows", self.place(t.item)
        raise TypeError(f"unsupported type {type(t).__name__}")


class Codec:
    """The native codec of a type. NotImplemented is what it leaves."""

    def __init__(self, text: str, t: Type) -> None:
        plan = Plan(t)
        self.native = native.Codec(text, plan.nodes, CLASSES)
        self.encode: Callable[[Any], Any] = self.native.encode
        self.numbers, self.claims = plan.numbers, plan.claims

    def decode(self, data: Any, limits: Limits, arrays: bool) -> Any:
        if type(data) is not bytes or not isinstance(limits, Limits):
            return NotImplemented
        # numpy is sooner with many numbers.
        if self.numbers and optional.numpy is not None and len(data) > FEW:
            return NotImplemented
        alloc = min(limits.max_alloc // self.claims, (1 << 64) - 1)
        depth = min(limits.max_depth, (1 << 32) - 1)
        return self.native.decode(data, alloc, depth, optional.numpy if arrays else None)


def codec(text: str, t: Type) -> Codec | None:
    if native is None:
        return None
    try:
        return Codec(text, t)
    except (ValueError, TypeError, RecursionError):
        return None
