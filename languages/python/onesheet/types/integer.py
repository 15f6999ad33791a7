"""W1, W2, W3: integers."""

from __future__ import annotations

import operator
from typing import Any

from .. import optional
from ..errors import EncodeError
from ..packed import SMALL, extremes, pack, write_numbers
from ..reader import SCALAR, Reader
from ..varint import unzigzag, zigzag
from .base import Type, Values, show


class AnyInteger(Type):
    """An integer of `width` bits."""

    cost = SCALAR

    def __init__(self, width: int, signed: bool = False) -> None:
        self.width, self.signed = width, signed
        self.low, self.high = (-1 << width - 1, 1 << width - 1) if signed else (0, 1 << width)
        if width <= 64:
            self.dtype = f"<{'i' if signed else 'u'}{width // 8}"

    @property
    def name(self) -> str:
        return f"{'i' if self.signed else 'u'}{self.width}"

    def order(self, v: Any) -> int:
        x = self.index(v)
        self.check(x)
        return x

    def index(self, v: Any) -> int:
        if type(v) is int:
            return v
        # True is an int for Python, but not for the format.
        if isinstance(v, bool):
            raise EncodeError(f"expected an int of {self.name}, not {v}")
        try:
            return operator.index(v)
        except TypeError:
            raise EncodeError(f"expected an int of {self.name}, not {show(v)}") from None

    def check(self, x: int) -> None:
        if not self.low <= x < self.high:
            raise EncodeError(f"{show(x)} is out of the range of {self.name}")

    def numbers(self, values: Values) -> Values:
        """The values as a list of ints or as an array, and all in range."""
        if optional.is_array(values):
            return self.checked(values)
        if not set(map(type, values)) <= {int}:
            values = [self.index(v) for v in values]
        many = self.dtype is not None and optional.numpy is not None and len(values) >= SMALL
        if many:
            try:
                return self.checked(optional.numpy.array(values, "<i8"))
            except OverflowError:
                pass  # above 63 bits
        for x in extremes(values):
            self.check(x)
        return optional.numpy.array(values, self.dtype) if many else values

    def checked(self, array: Any) -> Values:
        if array.dtype.kind not in "iu" or array.ndim != 1:
            if array.dtype == object and array.ndim == 1:
                return self.numbers(array.tolist())
            raise EncodeError(
                f"expected integers of {self.name}, not an array of {array.dtype}, {array.shape}"
            )
        if optional.numpy.ma.is_masked(array):
            raise EncodeError(f"expected integers of {self.name}, not a masked array")
        for x in extremes(array):
            self.check(x)
        if self.dtype is None:
            return array.tolist()
        return array.astype(self.dtype, copy=False)

    def to_array(self, values: Values) -> Any:
        return optional.numpy.asarray(self.numbers(values), self.dtype)


class Fixed(AnyInteger):
    """W1: integers of a fixed width."""

    fixed = True

    def enc(self, values: Values, out: bytearray) -> None:
        xs = self.numbers(values)
        if optional.is_array(xs):
            out += xs.tobytes()
        else:
            mask = (1 << self.width) - 1
            out += pack(self.width, [x & mask for x in xs])

    def dec(self, r: Reader, n: int) -> Values:
        xs = r.packed(self.width, n)
        if optional.is_array(xs):
            return xs.view(self.dtype)
        if self.signed:
            sign = 1 << self.width - 1
            xs = [(x ^ sign) - sign for x in xs]
        return xs


class Integer(AnyInteger):
    """W2; W3 and W17 if signed."""

    def enc(self, values: Values, out: bytearray) -> None:
        xs = self.numbers(values)
        if optional.is_array(xs):
            if self.signed:
                xs = (xs << 1 ^ xs >> self.width - 1).view(f"<u{self.width // 8}")
        elif self.signed:
            xs = [zigzag(x) for x in xs]
        write_numbers(xs, out)

    def dec(self, r: Reader, n: int) -> Values:
        xs = r.numbers(n, self.width)
        if not self.signed:
            return xs
        if optional.is_array(xs):
            return (xs >> 1 ^ -(xs & 1)).view(self.dtype)
        return [unzigzag(x) for x in xs]
