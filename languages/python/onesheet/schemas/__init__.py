"""Schemas (spec/SCHEMA.md): of their text form, of their JSON form, of Python's types."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any, TypeVar

from ..codec import Codec, codec
from ..errors import SchemaError
from ..types.base import Type
from . import hints, show, text
from .build import build

T = TypeVar("T")


class Schema:
    """A type of the format; `encode` and `decode` take it where they take a schema text.

    Two are equal if their text forms are. `str` gives that text.
    """

    def __init__(self, type: Type) -> None:
        self.type = type

    def __str__(self) -> str:
        return guarded(lambda: show.text(self.type))

    def __repr__(self) -> str:
        return f"onesheet.schema({str(self)!r})"

    def __getstate__(self) -> dict[str, Any]:
        return {"type": self.type}  # and not what is made of it

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other) if isinstance(other, Schema) else NotImplemented

    def __hash__(self) -> int:
        return hash(str(self))

    @functools.cached_property
    def codec(self) -> Codec | None:
        """The codec of the package onesheet-native, if that is installed."""
        return codec(str(self), self.type)

    @functools.cached_property
    def json(self) -> Any:
        """The JSON form, as the value that `json.dumps` writes."""
        return guarded(lambda: show.form(self.type))

    @functools.cached_property
    def wire_form(self) -> str:
        return guarded(lambda: show.wire(self.type))

    @functools.cached_property
    def fingerprint(self) -> int:
        """Types of one fingerprint read each other's messages, but for bounds and what is unknown."""
        return guarded(lambda: show.fingerprint(self.type))


def schema(type: Any) -> Schema:
    """The schema that `type` stands for: a text form; a JSON form, as text or parsed; a dataclass or
    another Python type, as the module `onesheet` lists them; or a `Schema`, which is returned.

    Raises SchemaError if it is none of the format, TypeError if it is of no such kind.
    """
    if isinstance(type, Schema):
        return type
    if isinstance(type, dict):
        return Schema(guarded(lambda: build(type)))
    try:
        hash(type)
    except TypeError:
        type = None
    if type is None:
        raise TypeError("a type must be a schema text, a Schema or a Python type")
    return cached(type)


@functools.lru_cache(maxsize=256, typed=True)
def cached(type: Any) -> Schema:
    return Schema(guarded(lambda: of_text(type) if isinstance(type, str) else hints.type_of(type)))


def of_text(source: str) -> Type:
    if not source.lstrip().startswith(("{", '"')):
        return build(text.parse(source))
    try:
        form = json.loads(source)
    except ValueError as error:
        raise SchemaError(f"the JSON form: {error}") from None
    return build(form)


def guarded(work: Callable[[], T]) -> T:
    """What `work` makes of a type."""
    try:
        return work()
    except RecursionError:
        raise SchemaError("the type is nested too deeply for Python's stack") from None
