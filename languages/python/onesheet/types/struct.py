"""W1, W7, W12: tuples and structs."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AnySet
from functools import cached_property
from typing import Any

from .. import optional
from ..errors import DecodeError, EncodeError
from ..packed import SMALL
from ..reader import VALUE, Reader
from ..values import DEFAULT, Err, Ok, Some, Variant
from ..varint import varint
from .base import Type, Values, frozen, read, read_column, write_part
from .fields import Fields
from .option import Option

Columns = dict[str, Values]


class Struct(Type):
    """W7; W1 if all fields are fixed. `name` is None for a tuple."""

    def __init__(self, fields: Fields, name: str | None = None) -> None:
        self.fields, self.name, self.parts = fields, name, fields.types
        self.fixed = all(field.fixed for field in self.parts)
        self.empty = all(field.empty for field in self.parts)
        self.void = all(field.void for field in self.parts)

    @cached_property
    def steps(self) -> list[tuple[str, Type]]:
        return [(f".{name}", field) for name, field in zip(self.fields.names, self.parts)]

    def order(self, v: Any) -> Any:
        return tuple([field.order(x) for field, x in zip(self.parts, self.fields.row(v))])

    @cached_property
    def together(self) -> Any:
        """What numpy calls one value, if all fields are numbers."""
        np = optional.numpy
        if np is None or not self.fixed or not self.parts:
            return None
        members = []
        for place, field in enumerate(self.parts):
            inner = field.together if isinstance(field, Struct) else field.dtype
            if inner is None:
                return None
            members.append((f"{place}", inner, field.shape))
        try:
            return np.dtype(members)
        except ValueError:  # too large for numpy
            return None

    # One value after another (W1), or column by column (W7)

    def enc(self, values: Values, out: bytearray) -> None:
        if optional.is_array(values):
            values = values.tolist()
        self.enc_columns(self.fields.columns(values), out)

    def enc_columns(self, columns: Sequence[Values], out: bytearray) -> None:
        """The values of which these are the fields, as many of each."""
        if not self.fixed:
            for (step, field), column in zip(self.steps, columns):
                write_part(step, field, column, out)
        elif columns and len(columns[0]) >= SMALL and self.together is not None:
            out += self.array_of(columns).tobytes()
        else:
            columns = [
                column.tolist() if optional.is_array(column) else column for column in columns
            ]
            for row in zip(*columns):
                for (step, field), x in zip(self.steps, row):
                    write_part(step, field, [x], out)

    def dec(self, r: Reader, n: int) -> Values:
        if self.fixed and n >= SMALL and self.together is not None:
            return self.to_list(self.array(r, n), r)
        if self.fixed:
            rows = [[read(f, r, 1, step)[0] for step, f in self.steps] for _ in range(n)]
            columns = [list(column) for column in zip(*rows)]
        else:
            columns = self.dec_columns(r, n)
        return self.fields.make(columns, n, r.hashable)

    def dec_columns(self, r: Reader, n: int) -> list[list[Any]]:
        # Not a comprehension: that would be another level of Python's stack.
        columns = []
        for step, field in self.steps:
            columns.append(read(field, r, n, step))
        return columns

    # Fixed structs as one array

    def array(self, r: Reader, n: int) -> Any:
        data = r.take(n * self.together.itemsize)
        return frozen(optional.numpy.frombuffer(data, self.together))

    def array_of(self, columns: Sequence[Values]) -> Any:
        array = optional.numpy.empty(len(columns[0]), self.together)
        for place, ((step, field), column) in enumerate(zip(self.steps, columns)):
            try:
                array[f"{place}"] = field.to_array(column)
            except EncodeError as error:
                error.inside(step)
                raise
        return array

    def to_array(self, values: Values) -> Any:
        return self.array_of(self.fields.columns(values))

    def to_list(self, array: Any, r: Reader) -> list[Any]:
        r.claim(sum(field.cost for field in self.parts) * len(array))
        columns = [field.to_list(array[f"{place}"], r) for place, field in enumerate(self.parts)]
        return self.fields.make(columns, len(array), r.hashable)

    # Without making the values

    def columns(self, r: Reader, n: int) -> Columns:
        """The fields of n values, each as a column."""
        r.claim(n)
        return dict(zip(self.fields.keys, self.read_columns(r, n)))

    def read_columns(self, r: Reader, n: int) -> list[Values]:
        if n == 0 or not self.fixed:
            return [column(field, r, n, step) for step, field in self.steps]
        if self.together is not None and r.arrays:
            array = self.array(r, n)
            return [
                array[f"{place}"] if field.dtype else field.to_list(array[f"{place}"], r)
                for place, field in enumerate(self.parts)
            ]
        r.claim(n * VALUE)
        return [list(column) for column in zip(*map(self.fields.row, self.dec(r, n)))]


def column(t: Type, r: Reader, n: int, step: str = "") -> Values:
    """n values as a column: an array of numbers, masked where there is none, or a list."""
    if not isinstance(t, Option):
        return t.plain(read_column(t, r, n, step))
    try:
        return t.plain(t.column(r, n))
    except DecodeError as error:
        error.inside(step)
        raise


class Declared:
    """The default of a field, of which a new one is made for each value; `known` if it is one."""

    def __init__(self, make: Callable[[], Any], known: bool = True) -> None:
        self.make, self.known = make, known

    @staticmethod
    def of(value: Any) -> Declared:
        return Declared(lambda: copy.deepcopy(value))

    @cached_property
    def values(self) -> int:
        return count_values(self.make())


UNKNOWN = Declared(lambda: DEFAULT, known=False)  # a default that the schema only says to exist


class ExtensibleStruct(Struct):
    """W12, W29 and W30. A field without a default has None for it."""

    def __init__(
        self, fields: Fields, name: str | None, defaults: Sequence[Declared | None]
    ) -> None:
        super().__init__(fields, name)
        self.defaults = list(defaults)
        self.fixed, self.empty, self.void, self.ordered = False, True, False, False

    def enc_columns(self, columns: Sequence[Values], out: bytearray) -> None:
        b = bytearray()
        super().enc_columns(columns, b)
        out += varint(len(b)) + b

    def dec_columns(self, r: Reader, n: int) -> list[list[Any]]:
        return self.within(r, n, read, lambda t, default: [default.make() for _ in range(n)])

    def read_columns(self, r: Reader, n: int) -> list[Values]:
        def missing(t: Type, default: Declared) -> Values:
            np = optional.numpy
            numbers = t.item if isinstance(t, Option) else t
            if numbers.dtype is None or numbers.shape or not r.arrays:
                return [default.make() for _ in range(n)]
            if not default.known or default.make() is None:
                return np.ma.MaskedArray(np.zeros(n, numbers.dtype), mask=True)
            return np.full(n, default.make(), numbers.dtype)

        return self.within(r, n, column, missing)

    def within(
        self,
        r: Reader,
        n: int,
        part: Callable[[Type, Reader, int, str], Values],
        missing: Callable[[Type, Declared], Values],
    ) -> list[Values]:
        """The columns of fields, read from b or filled in by `missing`."""
        length, end = r.varint(64), r.end
        if length > r.left:
            raise r.error("W22", "the input ends early", r.end)
        r.end = r.at + length
        columns = []
        for (step, field), default in zip(self.steps, self.defaults):
            if r.left or field.void and (default is None or not default.known):
                columns.append(part(field, r, n, step))
            elif default is None:
                error = r.error("W30", "a field without a default is missing")
                error.inside(step)
                raise error
            else:
                r.claim(n * VALUE * default.values)
                columns.append(missing(field, default))
        r.at, r.end = r.end, end
        return columns


def count_values(v: Any) -> int:
    """The number of values in a value, itself included, and of 128 bytes in a text."""
    if isinstance(v, (list, tuple, AnySet)):
        return 1 + sum(map(count_values, v))
    if isinstance(v, Mapping):
        return 1 + sum(map(count_values, v.keys())) + sum(map(count_values, v.values()))
    if isinstance(v, (Variant, Ok, Err, Some)):
        return 1 + count_values(v.value)
    if dataclasses.is_dataclass(v) and not isinstance(v, type):
        return 1 + sum(count_values(getattr(v, field.name)) for field in dataclasses.fields(v))
    if isinstance(v, (str, bytes)):
        return 1 + len(v) // VALUE
    return 1 + v.size if optional.is_array(v) else 1
