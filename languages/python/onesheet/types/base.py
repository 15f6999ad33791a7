"""What all types have in common, and lists of no values.

There is a class for each row of the page. Its `enc(values, out)` appends enc(T, v1 ... vn) to `out`,
its `dec(r, n)` is the inverse, its `order(value)` is the key that W21 compares by. Lists of no values
are dealt with in `write` and `read`, so that n >= 1 in all of these, as in the page's table.

A list of values is a Python list, or where the type is a number an array.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import Any

from .. import optional
from ..errors import DecodeError, EncodeError
from ..packed import write_numbers
from ..reader import VALUE, Reader

Values = Any  # a list or a tuple, or an array


class Type:
    fixed = False  # W1
    empty = False  # W34: a value may take no bits
    void = False  # W30: a list takes no bytes
    ordered = True  # W21: no float, nothing extensible, in this part itself
    parts: Sequence[Type] = ()  # the types inside
    cost = VALUE  # what a value claims (W33)
    dtype: str | None = None  # of the array that a list of values is, numpy's name for it
    shape: tuple[int, ...] = ()  # of one value in that array

    def enc(self, values: Values, out: bytearray) -> None:
        raise NotImplementedError

    def dec(self, r: Reader, n: int) -> Values:
        raise NotImplementedError

    def order(self, v: Any) -> Any:
        raise NotImplementedError

    def plain(self, column: Values) -> Values:
        """A column as data frames take it."""
        return column

    # Of those with a `dtype`, or of fixed types that have one together

    def to_array(self, values: Values) -> Any:
        """An array of the values, checked."""
        raise NotImplementedError

    def to_list(self, array: Any, r: Reader) -> list[Any]:
        """The values of an array."""
        values: list[Any] = array.tolist()
        return values


class Counted(Type):
    """A type whose values have a length or a count, at most `most` if that is declared."""

    most: int | None = None

    def write_counts(self, counts: list[int], out: bytearray) -> None:
        if self.most is not None and max(counts) > self.most:
            raise EncodeError(f"at most {self.most} bytes or elements, not {max(counts)}")
        write_numbers(counts, out)

    def read_counts(self, r: Reader, n: int) -> list[int]:
        start, counts = r.at, r.numbers(n, 64)
        if optional.is_array(counts):
            counts = counts.tolist()
        if self.most is not None and max(counts) > self.most:
            raise r.error("max", "more bytes or elements than the type allows", start)
        return list(counts)


def write(t: Type, values: Values, out: bytearray) -> None:
    """Appends enc(T, values) (W15)."""
    if len(values):
        t.enc(values, out)


def write_part(step: str, t: Type, values: Values, out: bytearray) -> None:
    """The same of a part, whose errors say where it is."""
    try:
        if len(values):
            t.enc(values, out)
    except EncodeError as error:
        error.inside(step)
        raise


def read(t: Type, r: Reader, n: int, step: str = "") -> list[Any]:
    """Reads n values of type T (W15). They claim memory even if they take no bits (W34).

    Errors say that it is this part of a greater value.
    """
    if n == 0:
        return []
    try:
        r.claim(n * t.cost)
        values = t.dec(r, n)
    except DecodeError as error:
        error.inside(step)
        raise
    if optional.is_array(values):
        return t.to_list(values, r)
    return values if type(values) is list else list(values)


def read_column(t: Type, r: Reader, n: int, step: str = "") -> Values:
    """The same, as an array where the type allows one and `r` wants them."""
    if t.dtype is None or not r.arrays or r.hashable:
        return read(t, r, n, step)
    np = optional.numpy
    if n == 0:
        return frozen(np.empty((0, *t.shape), t.dtype))
    size: int = (
        np.dtype(t.dtype).itemsize if not t.shape else 1
    )  # the numbers in it are claimed there
    try:
        r.claim(n * size)
        values = t.dec(r, n)
    except DecodeError as error:
        error.inside(step)
        raise
    return frozen(np.asarray(values, t.dtype).reshape((n, *t.shape)))


def frozen(array: Any) -> Any:
    """An array that cannot be written to, for it may share its memory."""
    if array.flags.writeable:
        array.flags.writeable = False
    return array


def split(items: Values, counts: Sequence[int]) -> list[Any]:
    """The items as consecutive lists of the given lengths."""
    ends = list(accumulate(counts))
    return [items[start:end] for start, end in zip(chain((0,), ends), ends)]


def sequence(v: Any, n: int | None = None, what: str = "a list") -> Any:
    """The elements of a list, a tuple, an array or the like, of n if that is given."""
    if type(v) is not list and type(v) is not tuple:
        if hasattr(v, "__array__") and optional.numpy is not None:
            v = optional.numpy.asanyarray(v)
            if v.ndim == 0:
                raise EncodeError("expected a list or an array, not a number")
        elif not isinstance(v, Sequence) or isinstance(v, (str, bytes, bytearray, memoryview)):
            raise EncodeError(f"expected {what}, not {show(v)}")
    if n is not None and len(v) != n:
        raise EncodeError(f"expected {n} elements, not {len(v)}")
    return v


def joined(t: Type, lists: list[Any]) -> Values:
    """The elements of all lists one after another, an array if all of them are."""
    if not any(map(optional.is_array, lists)):
        return list(chain.from_iterable(lists))
    if len(lists) == 1 and t.dtype is not None:
        return lists[0]
    kinds = {(v.dtype, v.shape[1:]) if optional.is_array(v) else None for v in lists}
    if len(kinds) == 1 and t.dtype is not None:
        return optional.numpy.concatenate(lists)
    return list(chain.from_iterable(v.tolist() if optional.is_array(v) else v for v in lists))


def show(v: object) -> str:
    """A value in a few words, for errors."""
    if isinstance(v, (int, float, str, bytes)) or v is None:
        try:
            text = repr(v)
        except ValueError:
            text = "a number of too many digits"
        return text if len(text) <= 40 else f"{text[:40]}…"
    return f"a value of {type(v).__name__}"
