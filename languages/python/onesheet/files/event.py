"""What a file holds, in its order: F8 to F13, F15."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..limits import DEFAULT_LIMITS, Limits
from .block import COMPRESSED, END, RECORDS, REPORTED, SCHEMA, Block, look
from .source import Source
from .walk import Before, first_block


@dataclass(frozen=True)
class Event:
    """Something at the byte `at` of a file."""

    at: int


@dataclass(frozen=True)
class Section(Event):
    """A section begins: its schema text, the fingerprint, what the writer says of it (F4, F5).

    Its blocks name it by `check`.
    """

    schema: str
    fingerprint: int
    about: dict[str, str]
    check: int


@dataclass(frozen=True)
class Records(Event):
    """A block of `count` records, of which `first` come before in its section.

    `payload` is enc(T, v1 … vn), if `compressed` as F3 says. `check` is that of its section; an `orphan`
    is of one whose schema block is not there (F13).
    """

    payload: bytes
    count: int
    first: int
    check: int
    compressed: bool
    orphan: bool


@dataclass(frozen=True)
class End(Event):
    """A section of `first` records ends (F7)."""

    first: int


@dataclass(frozen=True)
class Gap(Event):
    """The next block begins with the record `found` where `expected` was expected (F12)."""

    expected: int
    found: int


@dataclass(frozen=True)
class Unknown(Event):
    """A block of a kind that no reader of version 1 knows (F3)."""

    kind: int


@dataclass(frozen=True)
class Damage(Event):
    """`length` bytes that are no block, with a reason of F11."""

    reason: str
    length: int


def events(
    file: Any, *, part: tuple[int, int] | None = None, limits: Limits = DEFAULT_LIMITS
) -> Iterator[Event]:
    """All that a file holds, damage included, or what begins in a part of it, [from, to) (F15).

    `file` is a path, a binary file or bytes. One block is in memory at a time.
    """
    if not isinstance(limits, Limits):
        raise TypeError(f"limits must be onesheet.Limits, not {type(limits).__name__}")
    source = file if isinstance(file, Source) else Source(file)
    return closing(source, within(source, limits.max_body, *(part or (0, source.size))))


def closing(source: Source, found: Iterator[Event]) -> Iterator[Event]:
    try:
        yield from found
    finally:
        source.close()


def blocks(source: Source, most: int, at: int) -> Iterator[Block | Damage]:
    """All good blocks from a place on, and what lies between (F8 to F11)."""
    while at < source.size:
        found = look(source, at, most)
        if isinstance(found, Block):
            yield found
            at += found.size
            continue
        if found == "noise" and source.get(at, 1) in (b"\x00", b"\xff"):
            at += unused(source.get(at, 1 << 12))
            continue
        end = first_block(source, at + 1, source.size, most)
        end = source.size if end is None else end
        yield Damage(at, found, end - at)
        at = end


def unused(data: bytes) -> int:
    """How many bytes in front are unused space."""
    return len(data) - len(data.lstrip(b"\x00\xff"))


def within(source: Source, most: int, start: int, end: int) -> Iterator[Event]:
    """What begins in a part: its good blocks, and behind each what is none, up to the next good one."""
    at: int | None = start
    if start >= end:
        return
    if start > 0:
        at = first_block(source, start, end, most)
    if at is None:
        return
    # The sections that a block may be of, each with the `first` that is expected.
    sections: dict[int, int | None] = {}
    before: Before | None = Before(source, start, most)
    for found in blocks(source, most, at):
        if isinstance(found, Damage):
            yield found
            continue
        at, kind, first, count = found.at, found.kind, found.first, found.count
        if at >= end:
            return
        if kind in (RECORDS, COMPRESSED, END) and found.schema not in sections:
            if before is not None and before.has(found.schema):
                sections[found.schema] = None
        if kind == SCHEMA:
            sections, before = {found.check: 0}, None
            yield Section(at, **found.payload, check=found.check)
        elif kind not in (RECORDS, COMPRESSED, END):
            if not kind & REPORTED:
                yield Unknown(at, kind)
        elif found.schema not in sections:
            if kind != END:
                yield records(found, orphan=True)
        else:
            expected = sections[found.schema]
            if expected is not None and expected != first:
                yield Gap(at, expected, first)
            sections[found.schema] = first + count
            if kind == END:
                yield End(at, first)
            else:
                yield records(found, orphan=False)


def records(block: Block, orphan: bool) -> Records:
    compressed = block.kind == COMPRESSED
    return Records(
        block.at, block.payload, block.count, block.first, block.schema, compressed, orphan
    )
