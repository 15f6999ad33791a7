"""Files as a data source of Spark 4: `spark.dataSource.register(onesheet.spark.Files)`, then

    spark.read.format("onesheet").load("logs")
    frame.write.format("onesheet").mode("append").save("logs")

A path is a file, a pattern, or a folder, of which the files that end in `.onesheet` are read; `load` takes a list
of them, too. Driver and workers see them under the same names. It needs pyspark and pyarrow; to write,
onesheet-native, with which reading is fast, too.

Options of reading: `columns`, names with commas between them, or a JSON list of names: nothing of others is decoded,
and only those of a `schema` are, if one is given; `lossy`, true: what is damaged is passed over and said in the log of
the worker, where it is an error else; `splitBytes`, bytes of a file that are a partition. Of writing: `compression`, a
level of Zstandard. Any other option is an error.

Files of several types are one table: the columns that they have together, by their names, in whatever case, with nulls
where a file has no such column, and integers or floats as wide as the widest. A column of two other types is an error;
so is what would make one, before anything is written. A query has what the files had when it was planned. Blocks have
no statistics: filters are Spark's own.
"""

from __future__ import annotations

import glob
import json
import os
import shutil
import sys
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

import pyarrow as pa  # type: ignore[import-untyped]
from pyspark import TaskContext
from pyspark.sql.datasource import (
    DataSource,
    DataSourceArrowWriter,
    DataSourceReader,
    InputPartition,
    WriterCommitMessage,
)
from pyspark.sql.pandas.types import from_arrow_type, to_arrow_schema, to_arrow_type
from pyspark.sql.types import (
    ByteType,
    DataType,
    DoubleType,
    FloatType,
    IntegerType,
    LongType,
    ShortType,
    StructField,
    StructType,
)

from .tables import Scan, scan, write

SPLIT = 64 << 20  # bytes
WIDER = (ByteType(), ShortType(), IntegerType(), LongType()), (FloatType(), DoubleType())


class Files(DataSource):
    @classmethod
    def name(cls) -> str:
        return "onesheet"

    def schema(self) -> StructType:
        options, fields = Options.of(self.options), Fields()
        for path, columns in readable(options):
            fields.add(path, columns)
        there = {name: field for name, (_, field) in fields.items()}
        names = list(there) if options.columns is None else options.columns
        for name in names:
            if name.lower() not in there:
                known = ", ".join(field.name for field in there.values())
                raise ValueError(f"there is no column {name!r}, but {known}")
        return StructType([there[name.lower()] for name in names])

    def reader(self, schema: StructType) -> DataSourceReader:
        return Reader(Options.of(self.options), schema)

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceArrowWriter:
        return Writer(self.options, schema, overwrite)


class Options(NamedTuple):
    """What is to be read."""

    paths: list[str]
    columns: list[str] | None
    lossy: bool
    split: int

    @staticmethod
    def of(options: Any) -> Options:
        given = checked(options, "reading", ["columns", "lossy", "splitBytes"], "path", "paths")
        lossy = given.get("lossy", "false").lower()
        if lossy not in ("true", "false"):
            raise ValueError(f"lossy must be true or false, not {lossy!r}")
        columns, split = given.get("columns"), given.get("splitbytes", str(SPLIT))
        rule = "splitBytes must be a number of bytes, 1 or more"
        return Options(
            # What `load` makes of a list.
            json.loads(given["paths"]) if "paths" in given else [path_of(given)],
            None if columns is None else names_of(columns),
            lossy == "true",
            number(split, rule, 1, 1 << 63),
        )


def checked(options: Any, doing: str, known: list[str], *paths: str) -> dict[str, str]:
    """The options by their names in small letters, as Spark has them."""
    given = {name.lower(): str(value) for name, value in options.items()}
    for name in given:
        if name not in [*map(str.lower, known), *paths]:
            raise ValueError(f"there is no option {name!r} of {doing}, but {', '.join(known)}")
    return given


def number(text: str, rule: str, least: int, most: int) -> int:
    if not text.strip().isdecimal() or not least <= int(text) <= most:
        raise ValueError(f"{rule}, not {text!r}")
    return int(text)


