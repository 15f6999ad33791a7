"""Queries of DuckDB, Polars and pandas over an exported log, against the same in Python over its records."""

import hashlib
import sys
from collections import Counter

import duckdb
import exports
import pandas
import polars
from columns import same

LOG = (
    "struct Reading{time: u64, sensor: str, celsius: option(f32), weights: seq(i32), tags: map(str, u16), "
    "place: struct Place{x: f64, y: f64}, ev: enum Event{0 Start, 1 Line{text: str, level: u8}, 2 Code{0: i64}}, "
    "state: enum State{0 Off, 1 On}, id: array(u8, 4), big: u128}"
)
ABOUT = {"arrow:time": 'Timestamp(ms, "UTC")'}
ROWS = 20_000
START = 1_700_000_000_000  # milliseconds since 1970


def records(rng):
    """Rows in which there is something to find for each query."""
    for row in range(ROWS):
        celsius = {"some": f"0x{rng.choice([0x41A80000, 0xC1200000, 0x00000000]):08x}"} if rng.random() < 0.9 else None
        event = rng.choice([[0, []], [1, [rng.choice(["ok", "né", "", "'quoted'"]), str(rng.randrange(5))]], [2, [str(rng.getrandbits(40) - 2**39)]]])
        yield [
            str(START + row * 250),
            f"sensor {rng.randrange(7)}",
            celsius,
            [str(rng.randint(-100, 100)) for _ in range(rng.randrange(4))],
            [[name, str(rng.randrange(1000))] for name in ("a", "b", "c") if rng.random() < 0.5],
            [f"0x{0x3FF0000000000000:016x}", f"0x{0x4008000000000000 if row % 2 else 0xBFE0000000000000:016x}"],
            event,
            [rng.randrange(2), []],
            [str(byte) for byte in rng.randbytes(4)],
            str(rng.getrandbits(128)),
        ]


def md5(texts):
    return hashlib.md5("|".join(texts).encode()).hexdigest()


def expected(rows):
    """Each query of DuckDB's, and what Python finds."""
    warm = [row["celsius"] for row in rows if row["celsius"] is not None]
    yield "count(*)", len(rows)
    yield "count(celsius)", len(warm)
    yield "sum(celsius)", sum(warm)
    yield "min(celsius)", min(warm)
    yield "max(epoch_ms(time))", max(row["time"] for row in rows)
    yield "sum(epoch_ms(time)::hugeint)", sum(row["time"] for row in rows)
    yield "md5(string_agg(sensor, '|' order by time))", md5(row["sensor"] for row in rows)
    yield "md5(string_agg(hex(id), '|' order by time))", md5(row["id"].hex().upper() for row in rows)
    yield "sum(big::double) > 0 and max(length(big)) = 39 and min(big::uhugeint) >= 0", True
    yield "md5(string_agg(big, '|' order by time))", md5(row["big"] for row in rows)
    yield "sum(list_sum(weights))", sum(sum(row["weights"]) for row in rows)
    yield "count(*) filter (len(weights) = 0)", sum(not row["weights"] for row in rows)
    yield "sum(tags['b'])", sum(value for row in rows for key, value in row["tags"] if key == "b")
    yield "count(*) filter (cardinality(tags) = 3)", sum(len(row["tags"]) == 3 for row in rows)
    yield "sum(place.x + place.y)", sum(row["place"]["x"] + row["place"]["y"] for row in rows)
    lines = [row["ev"]["Line"] for row in rows if row["ev"]["tag"] == "Line"]
    yield "count(*) filter (ev.tag = 'Line')", len(lines)
    yield "sum(ev.Line.level)", sum(line["level"] for line in lines)
    yield "count(*) filter (ev.Line.text = 'né')", sum(line["text"] == "né" for line in lines)
    yield "sum(ev.Code)", sum(row["ev"]["Code"] for row in rows if row["ev"]["tag"] == "Code")
    yield "count(*) filter (ev.Code is null and ev.Line is null)", sum(row["ev"]["tag"] == "Start" for row in rows)
    yield "count(*) filter (state = 'On')", sum(row["state"] == "On" for row in rows)


def by_polars(rows, path):
    frame = polars.scan_parquet(path)
    seen = frame.group_by("sensor").agg(polars.len(), polars.col("weights").list.sum().sum()).sort("sensor").collect()
    counts, weights = Counter(), Counter()
    for row in rows:
        counts[row["sensor"]] += 1
        weights[row["sensor"]] += sum(row["weights"])
    ours = [(sensor, counts[sensor], weights[sensor]) for sensor in sorted(counts)]
    exports.check(seen.rows(), ours, "Polars, by sensor")
    lines = frame.filter(polars.col("ev").struct.field("tag") == "Line").select(polars.len()).collect().item()
    exports.check([lines], [sum(row["ev"]["tag"] == "Line" for row in rows)], "Polars, lines")


def by_pandas(rows, path):
    frame = pandas.read_parquet(path)
    first = pandas.Timestamp(START, unit="ms", tz="UTC")
    if frame["time"].iloc[0] != first or str(frame["time"].dtype) != "datetime64[ms, UTC]":
        sys.exit(f"pandas: time: {frame['time'].iloc[0]}, {frame['time'].dtype}")
    means = frame.groupby("sensor", observed=True)["celsius"].count()
    ours = Counter(row["sensor"] for row in rows if row["celsius"] is not None)
    exports.check(sorted(means.items()), sorted(ours.items()), "pandas, by sensor")
    exports.check(frame["state"].tolist(), [row["state"] for row in rows], "pandas, state")
    exports.check(frame["id"].tolist(), [row["id"] for row in rows], "pandas, id")


def by_csv(rows, path):
    sensors = duckdb.sql(f"select sensor, state, celsius, big from read_csv('{path}', all_varchar = true)").fetchall()
    text = lambda x: None if x is None else str(x)
    exports.check(sensors, [(row["sensor"], row["state"], text(row["celsius"]), row["big"]) for row in rows], "DuckDB, CSV")
    query = "select count(*), sum(epoch_ms(time)::hugeint), sum(celsius), epoch_ms(min(time)) from read_csv('{}')"
    warm = [row["celsius"] for row in rows if row["celsius"] is not None]
    duckdb.sql("set timezone = 'UTC'")
    found = duckdb.sql(query.format(path)).fetchall()
    exports.check(found, [(len(rows), sum(row["time"] for row in rows), sum(warm), START)], "DuckDB, CSV")


def main(command, rng, args):
    form = exports.write(command, "log", LOG, lambda form: list(records(rng)), 3000, ABOUT)
    _, rows = exports.read(command, "log", form)
    paths = [exports.export(command, "log", f"log.{format}", ROWS) for format in ("parquet", "csv", "arrow")]
    asked = list(expected(rows))
    for what, value in asked:
        [[found]] = duckdb.sql(f"select {what} from '{paths[0]}'").fetchall()
        if not same(type(value)(found), value):
            sys.exit(f"DuckDB: {what}: {found!r}, not {value!r}")
    by_polars(rows, paths[0])
    by_pandas(rows, paths[0])
    by_csv(rows, paths[1])
    return f"{len(asked)} queries of DuckDB's, and those of Polars and pandas"
