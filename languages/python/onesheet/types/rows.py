"""W14: rows."""

from __future__ import annotations

from typing import Any

from ..reader import Reader
from .base import Type, Values, read


class Rows(Type):
    """The type that it holds is set once it is made, for it may contain this one."""

    item: Type

    def __init__(self, name: str) -> None:
        self.name = name

    def holds(self, item: Type) -> None:
        self.item, self.parts = item, (item,)
        self.empty, self.void = item.empty, item.void

    def order(self, v: Any) -> Any:
        return self.item.order(v)

    def enc(self, values: Values, out: bytearray) -> None:
        for v in values:
            self.item.enc([v], out)

    def dec(self, r: Reader, n: int) -> Values:
        if r.depth_left == 0:
            raise r.error("W33", "values are nested deeper than max_depth allows")
        r.depth_left -= 1
        values: list[Any] = []
        for _ in range(n):
            values += read(self.item, r, 1)
        r.depth_left += 1
        return values