def names_of(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if text.lstrip().startswith("["):
        try:
            names = json.loads(text)
        except ValueError as error:
            raise ValueError(f"columns must be names or a JSON list of names: {error}") from None
    seen: set[str] = set()
    for name in names:
        if not isinstance(name, str):
            raise ValueError(f"columns must be names or a JSON list of names, and {name!r} is none")
        if name.lower() in seen:
            raise ValueError(f"columns has {name!r} twice")
        seen.add(name.lower())
    return names


class Fields(dict[str, tuple[str, StructField]]):
    """The columns that files have together, each with the file where it was first.

    Their keys are the names in small letters.
    """

    def add(self, path: str, columns: pa.Schema) -> None:
        for column in columns:
            try:
                found = from_arrow_type(of_spark(column.type), prefer_timestamp_ntz=True)
            except Exception as error:
                raise ValueError(f"{path}: column {column.name}: {error}") from error
            new = StructField(column.name, found, True)
            other, field = self.setdefault(column.name.lower(), (path, new))
            before = field.dataType
            both = wider(before, found)
            if both is None:
                of = f"{before.simpleString()} in {other}, {found.simpleString()}"
                raise ValueError(f"the column {column.name!r} is {of} in {path}")
            if both != before:
                self[column.name.lower()] = path, StructField(field.name, both, True)


def wider(a: DataType, b: DataType) -> DataType | None:
    if a == b:
        return a
    for types in WIDER:
        if a in types and b in types:
            return max(a, b, key=types.index)
    return None


@dataclass
class Part(InputPartition):
    """A part of a file as the driver found it, and what it calls the columns of the schema that it has."""

    path: str
    part: Scan
    columns: dict[str, str]


class Reader(DataSourceReader):
    def __init__(self, options: Options, schema: StructType) -> None:
        self.options, self.spark_schema = options, schema

    def partitions(self) -> list[Part]:
        found = []
        for path, columns in readable(self.options):
            there = {name.lower(): name for name in columns.names}
            there |= {name: name for name in columns.names}
            called = {
                name: there.get(name) or there[name.lower()]
                for name in self.spark_schema.names
                if name.lower() in there
            }
            n = max(1, -(-os.path.getsize(path) // self.options.split))
            names = list(dict.fromkeys(called.values()))
            whole = scan(path, names, lossy=said if self.options.lossy else False)
            found += [Part(path, part, called) for part in whole.parts(n)]
        return found

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, Part)
        schema = to_arrow_schema(self.spark_schema, timezone="UTC")
        for batch in partition.part:
            batch, count = pa.record_batch(batch), len(batch)
            arrays = []
            for field in schema:
                name = partition.columns.get(field.name)
                if name is None:
                    arrays.append(pa.nulls(count, field.type))
                    continue
                try:
                    arrays.append(cast(batch[name], field.type))
                except pa.ArrowException as error:
                    raise ValueError(f"{partition.path}: column {name}: {error}") from error
            if arrays:
                yield pa.RecordBatch.from_arrays(arrays, schema=schema)
            else:
                yield pa.record_batch(pa.array([{}] * count, pa.struct([])))


def cast(array: Any, wanted: Any) -> Any:
    if (called := as_called(array.type, wanted)) != array.type:
        array = pa.array(Called(called, array))
    return array.cast(wanted)


class Called(NamedTuple):
    """The same array, with other names of its fields."""

    type: Any
    array: Any

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]:
        return self.type.__arrow_c_schema__(), self.array.__arrow_c_array__()[1]


def as_called(t: Any, wanted: Any) -> Any:
    """The type with the names of its fields as they are wanted, if there they are in another case."""
    is_ = pa.types

    def field(own: Any, other: Any) -> Any:
        return own.with_type(as_called(own.type, other.type))

    if is_.is_list(t) and is_.is_list(wanted):
        return pa.list_(field(t.value_field, wanted.value_field))
    if is_.is_map(t) and is_.is_map(wanted):
        key = as_called(t.key_type, wanted.key_type)
        return pa.map_(key, field(t.item_field, wanted.item_field))
    if is_.is_struct(t) and is_.is_struct(wanted):
        others = {other.name.lower(): other for other in wanted}
        others |= {other.name: other for other in wanted}
        fields = []
        for own in t:
            other = others.get(own.name, others.get(own.name.lower()))
            fields.append(own if other is None else field(own, other).with_name(other.name))
        return pa.struct(fields)
    return t


def readable(options: Options) -> Iterator[tuple[str, pa.Schema]]:
    """The files and their columns; with `lossy`, without those of which nothing can be read."""
    for path in files_of(options.paths):
        try:
            columns = pa.schema(scan(path).schema)
        except ValueError as error:
            if not options.lossy:
                raise
            said(path, 0, str(error))
            continue
        yield path, columns


def said(path: str, at: int, what: str) -> None:
    print(f"onesheet: {path}: byte {at}: {what}", file=sys.stderr, flush=True)


def path_of(given: dict[str, str]) -> str:
    if "path" not in given:
        raise ValueError("no path: load(path), or save(path)")
    return given["path"]


def files_of(paths: list[str]) -> list[str]:
    """Each file once."""
    found: list[str] = []
    for path in map(local, paths):
        if os.path.isdir(path):
            files = in_folder(path)
            if not files:
                raise FileNotFoundError(f"no file in {path!r} ends in .onesheet")
        else:
            files = [path] if os.path.exists(path) else files_among(path)
            if not files:
                raise FileNotFoundError(f"no file is called like {path!r}")
        found += files
    return list(dict.fromkeys(found))


def local(path: str) -> str:
    return path.removeprefix("file://") if "://" in path else path.removeprefix("file:")


def in_folder(folder: str) -> list[str]:
    return files_among(os.path.join(glob.escape(folder), "*.onesheet"))


def files_among(pattern: str) -> list[str]:
    return sorted(filter(os.path.isfile, glob.glob(pattern, recursive=True)))


def of_spark(t: Any) -> Any:
    """The Arrow type that Spark has for one: it has no integers without a sign."""
    is_ = pa.types
    others = {
        pa.uint8(): pa.int16(),
        pa.uint16(): pa.int32(),
        pa.uint32(): pa.int64(),
        pa.uint64(): pa.decimal128(20, 0),
        pa.float16(): pa.float32(),
        pa.date64(): pa.date32(),
        pa.time32("s"): pa.time64("us"),
        pa.time32("ms"): pa.time64("us"),
    }
    if t in others:
        return others[t]
    if is_.is_decimal(t) and t.precision > 38:
        raise ValueError(f"decimals of Spark have 38 digits or fewer, not {t.precision}")
    if is_.is_dictionary(t):
        return of_spark(t.value_type)
    if is_.is_fixed_size_binary(t):
        return pa.binary()
    if is_.is_list(t):
        return pa.list_(field_of_spark(t.value_field))
    if is_.is_map(t):
        return pa.map_(of_spark(t.key_type), field_of_spark(t.item_field))
    if is_.is_struct(t):
        return pa.struct([field_of_spark(field) for field in t])
    return t


def field_of_spark(field: Any) -> Any:
    """It may be null, so that files are of one type where only that differs."""
    return field.with_type(of_spark(field.type)).with_nullable(True)


def arrow_of(schema: StructType) -> pa.Schema:
    for field in schema:
        try:
            to_arrow_type(field.dataType, timezone="UTC")
        except Exception as error:
            raise ValueError(f"column {field.name}: {error}") from error
    return to_arrow_schema(schema, timezone="UTC")


@dataclass
class Written(WriterCommitMessage):
    """The name of a task's file, if it had rows."""

    name: str | None


class Writer(DataSourceArrowWriter):
    """Each task writes a file to a folder of the job's own; when all are there they get their names.

    So a task that is killed leaves nothing, and a job that is killed a folder whose name begins with a dot, which
    nothing reads. A driver that is killed while it renames leaves some of the files, each of them whole.
    """

    def __init__(self, options: Any, schema: StructType, overwrite: bool) -> None:
        given = checked(options, "writing", ["compression"], "path")
        self.schema, self.overwrite = arrow_of(schema), overwrite
        self.folder, self.job = local(path_of(given)), uuid.uuid4().hex
        self.own = os.path.join(self.folder, f".{self.job}")
        rule = "compression must be a level of Zstandard, 1 to 22"
        level = given.get("compression")
        self.compression = None if level is None else number(level, rule, 1, 22)
        if not overwrite and in_folder(self.folder):
            fields = Fields()
            for path, columns in readable(Options([self.folder], None, True, SPLIT)):
                fields.add(path, columns)
            fields.add("what is to be written", self.schema)

    def write(self, iterator: Iterator[pa.RecordBatch]) -> WriterCommitMessage:
        first = next(iterator, None)
        if first is None:
            return Written(None)
        task = TaskContext.get()
        assert task is not None
        name = f"part-{task.partitionId():05}-{task.taskAttemptId()}-{self.job}.onesheet"
        os.makedirs(self.own, exist_ok=True)
        batches = pa.RecordBatchReader.from_batches(first.schema, chain([first], iterator))
        write(os.path.join(self.own, name), batches, compression=self.compression)
        return Written(name)

    def commit(self, messages: list[WriterCommitMessage | None]) -> None:
        os.makedirs(self.own, exist_ok=True)
        before = in_folder(self.folder)
        written = [message.name for message in messages if isinstance(message, Written)]
        names = [name for name in written if name is not None]
        if not names:
            # Of no rows, but with the columns.
            names = [f"part-00000-0-{self.job}.onesheet"]
            path = os.path.join(self.own, names[0])
            write(path, self.schema.empty_table(), compression=self.compression)
        for name in names:
            os.rename(os.path.join(self.own, name), os.path.join(self.folder, name))
        for path in before if self.overwrite else ():
            os.remove(path)
        shutil.rmtree(self.own, ignore_errors=True)

    def abort(self, messages: list[WriterCommitMessage | None]) -> None:
        shutil.rmtree(self.own, ignore_errors=True)
