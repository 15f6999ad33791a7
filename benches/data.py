#!/usr/bin/env python3
"""Measures the command on CSV, beside DuckDB, Polars and pqrs: seconds, MB/s of the CSV (of cat: of the JSON), and memory at most.

    benches/data.py                     makes 200 MB of CSV in target/data, measures, prints a table
    benches/data.py --mb 50             that much; --rounds 5 takes the least of so many, 3 by default
    benches/data.py --only cat import   these rows alone
    benches/data.py --check             status 1 if a target is missed

The command is target/release/onesheet, or what ONESHEET names: `cargo build --release -p onesheet-cli`. DuckDB and Polars are those of the Python
that runs this (`pip install duckdb polars`), pqrs the one that the shell finds (`cargo install pqrs`); one that is not there is left out. Everything is on one thread, reads the same file, and is a process
of its own; a program in Python reads a line of CSV first, and the time of that is subtracted. Each is run in turn, and the least time counts.
The memory of import and cat is measured at a fourth of the size, too: it is not to grow with the file.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "data"
ONESHEET = os.environ.get("ONESHEET", str(WORK.parent / "release" / "onesheet"))

DUCKDB = """
import duckdb, sys
c = duckdb.connect(config={"threads": 1})
c.sql(f"copy (select * from read_csv('{sys.argv[1]}')) to '{sys.argv[2]}' (format parquet)")
"""
POLARS = """
import polars, sys
polars.scan_csv(sys.argv[1], try_parse_dates=True).sink_parquet(sys.argv[2])
"""

# Name, the least that it is to be: seconds as a multiple of DuckDB's, or MB/s.
TARGETS = {"onesheet import": ("times DuckDB", 1.5), "onesheet cat": ("MB/s", 100)}


def make(path: Path, size: int) -> None:
    """Orders of a shop: numbers, texts of few and of many values, a time, a float, some of them missing."""
    if path.exists() and path.stat().st_size >= size:
        return
    dice = random.Random(7)
    cities = ["Berlin", "Paris", "New York", "São Paulo", "Tokyo", "Lagos", "Oslo", "Lima"]
    words = ["red", "blue", "small", "large", "wooden", "steel", "lamp", "chair", "table", "desk", "box", "frame"]
    written, row, at = 0, 0, 1_700_000_000
    with open(path, "w", encoding="utf-8", buffering=1 << 20) as out:
        out.write("id,at,city,product,quantity,price,paid,note\n")
        while written < size:
            lines = []
            for _ in range(10_000):
                row += 1
                at += dice.randrange(30)
                stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
                product = " ".join(dice.sample(words, 3))
                price = dice.randrange(100, 100_000) / 100
                note = f'"{dice.choice(words)}, ""{row % 97}"""' if row % 9 == 0 else ""
                paid = "true" if dice.random() < 0.9 else "false"
                quantity = dice.randrange(1, 20) if row % 13 else ""
                lines.append(f"{row},{stamp},{dice.choice(cities)},{product},{quantity},{price},{paid},{note}\n")
            text = "".join(lines)
            out.write(text)
            written += len(text.encode())


def run(argv: list[str], output: Path | None = None) -> tuple[float, int]:
    """Seconds, and KiB of memory at most."""
    one_thread = {"POLARS_MAX_THREADS": "1", "RAYON_NUM_THREADS": "1"}
    with open(output or os.devnull, "wb") as out:
        start = time.perf_counter()
        child = subprocess.Popen(argv, stdout=out, stdin=subprocess.DEVNULL, env=os.environ | one_thread)
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{' '.join(argv)[:200]}: exit code {child.returncode}")
    return seconds, usage.ru_maxrss


