"""Records as Arrow tables of pyarrow, where onesheet-native is not installed: the same, but slowly.

What each type becomes is in the table of the crate onesheet-arrow.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from . import optional
from .errors import FileProblem, SchemaError
from .files import read
from .files.read import FileError, RecordsOf, blocks_of, newest
from .files.source import Source
from .files.walk import schema_blocks
from .limits import DEFAULT_LIMITS
from .schemas import schema
from .types.base import Type
from .types.enum import Case, Enum
from .types.fields import Only
from .types.float import Float
from .types.integer import AnyInteger
from .types.keyed import Map, Set
from .types.list import Array, Seq
from .types.option import Option
from .types.rows import Rows
from .types.simple import Bool, Char, Unit
from .types.struct import ExtensibleStruct, Struct
from .types.text import Bytes, Str
from .values import DEFAULT, Err, Ok, Variant

pyarrow: Any = optional.module("pyarrow")

Report = Callable[[str, int, str], object]


class Column(NamedTuple):
    """What a type becomes: a data type, whether values may be null, and what pyarrow takes for a value."""

    type: Any
    nullable: bool
    of: Callable[[Any], Any]

    def field(self, name: str) -> Any:
        return pyarrow.field(name, self.type, self.nullable)


def column(t: Type) -> Column:
    pa = pyarrow
    match t:
        case Unit():
            return Column(pa.bool_(), False, lambda v: True)
        case Bool():
            return Column(pa.bool_(), False, same)
        case Char() | Str():
            return Column(pa.string(), False, same)
        case Bytes():
            return Column(pa.binary(), False, same)
        case AnyInteger(width=128):
            return Column(pa.string(), False, str)
        case AnyInteger():
            return Column(getattr(pa, f"{'' if t.signed else 'u'}int{t.width}")(), False, same)
        case Float():
            return Column(pa.float32() if t.width == 32 else pa.float64(), False, same)
        case Option():
            return option(t)
        case Array(length=length) if is_u8(t.item) and length > 0:
            return Column(pa.binary(length), False, bytes)
        case Seq() if is_u8(t.item):
            return Column(pa.binary(), False, bytes)
        case Array() | Seq():
            return list_of(column(t.item))
        case Set():
            made = list_of(column(t.key))
            return made._replace(of=lambda v: made.of(t.ascending(t.items(v))))
        case Map():
            return map_of(t)
        case Enum():
            return enum(t)
        case Struct(parts=[]):
            return Column(pa.bool_(), False, lambda v: True)
        case Struct():
            fields, of = members(t)
            return Column(pa.struct(fields), False, of)
        case Rows():
            raise SchemaError("a column of rows needs the package onesheet-native")
    raise TypeError(f"unsupported type {type(t).__name__}")


def same(v: Any) -> Any:
    return v


def is_u8(t: Type) -> bool:
    return isinstance(t, AnyInteger) and (t.width, t.signed) == (8, False)


def option(t: Option) -> Column:
    item = column(t.item)

    def inside(v: Any) -> Any:
        return item.of(v.value if t.nested else v)

    if not item.nullable:
        return Column(item.type, True, lambda v: None if v is None else inside(v))
    # A null of its own is a level further in.
    some = pyarrow.struct([item.field("some")])
    return Column(some, True, lambda v: None if v is None else {"some": inside(v)})


def list_of(item: Column) -> Column:
    return Column(pyarrow.list_(item.field("item")), False, lambda v: [item.of(x) for x in v])


def map_of(t: Map) -> Column:
    key, value = column(t.key), column(t.value)

    def entries(v: Any) -> Any:
        return v.items() if isinstance(v, dict) else v

    if key.nullable:
        entry = pyarrow.struct([key.field("key"), value.field("value")])
        return Column(
            pyarrow.list_(pyarrow.field("item", entry, False)),
            False,
            lambda v: [{"key": key.of(k), "value": value.of(x)} for k, x in entries(v)],
        )
    return Column(
        pyarrow.map_(key.type, value.field("value")),
        False,
        lambda v: [(key.of(k), value.of(x)) for k, x in entries(v)],
    )


def columns_of(t: Struct) -> dict[str, Column]:
    """The columns of the fields, by their names."""
    defaults = t.defaults if isinstance(t, ExtensibleStruct) else [None] * len(t.parts)
    columns = []
    for part, default in zip(t.parts, defaults):
        made = column(part)
        unknown = default is not None and not default.known
        columns.append(Column(made.type, True, or_null(made.of)) if unknown else made)
    return dict(zip(unique(t.fields.names), columns))


def members(t: Struct) -> tuple[list[Any], Callable[[Any], dict[str, Any]]]:
    """The fields of a struct, and its values as dicts."""
    columns = columns_of(t)

    def of(v: Any) -> dict[str, Any]:
        return {name: made.of(x) for (name, made), x in zip(columns.items(), t.fields.row(v))}

    return [made.field(name) for name, made in columns.items()], of


def or_null(of: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda v: None if v is DEFAULT else of(v)


def enum(t: Enum) -> Column:
    tags = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
    if t.is_names:
        return Column(tags, False, lambda v: v.name if isinstance(v, Variant) else v)
    cases = [case for case in t.cases.values() if case.fields.parts]
    held = {case.key: held_by(case) for case in cases}
    names = dict(zip(held, unique(["tag", *held])[1:]))
    fields = [pyarrow.field("tag", tags, False)]
    fields += [pyarrow.field(names[key], held[key].type, True) for key in held]

    def of(v: Any) -> dict[str, Any]:
        key = type(v).__name__ if isinstance(v, (Ok, Err)) else v.name
        return {"tag": key} | ({names[key]: held[key].of(v.value)} if key in held else {})

    return Column(pyarrow.struct(fields), False, of)


def held_by(case: Case) -> Column:
    if isinstance(case.fields.fields, Only):
        return column(case.fields.parts[0])
    fields, of = members(case.fields)
    return Column(pyarrow.struct(fields), False, of)


def unique(names: Sequence[str]) -> list[str]:
    """Names of columns; one that comes again in whatever case is followed by _2, _3 and so on."""
    taken, found = {name.lower() for name in names}, list[str]()
    # The next number to try for each name: all below it are taken.
    numbers = dict[str, int]()
    for name in names:
        number, made = numbers.get(name.lower(), 1), name
        while number > 1 and made.lower() in taken:
            made, number = f"{name}_{number}", number + 1
        numbers[name.lower()] = max(number, 2)
        taken.add(made.lower())
        found.append(made)
    return found


def cast(field: Any, data_type: str | None) -> Any:
    """A field of the data type that `about` states, as Arrow calls it: a date, a time, a duration, a decimal or a half."""
    pa = pyarrow
    found = re.fullmatch(r"(\w+?)(32|64|128|256)?(?:\((.*)\))?", data_type or "")
    kind, width, args = found.groups() if found is not None else ("", None, None)
    first, second = [*(args or "").replace('"', "").split(", "), "", ""][:2]
    unit = first.replace("µ", "u")
    makes: dict[str, Callable[[], Any]] = {
        "Date": lambda: getattr(pa, f"date{width}")(),
        "Time": lambda: getattr(pa, f"time{width}")(unit),
        "Timestamp": lambda: pa.timestamp(unit, second or None),
        "Duration": lambda: pa.duration(unit),
        "Float16": lambda: pa.float16(),
        "Decimal": lambda: getattr(pa, f"decimal{width}")(int(first), int(second)),
    }
    try:
        made = makes[kind]()
    except (KeyError, ValueError, AttributeError, TypeError):
        return field
    return field.with_type(made) if bare(made) == field.type else field


def bare(data_type: Any) -> Any:
    """The numbers or texts that a date, a time, a duration, a decimal or a half is in a file."""
    kinds = pyarrow.types
    if kinds.is_float16(data_type):
        return pyarrow.float32()
    if kinds.is_decimal(data_type):
        return pyarrow.string()
    if kinds.is_temporal(data_type):
        return pyarrow.int32() if data_type.bit_width == 32 else pyarrow.int64()
    return data_type


class Piece(NamedTuple):
    """The bytes of a file from `start` up to `end`, and what tells it from another that gets its name later."""

    file: Any
    start: int
    end: int
    identity: tuple[int, int, int] | None


def find(files: Sequence[Any]) -> tuple[str, dict[str, str], list[Piece]]:
    """As what type all are read, what is said about it, and the files, each with its length."""
    blocks, pieces = [], []
    for file in files:
        if isinstance(file, (bytes, bytearray)):
            raise TypeError(f"a file must be a path or a binary file, not {type(file).__name__}")
        source = Source(begun(file))
        try:
            pieces.append(Piece(file, 0, source.size, identity(source)))
            blocks += list(schema_blocks(source, source.size, DEFAULT_LIMITS.max_body))
        finally:
            source.close()
    found, about = newest(blocks)
    if found is None:
        where = name_of(files[0]) if len(files) == 1 else f"{len(files)} files"
        raise ValueError(f"{where}: no whole schema block")
    return str(found), about, pieces


def identity(source: Source) -> tuple[int, int, int] | None:
    if source.opened is None:
        return None
    now = os.fstat(source.opened.fileno())
    return now.st_ino, now.st_size, now.st_mtime_ns


def check(source: Source, piece: Piece) -> None:
    """As `onesheet_file::Identity::check`."""
    now = identity(source)
    if now is None or piece.identity is None or now[1:] == piece.identity[1:]:
        return
    if now[0] != piece.identity[0] or now[1] < piece.identity[1]:
        why = "the file was replaced or cut since it was found: read it anew"
        raise FileProblem(f"{name_of(piece.file)}: {why}")


class Table:
    """What `onesheet_native.Scan` is, of the records that this package reads."""

    def __init__(
        self,
        files: Sequence[Any],
        columns: Sequence[str] | None,
        report: Report | None,
        found: tuple[str, dict[str, str], list[Piece]] | None = None,
    ) -> None:
        text, about, self.pieces = found or find(files)
        self.report, self.wanted, self.about, self.of = report, columns, about, schema(text)
        self.table = read.Table(self.of, about)
        t = self.of.type
        if isinstance(t, Struct) and t.parts:
            self.columns = columns_of(t)
        else:
            self.columns = {"value": column(t)}
        # Those of an enum are the parts of its one column.
        self.apart = isinstance(t, Enum) and not t.is_names
        fields = [made.field(name) for name, made in self.columns.items()]
        fields = list(fields[0].type) if self.apart else fields
        fields = [cast(field, about.get(f"arrow:{field.name}")) for field in fields]
        names = [field.name for field in fields]
        for name in columns or ():
            if name not in names:
                raise ValueError(f"there is no column {name!r}, but {', '.join(names)}")
        if columns is not None:
            fields = [fields[names.index(name)] for name in columns]
        self.schema = pyarrow.schema(fields)

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, ([], self.wanted, self.report, (self.type, self.about, self.pieces))

    def parts(self, n: int) -> list[Table]:
        sizes = [piece.end - piece.start for piece in self.pieces]
        cut = [
            [
                piece._replace(start=piece.start + start, end=piece.start + end)
                for piece, (start, end) in zip(self.pieces, parts(sizes, i, n))
                if start < end
            ]
            for i in range(n)
        ]
        return [Table([], self.wanted, self.report, (self.type, self.about, own)) for own in cut]

    @property
    def type(self) -> str:
        return str(self.of)

    def __iter__(self) -> Iterator[Any]:
        for piece in self.pieces:
            name = name_of(piece.file)

            def problem(error: FileError, name: str = name) -> None:
                if self.report is None:
                    raise FileError(error.at, error.reason, f"{name}: {error.text}")
                self.report(name, error.at, f"{error.reason}: {error.text}")

            within = piece.start, piece.end
            source = Source(begun(piece.file))
            try:
                check(source, piece)
                for block in blocks_of(
                    source, self.of, problem, DEFAULT_LIMITS, None, within, self.table
                ):
                    yield self.batch(block)
            finally:
                source.close()

    def batch(self, block: RecordsOf) -> Any:
        made = self.columns.items()
        given = dict(zip(self.columns, block.columns().values()))
        if self.apart:
            [(name, whole)] = made
            rows = [whole.of(v) for v in given.get(name, ())]
            given = {field.name: [row.get(field.name) for row in rows] for field in self.schema}
            of: dict[str, Any] = {}
        else:
            of = {name: column.of for name, column in made}
        count = block.event.count if given else 0  # none of a payload that is none
        arrays = [array(given.get(f.name, []), of.get(f.name, same), f.type) for f in self.schema]
        if not arrays:
            return pyarrow.record_batch(pyarrow.array([{}] * count, pyarrow.struct([])))
        return pyarrow.record_batch(arrays, self.schema)

    def __arrow_c_schema__(self) -> Any:
        return self.schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        reader = pyarrow.RecordBatchReader.from_batches(self.schema, iter(self))
        return reader.__arrow_c_stream__(requested_schema)


def array(values: Any, of: Callable[[Any], Any], data_type: Any) -> Any:
    if not optional.is_array(values) or values.ndim != 1:
        made = values if of is same else [of(v) for v in values]
        return pyarrow.array(made, bare(data_type)).cast(data_type)
    mask = values.mask if isinstance(values, optional.numpy.ma.MaskedArray) else None
    data = optional.numpy.asarray(values)
    return pyarrow.array(data, bare(data_type), mask=mask).cast(data_type)


def parts(sizes: Sequence[int], i: int, n: int) -> Iterator[tuple[int, int]]:
    """Which bytes of each file part i of n has."""
    whole, before = sum(sizes), 0
    start, end = whole * i // n, whole * (i + 1) // n
    for size in sizes:
        yield max(start - before, 0), min(max(end - before, 0), size)
        before += size


def begun(file: Any) -> Any:
    """A file object from its begin on."""
    if hasattr(file, "seek"):
        file.seek(0)
    return file


def name_of(file: Any) -> str:
    return os.fspath(file) if isinstance(file, (str, os.PathLike)) else "the file"
