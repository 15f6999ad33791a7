"""Files as Arrow tables, and tables to files, by the package onesheet-native."""

from __future__ import annotations

import glob
import os
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from . import arrow, optional
from .files.replacement import replacement
from .files.write import FileWriter, check
from .records import behind, fitted, type_of
from .schemas import Schema, schema

native: Any = optional.module("onesheet_native")

Report = Callable[[str, int, str], object]


class FileWarning(UserWarning):
    """What is damaged in a file, and passed over by `scan(..., lossy=True)`."""


class Scan:
    """The records that files had when it was made, as a table: what takes Arrow data takes it.

    They are read when they are asked for, also later or in another process: it can be pickled, unless its
    file is a file object. Iterated, it gives the record batches, one for each block. A file that was replaced or
    cut since is a FileProblem that names it.
    """

    def __init__(
        self,
        files: Any,
        columns: Sequence[str] | None = None,
        part: tuple[int, int] | None = None,
        lossy: bool | Report = False,
    ) -> None:
        report: Report | None = warn if lossy is True else lossy or None
        self.table = table(files_of(files), names_of(columns), report)
        if part is not None:
            i, n = part
            if not 0 <= i < n:
                raise ValueError(f"there is no part {i} of {n}")
            self.table = self.table.parts(n)[i]

    def parts(self, n: int) -> list[Scan]:
        """It in n parts of about as many bytes, for as many processes, which together have every record once."""
        if not isinstance(n, int):
            raise TypeError(f"n must be a whole number, not {n!r:.40}")
        if n < 1:
            raise ValueError(f"there are no {n} parts of a scan, but 1 or more")
        found = []
        for made in self.table.parts(n):
            part = Scan.__new__(Scan)
            part.table = made
            found.append(part)
        return found

    @property
    def type(self) -> Schema:
        """The type of the records; of several files or sections, the newest."""
        return schema(self.table.type)

    @property
    def schema(self) -> Any:
        """The columns: their `names`, and `__arrow_c_schema__`, as `pyarrow.schema` takes it."""
        return self.table.schema

    def __iter__(self) -> Iterator[Any]:
        return iter(self.table)

    def __arrow_c_schema__(self) -> Any:
        return self.table.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.table.__arrow_c_stream__(requested_schema)


def scan(
    files: Any,
    columns: Sequence[str] | None = None,
    part: tuple[int, int] | None = None,
    lossy: bool | Report = False,
) -> Scan:
    """The records of files as a table: `pyarrow.table(scan(path))`, `polars.DataFrame(scan(path))`.

    `files` is a path, a pattern such as `"logs/*.onesheet"`, a binary file, or a list of these. Types
    that differ only as extensible ones may are one table, with nulls for the fields that older records
    lack; other names at the same places, and other times, dates or decimals, are an error that names the
    column. Of the `columns` that are not asked for, nothing is decoded. What a file gains later
    is not in the table. `scan(files).parts(n)` are n scans, for as many processes; `part=(i, n)` is the i-th of them, of
    the files as this call finds them: of files that grow, parts are to be those of one scan.

    A file that is damaged ends the table with an error. With `lossy`, all that is whole is given,
    and what is not is a FileWarning; or `lossy` is called with the file, the byte and what is wrong.
    """
    return Scan(files, columns, part, lossy)


