"""How the fields of a struct, a tuple or a variant stand in Python."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..errors import EncodeError
from .base import Type, show

Row = Sequence[Any]  # the values of the fields in their order


def keys_of(names: Sequence[str]) -> list[str]:
    """The names, or the places if two have the same name."""
    return list(names) if len(set(names)) == len(names) else places(len(names))


def places(n: int) -> list[str]:
    return [str(place) for place in range(n)]


class Fields:
    """Types and names of fields. `keys` are names of which each is one field's."""

    def __init__(self, types: Sequence[Type], names: Sequence[str] | None = None) -> None:
        self.types = list(types)
        self.names = places(len(self.types)) if names is None else list(names)
        self.keys = keys_of(self.names)

    def row(self, v: Any) -> Row:
        """The fields of a value."""
        raise NotImplementedError

    def columns(self, values: Sequence[Any]) -> list[Sequence[Any]]:
        """Each field of all values."""
        return list(zip(*map(self.row, values)))

    def make(self, columns: list[list[Any]], n: int, hashable: bool) -> list[Any]:
        """The n values of which these are the fields."""
        raise NotImplementedError


class Nothing(Fields):
    """No fields: None."""

    def row(self, v: Any) -> Row:
        if v is not None:
            raise EncodeError(f"expected no value, not {show(v)}")
        return ()

    def make(self, columns: list[list[Any]], n: int, hashable: bool) -> list[Any]:
        return [None] * n


class Only(Fields):
    """A field without a name: its value."""

    def row(self, v: Any) -> Row:
        return (v,)

    def make(self, columns: list[list[Any]], n: int, hashable: bool) -> list[Any]:
        return columns[0]


class Places(Fields):
    """Fields without names: a tuple."""

    def row(self, v: Any) -> Row:
        if not isinstance(v, (tuple, list)):
            raise EncodeError(f"expected a tuple of {len(self.types)}, not {show(v)}")
        if len(v) != len(self.types):
            raise EncodeError(f"expected a tuple of {len(self.types)}, not of {len(v)}")
        return v

    def make(self, columns: list[list[Any]], n: int, hashable: bool) -> list[Any]:
        return rows(columns, n)


class Named(Fields):
    """Fields with names: a dict; as a key, a tuple."""

    def columns(self, values: Sequence[Any]) -> list[Sequence[Any]]:
        # As most are: sooner than one after another.
        if set(map(type, values)) == {dict} and set(map(len, values)) == {len(self.keys)}:
            try:
                return [list(map(operator.itemgetter(key), values)) for key in self.keys]
            except KeyError:
                pass
        return super().columns(values)

    def row(self, v: Any) -> Row:
        if isinstance(v, Mapping):
            if len(v) == len(self.keys):
                try:
                    return [v[key] for key in self.keys]
                except KeyError:
                    pass
            for key in self.keys:
                if key not in v:
                    raise EncodeError(f"the field {key!r} is missing")
            extra = next(key for key in v if key not in self.keys)
            raise EncodeError(f"there is no field {extra!r}")
        if isinstance(v, tuple) and len(v) == len(self.keys):
            return v
        raise EncodeError(
            f"expected a dict of the fields {', '.join(self.keys) or 'none'}, not {show(v)}"
        )

    def make(self, columns: list[list[Any]], n: int, hashable: bool) -> list[Any]:
        if hashable:
            return rows(columns, n)
        return [dict(zip(self.keys, row)) for row in rows(columns, n)]


class Attributes(Fields):
    """The fields of a dataclass."""

    def __init__(self, types: Sequence[Type], names: Sequence[str], cls: type) -> None:
        super().__init__(types, names)
        self.cls = cls
        self.get: Callable[[Any], Any] = operator.attrgetter(*names) if names else lambda v: ()

    def row(self, v: Any) -> Row:
        if not isinstance(v, self.cls):
            raise EncodeError(f"expected an instance of {self.cls.__name__}, not {show(v)}")
        try:
            got: Any = self.get(v)
        except AttributeError as error:
            raise EncodeError(str(error)) from None
        return (got,) if len(self.names) == 1 else got

    def make(self, columns: list[list[Any]], n: int, hashable: bool) -> list[Any]:
        cls, names = self.cls, self.names
        return [cls(**dict(zip(names, row))) for row in rows(columns, n)]


def rows(columns: list[list[Any]], n: int) -> list[Any]:
    """The n tuples of which these are the columns."""
    return list(zip(*columns)) if columns else [()] * n
