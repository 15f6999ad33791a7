"""The input, and what is checked wherever it is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import optional
from .errors import DecodeError
from .limits import Limits
from .packed import WIDTHS, Numbers, extremes, form, unpack

if TYPE_CHECKING:
    from .types.base import Type

# Bytes that a value is taken to claim, beside the text that it holds, with its place in a list; and a
# number, a bool, a char or None.
VALUE, SCALAR = 128, 64


def bytes_of(data: Any) -> memoryview:
    """The bytes of anything that has bytes: shared if they cannot change, else copied."""
    try:
        view = memoryview(data)
    except TypeError:
        raise TypeError(f"data must be bytes, not {type(data).__name__}") from None
    if not view.contiguous:
        view = memoryview(view.tobytes())
    view = view.cast("B") if view.nbytes else memoryview(b"")
    return view if view.readonly else memoryview(bytes(view))


class Reader:
    """The input from `at` to `end`, and what may still be claimed while it is read (W33).

    `arrays` says that numbers may be arrays, `hashable` that a value will be a key, or in one.
    """

    def __init__(self, data: Any, limits: Limits, arrays: bool) -> None:
        if not isinstance(limits, Limits):
            raise TypeError(f"limits must be onesheet.Limits, not {type(limits).__name__}")
        self.data = bytes_of(data)
        self.at, self.end = 0, len(self.data)
        self.unclaimed, self.depth_left = limits.max_alloc, limits.max_depth
        self.arrays, self.hashable = arrays, False

    def error(self, rule: str, text: str, at: int | None = None) -> DecodeError:
        return DecodeError(rule, self.at if at is None else at, text)

    @property
    def left(self) -> int:
        return self.end - self.at

    def claim(self, size: int) -> None:
        if size > self.unclaimed:
            raise self.error("W33", "decoding needs more memory than max_alloc allows")
        self.unclaimed -= size

    def check_count(self, t: Type, n: int) -> None:
        """W35: of values that take a bit or more, 8 x the bytes left is the most."""
        if n > 8 * self.left and not t.empty:
            raise self.error("W35", "more elements than the bytes left can hold")

    def take(self, size: int) -> memoryview:
        if size > self.left:
            raise self.error("W22", "the input ends early", self.end)
        self.at += size
        return self.data[self.at - size : self.at]

    def varint(self, width: int) -> int:
        """W16, and W24 for a number of at most `width` bits, itself at most 64."""
        start = self.at
        while self.take(1)[0] >= 128:
            pass
        data = self.data[start : self.at]
        if len(data) > 1 and data[-1] == 0:
            raise self.error("W16", "a varint is not in its shortest form", start)
        x = sum((byte & 127) << 7 * i for i, byte in enumerate(data[:10]))
        if len(data) > 10 or x >> width:
            raise self.error("W24", "a value is out of range for its type", start)
        return x

    def packed(self, b: int, n: int) -> Numbers:
        """W18: a list, or an array of unsigned numbers of b bits, of a byte at least."""
        data = self.take((n * b + 7) // 8)
        if n * b % 8 and data[-1] >> n * b % 8:
            raise self.error("W18", "a bool is not 0 or 1, or an unused bit is set", self.at - 1)
        return unpack(b, n, data)

    def numbers(self, n: int, width: int) -> Numbers:
        """W2, W24 and W27: n numbers of at most `width` bits; an array is of that width."""
        if n == 1:
            return [self.varint(width)]
        start = self.at
        [head] = self.take(1)
        if head & 127 not in WIDTHS:
            raise self.error("W27", "a list of numbers is not in its prescribed form", start)
        base = self.varint(width) if head >= 128 else 0
        xs = self.packed(head & 127, n)
        least, greatest = extremes(xs)
        least, greatest = base + least, base + greatest
        if greatest >> width:
            raise self.error("W24", "a value is out of range for its type", start)
        if (head, base) != form(n, least, greatest):
            raise self.error("W27", "a list of numbers is not in its prescribed form", start)
        if optional.is_array(xs):
            xs = xs.astype(f"<u{width // 8}", copy=False)
            return xs + xs.dtype.type(base) if base else xs
        return [base + x for x in xs] if base else xs
