#!/usr/bin/env python3
"""Counts the instructions of onesheet's short rows with callgrind, and compares them with a baseline.

    benches/instructions.py            compare with benches/instructions.json
    benches/instructions.py --accept   write benches/instructions.json anew
    benches/instructions.py --show ROW [CODEC]   only print counts, of any codec

A row that needs over 3 % more instructions than in the baseline fails (exit status 1), as does one that is missing here or
there. Counts are those of one compiler, C library and kind of processor: where these are not the baseline's, nothing is compared,
and the script says so and exits with status 0.
"""

import argparse
import json
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BENCHES = Path(__file__).resolve().parent
BASELINE = BENCHES / "instructions.json"
TOLERANCE = 0.03


def fail(message):
    sys.exit(f"instructions: {message}")


def run(command, **options):
    try:
        return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, **options).stdout
    except FileNotFoundError:
        fail(f"{command[0]} is not installed")
    except subprocess.CalledProcessError as error:
        fail(f"{' '.join(map(str, command[:4]))} … failed with status {error.returncode}")


def environment():
    rustc = run(["rustc", "--version", "--verbose"])
    try:
        flags = re.search(r"^flags\s*:.*$", Path("/proc/cpuinfo").read_text(), re.M)
    except OSError:
        flags = None
    return {
        "rustc": re.search(r"^release: (.*)$", rustc, re.M)[1],
        "target": re.search(r"^host: (.*)$", rustc, re.M)[1],
        "libc": " ".join(platform.libc_ver()),
        # What the code asks the processor for; valgrind hides the rest.
        "avx2": bool(flags and " avx2" in flags[0]),
    }


def executable(codec="onesheet"):
    """Builds the benchmark, of onesheet alone if that is counted, and gives the path of its executable."""
    only = ["--", "--cfg", "only_onesheet"] if codec == "onesheet" else []
    messages = run(
        ["cargo", "rustc", "--package", "onesheet-benches", "--bench", "comparative", "--profile", "bench",
         "--message-format", "json-render-diagnostics", *only],
        cwd=BENCHES,
    )
    for line in messages.splitlines():
        message = json.loads(line)
        if message.get("target", {}).get("name") == "comparative" and message.get("executable"):
            return message["executable"]
    fail("cargo built no executable")


def count(program, row, codec):
    """Instructions an operation, by row. Each second dump is of one pass over the values."""
    with tempfile.TemporaryDirectory() as directory:
        out = Path(directory) / "callgrind"
        names = run(
            ["valgrind", "--tool=callgrind", "--log-file=/dev/null", f"--callgrind-out-file={out}", "--compress-strings=no",
             "--dump-after=*comparative::row::dump_counts*", program, "--instructions", row, codec],
        )
        counts = {}
        for number, line in enumerate(names.splitlines(), 1):
            name, values = line.split("\t")
            dump = Path(f"{out}.{2 * number}").read_text()
            total = re.search(r"^(?:summary|totals): (\d+)", dump, re.M)
            if not total:
                fail(f"no count of {name} in what callgrind wrote")
            counts[name] = round(int(total[1]) / int(values), 1)
    if not counts:
        fail("no row was counted")
    return counts


def compare(counts, baseline):
    failures = []
    for name in sorted(counts.keys() | baseline.keys()):
        now, before = counts.get(name), baseline.get(name)
        if now is None:
            failures.append(f"{name}: in the baseline, but not measured")
        elif before is None:
            failures.append(f"{name}: {now} instructions, not in the baseline")
        else:
            change = now / before - 1
            line = f"{name}: {before} -> {now} instructions ({change:+.1%})"
            if change > TOLERANCE:
                failures.append(line)
            elif change < -TOLERANCE:
                print(f"fewer: {line}; --accept keeps it")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--accept", action="store_true", help="write the baseline anew")
    what.add_argument("--show", nargs="+", metavar="NAME", help="print the counts of a row, and of a codec")
    arguments = parser.parse_args()

    if arguments.show:
        if len(arguments.show) > 2:
            parser.error("--show takes a row and a codec")
        row, codec = (arguments.show + ["onesheet"])[:2]
        for name, instructions in count(executable(codec), row, codec).items():
            print(f"{instructions:12} {name}")
        return

    here = environment()
    baseline = None
    if not arguments.accept:
        try:
            baseline = json.loads(BASELINE.read_text())
            there = {key: baseline[key] for key in here}
            rows = baseline["instructions"]
        except (OSError, ValueError, KeyError) as error:
            fail(f"{BASELINE.name} cannot be read ({error!r}); --accept writes it")
        if there != here:
            print(f"instructions: the baseline is of {there}, this is {here}: nothing compared")
            return

    counts = count(executable(), "/", "onesheet")
    if arguments.accept:
        text = json.dumps({**here, "instructions": counts}, indent=1)
        BASELINE.write_text(text + "\n")
        print(f"instructions: {len(counts)} rows written to {BASELINE.name}")
        return
    failures = compare(counts, rows)
    for failure in failures:
        print(f"FAILED {failure}", file=sys.stderr)
    if failures:
        fail(f"{len(failures)} rows fail; --accept accepts them (see README.md)")
    print(f"instructions: {len(counts)} rows, none needs over {TOLERANCE:.0%} more than the baseline")


if __name__ == "__main__":
    main()
