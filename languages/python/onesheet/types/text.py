"""W5 and W9: str and bytes."""

from __future__ import annotations

from typing import Any

from ..errors import EncodeError
from ..reader import Reader
from .base import Counted, Values, show, split


class Bytes(Counted):
    """W9: seq(u8)."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most

    def order(self, v: Any) -> bytes:
        if isinstance(v, bytes):
            return v
        if not isinstance(v, (str, int)):
            try:
                view = memoryview(v)
            except TypeError:
                pass
            else:
                # Not numbers of more than a byte, which would have an order of bytes.
                if view.itemsize == 1:
                    return view.tobytes()
        raise EncodeError(f"expected bytes, not {show(v)}")

    def enc(self, values: Values, out: bytearray) -> None:
        strings = [self.order(v) for v in values]
        self.write_counts(list(map(len, strings)), out)
        out += b"".join(strings)

    def dec(self, r: Reader, n: int) -> Values:
        counts = self.read_counts(r, n)
        total = sum(counts)
        r.check_count(self, total)
        data = r.take(total)
        r.claim(total)
        return split(data.tobytes(), counts)


class Str(Counted):
    """W5."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most

    def order(self, v: Any) -> bytes:
        if not isinstance(v, str):
            raise EncodeError(f"expected a str, not {show(v)}")
        try:
            return v.encode()
        except UnicodeEncodeError:
            raise EncodeError("expected a str without lone surrogates") from None

    def enc(self, values: Values, out: bytearray) -> None:
        try:
            strings = list(map(str.encode, values))
        except (TypeError, UnicodeEncodeError):
            strings = [self.order(v) for v in values]
        self.write_counts(list(map(len, strings)), out)
        out += b"".join(strings)

    def dec(self, r: Reader, n: int) -> Values:
        lengths = self.read_counts(r, n)
        start, data = r.at, r.take(sum(lengths)).tobytes()
        r.claim(len(data))
        if data.isascii():
            return split(data.decode(), lengths)
        texts = []
        for text in split(data, lengths):
            try:
                texts.append(text.decode())
            except UnicodeDecodeError:
                raise r.error("W25", "a string is not UTF-8", start) from None
            start += len(text)
        return texts
