"""The values that Python has no class of its own for."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Variant:
    """A value of an enum: the variant's name, and what it holds.

    `value` is None for a variant without fields, a dict if the fields have names; a field without a
    name stands for itself, and several are a tuple. A variant without a name of its own is called by
    its tag: `Variant("3")`.
    """

    name: str
    value: Any = None

    def __repr__(self) -> str:
        return (
            f"Variant({self.name!r})"
            if self.value is None
            else f"Variant({self.name!r}, {self.value!r})"
        )


@dataclass(frozen=True)
class Ok(Generic[T]):
    """The first kind of a result."""

    value: T


@dataclass(frozen=True)
class Err(Generic[T]):
    """The second kind of a result."""

    value: T


@dataclass(frozen=True)
class Some(Generic[T]):
    """What is there, where it may itself be None: in option(option(T)), option(unit)."""

    value: T


class Default:
    """The class of `DEFAULT`, a default that the schema only says to exist (W30)."""

    def __repr__(self) -> str:
        return "onesheet.DEFAULT"

    def __reduce__(self) -> str:
        return "DEFAULT"

    def __copy__(self) -> "Default":
        return self

    def __deepcopy__(self, memo: object) -> "Default":
        return self


DEFAULT = Default()
