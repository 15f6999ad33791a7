"""What programs write comes back from a file of records as it was: the values, and of data types what a type of
the format, or `about`, has."""

import datetime
import decimal
import sys
import uuid

import duckdb
import numpy
import pandas
import polars
import pyarrow as pa
import pyarrow.parquet as pq
from exports import check

UTC = datetime.timezone.utc
DAY = datetime.date(2024, 2, 29)
NOON = datetime.datetime(2024, 2, 29, 12, 34, 56, 789012)
EARLY = datetime.datetime(1677, 9, 21, 1, 0, 0)
ENTRY = [pa.field("x", pa.int8()), pa.field("y", pa.large_string())]


def columns():
    """A column of each data type that has a type of the format: its values, and of what type it comes back, if
    that is another."""
    yield "bool", pa.bool_(), [True, False]
    for bits in (8, 16, 32, 64):
        yield f"uint{bits}", getattr(pa, f"uint{bits}")(), [0, (1 << bits) - 1]
        yield f"int{bits}", getattr(pa, f"int{bits}")(), [-1 << bits - 1, (1 << bits - 1) - 1]
    yield "half", pa.float16(), [numpy.float16(1.5), numpy.float16("-inf")]
    yield "float", pa.float32(), [1.5, float("nan"), -0.0, float("inf")]
    yield "double", pa.float64(), [0.1, 5e-324, 1.7976931348623157e308, float("nan"), -0.0]
    yield "decimal", pa.decimal128(38, 10), [decimal.Decimal("-1.5"), decimal.Decimal("1234567890123456789012345678.0123456789")]
    yield "decimal32", pa.decimal32(9, 2), [decimal.Decimal("-1234567.89")]
    yield "decimal64", pa.decimal64(18, 0), [decimal.Decimal(10**17)]
    yield "decimal256", pa.decimal256(76, 38), [decimal.Decimal("0." + "1" * 38)]
    yield "date32", pa.date32(), [DAY, datetime.date(1, 1, 1), datetime.date(9999, 12, 31)]
    yield "date64", pa.date64(), [DAY]
    for unit in ("s", "ms"):
        yield f"time {unit}", pa.time32(unit), [datetime.time(23, 59, 59)]
    for unit in ("us", "ns"):
        yield f"time {unit}", pa.time64(unit), [datetime.time(23, 59, 59, 999999)]
    for unit in ("s", "ms", "us", "ns"):
        at = NOON.replace(microsecond=0) if unit == "s" else NOON.replace(microsecond=789000)
        yield f"timestamp {unit}", pa.timestamp(unit), [at, EARLY]
        for zone in ("UTC", "Europe/Berlin", "+05:30"):
            yield f"timestamp {unit} {zone}", pa.timestamp(unit, zone), [at.replace(tzinfo=UTC)]
        yield f"duration {unit}", pa.duration(unit), [datetime.timedelta(days=-1, seconds=5)]
    texts = ["", "a\0b", "é\U0001f600", "x" * 100_000]
    yield "string", pa.string(), texts
    yield "large string", pa.large_string(), texts, pa.string()
    yield "string view", pa.string_view(), texts, pa.string()
    blobs = [b"", b"\0\xff", b"y" * 5000]
    yield "binary", pa.binary(), blobs
    yield "large binary", pa.large_binary(), blobs, pa.binary()
    yield "binary view", pa.binary_view(), blobs, pa.binary()
    yield "fixed binary", pa.binary(16), [uuid.UUID(int=7).bytes, b"\xff" * 16]
    yield "dictionary", pa.dictionary(pa.int8(), pa.string()), ["a", "b", "a"], pa.string()
    yield "numbers dictionary", pa.dictionary(pa.int32(), pa.int64()), [5, 6, 5], pa.int64()
    yield "list", pa.list_(pa.int32()), [[], [1, None, 3]]
    yield "large list", pa.large_list(pa.string()), [["a", None], []], pa.list_(pa.string())
    yield "fixed list", pa.list_(pa.float32(), 2), [[1.0, None], [2.0, 3.0]], pa.list_(pa.float32())
    yield "struct", pa.struct(ENTRY), [{"x": 1, "y": "a"}, {"x": None, "y": None}], pa.struct([ENTRY[0], ("y", pa.string())])
    yield "map", pa.map_(pa.string(), pa.int64()), [[("a", 1), ("b", None)], []]
    yield "deep", pa.list_(pa.struct([("l", pa.list_(pa.list_(pa.bool_())))])), [[{"l": [[True], [], None]}, None], []]
    yield "times in a list", pa.list_(pa.timestamp("us")), [[NOON, None], []]
    yield "times in a struct", pa.struct([("at", pa.timestamp("ms", "UTC")), ("on", pa.date32())]), [{"at": None, "on": DAY}]


