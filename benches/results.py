#!/usr/bin/env python3
"""Turns what `cargo bench --bench comparative` (and `--bench growth`) measured into benches/RESULTS.md.

    benches/results.py                     write RESULTS.md, print the targets and the rows for the README
    benches/results.py --readme README.md  also replace the block between the README's markers
    benches/results.py --check             only print the targets; exit with status 1 if one is not met
"""

import argparse
import json
import math
import os
import platform
import re
import subprocess
import sys
import time
from pathlib import Path

BENCHES = Path(__file__).resolve().parent
ROOT = BENCHES.parent
RESULTS = BENCHES / "RESULTS.md"
MARKERS = ("<!-- benchmarks -->", "<!-- /benchmarks -->")

OURS = "onesheet"
VARINT_CODECS = ("bincode", "postcard", "pack-io")
CODECS = (OURS, "bincode", "postcard", "pack-io", "bitcode", "wincode", "speedy", "borsh", "rkyv")
# Shown, but nobody is compared with the first; the others are limits.
UNCOUNTED = ("rkyv-unchecked", "memcpy", "hand-written")
OPS = ("encode", "encode_reused", "encode_stack", "decode", "view", "view_read")
ENCODES = OPS[:3]
FAMILIES = {
    "sets": "Data sets",
    "tree": "Nested data",
    "record": "Single records",
    "device": "What firmware sends",
    "list": "Lists of 1,000 numbers",
    "single": "One value",
}
# Row and operation (or "bytes"), as the README names them.
README_ROWS = (
    ("sets/log", "bytes", "access log, 10,000 lines: size"),
    ("sets/log", "encode_reused", "… encode into a reused buffer"),
    ("sets/log", "decode", "… decode to owned values"),
    ("sets/log", "view_read", "… borrow, and read every field"),
    ("device/telemetry", "encode_stack", "telemetry message: encode to the stack"),
    ("list/u32_mixed", "decode", "1,000 `u32` of all widths: decode"),
)
README_CODECS = (OURS, "bincode", "postcard", "bitcode", "wincode", "rkyv")


def fail(message):
    sys.exit(f"results: {message}")


def output(command):
    try:
        return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def criterion_directory():
    if home := os.environ.get("CRITERION_HOME"):
        return Path(home)
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "criterion"


def load(path):
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError) as error:
        fail(f"{path} cannot be read: {error}")


class Measured:
    """All rows of the last whole run, and of what was run again since."""

    def __init__(self, directory):
        if not (directory / "run.json").exists():
            fail(f"no run in {directory}; run `cargo bench --bench comparative` first")
        self.run = load(directory / "run.json")
        self.times = {}
        self.older = 0
        for path in directory.glob("*/*/*/new/estimates.json"):
            name = load(path.with_name("benchmark.json"))
            if path.stat().st_mtime < self.run["started"]:
                self.older += 1
                continue
            median = load(path)["median"]["point_estimate"]
            self.times[name["group_id"], name["function_id"], name["value_str"]] = median
        if not self.times:
            fail(f"no measurement in {directory} is as new as the run that it says it is of")
        self.values, self.sizes, self.zstd = {}, {}, {}
        for path in (directory / "sizes").glob("*.json"):
            row = load(path)
            self.values[row["row"]] = row["values"]
            for codec, size in row["sizes"].items():
                self.sizes[row["row"], codec] = size["bytes"] / row["values"]
                if size["zstd"] is not None:
                    self.zstd[row["row"], codec] = size["zstd"] / row["values"]
        growth = directory / "growth.jsonl"
        self.growth = []
        if growth.exists() and growth.stat().st_mtime >= self.run["started"]:
            self.growth = [json.loads(line) for line in growth.read_text().splitlines()]

    def rows(self, family):
        names = {row for row, _, _ in self.times}
        return sorted((row for row in names if row.split("/")[0] == family), key=natural)

    def time(self, row, codec, op):
        return self.times.get((row, codec, op))

    def best(self, row, op, codecs=CODECS[1:]):
        """The least of the other codecs' values, and whose it is."""
        def value(codec):
            return self.sizes.get((row, codec)) if op == "bytes" else self.time(row, codec, op)

        found = [(value(codec), codec) for codec in codecs if value(codec) is not None]
        return min(found) if found else None