def has(module: str) -> bool:
    return subprocess.run([sys.executable, "-c", f"import {module}"], stderr=subprocess.DEVNULL).returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mb", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()

    WORK.mkdir(parents=True, exist_ok=True)
    big, small, tiny = WORK / "big.csv", WORK / "small.csv", WORK / "tiny.csv"
    make(big, args.mb * 1_000_000)
    make(small, args.mb * 250_000)
    tiny.write_text("a\n1\n")
    size = big.stat().st_size
    file, small_file = WORK / "big.onesheet", WORK / "small.onesheet"

    commands: dict[str, tuple[list[str], list[str] | None]] = {}
    for name, module, script in [("DuckDB, to Parquet", "duckdb", DUCKDB), ("Polars, to Parquet", "polars", POLARS)]:
        if has(module):
            python = [sys.executable, "-c", script]
            to = str(WORK / f"{module}.parquet")
            commands[name] = ([*python, str(big), to], [*python, str(tiny), to])
    commands["onesheet import"] = ([ONESHEET, "import", str(big), str(file)], None)
    commands["onesheet import, a fourth"] = ([ONESHEET, "import", str(small), str(small_file)], None)
    commands["onesheet export, to CSV"] = ([ONESHEET, "export", str(file), "--to", "csv"], None)
    parquet = WORK / "made.parquet"
    commands["onesheet export, to Parquet"] = ([ONESHEET, "export", str(file), str(parquet)], None)
    cats = {"onesheet cat": [ONESHEET, "cat", str(file)], "onesheet cat, a fourth": [ONESHEET, "cat", str(small_file)]}
    if shutil.which("pqrs"):
        cats["pqrs cat, of that Parquet"] = ["pqrs", "cat", "--json", str(parquet)]
    commands |= {name: (argv, None) for name, argv in cats.items()}
    for path, source in [(file, big), (small_file, small)]:
        if not path.exists():
            run([ONESHEET, "import", str(source), str(path)])
    if not parquet.exists():
        run([ONESHEET, "export", str(file), str(parquet)])

    found: dict[str, tuple[float, int]] = {}
    for _ in range(args.rounds):
        for name, (argv, nothing) in commands.items():
            if args.only and not any(word in name for word in args.only):
                continue
            # What is written is JSON for cat, of more bytes than the CSV: that goes nowhere.
            seconds, memory = run(argv)
            if nothing:
                seconds -= run(nothing)[0]
            least, most = found.get(name, (float("inf"), 0))
            found[name] = (min(least, seconds), max(most, memory))

    # Of cat, what counts is the JSON that it writes.
    json = {}
    for name, argv in cats.items():
        if name in found:
            with subprocess.Popen(argv, stdout=subprocess.PIPE, bufsize=0) as child:
                json[name] = sum(len(piece) for piece in iter(lambda: child.stdout.read(1 << 20), b""))

    duckdb = found.get("DuckDB, to Parquet", (0, 0))[0]
    print(f"{size / 1e6:.0f} MB of CSV, one thread, the least of {args.rounds}\n")
    print("| | seconds | MB/s of CSV, of cat of JSON | × DuckDB | MB of memory |\n|--|--|--|--|--|")
    missed = 0
    for name, (seconds, memory) in found.items():
        bytes_ = json.get(name) or (small.stat().st_size if name.endswith("a fourth") else size)
        speed = bytes_ / 1e6 / seconds
        times = f"{seconds / duckdb:.2f}" if duckdb and not name.endswith("a fourth") else ""
        print(f"| {name} | {seconds:.2f} | {speed:.0f} | {times} | {memory / 1024:.0f} |")
        if name in TARGETS:
            what, bound = TARGETS[name]
            is_met = speed >= bound if what == "MB/s" else not duckdb or seconds <= bound * duckdb
            missed += not is_met
            if args.check:
                print(f"  {name}: {bound} {what}: {'met' if is_met else 'MISSED'}", file=sys.stderr)
    for name in ("onesheet import", "onesheet cat"):
        if name in found and f"{name}, a fourth" in found:
            grows = found[name][1] > 1.25 * found[f"{name}, a fourth"][1]
            missed += grows
            if args.check:
                print(f"  {name}: memory {'GROWS' if grows else 'does not grow'} with the file", file=sys.stderr)
    return 1 if args.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