def table_of(columns, rows=7):
    """A table of these columns, with nulls and without, and one of nulls only."""
    arrays, fields, expected = [], [], []
    for name, type, values, *other in columns:
        for kind in ("some", "none", "all"):
            column = {"some": [None, *values], "none": [None], "all": values}[kind]
            column = (column * rows)[:rows]
            arrays.append(pa.array(column, type))
            fields.append(pa.field(f"{name}, {kind}", type, kind != "all"))
            expected.append(pa.field(f"{name}, {kind}", *(other or [type]), kind != "all"))
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields)), pa.schema(expected)


def take(command, source):
    """Imports a file, and exports it again as Arrow."""
    command.run("import", source, "log")
    command.run("export", "log", "again.arrow")
    with pa.ipc.open_file(str(command.directory / "again.arrow")) as file:
        return file.read_all()


def arrow_files(table, directory):
    pq.write_table(table, directory / "in.parquet")
    yield "in.parquet"
    for compression in (None, "lz4", "zstd"):
        options = pa.ipc.IpcWriteOptions(compression=compression)
        with pa.ipc.new_file(str(directory / "in.arrow"), table.schema, options=options) as writer:
            writer.write_table(table, max_chunksize=3)
        yield "in.arrow"
    with pa.ipc.new_stream(str(directory / "in.arrow"), table.schema) as writer:
        writer.write_table(table)
    yield "in.arrow"


def by_arrow(command):
    count = 0
    for column in columns():
        for rows in (7, 0):
            table, schema = table_of([column], rows)
            for name in arrow_files(table, command.directory):
                what = f"{column[0]} in {name}, {rows} rows"
                again = take(command, name)
                if name == "in.parquet" and column[0].split()[1:2] == ["s"]:
                    continue  # Parquet has no seconds
                if not again.schema.remove_metadata().equals(schema):
                    sys.exit(f"{what}: {again.schema.remove_metadata()}, not {schema}")
                check(again.to_pylist(), table.to_pylist(), what)
                count += 1
    return count


DUCKDB = """(range % 256)::utinyint a, -range::smallint b, range::ubigint c, range::decimal(18, 3) d, range::decimal(38, 5) e, date '2024-02-28' + range::int f,
    time '12:00:01.123456' g, timestamp '2024-01-01 00:00:01.123456' h, timestamptz '2024-01-01 00:00:00+00' i, timestamp_ns '2024-01-01 00:00:00.123456789' j,
    timestamp_ms '2024-01-01 00:00:00.5' k, 'x' || range l, 'x'::blob m, [range, null] n, {'a': range, 'b': null::varchar} o, map {'k': range, 'l': null} p,
    null::int q, range % 2 = 0 r, 1.5::float s, ('a' || (range % 2))::enum ('a0', 'a1') t, [1, 2]::int[2] u, [{'z': [range]}] v, 0.1::double w"""


def by_duckdb(command):
    source = command.directory / "in.parquet"
    for rows in (5, 0, 3000):
        duckdb.sql(f"copy (select {DUCKDB} from range({rows})) to '{source}'")
        command.run("import", "in.parquet", "log")
        command.run("export", "log", "again.parquet")
        both = [duckdb.sql(f"from '{path}'") for path in (source, command.directory / "again.parquet")]
        same_types = both[0].columns == both[1].columns and list(map(str, both[0].types)) == list(map(str, both[1].types))
        if not same_types:
            sys.exit(f"DuckDB: {both[1].types}, not {both[0].types}")
        check(both[1].fetchall(), both[0].fetchall(), "DuckDB")


def by_polars(command):
    frame = polars.DataFrame(
        {
            "int": [1, None],
            "text": ["x", None],
            "category": polars.Series(["u", "v"], dtype=polars.Categorical),
            "enum": polars.Series(["u", "v"], dtype=polars.Enum(["u", "v"])),
            "date": [DAY, None],
            "datetime": [NOON, None],
            "zoned": polars.Series([NOON, None]).dt.replace_time_zone("Europe/Berlin"),
            "duration": [datetime.timedelta(days=-1), None],
            "time": [datetime.time(1, 2, 3), None],
            "list": [[1, None], None],
            "struct": [{"x": 1}, None],
            "binary": [b"a", None],
            "array": polars.Series([[1, 2], None], dtype=polars.Array(polars.Int8, 2)),
            "byte": polars.Series([1, 2], dtype=polars.UInt8),
            "nulls": polars.Series([None, None], dtype=polars.Int16),
            "decimal": [decimal.Decimal("1.5"), None],
            "bool": [True, None],
        }
    )
    plain = frame.with_columns(polars.col("category", "enum").cast(polars.String))
    plain = plain.with_columns(polars.col("array").cast(polars.List(polars.Int8)))
    for rows in (frame, frame.clear()):
        rows.write_ipc(command.directory / "in.arrow")
        command.run("import", "in.arrow", "log")
        command.run("export", "log", "again.arrow")
        again = polars.read_ipc(command.directory / "again.arrow")
        if again.schema != plain.schema:
            sys.exit(f"Polars: {again.schema}, not {plain.schema}")
        check(again.to_dicts(), plain.to_dicts() if len(rows) else [], "Polars")
        rows.write_parquet(command.directory / "in.parquet")
        command.run("import", "in.parquet", "log")
        command.run("export", "log", "again.parquet")
        again = polars.read_parquet(command.directory / "again.parquet")
        if again.schema != plain.schema:
            sys.exit(f"Polars: {again.schema}, not {plain.schema}")
        check(again.to_dicts(), plain.to_dicts() if len(rows) else [], "Polars")