def natural(name):
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)]


def duration(nanoseconds):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3), ("ns", 1.0)):
        if nanoseconds >= size:
            return f"{significant(nanoseconds / size)} {unit}"
    return f"{nanoseconds:.2f} ns"


def significant(number):
    return f"{number:.{max(0, 2 - int(math.log10(number)))}f}"


def amount(number):
    return f"{number:,.0f}" if number == int(number) or number >= 1000 else f"{number:,.1f}"


class Targets:
    """The targets, each checked on every row that it is about."""

    def __init__(self, measured):
        self.measured = measured
        self.lines = []

    def check(self, row, op, limit, against, value):
        """Ours must be at most `limit` times `value`."""
        ours = self.ours(row, op)
        if ours is None or value is None:
            self.lines.append((None, row, op, f"≤ {limit} × {against}", "not measured"))
            return
        ratio = ours / value
        self.lines.append((ratio <= limit, row, op, f"≤ {limit} × {against}", f"{ratio:.2f}"))

    def ours(self, row, op):
        if op == "bytes":
            return self.measured.sizes.get((row, OURS))
        return self.measured.time(row, OURS, op)

    def best(self, row, op, limit, codecs=CODECS[1:]):
        best = self.measured.best(row, op, codecs)
        if best:
            self.check(row, op, limit, best[1], best[0])

    def limit(self, row, op, limit, codec):
        value = self.measured.time(row, codec, op)
        if value is not None:
            self.check(row, op, limit, codec, value)

    def all(self):
        measured = self.measured
        names = {row for row, _, _ in measured.times}
        for row in sorted(names, key=natural):
            family, name = row.split("/")
            floats = name in ("f32", "f64", "mesh") or name.startswith("bytes_")
            if floats:
                for op in ("encode", "encode_reused", "decode"):
                    self.best(row, op, 1.05)
                    self.limit(row, op, 1.15, "memcpy")
            elif family == "list":
                for op in ("encode", "encode_reused", "decode"):
                    self.best(row, op, 1.3)
                ours, postcard = measured.sizes.get((row, OURS)), measured.sizes.get((row, "postcard"))
                if ours is not None and postcard is not None and "mixed" not in name:
                    self.lines.append((ours <= postcard + 10, row, "bytes", "≤ postcard + 10", f"{ours - postcard:+.1f}"))
            elif family == "sets":
                self.check(row, "bytes", 1.01, "bitcode", measured.sizes.get((row, "bitcode")))
                self.best(row, "encode_reused", 1.2)
                self.best(row, "decode", 1.0)
                self.check(row, "view_read", 1.0, "bitcode", measured.time(row, "bitcode", "view_read"))
                self.check(row, "view_read", 0.5, "rkyv", measured.time(row, "rkyv", "view_read"))
            elif name == "log_record":
                for op in ("encode", "encode_reused", "decode", "view"):
                    self.best(row, op, 1.0, VARINT_CODECS)
                self.check(row, "view", 1.0, "rkyv", measured.time(row, "rkyv", "view"))
            elif family == "tree":
                self.best(row, "decode", 1.0)
                for op in ("encode", "encode_reused"):
                    self.best(row, op, 1.2)
            else:
                for op in ENCODES:
                    self.limit(row, op, 1.1, "hand-written")
                for op in OPS:
                    self.best(row, op, 1.0, VARINT_CODECS)
        self.growth()
        return self.lines

    def growth(self):
        shapes = {}
        for line in self.measured.growth:
            shapes.setdefault(line["shape"], []).append(line)
        for shape, lines in shapes.items():
            for op in ("encode", "decode"):
                times = [line[op] for line in lines]
                middle = (min(times) * max(times)) ** 0.5
                spread = max(times) / middle - 1
                shown = f"± {spread:.0%} ({', '.join(f'{each:.2f}' for each in times)} ns)"
                self.lines.append((spread <= 0.2, f"growth/{shape}", op, "± 20 %", shown))
            worst = max((line["peak"] - 4096) / line["bound"] for line in lines)
            self.lines.append((worst <= 1, f"growth/{shape}", "memory", "≤ output + one column", f"{worst:.2f}"))


