"""Blocks of a file: F1 to F3, and what is a good one (F9, F11)."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..crc import crc
from ..errors import DecodeError
from ..messages import decode, encode
from ..schemas import schema
from .source import MARK, Source

HEADER = 36
MOST_FIRST = (1 << 56) - 1

# F3
SCHEMA, RECORDS, COMPRESSED, END, STATISTICS = 0x0A, 0x52, 0x5A, 0x45, 0x73
REPORTED = 0x20  # the bit that is set in an unknown kind of which a reader need not know
SCHEMA_BLOCK = schema("struct _{fingerprint: fixed u64, schema: str, about: map(str, str)}")

# F2: what stands in a body for what
ESCAPE = MARK[:-1] + b"\x1b"
ESCAPES = {MARK: ESCAPE + b"\0", ESCAPE: ESCAPE + b"\1"}

LAYOUT = struct.Struct("<7sBIIIIIQ")


@dataclass(frozen=True)
class Block:
    """A good block: its place and size in the file, the fields of its header, its payload.

    The payload of a schema block is parsed.
    """

    at: int
    size: int
    kind: int
    schema: int
    count: int
    first: int
    payload: Any
    check: int


def checksum(data: bytes) -> int:
    return crc(data, "crc32c")


def escape(payload: bytes) -> bytes:
    """The body of a payload (F2)."""
    return replace(payload, ESCAPES)


def unescape(body: bytes) -> bytes | None:
    """The payload of a body (F2), or None if it is no body."""
    if ESCAPE not in body:
        return body
    if body.count(ESCAPE) != sum(map(body.count, ESCAPES.values())):
        return None
    return replace(body, {stands: plain for plain, stands in ESCAPES.items()})


def replace(data: bytes, by: Mapping[bytes, bytes]) -> bytes:
    return re.sub(b"|".join(map(re.escape, by)), lambda found: by[found[0]], data)


def write_block(
    kind: int, payload: bytes, count: int = 0, first: int = 0, schema: int | None = None
) -> bytes:
    """A block (F1). In that of a schema, `schema` is its own body check."""
    body = escape(payload)
    if len(body) >= 1 << 32 or count >= 1 << 32:
        raise ValueError("a block holds less than 2^32 bytes and records (F1)")
    if first > MOST_FIRST:
        raise ValueError("fewer than 2^56 records come before a block (F1)")
    check = checksum(body)
    fields = check, len(body), count, check if schema is None else schema, first
    head = LAYOUT.pack(MARK, kind, 0, *fields)
    return LAYOUT.pack(MARK, kind, checksum(head[:8] + head[12:]), *fields) + body


def schema_block(text: str, fingerprint: int, about: Mapping[str, str]) -> bytes:
    """A schema block (F4)."""
    fields = {"fingerprint": fingerprint, "schema": text, "about": about}
    return write_block(SCHEMA, encode(SCHEMA_BLOCK, fields))


def look(source: Source, at: int, most: int) -> Block | str:
    """The good block (F9) at an offset, or the reason why there is none (F11)."""
    head = source.get(at, HEADER)
    if MARK.startswith(head[:7]) and len(head) < 7:
        return "truncated"
    if head[:7] != MARK:
        return "noise"
    if len(head) < HEADER:
        return "truncated"
    _, kind, head_check, check, length, count, schema, first = LAYOUT.unpack(head)
    if head_check != checksum(head[:8] + head[12:]):
        return "noise"
    if length > most:
        return "too long"
    start, end = at + HEADER, at + HEADER + length
    # Marks first, so that no body is looked at twice (F10).
    if end > source.size or source.find(start, end) is not None:
        return "truncated"
    body = source.get(start, length)
    if len(body) < length:
        return "truncated"  # cut off meanwhile
    if check != checksum(body):
        return "checksum"
    payload: Any = unescape(body)
    if payload is None or first > MOST_FIRST:
        return "malformed"
    if kind == SCHEMA:
        try:
            payload = decode(SCHEMA_BLOCK, payload)
        except DecodeError:
            return "malformed"
        if count or first or schema != check:
            return "malformed"
    if kind in (RECORDS, COMPRESSED) and count == 0 or kind == END and (count or payload):
        return "malformed"
    return Block(at, HEADER + length, kind, schema, count, first, payload, check)
