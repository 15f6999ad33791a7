"""Files as a data source of Spark 4: `spark.dataSource.register(onesheet.spark.Files)`, then

    spark.read.format("onesheet").load("logs")
    frame.write.format("onesheet").mode("append").save("logs")

A path is a file, a pattern, or a folder, of which the files that end in `.onesheet` are read; driver and workers
see it under the same name. It needs pyspark and pyarrow; to write, onesheet-native, with which reading is fast, too.

Options of reading: `columns`, names with commas between them: nothing of others is decoded, and only those of a
`schema` are, if one is given; `lossy`, true: what is damaged is passed over and said in the log of the worker, where it
is an error else; `splitBytes`, bytes of a file that are a partition. Of writing: `compression`, a level of Zstandard.

Files of several types are one table: the columns that they have together, by their names, with nulls where a file
has no such column. Blocks have no statistics: filters are Spark's own.
"""

from __future__ import annotations

import glob
import os
import shutil
import sys
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]
from pyspark import TaskContext
from pyspark.sql.datasource import (
    DataSource,
    DataSourceArrowWriter,
    DataSourceReader,
    InputPartition,
    WriterCommitMessage,
)
from pyspark.sql.pandas.types import from_arrow_type, to_arrow_schema
from pyspark.sql.types import StructField, StructType

from .tables import Scan, scan, write

SPLIT = 64 << 20  # bytes


class Files(DataSource):
    @classmethod
    def name(cls) -> str:
        return "onesheet"

    def schema(self) -> StructType:
        fields: dict[str, tuple[str, StructField]] = {}
        for path, columns in readable(self.options):
            for column in columns:
                found = from_arrow_type(of_spark(column.type), prefer_timestamp_ntz=True)
                field = StructField(column.name, found, True)
                other, before = fields.setdefault(column.name, (path, field))
                if before != field:
                    of = f"{before.dataType.simpleString()} in {other}, {found.simpleString()}"
                    raise ValueError(f"the column {column.name!r} is {of} in {path}")
        wanted = self.options.get("columns")
        names = list(fields) if wanted is None else [name.strip() for name in wanted.split(",")]
        for name in names:
            if name not in fields:
                raise ValueError(f"there is no column {name!r}, but {', '.join(fields)}")
        return StructType([fields[name][1] for name in names])

    def reader(self, schema: StructType) -> DataSourceReader:
        return Reader(self.options, schema)

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceArrowWriter:
        return Writer(self.options, schema, overwrite)


@dataclass
class Part(InputPartition):
    """A part of a file as the driver found it, with the columns that it has."""

    path: str
    part: Scan
    columns: list[str]


class Reader(DataSourceReader):
    def __init__(self, options: Any, schema: StructType) -> None:
        self.options, self.spark_schema, self.lossy = options, schema, is_lossy(options)
        self.split = int(options.get("splitBytes", SPLIT))
        if self.split < 1:
            raise ValueError("splitBytes must be at least 1")

    def partitions(self) -> list[Part]:
        found = []
        for path, columns in readable(self.options):
            there = {column.name for column in columns}
            names = [name for name in self.spark_schema.names if name in there]
            n = max(1, -(-os.path.getsize(path) // self.split))
            whole = scan(path, names, said if self.lossy else False)
            found += [Part(path, part, names) for part in whole.parts(n)]
        return found

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        assert isinstance(partition, Part)
        names = partition.columns
        schema = to_arrow_schema(self.spark_schema, timezone="UTC")
        for batch in partition.part:
            batch, count = pa.record_batch(batch), len(batch)
            arrays = [
                batch[field.name].cast(field.type)
                if field.name in names
                else pa.nulls(count, field.type)
                for field in schema
            ]
            if arrays:
                yield pa.RecordBatch.from_arrays(arrays, schema=schema)
            else:
                yield pa.record_batch(pa.array([{}] * count, pa.struct([])))


def readable(options: Any) -> Iterator[tuple[str, pa.Schema]]:
    """The files and their columns; with `lossy`, without those of which nothing can be read."""
    for path in files_of(path_of(options)):
        try:
            columns = pa.schema(scan(path).schema)
        except ValueError as error:
            if not is_lossy(options):
                raise
            said(path, 0, str(error))
            continue
        yield path, columns


def said(path: str, at: int, what: str) -> None:
    print(f"onesheet: {path}: byte {at}: {what}", file=sys.stderr, flush=True)


def is_lossy(options: Any) -> bool:
    return str(options.get("lossy", "false")).lower() == "true"


def path_of(options: Any) -> str:
    path = options.get("path")
    if path is None:
        raise ValueError("no path: load(path), or save(path)")
    return str(path).removeprefix("file://") if "://" in path else path.removeprefix("file:")


def files_of(path: str) -> list[str]:
    if os.path.isdir(path):
        found = glob.glob(os.path.join(glob.escape(path), "*.onesheet"))
    else:
        found = [path] if os.path.exists(path) else glob.glob(path, recursive=True)
    if not found:
        raise FileNotFoundError(f"no file is called like {path!r}")
    return sorted(found)


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
    }
    if t in others:
        return others[t]
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
    return field.with_type(of_spark(field.type))


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
        self.spark_schema, self.overwrite = schema, overwrite
        self.folder, self.job = path_of(options), uuid.uuid4().hex
        self.own = os.path.join(self.folder, f".{self.job}")
        level = options.get("compression")
        self.compression = None if level is None else int(level)

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
        os.makedirs(self.folder, exist_ok=True)
        before = glob.glob(os.path.join(glob.escape(self.folder), "*.onesheet"))
        for message in messages:
            assert isinstance(message, Written)
            if message.name is not None:
                os.rename(
                    os.path.join(self.own, message.name), os.path.join(self.folder, message.name)
                )
        for path in before if self.overwrite else ():
            os.remove(path)
        shutil.rmtree(self.own, ignore_errors=True)

    def abort(self, messages: list[WriterCommitMessage | None]) -> None:
        shutil.rmtree(self.own, ignore_errors=True)
