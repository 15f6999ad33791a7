"""Writing a file (F16 to F18)."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any

from .. import optional
from ..errors import EncodeError
from ..messages import encode_columns, encoded
from ..schemas import schema
from ..types.base import sequence
from . import zstd
from .block import COMPRESSED, END, RECORDS, schema_block, write_block
from .replacement import open_alone

native: Any = optional.module("onesheet_native")

# Bytes of a payload, so that every reader takes its body, marks and all; and records of a block.
MOST, MOST_RECORDS = 32 << 20, 1 << 20
LONGEST = 56 << 20  # the same of one record


class FileWriter:
    """Writes a section to a path, whose file is replaced, or to a binary file.

    A file has one writer at a time (F16): that of a path is locked until it is closed, and a
    BlockingIOError says that it has another writer; on Windows, another of this package is not seen.
    Who opens the file sees to that.

    `about` is what the schema block says beside the type. Records are gathered to blocks of about
    `block_bytes` bytes, each of which is on its way to the file when it is full. With `compression`,
    a level of Zstandard from 1 to 22, blocks that get smaller by it are compressed, by onesheet-native if there is
    no other package for that; a path is then replaced when all is written. With `append`, which
    the package onesheet-native does, they go behind those of the file that is there, to its last section
    if that has the same type and `about`; what a writer left of a block at the end is cut off.

    As a context manager it writes an end block, and closes a file that it opened; after an exception
    it writes what was gathered and no end block, for the section was not finished.
    """

    def __init__(
        self,
        file: Any,
        type: Any,
        *,
        about: Mapping[str, str] | None = None,
        block_bytes: int = 1 << 20,
        compression: int | None = None,
        append: bool = False,
    ) -> None:
        self.schema = schema(type)
        check("block_bytes", block_bytes, 1, MOST)
        if compression is not None:
            check("compression", compression, 1, 22)
            if not zstd.available() and native is None:
                raise ImportError("there is no package for compression: pip install onesheet[zstd]")
        self.block_bytes, self.compression = block_bytes, compression
        head = schema_block(str(self.schema), self.schema.fingerprint, about or {})
        self.section = int.from_bytes(head[24:28], "little")
        self.first = 0  # records before the next block
        self.pending: list[Any] = []
        self.look_at = 1  # the number of them at which to see how many bytes they make
        self.closed = False
        self.opened = isinstance(file, (str, os.PathLike))
        if not self.opened and (not hasattr(file, "write") or isinstance(file, io.TextIOBase)):
            raise TypeError(f"a file must be a path or a binary file, not {file.__class__.__name__}")
        self.other: Any = None  # the writer of onesheet-native
        if append:
            if not self.opened:
                raise TypeError("append takes a path")
            if native is None:
                raise ImportError("append needs the package onesheet-native")
        if append or compression is not None and not zstd.available():
            file, self.opened = os.fspath(file) if self.opened else file, False
            text, about = str(self.schema), dict(about or {})
            self.other = native.ListWriter(file, text, compression, append, about)
            self.file: Any = self.other
            return
        self.file = open_alone(file) if self.opened else file
        self.put(head)

    def write(self, record: Any) -> None:
        """Adds a record. It may be written, and found to be none of the type, only with later ones:
        then an EncodeError says how many came before it, and the others are kept."""
        self.check_open()
        self.pending.append(record)
        if len(self.pending) >= self.look_at:
            self.look()

    def write_all(self, records: Iterable[Any]) -> None:
        for record in records:
            self.write(record)

    def write_columns(self, columns: Mapping[str, Any]) -> None:
        """Writes records whose fields are these lists or arrays, or the columns of a data frame, as
        blocks behind those before."""
        self.check_open()
        self.flush()
        payload, count = encode_columns(self.schema, columns)
        step = max(1, count * self.block_bytes // max(len(payload), 1))
        step = min(step, MOST_RECORDS)
        if count <= step:
            self.block(payload, count)
            return
        parts = {name: sequence(column) for name, column in columns.items()}
        for at in range(0, count, step):
            part = {name: column[at : at + step] for name, column in parts.items()}
            self.block(*encode_columns(self.schema, part))

    def flush(self) -> None:
        """Writes the records that were added."""
        self.check_open()
        pending, self.pending = self.pending, []
        self.blocks(self.payload(pending), pending)
        if hasattr(self.file, "flush"):
            self.file.flush()

    def end(self) -> None:
        """Writes what is gathered and an end block, and closes the file if it was opened here."""
        self.flush()
        if self.other is not None:
            self.other.finish()
        else:
            self.put(write_block(END, b"", 0, self.first, self.section))
        self.close()

    def close(self) -> None:
        self.closed = True
        if self.opened or self.other is not None:
            self.file.close()
        elif hasattr(self.file, "flush"):
            self.file.flush()

    def __enter__(self) -> FileWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.closed:
            return
        try:
            self.flush()
            if kind is None:
                self.end()
        finally:
            if not self.closed:
                self.close()

    def put(self, data: bytes) -> None:
        written = self.file.write(data)
        # As a raw file does, on a disk that is full
        if written is not None and written != len(data):
            raise OSError(f"only {written} of {len(data)} bytes were written")

    def check_open(self) -> None:
        if self.closed:
            raise ValueError("the writer is closed")

    def look(self) -> None:
        """Writes the records that were added, if they make a block."""
        n, payload = len(self.pending), self.payload(self.pending)
        needed = -(-self.block_bytes * n // max(len(payload), 1))
        self.look_at = min(needed, 2 * n)
        # So that as many as make a block are not encoded twice, an eighth may be missing.
        if len(payload) >= self.block_bytes - self.block_bytes // 8 or n >= MOST_RECORDS:
            pending, self.pending = self.pending, []
            self.blocks(payload, pending)

    def payload(self, records: list[Any]) -> bytes:
        try:
            return encoded(self.schema.type, records)
        except EncodeError:
            self.pending = [record for record in records if self.error(record) is None]
            for place, record in enumerate(records):
                error = self.error(record)
                if error is not None:
                    error.inside(f"record {self.first + place}")
                    raise error from None
            raise

    def error(self, record: Any) -> EncodeError | None:
        try:
            encoded(self.schema.type, [record])
        except EncodeError as error:
            return error
        return None

    def blocks(self, payload: bytes, records: list[Any]) -> None:
        """Writes records, whose payload is this, as one block, or as more if it is too long."""
        if len(records) == 1 and len(payload) > LONGEST:
            raise EncodeError(
                f"record {self.first}: {len(payload)} bytes, but a reader takes {LONGEST} in a block"
            )
        if len(payload) <= MOST or len(records) == 1:
            self.block(payload, len(records))
            return
        half = len(records) // 2
        for part in (records[:half], records[half:]):
            self.blocks(self.payload(part), part)

    def block(self, payload: bytes, count: int) -> None:
        if count == 0:
            return
        if self.other is not None:
            self.other.write(payload, count)
            self.first += count
            return
        kind = RECORDS
        if self.compression is not None:
            smaller = zstd.compress(payload, self.compression)
            if len(smaller) < len(payload):
                kind, payload = COMPRESSED, smaller
        self.put(write_block(kind, payload, count, self.first, self.section))
        self.first += count


def check(name: str, x: Any, least: int, most: int) -> None:
    if not isinstance(x, int) or isinstance(x, bool):
        raise TypeError(f"{name} must be an int, not {x!r:.40}")
    if not least <= x <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {x}")
