"""The CRCs of spec/FRAMES.md (F2)."""

from __future__ import annotations

import functools
from typing import Any

from . import optional

# Bytes and polynomial
CRCS = {"crc16": (2, 0x1021), "crc32c": (4, 0x1EDC6F41)}

LANE = 256  # bytes of each of the pieces whose CRCs arrays find at once
LONG = 16 * LANE  # bytes from which on that is faster


def crc(data: bytes, form: str) -> int:
    """The CRC of data, as a number."""
    if form == "crc32c" and optional.numpy is not None and len(data) >= LONG:
        return _crc32c(data)
    ones = (1 << 8 * CRCS[form][0]) - 1
    state, table = ones, table_of(form)
    for byte in data:
        state = state >> 8 ^ table[(state ^ byte) & 0xFF]
    return state ^ ones


def reflect(x: int, bits: int) -> int:
    return int(format(x, f"0{bits}b")[::-1], 2)


@functools.cache
def table_of(form: str) -> list[int]:
    """What each byte that leaves the state does to it; all reflected, as F2 says."""
    size, polynomial = CRCS[form]
    polynomial, table = reflect(polynomial, 8 * size), []
    for state in range(256):
        for _ in range(8):
            state = state >> 1 ^ (polynomial if state & 1 else 0)
        table.append(state)
    return table


# CRC-32C is linear: a state of 0 passes over zeros as it is, and the states of two pieces make that of
# both, once the first has passed over as many zeros as the second has bytes.


def _crc32c(data: bytes) -> int:
    np = optional.numpy
    lanes = 1 << (-(-len(data) // LANE) - 1).bit_length()
    padded = np.zeros(lanes * LANE, "u1")
    padded[-len(data) :] = np.frombuffer(data, "u1")
    padded[-len(data) : len(padded) - len(data) + 4] ^= 0xFF  # the state before the first byte
    words = padded.view("<u4").reshape(lanes, LANE // 4).T.copy()
    low, high = _halves(2)
    states = np.zeros(lanes, "<u4")
    for word in words:
        word ^= states
        states = low[word & 0xFFFF] ^ high[word >> 16]
    place = LANE.bit_length() - 1
    while len(states) > 1:
        low, high = _halves(place)
        first = states[::2]
        states = low[first & 0xFFFF] ^ high[first >> 16] ^ states[1::2]
        place += 1
    return int(states[0]) ^ 0xFFFFFFFF


@functools.cache
def _halves(place: int) -> tuple[Any, Any]:
    """What 2^place zero bytes make of the low 16 bits of a state, and of the high ones."""
    columns = _columns(place)
    return _sums(columns[:16]), _sums(columns[16:])


@functools.cache
def _columns(place: int) -> list[int]:
    """What they make of each bit."""
    if place == 0:
        table = table_of("crc32c")
        return [state >> 8 ^ table[state & 0xFF] for state in (1 << bit for bit in range(32))]
    half = _columns(place - 1)
    return [_apply(half, _apply(half, 1 << bit)) for bit in range(32)]


def _apply(columns: list[int], state: int) -> int:
    made = 0
    for bit, column in enumerate(columns):
        made ^= column * (state >> bit & 1)
    return made


def _sums(columns: list[int]) -> Any:
    """The sum of the columns for the bits of each number of 16 bits."""
    np = optional.numpy
    sums = np.zeros(1, "<u4")
    for column in columns:
        sums = np.concatenate([sums, sums ^ np.uint32(column)])
    return sums
