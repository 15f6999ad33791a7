"""Packed numbers (W18, W19), and the forms of a list of them (W2).

Numbers are a list of ints, or an array of unsigned ones: the same bytes, and arrays sooner.
"""

import struct
from typing import Any

from . import optional
from .varint import varint

WIDTHS = (1, 2, 4, 8, 16, 32, 64)
SMALL = 32  # below so many numbers, arrays cost more than they save

Numbers = Any  # list[int], or an array


def bits(x: int) -> int:
    """W19."""
    length = x.bit_length()
    return next(b for b in WIDTHS if length <= b)


def unpack(b: int, n: int, data: bytes | memoryview) -> Numbers:
    """The n numbers of b bits in `data`, all of it; an array shares its memory if b >= 8."""
    np = optional.numpy
    if b == 128:
        return [int.from_bytes(data[i : i + 16], "little") for i in range(0, 16 * n, 16)]
    if np is None or n < SMALL:
        return _unpack_list(b, n, data)
    if b >= 8:
        return np.frombuffer(data, f"<u{b // 8}")
    packed = np.frombuffer(data, "u1")
    if b == 1:
        return np.unpackbits(packed, count=n, bitorder="little")
    each = 8 // b
    parts = np.empty(len(packed) * each, "u1")
    for place in range(each):
        parts[place::each] = packed >> place * b & (1 << b) - 1
    return parts[:n]


def _unpack_list(b: int, n: int, data: bytes | memoryview) -> list[int]:
    if b >= 8:
        return list(struct.unpack(f"<{n}{'BHIQ'[WIDTHS.index(b) - 3]}", data))
    shifts, mask = range(0, 8, b), (1 << b) - 1
    return [byte >> shift & mask for byte in data for shift in shifts][:n]


def pack(b: int, xs: Numbers) -> bytes:
    """The inverse of `unpack`, for numbers below 2^b."""
    if b == 128:
        return b"".join(x.to_bytes(16, "little") for x in xs)
    if optional.is_array(xs):
        return _pack_array(b, xs)
    if b < 8 and optional.numpy is not None and len(xs) >= SMALL:
        return _pack_array(b, optional.numpy.array(xs, "u1"))
    if b >= 8:
        return struct.pack(f"<{len(xs)}{'BHIQ'[WIDTHS.index(b) - 3]}", *xs)
    shifts = range(0, 8, b)
    padded = iter([*xs, *[0] * (-len(xs) % len(shifts))])
    groups = zip(*[padded] * len(shifts))
    return bytes(sum(x << shift for x, shift in zip(group, shifts)) for group in groups)


def _pack_array(b: int, xs: Any) -> bytes:
    np = optional.numpy
    if b >= 8:
        data: bytes = xs.astype(f"<u{b // 8}", copy=False).tobytes()
        return data
    xs = xs.astype("u1", copy=False)
    if b == 1:
        data = np.packbits(xs, bitorder="little").tobytes()
        return data
    each = 8 // b
    padded = np.zeros(-(-len(xs) // each) * each, "u1")
    padded[: len(xs)] = xs
    packed = padded[::each].copy()
    for place in range(1, each):
        packed |= padded[place::each] << place * b
    data = packed.tobytes()
    return data


def form(n: int, least: int, greatest: int) -> tuple[int, int]:
    """The head of W2 that is prescribed for n >= 2 numbers, and its base."""
    b, d = bits(greatest), bits(greatest - least)
    plain = 1 + (n * b + 7) // 8
    based = 1 + len(varint(least)) + (n * d + 7) // 8
    return (b, 0) if plain <= based else (128 + d, least)


def write_numbers(xs: Numbers, out: bytearray) -> None:
    """W2."""
    if len(xs) == 1:
        out += varint(int(xs[0]))
        return
    head, base = form(len(xs), *extremes(xs))
    out.append(head)
    if head >= 128:
        out += varint(base)
        xs = xs - xs.dtype.type(base) if optional.is_array(xs) else [x - base for x in xs]
    out += pack(head & 127, xs)


def extremes(xs: Numbers) -> tuple[int, int]:
    """The least and the greatest."""
    if optional.is_array(xs):
        return int(xs.min()), int(xs.max())
    return min(xs), max(xs)
