"""Zstandard: the module of Python 3.14, or the package zstandard."""

from __future__ import annotations

from typing import Any

from .. import optional

FRAME = bytes.fromhex("28b52ffd")  # what a frame begins with

of_python: Any = optional.module("compression.zstd")
package: Any = optional.module("zstandard")


def available() -> bool:
    return of_python is not None or package is not None


def compress(data: bytes, level: int) -> bytes:
    """The payload of a compressed block (F3)."""
    if of_python is not None:
        frame = of_python.compress(data, level)
    else:
        frame = package.ZstdCompressor(level=level).compress(data)
    return len(data).to_bytes(4, "little") + bytes(frame)


def decompress(payload: bytes, most: int) -> bytes:
    """The inverse. No memory is claimed for more than it states, nor for more than `most` bytes.

    Raises ValueError.
    """
    if len(payload) < 4:
        raise ValueError("shorter than the 4 bytes of its length")
    length, frame = int.from_bytes(payload[:4], "little"), payload[4:]
    if length > most:
        raise ValueError(f"{length} bytes when decompressed, above the bound of {most}")
    errors = tuple(zstd.ZstdError for zstd in (of_python, package) if zstd is not None)
    try:
        # A skippable frame is none.
        one_frame = by_python if of_python is not None else by_package
        data = one_frame(frame, length) if frame[:4] == FRAME else None
    except errors as error:
        raise ValueError(str(error)) from error
    if data is None or len(data) != length:
        raise ValueError(f"not one Zstandard frame of {length} bytes")
    return data


def by_python(frame: bytes, length: int) -> bytes | None:
    """The bytes of a frame, if it states no other length than this, and nothing follows it."""
    if of_python.get_frame_info(frame).decompressed_size not in (None, length):
        return None
    one = of_python.ZstdDecompressor()
    data: bytes = one.decompress(frame, length + 1)
    return data if one.eof and not one.unused_data else None


def by_package(frame: bytes, length: int) -> bytes | None:
    """The same, where `max_output_size` bounds nothing if the frame states a length."""
    if package.frame_content_size(frame) not in (-1, length):
        return None
    one = package.ZstdDecompressor()
    data: bytes = one.decompress(frame, max_output_size=max(length, 1), allow_extra_data=False)
    if not data:
        # Whatever follows is not looked at then.
        one = one.decompressobj()
        if any(one.decompress(frame[at : at + 1]) for at in range(len(frame))) or not one.eof:
            return None
    return data
