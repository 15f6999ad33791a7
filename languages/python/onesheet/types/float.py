"""W1: floats, every NaN with its bits."""

from __future__ import annotations

import numbers
import struct
from typing import Any

from .. import optional
from ..errors import EncodeError
from ..packed import SMALL
from ..reader import SCALAR, Reader
from .base import Type, Values, show

SIGN, INFINITY, MANTISSA = 1 << 31, 0x7F80_0000, 0x7F_FFFF  # of f32


class Float(Type):
    fixed, ordered, cost = True, False, SCALAR

    def __init__(self, width: int) -> None:
        self.width, self.name, self.dtype = width, f"f{width}", f"<f{width // 8}"

    def enc(self, values: Values, out: bytearray) -> None:
        if optional.is_array(values) or optional.numpy is not None and len(values) >= SMALL:
            out += self.to_array(values).tobytes()
        elif self.width == 64:
            out += struct.pack(f"<{len(values)}d", *map(self.real, values))
        else:
            out += b"".join([narrow(self.real(v)) for v in values])

    def real(self, v: Any) -> float:
        if type(v) is float:
            return v
        try:
            if isinstance(v, numbers.Real) and not isinstance(v, bool):
                return float(v)
        except OverflowError:
            raise EncodeError(f"{show(v)} is out of the range of {self.name}") from None
        raise EncodeError(f"expected a float, not {show(v)}")

    def to_array(self, values: Values) -> Any:
        np = optional.numpy
        if optional.is_array(values):
            if values.dtype.kind not in "fiu" or values.ndim != 1 or np.ma.is_masked(values):
                raise EncodeError(
                    f"expected floats, not an array of {values.dtype}, {values.shape}"
                )
            array = values
        else:
            if not set(map(type, values)) <= {float}:
                values = [self.real(v) for v in values]
            array = np.array(values, "<f8")
        if array.dtype.kind == "f" and array.dtype.itemsize > self.width // 8:
            return narrow_array(array, self.dtype)
        return array.astype(self.dtype, copy=False)

    def dec(self, r: Reader, n: int) -> Values:
        data = r.take(n * self.width // 8)
        if optional.numpy is not None and n >= SMALL:
            return optional.numpy.frombuffer(data, self.dtype)
        if self.width == 64:
            return list(struct.unpack(f"<{n}d", data))
        return [widen(data[at : at + 4]) for at in range(0, 4 * n, 4)]

    def to_list(self, array: Any, r: Reader) -> list[float]:
        values: list[float] = (widen_array(array) if self.width == 32 else array).tolist()
        return values


# Processors change a signalling NaN when they convert it; so its bits are moved one by one.


def widen(data: bytes | memoryview) -> float:
    [x] = struct.unpack("<f", data)
    if x == x:
        return float(x)
    bits = int.from_bytes(data, "little")
    wide = (bits & SIGN) << 32 | 0x7FF << 52 | (bits & MANTISSA) << 29
    return float(struct.unpack("<d", wide.to_bytes(8, "little"))[0])


def narrow(x: float) -> bytes:
    if x == x:
        try:
            return struct.pack("<f", x)
        except OverflowError:
            raise EncodeError(f"{x} is out of the range of f32") from None
    bits = int.from_bytes(struct.pack("<d", x), "little")
    mantissa = bits >> 29 & MANTISSA or 1 << 22
    return (bits >> 32 & SIGN | INFINITY | mantissa).to_bytes(4, "little")


def widen_array(array: Any) -> Any:
    np = optional.numpy
    nan = np.isnan(array)
    with np.errstate(invalid="ignore"):
        wide = array.astype("<f8")
    if nan.any():
        bits = np.ascontiguousarray(array).view("<u4")[nan].astype("<u8")
        wide.view("<u8")[nan] = (bits & SIGN) << 32 | 0x7FF << 52 | (bits & MANTISSA) << 29
    return wide


def narrow_array(array: Any, dtype: str | None) -> Any:
    np = optional.numpy
    nan = np.isnan(array)
    with np.errstate(over="ignore", invalid="ignore"):
        narrowed = array.astype(dtype)
    if (np.isinf(narrowed) & ~np.isinf(array)).any():
        raise EncodeError(f"a number is out of the range of f{8 * narrowed.itemsize}")
    if nan.any() and dtype == "<f4" and array.dtype.itemsize == 8:
        bits = array.astype("<f8", copy=False).view("<u8")[nan]
        mantissa = bits >> 29 & MANTISSA
        mantissa[mantissa == 0] = 1 << 22
        narrowed.view("<u4")[nan] = bits >> 32 & SIGN | INFINITY | mantissa
    return narrowed
