"""Many rows of Parquet to a file of records and back to Parquet: the same, in memory that does not grow."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import duckdb
import numpy
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from exports import check

STEP = 1 << 17  # rows of a batch
MOST = 1 << 20  # KiB of memory, for any number of rows
SUMS = """select count(*), sum(time::hugeint), sum((value * 100)::bigint), min(value), max(value), count(value), sum(level), count(distinct name),
    bit_xor(hash(name, time)), bit_xor(hash(value, time)), bit_xor(hash(level, time)), sum(list_sum(parts)), count(*) filter (flag),
    md5(string_agg(name, '|' order by time) filter (time % 1009 = 0)) from '{}'"""


def batches(rows, seed):
    """Rows of a log, in batches."""
    random = numpy.random.default_rng(seed)
    for start in range(0, rows, STEP):
        count = min(STEP, rows - start)
        times = numpy.arange(start, start + count, dtype="u8") * 1000 + random.integers(0, 1000, count, "u8")
        names = pc.binary_join_element_wise(pa.array(["né", "", "sensor"]).take(pa.array(random.integers(0, 3, count))),
                                            pc.cast(pa.array(random.integers(0, 5000, count)), pa.string()), " ")  # fmt: skip
        offsets = numpy.concatenate([[0], numpy.cumsum(random.integers(0, 4, count))]).astype("i4")
        parts = pa.ListArray.from_arrays(pa.array(offsets), pa.array(random.integers(-9, 9, offsets[-1], "i2")))
        value = pa.array(random.normal(20, 5, count).round(2), mask=random.random(count) < 0.1)
        columns = [pa.array(times), names, value, pa.array(random.integers(0, 256, count, "u1")), parts, pa.array(random.random(count) < 0.5)]
        yield pa.record_batch(columns, ["time", "name", "value", "level", "parts", "flag"])


def run(command, *args):
    """Runs the command; returns seconds and the most memory that it had."""
    started, most = time.monotonic(), 0
    process = subprocess.Popen([*command.words, *args], stdout=subprocess.DEVNULL)
    while process.poll() is None:
        status = Path(f"/proc/{process.pid}/status").read_text()
        most = max([most, *map(int, re.findall(r"^VmHWM:\s*(\d+) kB", status, re.M))])
        time.sleep(0.02)
    if process.returncode or most > MOST:
        sys.exit(f"{' '.join(args)}: exit code {process.returncode}, {most} KiB of memory, where {MOST} are allowed")
    return f"{time.monotonic() - started:.1f} s, {most >> 10} MiB"


def main(command, rng, args):
    rows, directory = args.rows, command.directory
    source, log, target = (str(directory / name) for name in ("in.parquet", "log", "out.parquet"))
    stream = batches(rows, args.seed)
    first = next(stream)
    with pq.ParquetWriter(source, first.schema) as writer:
        writer.write_batch(first)
        for batch in stream:
            writer.write_batch(batch)
    imported = run(command, "import", source, log)
    exported = run(command, "export", log, target)
    check(duckdb.sql(SUMS.format(target)).fetchall(), duckdb.sql(SUMS.format(source)).fetchall(), f"{rows} rows")
    sizes = ", ".join(f"{os.path.getsize(path) >> 10} KiB" for path in (source, log, target))
    return f"{rows} rows; {sizes}; import {imported}; export {exported}"
