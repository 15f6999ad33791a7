#!/usr/bin/env python3
"""Seconds of the processor and memory to read a table from a file, beside pyarrow and Parquet.

    bench.py [ROWS]     each reading is a process of its own, and the least of five counts; the rows are lines of a log
    bench.py messages   microseconds a message, by this package and without it
"""

import dataclasses
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROWS = int(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 3_000_000
COLUMNS = ["code", "size"]


def make(folder, rows):
    import numpy as np
    import onesheet
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = np.random.default_rng(1)
    users = [f"user{i}" for i in range(100)]
    requests = [f"GET /images/{i}/view?id={i * 7919} HTTP/1.1" for i in range(2000)]
    table = pa.table(
        {
            "x0": pa.array(rng.integers(0, 256, rows), pa.uint8()),
            "x1": pa.array(rng.integers(0, 256, rows), pa.uint8()),
            "identity": pa.array(["-"] * rows),
            "userid": pa.array([users[i] for i in rng.integers(0, len(users), rows)]),
            "date": pa.array(1_700_000_000_000 + np.cumsum(rng.integers(0, 200, rows)), pa.timestamp("ms")),
            "request": pa.array([requests[i] for i in rng.integers(0, len(requests), rows)]),
            "code": pa.array(rng.choice([200, 200, 200, 304, 404, 500], rows), pa.uint16()),
            "size": pa.array(rng.integers(0, 1_000_000, rows), pa.uint64()),
        }
    )
    for name, level in (("plain", None), ("zstd", 1)):
        onesheet.write(f"{folder}/{name}.onesheet", table, compression=level)
        compression = {} if level is None else {"compression_level": level}
        pq.write_table(table, f"{folder}/{name}.parquet", compression=name if level else "none", **compression)


def read(path, columns):
    """In a process of its own."""
    import pandas  # noqa: F401  which pyarrow imports when it is first needed
    import pyarrow as pa

    if path.endswith("parquet"):
        import pyarrow.parquet as pq

        begun = time.process_time()
        table = pq.read_table(path, columns=columns, use_threads=False, memory_map=False)
    else:
        import onesheet

        begun = time.process_time()
        table = pa.table(onesheet.scan(path, columns=columns))
    seconds = time.process_time() - begun
    print(seconds, table.num_rows, table.nbytes, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)


def messages():
    import onesheet

    @dataclasses.dataclass
    class Reading:
        at: onesheet.u64
        sensor: str
        celsius: onesheet.f32 | None

    reading = "struct Reading{at: u64, sensor: str, celsius: option(f32), on: bool}"
    person = "struct P{name: str, age: option(u8)}"
    event = f"struct E{{id: u64, tags: seq(str), who: {person}, kind: enum K{{0 A, 1 B{{x: f64, y: f64}}}}, m: map(str, u32)}}"
    happened = {
        "id": 5, "tags": ["a", "bc", "def"], "who": {"name": "x", "age": 3},
        "kind": onesheet.Variant("B", {"x": 1.0, "y": 2.0}), "m": {"a": 1, "b": 2},
    }  # fmt: skip
    print("| message | bytes | encode | with onesheet-native | decode | with onesheet-native |\n|--|--|--|--|--|--|")
    for name, type, value in [
        ("a dict of four fields", reading, {"at": 1000, "sensor": "door", "celsius": 21.5, "on": True}),
        ("a dataclass of three", Reading, Reading(1000, "door", 21.5)),
        ("a dict with lists, a struct, an enum and a map in it", event, happened),
        ("1,000 of these", f"seq({event})", [happened] * 1000),
        ("20,000 dataclasses", list[Reading], [Reading(i, "door", 1.5) for i in range(20_000)]),
    ]:
        native, pure = (onesheet.Schema(onesheet.schema(type).type) for _ in range(2))
        pure.codec, data = None, onesheet.encode(native, value)
        assert onesheet.encode(pure, value) == data and onesheet.decode(pure, data) == onesheet.decode(native, data)
        cells = [microseconds(onesheet.encode, schema, value) for schema in (pure, native)]
        cells += [microseconds(onesheet.decode, schema, data) for schema in (pure, native)]
        print(f"| {name} | {len(data):,} | {' | '.join(cells)} |")


def microseconds(work, *args):
    least, runs = float("inf"), 1
    for _ in range(20):
        begun = time.process_time()
        for _ in range(runs):
            work(*args)
        took = time.process_time() - begun
        least, runs = min(least, took / runs), max(1, int(0.02 * runs / max(took, 1e-6)))
    return f"{1e6 * least:,.1f}"


def main():
    print(f"{ROWS:,} rows\n\n| file | MB | columns | s | MB/s of the file | peak memory, MB | table, MB |\n|--|--|--|--|--|--|--|")
    with tempfile.TemporaryDirectory() as folder:
        make(folder, ROWS)
        for kind in ("plain", "zstd"):
            for columns in ("all", ",".join(COLUMNS)):
                for suffix in ("onesheet", "parquet"):
                    path = f"{folder}/{kind}.{suffix}"
                    runs = [
                        subprocess.run([sys.executable, __file__, "read", path, columns], check=True, capture_output=True, text=True)
                        for _ in range(5)
                    ]
                    seconds, rows, table, peak = min([float(x) for x in run.stdout.split()] for run in runs)
                    assert rows == ROWS
                    size = os.path.getsize(path) / 1e6
                    name = pathlib.Path(path).name
                    print(f"| {name} | {size:.0f} | {columns} | {seconds:.3f} | {size / seconds:.0f} | {peak / 1e6:.0f} | {table / 1e6:.0f} |")


if __name__ == "__main__":
    if sys.argv[1:2] == ["read"]:
        read(sys.argv[2], None if sys.argv[3] == "all" else sys.argv[3].split(","))
    elif sys.argv[1:2] == ["messages"]:
        messages()
    else:
        main()
