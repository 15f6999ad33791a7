"""What programs read in an exported file is what kit_files.py finds in the file of records."""

import csv
import json
import sys

import columns
import conformance
import duckdb
import kinds
import natural
import kit_files
import numpy
import polars
import pyarrow as pa
import pyarrow.parquet as pq
from both_ways import value
from columns import same

COMPRESSION = ["zstd", "snappy", "none"]


def write(command, name, text, records, step, about=None):
    """A file of records in blocks of so many; `records` are what its JSON form gives."""
    form, _, _ = command.type(text)
    with open(command.directory / name, "wb") as out:
        writer = kit_files.Writer(out, form, about)
        records = records(form)
        for number, at in enumerate(range(0, len(records), step)):
            writer.compression = 3 if number % 2 else None
            writer.write_block(records[at : at + step])
        writer.end()
    return form


def some_values(form, rng, count):
    """Random values of a type, without those that hold a set twice in other orders as keys."""
    values = [value(form, rng) for _ in range(count)]
    return [v for v in values if is_value(form, v)]


def is_value(form, v):
    try:
        conformance.encode(form, v)
    except ValueError:
        return False
    return True


def read(command, name, form):
    """The rows, by the table."""
    data = (command.directory / name).read_bytes()
    made, row = columns.columns(form)
    return made, [row(record) for record in kit_files.records(data, form)]


def check(got, expected, what):
    if len(got) != len(expected):
        sys.exit(f"{what}: {len(got)} rows, not {len(expected)}")
    for place, (a, b) in enumerate(zip(got, expected)):
        if not same(a, b):
            sys.exit(f"{what}: row {place}: {a!r}, not {b!r}")


def export(command, source, target, count, *args):
    """Exports a whole file."""
    done = command.run("export", *args, source, target)
    if done.stdout.decode() != f"{target}: records: {count}\n" or done.stderr:
        sys.exit(f"{target}: said {done.stdout.decode()}{done.stderr.decode()}")
    return str(command.directory / target)


def by_arrow(command, form, what):
    """By pyarrow, from Parquet and Arrow."""
    made, expected = read(command, "log", form)
    for compression in COMPRESSION:
        path = export(command, "log", "log.parquet", len(expected), "--compression", compression)
        file = pq.ParquetFile(path)
        groups = [file.metadata.row_group(i) for i in range(file.metadata.num_row_groups)]
        found = {group.column(i).compression for group in groups for i in range(group.num_columns)}
        if found - {"UNCOMPRESSED" if compression == "none" else compression.upper()}:
            sys.exit(f"{what}: {found} where {compression} was asked for")
        table = file.read()
        table.validate()  # in full, pyarrow refuses its own empty dictionaries
        check_table(command, table, form, fields_of(made), expected, f"{what}: Parquet, {compression}")
    with pa.ipc.open_file(export(command, "log", "log.arrow", len(expected))) as file:
        table = file.read_all()
        table.validate(full=True)
        check_table(command, table, form, fields_of(made), expected, f"{what}: Arrow")
    return made, expected


def fields_of(made):
    return [pa.field(name, column.type, column.nullable) for name, column in made.items()]


def check_table(command, table, form, fields, expected, what):
    if not table.schema.remove_metadata().equals(pa.schema(fields)):
        sys.exit(f"{what}: {table.schema}, not {pa.schema(fields)}")
    check(table.to_pylist(), expected, what)
    # Floats are the same to the bit, NaN too.
    for place, type in enumerate(form.get("struct", []) if isinstance(form, dict) else []):
        if type in ("f32", "f64"):
            bits = table.column(place).to_numpy().view(f"u{int(type[1:]) // 8}")
            data = (command.directory / "log").read_bytes()
            if bits.tolist() != [int(record[place], 16) for record in kit_files.records(data, form)]:
                sys.exit(f"{what}: the bits of column {place}")


def by_others(command, made, expected, what):
    """By DuckDB and Polars, from the files that `by_arrow` left."""
    parquet, arrow = (str(command.directory / name) for name in ("log.parquet", "log.arrow"))
    rows = duckdb.sql(f"from '{parquet}'").fetchall()
    check([dict(zip(made, row)) for row in rows], expected, f"{what}: DuckDB")
    check(rows_of(polars.read_parquet(parquet)), expected, f"{what}: Polars, Parquet")
    check(rows_of(polars.read_ipc(arrow)), expected, f"{what}: Polars, Arrow")


def by_csv(command, form, made, expected, what):
    """By the csv module and DuckDB: what is flat as text, and nulls as no text; what is made of parts as JSON."""
    path = export(command, "log", "log.csv", len(expected))
    with open(path, encoding="utf-8", newline="") as file:
        names, *rows = csv.reader(file)
    if names != list(made):
        sys.exit(f"{what}: CSV has the columns {names}, not {list(made)}")
    # A line with nothing in it is a row of one null.
    rows = [row or [""] for row in rows]
    if len(rows) != len(expected):
        sys.exit(f"{what}: CSV has {len(rows)} rows, not {len(expected)}")
    records = kit_files.records((command.directory / "log").read_bytes(), form)
    for place, (row, record, whole) in enumerate(zip(rows, expected, records)):
        for text, (name, value), part in zip(row, record.items(), natural.cells(form, whole)):
            if not is_text_of(text, made[name].type, value, part):
                sys.exit(f"{what}: CSV, row {place}, {name}: {text!r}, not {value!r}")
    return path


def is_text_of(text, type, value, part):
    if pa.types.is_nested(type):
        return text == "" if part is None else repr(json.loads(text)) == repr(part)
    if value is None:
        return text == ""
    if isinstance(value, columns.Json):
        return repr(json.loads(text)) == repr(value.value)
    if isinstance(value, bool):
        return text == str(value).lower()
    if isinstance(value, float):
        return repr(numpy.dtype(type.to_pandas_dtype()).type(text).item()) == repr(value)
    if isinstance(value, bytes):
        return text == value.hex()
    return text == str(value)


def comes_back(command, form, what):
    """What was exported is imported as it was, from each of these files."""
    records = list(kit_files.records((command.directory / "log").read_bytes(), form))
    if repr(conformance.UNKNOWN) in repr(records):
        return  # a default that nobody knows, as that of a unit
    schema = command.text("cat", "--schema", "log")
    for name in ("log.parquet", "log.arrow"):
        command.run("import", name, "again")
        if command.text("cat", "--schema", "again") != schema:
            sys.exit(f"{what}: {name} is imported as {command.text('cat', '--schema', 'again')}")
        if list(kit_files.records((command.directory / "again").read_bytes(), form)) != records:
            sys.exit(f"{what}: {name} is imported as other records")


def rows_of(frame):
    try:
        return frame.to_dicts()
    except TypeError as error:
        if "not hashable" not in str(error):
            raise
        return frame.to_arrow().to_pylist()  # of maps whose keys are made of parts


def main(command, rng, args):
    texts = [*kinds.HAND_MADE, *(kinds.random_type(rng, rng.randint(1, 4)) for _ in range(args.types))]
    for text in texts:
        some = lambda form: some_values(form, rng, rng.choice([1, 20, 100]))
        form = write(command, "log", text, some, rng.choice([1, 7, 100]))
        try:
            made, expected = by_arrow(command, form, text)
            by_others(command, made, expected, text)
            by_csv(command, form, made, expected, text)
            comes_back(command, form, text)
        except (Exception, SystemExit) as error:
            raise RuntimeError(text) from error
    return f"{len(texts)} types"
