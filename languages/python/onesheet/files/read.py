"""The records of a file (F14)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar, overload

from .. import optional
from ..errors import FileProblem, SchemaError
from ..limits import DEFAULT_LIMITS, Limits
from ..messages import all_of, columns_of, wants_arrays
from ..reader import Reader
from ..schemas import Schema, schema
from ..schemas.compatible import moved, reads
from ..types.base import Type, read
from ..types.struct import Struct
from . import zstd
from .block import Block
from .event import Damage, Event, Gap, Records, Section, Unknown, events
from .source import Source
from .walk import Before, schema_blocks

T = TypeVar("T")


class FileError(FileProblem):
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

    Unless `type` is given, it is that of the section with the most fields and variants that reads the
    others (W29 to W32); problems are as in `iter_file`.
    With numpy, numbers of which the file says that they are dates, times or durations are such.
    The columns are in memory as a whole.
    """
    source = Source(file)
    try:
        found, about = newest(schema_blocks(source, source.size, limits.max_body))
        of = found if type is None else type
        table = None if found is None else Table(found, about, names=type is None)
        parts: dict[str, list[Any]] = {}
        for block in blocks_of(source, of, on_problem, limits, numpy, table=table):
            for name, column in block.columns().items():
                parts.setdefault(name, []).append(column)
    finally:
        source.close()
    columns = {name: concatenated(columns) for name, columns in parts.items()}
    return {name: timed(about.get(f"arrow:{name}"), column) for name, column in columns.items()}


class Table:
    """What the sections of a table have in common: a column has one data type, and one name if `names`.

    Fingerprints leave names out, and which time a number is, `about` says.
    """

    def __init__(self, type: Schema, about: dict[str, str], names: bool = True) -> None:
        self.type, self.about, self.names = type.type, about, names

    def take(self, section: Section) -> None:
        """Raises SchemaError for a section that is of another."""
        own, apart = schema(section.schema).type, "read these records apart"
        if self.names and (found := moved(self.type, own)):
            rule = "a table has the same fields at the same places"
            raise SchemaError(f"records of another type: {found} in the table, but {rule}: {apart}")
        for name in columns_in(self.type) & columns_in(own):
            says, table = (about.get(f"arrow:{name}") for about in (section.about, self.about))
            if says != table:
                differs = f"{says or 'no time'}, which is {table or 'no time'} in the table"
                raise SchemaError(f"records of another type: column {name}: {differs}: {apart}")


def columns_in(t: Type) -> set[str]:
    return set(t.fields.names) if isinstance(t, Struct) and t.parts else {"value"}


def timed(data_type: str | None, column: Any) -> Any:
    """A column of the data type that `about` states, as Arrow calls it."""
    time = re.fullmatch(r"Date32|(Timestamp|Duration)\((s|ms|µs|us|ns)(?:, .*)?\)", data_type or "")
    if time is None or not optional.is_array(column) or column.dtype.kind != "i":
        return column
    kind, unit = ("Timestamp", "D") if time[1] is None else (time[1], time[2].replace("µ", "u"))
    name = "datetime64" if kind == "Timestamp" else "timedelta64"
    return column.astype("<i8").view(f"{name}[{unit}]")


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
    part: tuple[int, int] | None = None,
    table: Table | None = None,
) -> Iterator[RecordsOf]:
    """The blocks, of a part of the file, whose records are of a type, or if it is None of their section's.

    Of sections that `table` does not take, there are none.
    """
    wanted = None if type is None else schema(type)
    arrays = wants_arrays(numpy)
    problem = fail if on_problem is None else on_problem
    if not callable(problem):
        raise TypeError(f"on_problem must be a function, not {problem!r:.40}")
    source = file if isinstance(file, Source) else Source(file)
    found = events(source, part=part, limits=limits)
    before = Before(source, part[0] if part else 0, limits.max_body)
    return blocks_among(found, before, wanted, problem, limits, arrays, table)


def newest(blocks: Iterable[Block]) -> tuple[Schema | None, dict[str, str]]:
    """Of the types of the sections the one as which all are read, if there is such a one, and its `about`:
    of those that read the same, that with the most fields and variants, and of these the last."""
    found: Schema | None = None
    about: dict[str, str] = {}
    for block in blocks:
        text = block.payload["schema"]
        if found is not None and text == str(found):
            about = block.payload["about"]
            continue
        try:
            other = schema(text)
        except SchemaError:
            continue
        larger = found is None or size(other.type) >= size(found.type)
        if found is None or reads(other.type, found.type):
            if found is None or larger or not reads(found.type, other.type):
                found, about = other, block.payload["about"]
    return found, about


def size(t: Type, seen: frozenset[int] = frozenset()) -> int:
    """The number of parts inside of a type."""
    if id(t) in seen:
        return 0
    inside = seen | {id(t)}
    return len(t.parts) + sum(size(part, inside) for part in t.parts)


def blocks_among(
    found: Iterator[Event],
    before: Before,
    wanted: Schema | None,
    problem: OnProblem,
    limits: Limits,
    arrays: bool,
    table: Table | None = None,
) -> Iterator[RecordsOf]:
    types: dict[int, Schema | None] = {}

    def begin(section: Section) -> None:
        types[section.check] = None
        try:
            of = type_of(section, wanted)
            if table is not None:
                table.take(section)
            types[section.check] = of
        except SchemaError as error:
            problem(FileError(section.at, "schema", str(error)))

    for event in found:
        match event:
            case Section():
                begin(event)
            case Records(orphan=True):
                problem(
                    FileError(
                        event.at, "orphan", f"{event.count} records without their schema block"
                    )
                )
            case Records(compressed=True) if not zstd.available():
                text = "a block of kind 0x5a, compressed: pip install onesheet[zstd]"
                problem(FileError(event.at, "unknown", text))
            case Records(check=check):
                # Of a section that begins before the part.
                if check not in types and before.has(check):
                    begin(Section(event.at, **before.known[check], check=check))
                of = types.get(check)
                if of is not None:
                    yield RecordsOf(of, event, problem, limits, arrays)
            case Gap(expected=expected, found=first):
                missing = f"records {expected} to {first - 1} are missing"
                misplaced = f"record {first} comes where {expected} was expected"
                problem(FileError(event.at, "gap", missing if first > expected else misplaced))
            case Unknown():
                problem(FileError(event.at, "unknown", f"a block of the unknown kind {event.kind:#04x}"))
            case Damage():
                problem(FileError(event.at, event.reason, f"{event.length} bytes are not a block"))


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
