"""Damaged Parquet, Arrow and CSV files are imported or refused: with one line, an exit code, and no file left."""

import subprocess
import sys

import imports
import pyarrow as pa
import pyarrow.parquet as pq

MUTANTS = 30  # of each file
MEMORY = 4 << 30  # bytes, of addresses


def mutant(rng, data):
    """The file cut, with bytes changed, with a piece taken out or twice."""
    kind = rng.randrange(6)
    at, to = sorted(rng.choices(range(len(data) + 1), k=2))
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + data[to:]
    if kind == 2:
        return data[:to] + data[at:]
    changed = bytearray(data)
    # What says where things are and how long they are stands at the ends, mostly.
    places = range(len(data)) if kind == 3 else [*range(min(200, len(data))), *range(max(0, len(data) - 400), len(data))]
    for _ in range(rng.choice([1, 1, 3, 20])):
        place = rng.choice(places)
        changed[place] = rng.choice([changed[place] ^ 1 << rng.randrange(8), 0, 0xFF, 0x7F, rng.randrange(256)])
    return bytes(changed)


def sources(directory):
    """Small files of many columns, as (name, bytes)."""
    simple = [column for column in imports.columns() if not column[0].startswith("date64")]
    wide = imports.table_of([(name, type, [value for value in values if len(repr(value)) < 1000], *other) for name, type, values, *other in simple])[0]
    flat = wide.select([name for name in wide.column_names if name.startswith(("int", "string", "list", "struct", "map"))])
    for table in (wide, flat):
        for compression in ("none", "zstd", "snappy", "gzip", "lz4", "brotli"):
            pq.write_table(table, directory / "in.parquet", compression=compression, store_schema=compression != "gzip",
                           use_dictionary=compression != "zstd", data_page_version="2.0" if compression == "snappy" else "1.0")  # fmt: skip
            yield "in.parquet", (directory / "in.parquet").read_bytes()
        for compression in (None, "lz4", "zstd"):
            with pa.ipc.new_file(str(directory / "in.arrow"), table.schema, options=pa.ipc.IpcWriteOptions(compression=compression)) as writer:
                writer.write_table(table)
            yield "in.arrow", (directory / "in.arrow").read_bytes()
        with pa.ipc.new_stream(str(directory / "in.arrow"), table.schema) as writer:
            writer.write_table(table)
        yield "in.arrow", (directory / "in.arrow").read_bytes()
    yield "in.csv", b'a,b,c,d\n1,x,2024-01-01,1.5\n,"y ""\n,",2024-01-02T00:00:00,\n-5,z,,1e300\n' * 3


def main(command, rng, args):
    limited = ["prlimit", f"--as={MEMORY}", *command.words]
    taken = count = 0
    for name, data in sources(command.directory):
        for _ in range(MUTANTS):
            bad = mutant(rng, data)
            (command.directory / name).write_bytes(bad)
            done = subprocess.run([*limited, "import", name, "log"], cwd=command.directory, capture_output=True, timeout=300)
            said = done.stderr.decode(errors="replace")
            left = sorted(path.name for path in command.directory.iterdir() if path.name.startswith("log"))
            if done.returncode == 0:
                # A word of what was made of the file may be said.
                good = all(line.startswith("onesheet: ") for line in said.splitlines()) and left == ["log"]
                (command.directory / "log").unlink(missing_ok=True)
                taken += 1
            else:
                good = done.returncode in (1, 2) and said.startswith("onesheet: ") and said.count("\n") == 1 and not left
            count += 1
            if not good:
                place = command.directory.parent / f"hostile-{name}"
                place.write_bytes(bad)
                sys.exit(f"{place}: exit code {done.returncode}, {left}: {said}")
    return f"{count} damaged files, {taken} of them taken"
