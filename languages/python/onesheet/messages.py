"""Messages and lists of the wire format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, overload

from . import optional
from .errors import DecodeError, EncodeError
from .limits import DEFAULT_LIMITS, Limits
from .reader import Reader
from .schemas import schema
from .types.base import Type, Values, read, read_column, sequence, write
from .types.struct import Struct, column

T = TypeVar("T")


def encode(type: Any, value: Any) -> bytes:
    """The message that holds `value` (W15).

    Raises EncodeError if it is no value of the type, which `schema` takes.
    """
    of = schema(type)
    data: Any = NotImplemented if of.codec is None else of.codec.encode(value)
    if data is not NotImplemented:
        return bytes(data)
    return encoded(of.type, [value])


def encode_list(type: Any, values: Any) -> bytes:
    """enc(T, values), as in a block of a file: it does not say how many there are.

    `values` is a list, or an array where the type is a number.
    """
    return encoded(schema(type).type, sequence(values))


def encoded(t: Type, values: Values) -> bytes:
    out = bytearray()
    try:
        if optional.is_array(values) and t.dtype is None:
            values = values.tolist()
        write(t, values, out)
    except RecursionError:
        raise EncodeError("nested too deeply for Python's stack") from None
    return bytes(out)


def encode_columns(type: Any, columns: Mapping[str, Any]) -> tuple[bytes, int]:
    """enc(T, values) of a struct's fields, and the number of values: the inverse of `columns`.

    Each column is a list or an array; a data frame of pandas is a mapping of such, too.
    """
    t = schema(type).type
    if not hasattr(columns, "items"):
        raise TypeError(f"columns must be a dict of lists or arrays, not {columns!r:.40}")
    given = {name: sequence(column) for name, column in columns.items()}
    fields = t.fields.keys if isinstance(t, Struct) and t.parts else ["value"]
    if given.keys() != set(fields):
        names = ", ".join(fields), ", ".join(map(str, given))
        raise EncodeError(f"expected the columns {names[0]}, not {names[1]}")
    counts = set(map(len, given.values()))
    if len(counts) != 1:
        lengths = ", ".join(f"{name} {len(column)}" for name, column in given.items())
        raise EncodeError(f"columns of different lengths: {lengths}")
    [count] = counts
    values = [given[name] for name in fields]
    if not isinstance(t, Struct) or not t.parts:
        return encoded(t, values[0]), count
    out = bytearray()
    try:
        if count:
            t.enc_columns(values, out)
    except RecursionError:
        raise EncodeError("nested too deeply for Python's stack") from None
    return bytes(out), count


@overload
def decode(
    type: type[T], data: Any, *, limits: Limits = DEFAULT_LIMITS, numpy: bool | None = None
) -> T: ...
@overload
def decode(
    type: Any, data: Any, *, limits: Limits = DEFAULT_LIMITS, numpy: bool | None = None
) -> Any: ...
def decode(
    type: Any, data: Any, *, limits: Limits = DEFAULT_LIMITS, numpy: bool | None = None
) -> Any:
    """The value that the message `data` holds, all of it.

    Lists of numbers in it are arrays if `numpy` is True, lists if it is False, and by default
    arrays where numpy is installed. Raises DecodeError if `data` breaks a rule of the page, or
    exceeds `limits`.
    """
    of, arrays = schema(type), wants_arrays(numpy)
    if of.codec is not None:
        found = of.codec.decode(data, limits, arrays)
        if found is not NotImplemented:
            return found
    r = Reader(data, limits, arrays)
    [value] = all_of(r, lambda: read(of.type, r, 1))
    return value


def decode_list(
    type: Any, data: Any, count: int, *, limits: Limits = DEFAULT_LIMITS, numpy: bool | None = None
) -> Any:
    """The `count` values of enc(T, values): a list, or as in `decode` an array of numbers."""
    t, r = schema(type).type, Reader(data, limits, wants_arrays(numpy))
    n = counted(count)
    return all_of(r, lambda: read_column(t, r, n))


def columns(
    type: Any, data: Any, count: int, *, limits: Limits = DEFAULT_LIMITS, numpy: bool | None = None
) -> dict[str, Any]:
    """The fields of `count` structs of enc(T, values), by their names, without making the structs.

    Numbers and bools are arrays where `decode` has such, and masked arrays where they are options
    or a default is not known; everything else is a list, of names where an enum has no fields. What is
    no struct with fields is the column "value".
    """
    t, r = schema(type).type, Reader(data, limits, wants_arrays(numpy))
    n = counted(count)
    found: dict[str, Any] = all_of(r, lambda: columns_of(t, r, n))
    return found


def columns_of(t: Type, r: Reader, n: int) -> dict[str, Values]:
    # Columns say how many records there are, so that there is one at least.
    return t.columns(r, n) if isinstance(t, Struct) and t.parts else {"value": column(t, r, n)}


def all_of(r: Reader, read: Any) -> Any:
    """What is read, if nothing is left behind it (W23)."""
    try:
        value = read()
    except RecursionError:
        raise DecodeError("W33", r.at, "the value is nested too deeply for the stack") from None
    if r.left:
        raise r.error("W23", "bytes follow the message")
    return value


def wants_arrays(numpy: bool | None) -> bool:
    if numpy and optional.numpy is None:
        raise ImportError("numpy is not installed: pip install onesheet[numpy]")
    return optional.numpy is not None if numpy is None else bool(numpy)


def counted(count: Any) -> int:
    if not isinstance(count, int) or isinstance(count, bool):
        raise TypeError(f"count must be an int, not {count!r:.40}")
    if count < 0:
        raise ValueError(f"count must be at least 0, not {count}")
    return count
