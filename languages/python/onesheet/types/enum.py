"""W11 and W13: enums."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .. import optional
from ..errors import EncodeError
from ..packed import write_numbers
from ..reader import Reader
from ..values import Err, Ok, Variant
from .base import Type, Values, read, show, write_part
from .fields import Only
from .struct import Struct


@dataclass(frozen=True)
class Case:
    """A variant: its tag, its name in the schema, the name of its values, its fields."""

    tag: int
    name: str
    key: str
    fields: Struct


def keys_of(variants: Sequence[tuple[int, str]]) -> list[str]:
    """What values are called: by the name if it is one variant's, else by the tag."""
    uses = Counter(name for _, name in variants)
    keys = [name if name and uses[name] == 1 else str(tag) for tag, name in variants]
    return keys if len(set(keys)) == len(keys) else [str(tag) for tag, _ in variants]


class Enum(Type):
    """W11; W13 if `extensible`, where `other` is the tag of the catch-all or None."""

    def __init__(
        self,
        cases: Sequence[Case],
        name: str = "",
        extensible: bool = False,
        other: int | None = None,
    ) -> None:
        self.cases = {case.tag: case for case in sorted(cases, key=lambda case: case.tag)}
        self.steps = {case.tag: f"::{case.key}" for case in cases}
        self.tags = {case.key: case.tag for case in cases}
        self.name, self.extensible, self.other = name, extensible, other
        self.ordered = not extensible
        self.parts = [case.fields for case in self.cases.values()]

    @cached_property
    def is_names(self) -> bool:
        """Whether no variant has fields."""
        return all(not case.fields.parts for case in self.cases.values())

    def plain(self, column: Values) -> Values:
        """Names, which can be grouped, sorted and compared."""
        if not self.is_names:
            return column
        return [v.name if isinstance(v, Variant) else v for v in column]

    # How values stand in Python

    def open(self, v: Any) -> tuple[int, Any]:
        """The tag of a value, and what it holds."""
        if isinstance(v, str) and self.is_names and v in self.tags:
            return self.tags[v], None
        if not isinstance(v, Variant):
            raise EncodeError(f"expected a Variant, not {show(v)}")
        if not isinstance(v.name, str) or v.name not in self.tags:
            raise EncodeError(f"there is no variant {show(v.name)}")
        return self.tags[v.name], v.value

    def close(self, tag: int, held: list[Any]) -> list[Any]:
        """The values of a variant that hold these."""
        key = self.cases[tag].key
        return [Variant(key, value) for value in held]

    def order(self, v: Any) -> Any:
        tag, held = self.open(v)
        return tag, self.cases[tag].fields.order(held)

    def enc(self, values: Values, out: bytearray) -> None:
        pairs = [self.open(v) for v in values]
        write_numbers([tag for tag, _ in pairs], out)
        columns: dict[int, list[Any]] = {}
        for tag, held in pairs:
            columns.setdefault(tag, []).append(held)
        for tag in sorted(columns):
            case = self.cases[tag]
            write_part(self.steps[tag], case.fields, columns[tag], out)

    def dec(self, r: Reader, n: int) -> Values:
        start = r.at
        tags = r.numbers(n, 32)
        if optional.is_array(tags):
            tags = tags.tolist()
        counts: Counter[int] = Counter(tags)
        if self.other is None and counts.keys() - self.cases.keys():
            if self.ordered:
                raise r.error("W28", "the enum has no such tag", start)
            raise r.error("W32", "unknown variant, and no catch-all is declared", start)
        columns = {}
        for tag in sorted(counts):
            if tag in self.cases:
                columns[tag] = iter(
                    self.close(tag, read(self.cases[tag].fields, r, counts[tag], self.steps[tag]))
                )
            else:
                r.take(r.varint(64))  # W31
        if len(columns) == len(counts):
            return [next(columns[tag]) for tag in tags]
        [unknown] = self.close(self.other, [None]) if self.other is not None else [None]
        return [next(columns[tag]) if tag in columns else unknown for tag in tags]


class Result(Enum):
    """W11: the enum {0: T, 1: E}."""

    def __init__(self, ok: Type, err: Type) -> None:
        cases = [
            Case(tag, name, name, Struct(Only([t])))
            for tag, name, t in ((0, "Ok", ok), (1, "Err", err))
        ]
        super().__init__(cases)
        self.ok, self.err = ok, err

    def open(self, v: Any) -> tuple[int, Any]:
        if isinstance(v, (Ok, Err)):
            return int(isinstance(v, Err)), v.value
        raise EncodeError(f"expected Ok or Err, not {show(v)}")

    def close(self, tag: int, held: list[Any]) -> list[Any]:
        return [Err(value) if tag else Ok(value) for value in held]


class EnumOfMembers(Enum):
    """An enum.Enum, whose values are the tags."""

    def __init__(self, cases: Sequence[Case], members: Mapping[int, enum.Enum], name: str) -> None:
        super().__init__(cases, name)
        self.members = members

    def open(self, v: Any) -> tuple[int, Any]:
        if isinstance(v, enum.Enum) and self.members.get(v.value) is v:
            return v.value, None
        raise EncodeError(f"expected a member of {self.name}, not {show(v)}")

    def close(self, tag: int, held: list[Any]) -> list[Any]:
        return [self.members[tag]] * len(held)


class Union(Enum):
    """A union of dataclasses, each a variant."""

    def __init__(self, cases: Sequence[Case], classes: Mapping[type, int], name: str) -> None:
        super().__init__(cases, name)
        self.classes = classes

    def open(self, v: Any) -> tuple[int, Any]:
        tag = self.classes.get(type(v))
        if tag is None:
            names = ", ".join(cls.__name__ for cls in self.classes)
            raise EncodeError(f"expected one of {names}, not {show(v)}")
        return tag, v

    def close(self, tag: int, held: list[Any]) -> list[Any]:
        return held