def by_pandas(command):
    times = pandas.to_datetime(["2024-01-01", None])
    frame = pandas.DataFrame({"int": [1, 2], "time": times, "category": pandas.Categorical(["a", None]), "text": ["x", None], "float": [1.5, None]})
    frame.to_parquet(command.directory / "in.parquet", index=False)
    command.run("import", "in.parquet", "log")
    command.run("export", "log", "again.parquet")
    again = pandas.read_parquet(command.directory / "again.parquet")
    pandas.testing.assert_frame_equal(again, frame.astype({"category": again["text"].dtype}))
    frame.to_csv(command.directory / "in.csv", index=False)
    command.run("import", "in.csv", "log")
    command.run("export", "log", "again.csv")
    again = pandas.read_csv(command.directory / "again.csv", parse_dates=["time"])
    check(again.astype(str).values.tolist(), pandas.read_csv(command.directory / "in.csv", parse_dates=["time"]).astype(str).values.tolist(), "pandas, CSV")


def refused(command):
    """Data types that no type fits, and values that the given type does not have: one line, with the column."""
    union = pa.UnionArray.from_sparse(pa.array([0], pa.int8()), [pa.array([1])])
    arrays = [
        union,
        pa.array([(1, 2, 3)], pa.month_day_nano_interval()),
        pa.array([[(1.5, 2)]], pa.map_(pa.float32(), pa.int8())),
        pa.array([[("a", 1), ("a", 2)]], pa.map_(pa.string(), pa.int8())),
    ]
    of_type = [
        ("u8", pa.array([256])),
        ("u8", pa.array([-1])),
        ("u8", pa.array([1.5])),
        ("i16", pa.array([40000], pa.uint16())),
        ("u64", pa.array([decimal.Decimal("0.5")])),
        ("bool", pa.array([2])),
        ("f32", pa.array([1e300])),
        ("u8", pa.array([None], pa.uint8())),
        ("char", pa.array(["ab"])),
        ("str(max 3)", pa.array(["abcd"])),
        ("bytes(max 1)", pa.array([b"ab"])),
        ("array(u8, 3)", pa.array([b"ab"])),
        ("array(u16, 2)", pa.array([[1]])),
        ("seq(u8, max 1)", pa.array([b"ab"])),
        ("seq(u16, max 1)", pa.array([[1, 2]])),
        ("set(u16)", pa.array([[1, 1]])),
        ("struct P{x: u8}", pa.array([{"y": 1}])),
        ("struct P{x: u8}", pa.array([{"x": 256}])),
        ("enum E{0 A}", pa.array(["B"])),
        ("u128", pa.array(["-1"])),
        ("u128", pa.array([str(1 << 128)])),
        ("i128", pa.array(["x"])),
        ("rows R(struct R{next: option(ref R)})", pa.array(["{"])),
    ]
    cases = [([], array) for array in arrays] + [(["--type", f'struct T{{ok: i64, "a column": {ty}}}'], array) for ty, array in of_type]
    for args, array in cases:
        table = pa.table({"ok": [1], "a column": array})
        with pa.ipc.new_file(str(command.directory / "in.arrow"), table.schema) as writer:
            writer.write_table(table)
        (command.directory / "log").unlink(missing_ok=True)
        done = command.run("import", *args, "in.arrow", "log", codes=(1,))
        said = done.stderr.decode()
        if said.count("\n") != 1 or "a column" not in said or "panicked" in said or (command.directory / "log").exists():
            sys.exit(f"{args}, {array.type}: {said}")
    return len(cases)


def main(command, rng, args):
    count = by_arrow(command)
    by_duckdb(command)
    by_polars(command)
    by_pandas(command)
    return f"{count} files of pyarrow's, and those of DuckDB, Polars and pandas, come back; {refused(command)} are refused"
