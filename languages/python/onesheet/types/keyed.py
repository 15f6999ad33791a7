"""W10: sets and maps."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AnySet
from typing import Any

from ..errors import EncodeError
from ..reader import Reader
from .base import Counted, Type, Values, read, sequence, show, split, write_part
from .fields import Places
from .struct import Struct


class Key(Type):
    """An element of a set or a key of a map: the value is hashable, as tuples instead of lists."""

    def __init__(self, item: Type) -> None:
        self.item, self.parts = item, (item,)
        self.fixed, self.empty, self.void = item.fixed, item.empty, item.void

    def order(self, v: Any) -> Any:
        return self.item.order(v)

    def enc(self, values: Values, out: bytearray) -> None:
        self.item.enc(values, out)

    def dec(self, r: Reader, n: int) -> Values:
        outer, r.hashable = r.hashable, True
        try:
            return read(self.item, r, n)
        finally:
            r.hashable = outer


class Keyed(Counted):
    """What sets and maps have in common: items that ascend by their keys."""

    what: str

    def __init__(self, key: Type, item: Type, most: int | None) -> None:
        self.key, self.item, self.most = key, item, most
        self.parts = (item,)

    def keys(self, items: list[Any]) -> list[Any]:
        raise NotImplementedError

    def items(self, v: Any) -> list[Any]:
        """The items of a value, in any order."""
        raise NotImplementedError

    def values(self, items: list[Any], r: Reader) -> Any:
        """The value of items."""
        raise NotImplementedError

    def enc(self, values: Values, out: bytearray) -> None:
        lists = [self.ascending(self.items(v)) for v in values]
        self.write_counts([len(v) for v in lists], out)
        write_part("[]", self.item, [item for v in lists for item in v], out)

    def ascending(self, items: list[Any]) -> list[Any]:
        try:
            orders = [self.key.order(key) for key in self.keys(items)]
        except EncodeError as error:
            error.inside("[]")
            raise
        places = sorted(range(len(items)), key=orders.__getitem__)
        for a, b in zip(places, places[1:]):
            if orders[a] == orders[b]:
                raise EncodeError(f"duplicate {self.what}")
        return [items[place] for place in places]

    def dec(self, r: Reader, n: int) -> Values:
        start, counts = r.at, self.read_counts(r, n)
        r.check_count(self.item, sum(counts))
        lists = split(read(self.item, r, sum(counts), "[]"), counts)
        for items in lists:
            orders = [self.key.order(key) for key in self.keys(items)]
            if any(a >= b for a, b in zip(orders, orders[1:])):
                raise r.error("W10", "elements or keys do not strictly ascend", start)
        return [self.values(items, r) for items in lists]


class Set(Keyed):
    what = "element"

    def __init__(self, item: Type, most: int | None = None) -> None:
        super().__init__(item, Key(item), most)

    def order(self, v: Any) -> Any:
        return tuple([self.key.order(x) for x in self.ascending(self.items(v))])

    def keys(self, items: list[Any]) -> list[Any]:
        return items

    def items(self, v: Any) -> list[Any]:
        return list(v) if isinstance(v, AnySet) else list(sequence(v, what="a set"))

    def values(self, items: list[Any], r: Reader) -> Any:
        return frozenset(items) if r.hashable else set(items)


class Map(Keyed):
    what = "key"

    def __init__(self, key: Type, value: Type, most: int | None = None) -> None:
        super().__init__(key, Struct(Places([Key(key), value])), most)
        self.value = value

    def order(self, v: Any) -> Any:
        return tuple([self.item.order(entry) for entry in self.ascending(self.items(v))])

    def keys(self, items: list[Any]) -> list[Any]:
        return [key for key, _ in items]

    def items(self, v: Any) -> list[Any]:
        if isinstance(v, Mapping):
            return list(v.items())
        # As a key, a map is a tuple of its entries.
        if isinstance(v, tuple) and all(
            isinstance(entry, tuple) and len(entry) == 2 for entry in v
        ):
            return list(v)
        raise EncodeError(f"expected a dict, not {show(v)}")

    def values(self, items: list[Any], r: Reader) -> Any:
        return tuple(items) if r.hashable else dict(items)
