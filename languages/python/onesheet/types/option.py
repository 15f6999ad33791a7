"""W6: option."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from .. import optional
from ..errors import EncodeError
from ..packed import pack
from ..reader import SCALAR, Reader
from ..values import Some
from .base import Type, Values, read, read_column, show, write
from .rows import Rows
from .simple import Unit


class Option(Type):
    """None, or the value; `Some(value)` if that may be None."""

    cost = SCALAR

    def __init__(self, item: Type) -> None:
        self.item, self.parts = item, (item,)

    @cached_property
    def nested(self) -> bool:
        """Whether a value inside may be None. Rows of nothing but themselves have no value."""
        item, seen = self.item, set[int]()
        while isinstance(item, Rows) and id(item) not in seen:
            seen.add(id(item))
            item = item.item
        return isinstance(item, (Option, Unit))

    def some(self, v: Any) -> Any:
        """What is inside of a value that is not None."""
        if not self.nested:
            return v
        if isinstance(v, Some):
            return v.value
        raise EncodeError(f"expected None or Some(value), not {show(v)}")

    def order(self, v: Any) -> Any:
        return (False,) if v is None else (True, self.item.order(self.some(v)))

    def enc(self, values: Values, out: bytearray) -> None:
        if optional.is_array(values) and isinstance(values, optional.numpy.ma.MaskedArray):
            there = ~optional.numpy.ma.getmaskarray(values)
            out += pack(1, there)
            write(self.item, values.data[there], out)
            return
        if optional.is_array(values):
            values = values.tolist()
        out += pack(1, [v is not None for v in values])
        write(self.item, [self.some(v) for v in values if v is not None], out)

    def dec(self, r: Reader, n: int) -> Values:
        present = r.packed(1, n)
        if optional.is_array(present):
            present = present.tolist()
        items = iter(read(self.item, r, sum(present)))
        if self.nested:
            return [Some(next(items)) if is_some else None for is_some in present]
        return [next(items) if is_some else None for is_some in present]

    def plain(self, column: Values) -> Values:
        if optional.is_array(column):
            return column
        there = iter(self.item.plain([x for x in column if x is not None]))
        return [None if x is None else next(there) for x in column]

    def column(self, r: Reader, n: int) -> Values:
        """A masked array, where the items are numbers."""
        if self.item.dtype is None or self.item.shape or not r.arrays:
            return read(self, r, n)
        np = optional.numpy
        r.claim(n * (1 + np.dtype(self.item.dtype).itemsize))
        there = np.asarray(r.packed(1, n), "?")
        data = np.zeros(n, self.item.dtype)
        data[there] = read_column(self.item, r, int(there.sum()))
        return np.ma.MaskedArray(data, mask=~there)