def write(
    file: Any,
    data: Any,
    schema: Any = None,
    *,
    compression: int | None = None,
    append: bool = False,
    about: Mapping[str, str] | None = None,
    block_bytes: int = 1 << 20,
    statistics: bool = False,
) -> int:
    """Writes a table, or records, to a file, and returns how many records they are.

    `data` is anything with Arrow data (a table of pyarrow, a data frame of Polars or pandas, a relation of
    DuckDB, a `scan`), or an iterable of dicts, dataclasses or other values. The records are of the type
    `schema`, by default that of the columns, of the dataclass, or one that fits the first 1,000 dicts: a field
    that one of them lacks is an option.

    A file that is there is replaced when all is written, and stays as it was after an error. With `append`,
    the records go behind those that it has, if it is there, and are of the type of its last section: columns of other
    names, types or order are a ValueError before anything is written, but for where there may be nulls. A `schema` that is
    given is that type, or differs only as extensible ones may. Of a call that fails, the blocks stay that were full before
    the error, each of about `block_bytes` bytes. If the file has another writer, that is a BlockingIOError. `compression` is a level of
    Zstandard, 1 to 22.

    With `statistics`, each block of a table has before it the least and the greatest of its columns of
    numbers, by which queries such as `where id = 7` pass over blocks, and where its columns are, so that
    some are read without the others; for records that are no Arrow data it is a ValueError.
    """
    check("block_bytes", block_bytes, 1, 1 << 26)
    if compression is not None:
        check("compression", compression, 1, 22)
    if hasattr(data, "__arrow_c_stream__"):
        text = None if schema is None else str(of(schema))
        return int(
            needed().write_table(
                file, data, text, compression, append, about, block_bytes, statistics
            )
        )
    if statistics:
        raise ValueError("statistics need a table: give data with __arrow_c_stream__")
    records, there = iter(data), None
    if append and isinstance(file, (str, os.PathLike)):
        if native is None:
            raise ImportError("append needs the package onesheet-native: pip install onesheet[native]")
        there = native.last_section(file)
        append = there is not None  # else there is nothing to append to
    text, said = there or ("", {})
    given = schema is not None
    if schema is None:
        first = list(islice(records, 1000))
        records = chain(first, records)
        dicts = all(isinstance(record, Mapping) for record in first)
        schema = text if dicts and text else type_of(first)
        if dicts:
            records = fitted(records, of(schema))
    form = of(schema)  # before there is a file
    if text:
        if why := native.differ(text, str(form)):
            form, row = behind(text, form, given, f"{os.fspath(file)}: {why}")
            records = map(row, records)
        casts = {key: value for key, value in said.items() if key.startswith("arrow:")}
        about = casts | dict(about or {})
    options: dict[str, Any] = {"about": about, "block_bytes": block_bytes, "compression": compression}
    if append or not isinstance(file, (str, os.PathLike)):
        return write_records(FileWriter(file, form, append=append, **options), records)
    with replacement(file) as new:
        return write_records(FileWriter(new, form, **options), records)


def write_records(writer: FileWriter, records: Iterable[Any]) -> int:
    """All of them, or of those before an error the blocks that were full."""
    with writer:
        before = writer.first
        try:
            writer.write_all(records)
            writer.flush()
        except BaseException:
            writer.pending.clear()
            raise
        return writer.first - before


def of(form: Any) -> Schema:
    return schema(form)


def names_of(columns: Any) -> list[str] | None:
    if isinstance(columns, str):
        raise TypeError(f"columns must be a list of names, such as [{columns!r}], not {columns!r}")
    if columns is None:
        return None
    names = list(columns)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"columns must be a list of names, and {name!r:.40} is none")
    return names


def files_of(files: Any) -> list[Any]:
    """The paths and file objects; what no file is called may be a pattern."""
    if not isinstance(files, (list, tuple)):
        files = [files]
    found: list[Any] = []
    for file in files:
        if isinstance(file, str) and glob.has_magic(file) and not os.path.exists(file):
            matches = sorted(glob.glob(file, recursive=True))
            if not matches:
                raise FileNotFoundError(f"no file is called like {file!r}")
            found += matches
        else:
            found.append(file)
    if not found:
        raise ValueError("no files")
    return found


def warn(file: str, at: int, what: str) -> None:
    warnings.warn(f"{file}: byte {at}: {what}", FileWarning, stacklevel=2)


def table(*args: Any) -> Any:
    """By onesheet-native, or else by this package and pyarrow, which is slower and has no columns of rows."""
    if native is None and arrow.pyarrow is not None:
        return arrow.Table(*args)
    return needed().Scan(*args)


def needed() -> Any:
    if native is None:
        raise ImportError("Arrow tables need the package onesheet-native: pip install onesheet[native]")
    return native
