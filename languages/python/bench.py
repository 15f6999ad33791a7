#!/usr/bin/env python3
"""Times of lists of numbers and of records: arrays, plain lists, and json.

Milliseconds of the processor, the least of 25 runs.

bench.py    prints the tables of the README, for the package that is installed or beside it
"""

import json
import pathlib
import platform
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import numpy  # noqa: E402
import onesheet  # noqa: E402

COUNT = 100_000
RECORDS = 20_000
RECORD = "struct Reading{at: u64, sensor: str, celsius: option(f32), on: bool}"


def milliseconds(work, *args, **options):
    best = float("inf")
    for _ in range(25):
        start = time.process_time()
        work(*args, **options)
        best = min(best, time.process_time() - start)
    return f"{1000 * best:.3g}"


def lists(rng):
    """The type of the numbers, and the numbers."""
    yield "u8", "array(u8, {})", [rng.getrandbits(8) for _ in range(COUNT)]
    yield "u16, all", "seq(u16)", [rng.getrandbits(16) for _ in range(COUNT)]
    yield "u32 below 16", "seq(u32)", [rng.getrandbits(4) for _ in range(COUNT)]
    yield "u64, times", "seq(u64)", [1_700_000_000_000 + 250 * i for i in range(COUNT)]
    yield "i32 to ±1,000", "seq(i32)", [rng.randint(-1000, 1000) for _ in range(COUNT)]
    yield "f32", "seq(f32)", [rng.randrange(1 << 20) / 1024 for _ in range(COUNT)]
    yield "f64", "seq(f64)", [rng.gauss(0, 1) for _ in range(COUNT)]
    yield "bool", "seq(bool)", [rng.random() < 0.5 for _ in range(COUNT)]


def numbers(rng):
    print(
        f"| {COUNT:,} numbers | array: encode | decode | list: encode | decode | json: encode | decode |"
    )
    print("|--|--|--|--|--|--|--|")
    for name, text, values in lists(rng):
        type = onesheet.schema(text.format(COUNT))
        data, array = (
            onesheet.encode(type, values),
            onesheet.decode(type, onesheet.encode(type, values)),
        )
        assert onesheet.encode(type, array) == data and array.tolist() == values
        text = json.dumps(values)
        cells = (
            milliseconds(onesheet.encode, type, array),
            milliseconds(onesheet.decode, type, data),
            milliseconds(onesheet.encode, type, values),
            milliseconds(onesheet.decode, type, data, numpy=False),
            milliseconds(json.dumps, values),
            milliseconds(json.loads, text),
        )
        print(f"| {name} | {' | '.join(cells)} |")


def records():
    rows = [
        {
            "at": 250 * i,
            "sensor": f"s{i % 7}",
            "celsius": i / 2 if i % 5 else None,
            "on": i % 3 == 0,
        }
        for i in range(RECORDS)
    ]
    type = onesheet.schema(RECORD)
    data, text = onesheet.encode_list(type, rows), json.dumps(rows)
    columns = onesheet.columns(type, data, RECORDS)
    assert onesheet.encode_columns(type, columns) == (data, RECORDS)
    print(f"| {RECORDS:,} records | encode | decode | bytes |")
    print("|--|--|--|--|")
    for name, encode, decode, size in (
        (
            "as columns",
            milliseconds(onesheet.encode_columns, type, columns),
            milliseconds(onesheet.columns, type, data, RECORDS),
            len(data),
        ),
        (
            "as dicts",
            milliseconds(onesheet.encode_list, type, rows),
            milliseconds(onesheet.decode_list, type, data, RECORDS),
            len(data),
        ),
        ("json", milliseconds(json.dumps, rows), milliseconds(json.loads, text), len(text)),
    ):
        print(f"| {name} | {encode} | {decode} | {size:,} |")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(__doc__.strip())
    numbers(random.Random(1))
    print()
    records()
    print(f"\nPython {platform.python_version()}, numpy {numpy.__version__}, {platform.machine()}")
