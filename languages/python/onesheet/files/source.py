"""The bytes of a file, of which a part is in memory."""

from __future__ import annotations

import io
import os
from typing import Any, BinaryIO

MARK = bytes.fromhex("896f73310d0a1a")  # F1
WINDOW = 1 << 18  # bytes that are looked through at once


class Source:
    """What a path, a binary file from its position on, or bytes hold.

    `close` closes what was opened here.
    """

    def __init__(self, file: Any) -> None:
        self.opened: BinaryIO | None = None
        if isinstance(file, (str, os.PathLike)):
            self.file: BinaryIO = open(file, "rb")
            self.opened = self.file
        elif isinstance(file, (bytes, bytearray, memoryview)):
            self.file = io.BytesIO(file)
        elif hasattr(file, "read"):
            self.file = (
                file if hasattr(file, "seekable") and file.seekable() else io.BytesIO(whole(file))
            )
        else:
            raise TypeError(f"a file must be a path, a binary file or bytes, not {type(file).__name__}")
        try:
            if isinstance(self.file, io.TextIOBase):
                raise TypeError("a file of records must be opened in binary mode: open(path, 'rb')")
            self.start = self.file.tell()
            self.size = self.file.seek(0, os.SEEK_END) - self.start
        except BaseException:
            self.close()
            raise
        self.window_at, self.window = 0, b""
        # No mark begins from the first up to the second.
        self.clear = 0, 0

    def close(self) -> None:
        if self.opened is not None:
            self.opened.close()

    def get(self, at: int, size: int) -> bytes:
        """The bytes from an offset on, fewer at the end."""
        skip = at - self.window_at
        if 0 <= skip and skip + size <= len(self.window):
            return self.window[skip : skip + size]
        self.file.seek(self.start + at)
        return self.file.read(max(0, min(size, self.size - at)))

    def find(self, start: int, end: int) -> int | None:
        """Where the first mark begins that lies in this range."""
        clear_from, at = self.clear
        if not clear_from <= start <= at:
            clear_from, at = start, start
        end = min(end, self.size)
        found = None
        while at + len(MARK) <= end and found is None:
            if not self.window_at <= at <= self.window_at + len(self.window) - len(MARK):
                self.window_at, self.window = at, self.get(at, WINDOW)
                if len(self.window) < len(MARK):
                    break  # cut off meanwhile
            place = self.window.find(MARK, at - self.window_at, end - self.window_at)
            found = None if place < 0 else self.window_at + place
            within = min(end, self.window_at + len(self.window))
            at = within - len(MARK) + 1 if found is None else found
        self.clear = clear_from, at
        return found


def whole(file: Any) -> bytes:
    data = file.read()
    if not isinstance(data, bytes):
        raise TypeError("a file of records must be opened in binary mode: open(path, 'rb')")
    return data
