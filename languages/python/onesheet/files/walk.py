"""Places in a file without what lies before them: the headers alone, and the sections of a part (F15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .block import HEADER, LAYOUT, SCHEMA, Block, checksum, look
from .source import MARK, Source


def schema_blocks(source: Source, before: int, most: int) -> Iterator[Block]:
    """The good schema blocks that begin before a place, by a walk over the headers.

    Bodies are passed over: behind a torn block, those are missed that begin within the length that it states.
    """
    at: int | None = 0
    while at is not None and at < before:
        head = source.get(at, HEADER)
        if not head.startswith(MARK):
            # Mostly there is one: a search reads more than a header.
            at = source.find(at, source.size)
            continue
        end = at + 1
        if len(head) == HEADER:
            _, kind, check, _, length, _, _, _ = LAYOUT.unpack(head)
            whole = at + HEADER + length
            if check == checksum(head[:8] + head[12:]) and whole <= source.size:
                end = whole
                if kind == SCHEMA and isinstance(block := look(source, at, most), Block):
                    yield block
        at = end


def first_block(source: Source, start: int, end: int, most: int) -> int | None:
    """Where the first good block begins from one place on and before another."""
    at = source.find(start, source.size)
    while at is not None and at < end:
        if isinstance(look(source, at, most), Block):
            return at
        at = source.find(at + 1, source.size)
    return None


class Before:
    """The sections whose schema blocks begin before a part: looked for by the headers, and by all bytes only if
    damage hides one from that."""

    def __init__(self, source: Source, start: int, most: int) -> None:
        self.source, self.start, self.most = source, start, most
        self.known: dict[int, Any] = {}  # what is in each, by the check that names it
        self.looked = 0

    def has(self, schema: int) -> bool:
        while schema not in self.known and self.looked < 2:
            self.known |= self.all() if self.looked else self.walked()
            self.looked += 1
        return schema in self.known

    def walked(self) -> dict[int, Any]:
        blocks = schema_blocks(self.source, self.start, self.most)
        return {block.check: block.payload for block in blocks}

    def all(self) -> dict[int, Any]:
        found = {}
        at = self.source.find(0, self.source.size)
        while at is not None and at < self.start:
            if self.source.get(at + 7, 1) == bytes([SCHEMA]):
                block = look(self.source, at, self.most)
                if isinstance(block, Block):
                    found[block.check] = block.payload
            at = self.source.find(at + 1, self.source.size)
        return found
