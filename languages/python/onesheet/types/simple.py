"""W1, W2, W4: unit, char and bool."""

from __future__ import annotations

from typing import Any

from .. import optional
from ..errors import EncodeError
from ..packed import pack, write_numbers
from ..reader import SCALAR, Reader
from .base import Type, Values, show


class Unit(Type):
    """W1: no bytes."""

    fixed = empty = void = True
    cost = SCALAR

    def order(self, v: Any) -> tuple[()]:
        if v is not None:
            raise EncodeError(f"expected None, not {show(v)}")
        return ()

    def enc(self, values: Values, out: bytearray) -> None:
        for v in values:
            self.order(v)

    def dec(self, r: Reader, n: int) -> Values:
        return [None] * n


class Char(Type):
    """W2 and W26."""

    cost = SCALAR

    def order(self, v: Any) -> int:
        if not isinstance(v, str) or len(v) != 1 or 0xD800 <= ord(v) < 0xE000:
            raise EncodeError(f"expected a str of one Unicode scalar value, not {show(v)}")
        return ord(v)

    def enc(self, values: Values, out: bytearray) -> None:
        write_numbers([self.order(v) for v in values], out)

    def dec(self, r: Reader, n: int) -> Values:
        start = r.at
        xs = r.numbers(n, 32)
        if optional.is_array(xs):
            xs = xs.tolist()
        if any(0xD800 <= x < 0xE000 or x > 0x10FFFF for x in xs):
            raise r.error("W26", "a char is not a Unicode scalar value", start)
        return [chr(x) for x in xs]


class Bool(Type):
    """W4."""

    dtype, cost = "?", SCALAR

    def order(self, v: Any) -> bool:
        if isinstance(v, bool):
            return v
        if optional.numpy is not None and isinstance(v, optional.numpy.bool_):
            return bool(v)
        raise EncodeError(f"expected a bool, not {show(v)}")

    def enc(self, values: Values, out: bytearray) -> None:
        if optional.is_array(values):
            masked = optional.numpy.ma.is_masked(values)
            if values.dtype.kind != "b" or values.ndim != 1 or masked:
                raise EncodeError(f"expected bools, not an array of {values.dtype}, {values.shape}")
            out += pack(1, values)
            return
        if not set(map(type, values)) <= {bool}:
            values = [self.order(v) for v in values]
        out += pack(1, values)

    def dec(self, r: Reader, n: int) -> Values:
        xs = r.packed(1, n)
        return xs.view("?") if optional.is_array(xs) else [x == 1 for x in xs]
