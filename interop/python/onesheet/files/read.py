"""The records of a file (F14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar, overload

from .. import optional
from ..errors import SchemaError
from ..limits import DEFAULT_LIMITS, Limits
from ..messages import all_of, columns_of, wants_arrays
from ..reader import Reader
from ..schemas import Schema, schema
from ..schemas.compatible import reads
from ..types.base import read
from . import zstd
from .event import Damage, Event, Gap, Records, Section, Unknown, events

T = TypeVar("T")


class FileError(ValueError):
    """Something that is wrong with a file, at the byte `at`.

    `reason` is that of F11 for what is no block (`noise`, `too long`, `truncated`, `checksum`,
    `malformed`), or `gap`, `orphan`, `unknown` or `message` as in F3, F12 to F14; or `schema`, for a
    section of another type than that which was asked for, or of none that is known.
    """

    def __init__(self, at: int, reason: str, text: str) -> None:
        super().__init__(at, reason, text)
        self.at, self.reason, self.text = at, reason, text

    def __str__(self) -> str:
        return f"{self.reason} at byte {self.at}: {self.text}"


OnProblem = Callable[[FileError], object]


@overload
def iter_file(
    file: Any,
    type: type[T],
    *,
    on_problem: OnProblem | None = None,
    limits: Limits = DEFAULT_LIMITS,
    numpy: bool | None = None,
) -> Iterator[T]: ...
@overload
def iter_file(
    file: Any,
    type: Any = None,
    *,
    on_problem: OnProblem | None = None,
    limits: Limits = DEFAULT_LIMITS,
    numpy: bool | None = None,
) -> Iterator[Any]: ...
def iter_file(
    file: Any,
    type: Any = None,
    *,
    on_problem: OnProblem | None = None,
    limits: Limits = DEFAULT_LIMITS,
    numpy: bool | None = None,
) -> Iterator[Any]:
    """The records of a file, which is a path, a binary file or bytes; one block is in memory at a time.

    Without `type`, each section's records are of the type that it says. With one, they are all of
    that, which the sections' types may be older or newer forms of (W29 to W32).

    What is wrong raises a FileError once all records before it have been given; `on_problem` is
    called with it instead, and then all that is whole is given.
    """
    blocks = blocks_of(file, type, on_problem, limits, numpy)
    return (record for block in blocks for record in block.records())


def read_columns(
    file: Any,
    type: Any = None,
    *,
    on_problem: OnProblem | None = None,
    limits: Limits = DEFAULT_LIMITS,
    numpy: bool | None = None,
) -> dict[str, Any]:
    """All records of a file as columns by the names of the fields, as `columns` gives them.

    The type is that of the first section, unless `type` is given; problems are as in `iter_file`.
    The columns are in memory as a whole.
    """
    parts: dict[str, list[Any]] = {}
    for block in blocks_of(file, type, on_problem, limits, numpy, one_type=True):
        for name, column in block.columns().items():
            parts.setdefault(name, []).append(column)
    return {name: concatenated(columns) for name, columns in parts.items()}


def concatenated(columns: list[Any]) -> Any:
    np = optional.numpy
    if not all(map(optional.is_array, columns)):
        return [x for column in columns for x in column]
    if len(columns) == 1:
        return columns[0]
    masked = any(isinstance(column, np.ma.MaskedArray) for column in columns)
    return np.ma.concatenate(columns) if masked else np.concatenate(columns)


class RecordsOf:
    """A block of records of a type. What its payload breaks is a problem."""

    def __init__(
        self, type: Schema, event: Records, problem: OnProblem, limits: Limits, arrays: bool
    ) -> None:
        self.type, self.event, self.problem = type.type, event, problem
        self.limits, self.arrays = limits, arrays

    def reader(self) -> Reader:
        payload = self.event.payload
        if self.event.compressed:
            payload = zstd.decompress(payload, self.limits.max_alloc)
        return Reader(payload, self.limits, self.arrays)

    def records(self) -> list[Any]:
        found: list[Any] = self.of(lambda r: read(self.type, r, self.event.count), [])
        return found

    def columns(self) -> dict[str, Any]:
        found: dict[str, Any] = self.of(lambda r: columns_of(self.type, r, self.event.count), {})
        return found

    def of(self, get: Callable[[Reader], Any], nothing: Any) -> Any:
        try:
            r = self.reader()
            return all_of(r, lambda: get(r))
        except ValueError as error:
            problem = FileError(self.event.at, "message", str(error))
            problem.__cause__ = error
            self.problem(problem)
            return nothing


def blocks_of(
    file: Any,
    type: Any,
    on_problem: OnProblem | None,
    limits: Limits,
    numpy: bool | None,
    one_type: bool = False,
) -> Iterator[RecordsOf]:
    """The blocks whose records are of a type, or if it is None of their section's or, with
    `one_type`, of the first section's."""
    wanted = None if type is None else schema(type)
    arrays = wants_arrays(numpy)
    problem = fail if on_problem is None else on_problem
    if not callable(problem):
        raise TypeError(f"on_problem is a function, not {problem!r:.40}")
    return blocks_among(events(file, limits=limits), wanted, problem, limits, arrays, one_type)


def blocks_among(
    found: Iterator[Event],
    wanted: Schema | None,
    problem: OnProblem,
    limits: Limits,
    arrays: bool,
    one_type: bool,
) -> Iterator[RecordsOf]:
    of: Schema | None = None
    for event in found:
        match event:
            case Section():
                try:
                    of = type_of(event, wanted)
                except SchemaError as error:
                    of = None
                    problem(FileError(event.at, "schema", str(error)))
                if one_type and wanted is None:
                    wanted = of
            case Records(orphan=True):
                problem(
                    FileError(
                        event.at, "orphan", f"{event.count} records without their schema block"
                    )
                )
            case Records(compressed=True) if not zstd.available():
                text = "a block of kind 0x5a, compressed: pip install onesheet[zstd]"
                problem(FileError(event.at, "unknown", text))
            case Records():
                if of is not None:
                    yield RecordsOf(of, event, problem, limits, arrays)
            case Gap(expected=expected, found=first):
                missing = f"records {expected} to {first - 1} are missing"
                misplaced = f"record {first} comes where {expected} was expected"
                problem(FileError(event.at, "gap", missing if first > expected else misplaced))
            case Unknown():
                problem(FileError(event.at, "unknown", f"a block of kind {event.kind:#04x}"))
            case Damage():
                problem(FileError(event.at, event.reason, f"{event.length} bytes are no block"))


def fail(problem: FileError) -> None:
    raise problem


def type_of(section: Section, wanted: Schema | None) -> Schema:
    """The type that a section's records are read as. Raises SchemaError if it is refused (F14)."""
    if wanted is not None and wanted.fingerprint == section.fingerprint:
        return wanted
    written = schema(section.schema)
    if wanted is None:
        return written
    if reads(wanted.type, written.type):
        return wanted
    raise SchemaError(f"records of another type, {section.schema:.200}")