def targets_table(lines):
    yield "| | row | operation | target | measured |"
    yield "|--|--|--|--|--|"
    for met, row, op, target, ratio in lines:
        mark = {True: "met", False: "**not met**", None: "—"}[met]
        yield f"| {mark} | {row} | {op} | {target} | {ratio} |"


def row_table(measured, row):
    ops = [op for op in OPS if any((row, codec, op) in measured.times for codec in CODECS)]
    columns = ops + ["bytes"] + (["zstd -3"] if any(key[0] == row for key in measured.zstd) else [])
    yield f"| | {' | '.join(columns)} |"
    yield "|--" * (len(columns) + 1) + "|"

    def value(codec, column):
        if column == "bytes":
            return measured.sizes.get((row, codec))
        if column == "zstd -3":
            return measured.zstd.get((row, codec))
        return measured.time(row, codec, column)

    def shown(number, column):
        if number is None:
            return "—"
        return duration(number) if column in OPS else amount(number)

    least = {column: min((value(codec, column) for codec in CODECS if value(codec, column) is not None), default=None)
             for column in columns}
    for codec in CODECS + UNCOUNTED:
        numbers = [value(codec, column) for column in columns]
        if all(number is None for number in numbers):
            continue
        cells = []
        for number, column in zip(numbers, columns):
            cell = shown(number, column)
            best = codec in CODECS and number is not None and number == least[column]
            cells.append(f"**{cell}**" if best else cell)
        name = {"rkyv-unchecked": "*rkyv, unchecked*", "memcpy": "*memcpy*", "hand-written": "*by hand*"}.get(codec, codec)
        yield f"| {name} | {' | '.join(cells)} |"

    def ratios(label, others):
        cells = []
        for column in columns:
            ours = value(OURS, column)
            found = [(value(codec, column), codec) for codec in others if value(codec, column) is not None]
            if ours is None or not found:
                cells.append("")
                continue
            number, codec = min(found)
            cells.append(f"{ours / number:.2f}" + (f" ({codec})" if len(others) > 1 else ""))
        if any(cells):
            yield f"| {label} | {' | '.join(cells)} |"

    yield from ratios("onesheet ÷ best other", CODECS[1:])
    yield from ratios("onesheet ÷ memcpy", ("memcpy",))
    yield from ratios("onesheet ÷ by hand", ("hand-written",))


def growth_table(measured):
    yield "| shape | elements | encode | decode | memcpy | peak memory of encode | output |"
    yield "|--|--|--|--|--|--|--|"
    for line in measured.growth:
        yield (
            f"| {line['shape']} | {line['elements']:,} | {line['encode']:.2f} ns | {line['decode']:.2f} ns "
            f"| {line['memcpy']:.2f} ns | {line['peak']:,} | {line['output']:,} |"
        )


def versions():
    try:
        lock = (ROOT / "Cargo.lock").read_text()
    except OSError:
        lock = ""
    found = dict(re.findall(r'name = "([^"]+)"\nversion = "([^"]+)"', lock))
    return ", ".join(f"{codec} {found.get(codec, '(unknown)')}" for codec in CODECS)


def machine():
    try:
        cpu = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)[1]
    except (OSError, TypeError):
        cpu = platform.processor() or platform.machine()
    return f"{cpu}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"


def commit():
    changed = output(["git", "status", "--porcelain", "--", "src", "derive", "benches/comparative", "benches/*.rs"])
    return output(["git", "rev-parse", "--short=12", "HEAD"]) + (" and changes" if changed else "")


