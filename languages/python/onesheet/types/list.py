"""W8 and W9: arrays and seqs."""

from __future__ import annotations

from math import prod
from typing import Any

from .. import optional
from ..errors import EncodeError
from ..reader import SCALAR, Reader
from .base import (
    Counted,
    Type,
    Values,
    joined,
    read,
    read_column,
    sequence,
    split,
    write_part,
)


class Array(Type):
    """W8."""

    def __init__(self, item: Type, length: int) -> None:
        self.item, self.length, self.parts = item, length, (item,)
        self.fixed = item.fixed
        self.empty = length == 0 or item.empty
        self.void = length == 0 or item.void
        shape = (length, *item.shape)
        # What numpy can hold.
        if item.dtype is not None and 0 < prod(shape) < 1 << 28 and len(shape) <= 32:
            self.dtype, self.shape = item.dtype, shape

    def order(self, v: Any) -> Any:
        return tuple([self.item.order(x) for x in sequence(v, self.length)])

    def flat(self, values: Values) -> Values:
        """The elements of all arrays."""
        if not optional.is_array(values):
            return joined(self.item, [sequence(v, self.length) for v in values])
        if values.ndim < 2 or values.shape[1] != self.length:
            raise EncodeError(
                f"expected arrays of {self.length}, not an array of shape {values.shape}"
            )
        return values.reshape(len(values) * self.length, *values.shape[2:])

    def enc(self, values: Values, out: bytearray) -> None:
        write_part("[]", self.item, self.flat(values), out)

    def dec(self, r: Reader, n: int) -> Values:
        r.check_count(self.item, n * self.length)
        items = read_column(self.item, r, n * self.length, "[]")
        if optional.is_array(items) and self.dtype is not None:
            return items.reshape(n, *self.shape)
        lists = split(items, [self.length] * n)
        return list(map(tuple, lists)) if r.hashable else lists

    def to_array(self, values: Values) -> Any:
        return self.item.to_array(self.flat(values)).reshape(len(values), *self.shape)

    def to_list(self, array: Any, r: Reader) -> list[Any]:
        if r.arrays and not r.hashable:
            return list(array)
        r.claim(array.size * SCALAR)
        items = self.item.to_list(array.reshape(-1, *array.shape[2:]), r)
        lists = split(items, [self.length] * len(array))
        return list(map(tuple, lists)) if r.hashable else lists


class Seq(Counted):
    """W9."""

    def __init__(self, item: Type, most: int | None = None) -> None:
        self.item, self.parts, self.most = item, (item,), most

    def order(self, v: Any) -> Any:
        return tuple([self.item.order(x) for x in sequence(v)])

    def enc(self, values: Values, out: bytearray) -> None:
        lists = [sequence(v) for v in values]
        self.write_counts([len(v) for v in lists], out)
        write_part("[]", self.item, joined(self.item, lists), out)

    def dec(self, r: Reader, n: int) -> Values:
        counts = self.read_counts(r, n)
        r.check_count(self.item, sum(counts))
        # Not one way for both: that would be another level of Python's stack.
        reading = read if self.item.dtype is None else read_column
        lists = split(reading(self.item, r, sum(counts), "[]"), counts)
        return list(map(tuple, lists)) if r.hashable else lists
