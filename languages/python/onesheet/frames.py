"""Frames for messages on a line (spec/FRAMES.md).

The forms are `"crc16"` and `"crc32c"`, with delimiters, and `"length"`.
"""

from __future__ import annotations

from collections.abc import Iterator

from .crc import CRCS, crc
from .reader import bytes_of
from .varint import varint


def encode(payload: bytes, form: str) -> bytes:
    """One payload as a frame (F1, F4, F8)."""
    check_form(form)
    payload = bytes(bytes_of(payload))
    if form == "length":
        return varint(len(payload)) + payload
    return cobs(payload + checksum(payload, form)) + b"\0"


def receive(stream: bytes, form: str, max: int) -> list[bytes | str]:
    """All of a stream: payloads of at most `max` bytes, and why others were dropped (F6, F9)."""
    check_form(form)
    if not isinstance(max, int) or isinstance(max, bool) or max < 0:
        raise ValueError(f"max must be a number of bytes, not {max!r}")
    stream = bytes(bytes_of(stream))
    return list(prefixed(stream, max) if form == "length" else delimited(stream, form, max))


def check_form(form: str) -> None:
    if form not in (*CRCS, "length"):
        raise ValueError(f"form must be crc16, crc32c or length, not {form!r}")


def checksum(payload: bytes, form: str) -> bytes:
    """What stands behind a payload (F1)."""
    return crc(payload, form).to_bytes(CRCS[form][0], "little")


def cobs(body: bytes) -> bytes:
    """COBS of a body (F3)."""
    rest, at, full = body + b"\0", 0, False
    out = bytearray()
    while at < len(rest) and not (full and at == len(rest) - 1):
        zero = rest.find(0, at, at + 254)
        full = zero < 0
        end = at + 254 if full else zero
        out.append(end - at + 1)
        out += rest[at:end]
        at = end if full else end + 1
    return bytes(out)


def delimited(stream: bytes, form: str, most: int) -> Iterator[bytes | str]:
    """F6, F7."""
    *pieces, last = stream.split(b"\0")
    for piece in pieces:
        if piece:
            yield verdict(piece, form, most)
    if last:
        yield "truncated"  # no delimiter came


def verdict(piece: bytes, form: str, most: int) -> bytes | str:
    """The payload of what stands between two delimiters, or why there is none."""
    size = CRCS[form][0]
    body, at, cut_short = bytearray(), 0, False
    while at < len(piece):
        code = piece[at]
        block = piece[at + 1 : at + code]
        cut_short = len(block) < code - 1
        body += block
        at += code
        if code < 255 and at < len(piece):
            body.append(0)
    if len(body) > most + size:
        return "too long"
    if cut_short:
        return "truncated"
    if len(body) < size:
        return "noise"
    payload = bytes(body[:-size])
    return payload if checksum(payload, form) == body[-size:] else "checksum"


def prefixed(stream: bytes, most: int) -> Iterator[bytes | str]:
    """F9."""
    at = 0
    while at < len(stream):
        prefix = bytearray()
        for byte in stream[at : at + 10]:
            prefix.append(byte)
            if byte < 128:
                break
        length = sum((byte & 127) << 7 * place for place, byte in enumerate(prefix))
        whole = prefix[-1] < 128
        if not whole and len(prefix) < 10:
            yield "truncated"
            return
        if not whole or length >= 1 << 64 or varint(length) != prefix:
            yield "noise"
            return
        if length > most:
            yield "too long"
            return
        at += len(prefix)
        if len(stream) - at < length:
            yield "truncated"
            return
        yield stream[at : at + length]
        at += length