def document(measured, lines):
    date = time.strftime("%Y-%m-%d", time.gmtime(measured.run["started"]))
    met = sum(line[0] is True for line in lines)
    judged = sum(line[0] is not None for line in lines)
    yield "# Results"
    yield ""
    yield f"Written by `results.py`; what is measured, and how, is in [README.md](README.md)."
    yield ""
    yield f"- machine: {machine()}"
    yield f"- compiler: {output(['rustc', '--version'])}, default release profile, no target-cpu flag"
    yield f"- codecs: {versions()}"
    yield f"- commit: {commit()}, {date}"
    yield f"- command: `{measured.run['command']}`"
    yield ""
    if measured.run["quick"]:
        yield "**A quick run: good for seeing that all works, not for comparing.**"
        yield ""
    yield (
        "Times are medians of one operation, sizes are means of one value. The least of each column is bold. rkyv's unchecked "
        "access trusts its input and is not compared with; *memcpy* (of onesheet's bytes) and *by hand* (an encoder of the "
        "same bytes for this type alone) are limits. A ratio above 1 is a loss."
    )
    for family, title in FAMILIES.items():
        rows = measured.rows(family)
        if not rows:
            continue
        yield ""
        yield f"## {title}"
        for row in rows:
            yield ""
            yield f"### {row}"
            yield ""
            yield from row_table(measured, row)
    if measured.growth:
        yield ""
        yield "## Growth"
        yield ""
        yield "Per element; memory in bytes."
        yield ""
        yield from growth_table(measured)
    yield ""
    yield "## Targets"
    yield ""
    yield f"{met} of {judged} are met."
    yield ""
    yield from targets_table(lines)


def worst(measured):
    """The row and operation where ours is furthest behind the best other."""
    ratios = []
    for (row, codec, op), ours in measured.times.items():
        best = measured.best(row, op) if codec == OURS else None
        if best:
            ratios.append((ours / best[0], row, op))
    return max(ratios, default=None)


def readme_rows(measured):
    yield MARKERS[0]
    yield f"| | {' | '.join(README_CODECS)} |"
    yield "|--" * (len(README_CODECS) + 1) + "|"
    rows = list(README_ROWS)
    if loss := worst(measured):
        rows.append((loss[1], loss[2], f"our largest loss: `{loss[1]}` {loss[2]}"))
    for row, op, title in rows:
        cells = []
        values = {codec: measured.sizes.get((row, codec)) if op == "bytes" else measured.time(row, codec, op)
                  for codec in README_CODECS}
        least = min((value for value in values.values() if value is not None), default=None)
        for value in values.values():
            cell = "—" if value is None else amount(value) if op == "bytes" else duration(value)
            cells.append(f"**{cell}**" if value is not None and value == least else cell)
        yield f"| {title} | {' | '.join(cells)} |"
    date = time.strftime("%Y-%m-%d", time.gmtime(measured.run["started"]))
    yield ""
    yield f"{machine()}; commit {commit()}, {date}; `{measured.run['command']}`."
    yield "All rows, and what each of them is: [benches/RESULTS.md](benches/RESULTS.md)."
    yield MARKERS[1]


def replace_block(path, block):
    try:
        text = path.read_text()
    except OSError as error:
        fail(f"{path} cannot be read: {error}")
    if text.count(MARKERS[0]) != 1 or text.count(MARKERS[1]) != 1 or text.index(MARKERS[0]) > text.index(MARKERS[1]):
        fail(f"{path} does not hold {MARKERS[0]} and {MARKERS[1]} once each, in this order; nothing was written")
    before, rest = text.split(MARKERS[0])
    path.write_text(before + block + rest.split(MARKERS[1])[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--readme", type=Path, metavar="FILE", help="replace the block between the markers of FILE")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a target is not met")
    parser.add_argument("--criterion", type=Path, metavar="DIR", help="where Criterion keeps its results")
    arguments = parser.parse_args()

    measured = Measured(arguments.criterion or criterion_directory())
    if measured.older:
        print(f"results: {measured.older} measurements are older than the run, and left out", file=sys.stderr)
    lines = Targets(measured).all()
    missed = [line for line in lines if line[0] is False]
    for met, row, op, target, ratio in lines:
        mark = {True: "met    ", False: "NOT MET", None: "   —   "}[met]
        print(f"{mark} {row:28} {op:14} {target:26} {ratio}")
    print(f"{len(lines) - len(missed)} of {len(lines)} targets met or not measured, {len(missed)} not met")
    if arguments.check:
        sys.exit(1 if missed else 0)

    block = "\n".join(readme_rows(measured))
    if arguments.readme:
        replace_block(arguments.readme, block)
    else:
        print(block)
    RESULTS.write_text("\n".join(document(measured, lines)) + "\n")
    print(f"results: {RESULTS.name} written", file=sys.stderr)


if __name__ == "__main__":
    main()
