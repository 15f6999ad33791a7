#!/usr/bin/env python3
"""Measures the comparative benchmark in both build profiles, and turns that (and growth, and compile.py) into benches/RESULTS.md.

    benches/results.py --measure           run `cargo bench --bench comparative`, with the default profile and with `--profile fat`
    benches/results.py                     write RESULTS.md and chart.svg, print the targets and the rows for the README
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

from chart import chart

BENCHES = Path(__file__).resolve().parent
ROOT = BENCHES.parent
RESULTS = BENCHES / "RESULTS.md"
CHART = BENCHES / "chart.svg"
COMMAND = "benches/results.py --measure"
# On a machine that others use, an operation can take twice its time for some minutes.
PASSES = 3
MARKERS = ("<!-- benchmarks -->", "<!-- /benchmarks -->")

OURS = "onesheet"
VARINT_CODECS = ("bincode", "postcard", "pack-io")
# Those that write names beside the values.
DOCUMENT_CODECS = ("rmp-serde", "ciborium", "serde_json")
CODECS = (OURS, "bincode", "postcard", "pack-io", "bitcode", "wincode", "speedy", "borsh", "rkyv", *DOCUMENT_CODECS)
# Shown, but nobody is compared with the first; the others are limits.
UNCOUNTED = ("rkyv-unchecked", "memcpy", "hand-written")
# Those of the workspace, by the names that the tables have.
PROFILES = {"default": "bench", "fat": "fat"}
OPS = ("encode", "encode_reused", "encode_slice", "encoded_len", "encode_stack", "decode", "view", "view_read")
ENCODES = ("encode", "encode_reused", "encode_stack")
FAMILIES = {
    "sets": "Data sets",
    "tree": "Nested data",
    "record": "Single records",
    "device": "What firmware sends",
    "short": "Short lists",
    "enums": "Lists of enums",
    "list": "Lists of 1,000 numbers",
    "serde": "By serde's derives",
    "documents": "Documents, which have the names of what is in them",
    "single": "One value",
    "widths": "Numbers of unpredictable width",
}
# Row and operation (or "bytes"), as the README names them.
README_ROWS = (
    ("sets/log", "bytes", "access log, 10,000 lines: bytes"),
    ("sets/log", "encode_reused", "… encode into a reused buffer"),
    ("sets/log", "decode", "… decode to owned values"),
    ("sets/log", "view_read", "… borrow, and read every field"),
    ("device/telemetry", "encode_stack", "telemetry message: encode to the stack"),
    ("list/u32_mixed", "decode", "1,000 `u32` of all widths: decode"),
    ("types/release", "user", "30 derived types: compile, release"),
)
README_CODECS = (OURS, "bincode", "postcard", "bitcode", "wincode", "rkyv")
# The chart's groups; README_CODECS are its codecs. An operation of compile.py is a measure, its row a shape and a profile.
CHART_ROWS = {
    "Encode, with memory kept": (
        ("sets/log", "encode_reused", "access log, 10,000 lines"),
        ("sets/minecraft_savedata", "encode_reused", "500 Minecraft players"),
        ("sets/mk48", "encode_reused", "1,000 game updates"),
        ("tree/audio", "encode_reused", "audio devices, 62 plug-ins"),
        ("enums/24_10000_mixed", "encode_reused", "10,000 enums of 24 variants"),
        ("short/device", "encode_reused", "a device of two plug-ins"),
        ("device/telemetry", "encode_stack", "telemetry message, on the stack"),
    ),
    "Decode": (
        ("sets/log", "decode", "access log, 10,000 lines"),
        ("sets/minecraft_savedata", "decode", "500 Minecraft players"),
        ("sets/mk48", "decode", "1,000 game updates"),
        ("tree/audio", "decode", "audio devices, 62 plug-ins"),
        ("enums/24_10000_mixed", "decode", "10,000 enums of 24 variants"),
        ("list/u32_mixed", "decode", "1,000 numbers of all widths"),
        ("device/telemetry", "decode", "telemetry message"),
    ),
    "Borrow, and read every field": (
        ("sets/log", "view_read", "access log, 10,000 lines"),
        ("sets/minecraft_savedata", "view_read", "500 Minecraft players"),
        ("tree/audio", "view_read", "audio devices, 62 plug-ins"),
    ),
    "Size": (
        ("sets/log", "bytes", "access log, 10,000 lines"),
        ("sets/minecraft_savedata", "bytes", "500 Minecraft players"),
        ("sets/mk48", "bytes", "1,000 game updates"),
    ),
    "Compile 30 derived types": (
        ("types/debug", "user", "debug"),
        ("types/release", "user", "release"),
        ("types/release", "text", "machine code, release"),
    ),
}


def fail(message):
    sys.exit(f"results: {message}")


def output(command):
    try:
        return subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def target_directory():
    return Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))


def load(path):
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError) as error:
        fail(f"{path} cannot be read: {error}")


def measure():
    """Runs every row in each profile, some passes in turn, and keeps the least of each number."""
    command = ["cargo", "bench", "--quiet", "--package", "onesheet-benches", "--bench", "comparative", "--profile"]
    for name in PROFILES.values():
        if subprocess.run([*command, name, "--no-run"], cwd=ROOT).returncode != 0:
            fail(f"{' '.join(command)} {name} --no-run failed")
    started, least = int(time.time()), {profile: {} for profile in PROFILES}
    for _ in range(PASSES):
        for profile, name in PROFILES.items():
            run = subprocess.run([*command, name], cwd=ROOT, text=True, stdout=subprocess.PIPE)
            if run.returncode != 0:
                fail(f"{' '.join(command)} {name} failed with status {run.returncode}")
            for line in run.stdout.splitlines():
                row, number = line.split("\t")
                least[profile][row] = min(float(number), least[profile].get(row, float("inf")))
    for profile, numbers in least.items():
        path = lines_of(profile)
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = "".join(f"{row}\t{number}\n" for row, number in numbers.items())
        path.write_text(f"started\t{started}\n{lines}")


def lines_of(profile):
    return target_directory() / f"comparative/{profile}.tsv"


class Measured:
    """All rows of the last run in a profile."""

    def __init__(self, profile):
        try:
            lines = [line.split("\t") for line in lines_of(profile).read_text().splitlines()]
            found = {name: float(number) for name, number in lines}
            self.started = int(found.pop("started"))
        except (OSError, ValueError, KeyError) as error:
            fail(f"{lines_of(profile)} cannot be read ({error!r}); run `benches/results.py --measure` first")
        self.times, self.sizes, self.zstd = {}, {}, {}
        for name, number in found.items():
            row, codec, op = name.rsplit("/", 2)
            match op:
                case "bytes":
                    self.sizes[row, codec] = number
                case "zstd":
                    self.zstd[row, codec] = number
                case _:
                    self.times[row, codec, op] = number
        growth = target_directory() / "growth.jsonl"
        self.growth = []
        if growth.exists() and growth.stat().st_mtime >= self.started:
            self.growth = [json.loads(line) for line in growth.read_text().splitlines()]
        # compile.py's, by row (a shape and a profile), crate and measure.
        self.compiled = {}
        compiled = target_directory() / "compile/results.json"
        if compiled.exists() and compiled.stat().st_mtime >= self.started:
            for crate, shape, profile, measure, number in load(compiled)["values"]:
                self.compiled[f"{shape}/{profile}", crate, measure] = number

    def rows(self, family):
        names = {row for row, _, _ in self.times}
        return sorted((row for row in names if row.split("/")[0] == family), key=natural)

    def time(self, row, codec, op):
        return self.times.get((row, codec, op))

    def value(self, row, codec, op):
        """A time, or a size, or what compile.py measured."""
        if op == "bytes":
            return self.sizes.get((row, codec))
        return self.compiled.get((row, codec, op), self.time(row, codec, op))

    def best(self, row, op, codecs=CODECS[1:]):
        """The least of the other codecs' values, and whose it is."""
        found = [(self.value(row, codec, op), codec) for codec in codecs if self.value(row, codec, op) is not None]
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
        return self.measured.value(row, OURS, op)

    def best(self, row, op, limit, codecs=CODECS[1:]):
        best = self.measured.best(row, op, codecs)
        if best:
            self.check(row, op, limit, best[1], best[0])

    def limit(self, row, op, limit, codec):
        value = self.measured.value(row, codec, op)
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
            elif family == "short":
                for op in ("encode_reused", "encode_stack", "decode"):
                    self.best(row, op, 1.5 if name == "device" else 2, ("bincode", "postcard"))
            elif family == "enums":
                for op in ("encode_reused", "decode"):
                    if "_10000_" in name:
                        self.limit(row, op, 1.3, "bitcode")
                    elif "_1_" in name:
                        self.limit(row, op, 1.3, "bincode")
                    else:
                        self.best(row, op, 2, ("bincode", "postcard"))
            elif family == "widths":
                for op in (*ENCODES, "decode"):
                    self.limit(row, op, 1.25, "hand-written")
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
            elif family == "serde":
                for op in (*ENCODES, "encode_slice", "decode"):
                    self.best(row, op, 1.0, ("bincode", "postcard"))
            elif family == "documents":
                self.best(row, "bytes", 0.6)
                self.limit(row, "encode", 1.5, "rmp-serde")
                self.limit(row, "decode", 1.0, "rmp-serde")
            elif family == "tree":
                self.best(row, "decode", 1.0)
                for op in ("encode", "encode_reused"):
                    self.best(row, op, 1.2)
            else:
                for op in ENCODES:
                    self.limit(row, op, 1.1, "hand-written")
                for op in OPS:
                    self.best(row, op, 1.0, VARINT_CODECS)
            if row == "device/mqtt":
                self.limit(row, "view", 1.1, "hand-written")
            if family in ("sets", "tree"):
                reused = measured.time(row, OURS, "encode_reused")
                self.check(row, "encode_slice", 1.05, "reused", reused)
                self.check(row, "encoded_len", 0.35, "reused", reused)
                self.limit(row, "encode_reused", 1.1 if row == "sets/log_400000" else 1.0, "bincode")
                self.limit(row, "encode_reused", 1.1, "bitcode")
            if row in ("sets/log", "sets/minecraft_savedata", "sets/mk48", "tree/audio", "tree/arrays"):
                self.limit(row, "decode", 1.05, "bitcode")
        self.growth()
        self.compiled()
        return self.lines

    def compiled(self):
        limits = {"user": 1.5, "memory": 2, "text": 1.3}
        for row, _, measure in (key for key in self.measured.compiled if key[1] == OURS):
            if row.split("/")[0] in ("types", "chain_8"):
                self.limit(row, measure, limits[measure], "bitcode")

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
            worst = max((line["peak"] - 4096) / line["output"] for line in lines)
            self.lines.append((worst <= 1.1, f"growth/{shape}", "memory", "≤ 1.1 × output", f"{worst:.2f}"))


def targets_table(lines):
    yield "| | row | operation | target | measured |"
    yield "|--|--|--|--|--|"
    for met, row, op, target, ratio in lines:
        mark = {True: "met", False: "**not met**", None: "—"}[met]
        yield f"| {mark} | {row} | {op} | {target} | {ratio} |"


def row_table(measured, fat, row):
    """A cell of times has that of the default profile, and that of fat."""
    ops = [op for op in OPS if any((row, codec, op) in measured.times for codec in CODECS)]
    columns = ops + ["bytes"] + (["zstd -3"] if any(key[0] == row for key in measured.zstd) else [])
    yield f"| | {' | '.join(columns)} |"
    yield "|--" * (len(columns) + 1) + "|"

    def value(of, codec, column):
        if column == "bytes":
            return of.sizes.get((row, codec))
        if column == "zstd -3":
            return of.zstd.get((row, codec))
        return of.time(row, codec, column)

    def least(of, column, codecs):
        return min(((value(of, codec, column), codec) for codec in codecs if value(of, codec, column) is not None), default=None)

    def cell(codec, column):
        parts = []
        for of in (measured, fat) if column in OPS else (measured,):
            number = value(of, codec, column)
            if number is None:
                continue
            part = duration(number) if column in OPS else amount(number)
            best = codec in CODECS and number == least(of, column, CODECS)[0]
            parts.append(f"**{part}**" if best else part)
        return " · ".join(parts) or "—"

    for codec in CODECS + UNCOUNTED:
        cells = [cell(codec, column) for column in columns]
        if any(each != "—" for each in cells):
            name = {"rkyv-unchecked": "*rkyv, unchecked*", "memcpy": "*memcpy*", "hand-written": "*by hand*"}.get(codec, codec)
            yield f"| {name} | {' | '.join(cells)} |"

    def ratios(label, of, others):
        cells = []
        for column in columns:
            ours, found = value(of, OURS, column), least(of, column, others)
            if ours is None or found is None:
                cells.append("")
                continue
            number, codec = found
            cells.append(f"{ours / number:.2f}" + (f" ({codec})" if len(others) > 1 else ""))
        if any(cells):
            yield f"| {label} | {' | '.join(cells)} |"

    yield from ratios("onesheet ÷ best other", measured, CODECS[1:])
    yield from ratios("… fat", fat, CODECS[1:])
    yield from ratios("onesheet ÷ memcpy", measured, ("memcpy",))
    yield from ratios("onesheet ÷ by hand", measured, ("hand-written",))


def growth_table(measured):
    yield "| shape | elements | encode | decode | memcpy | peak memory of encode | output |"
    yield "|--|--|--|--|--|--|--|"
    for line in measured.growth:
        yield (
            f"| {line['shape']} | {line['elements']:,} | {line['encode']:.2f} ns | {line['decode']:.2f} ns "
            f"| {line['memcpy']:.2f} ns | {line['peak']:,} | {line['output']:,} |"
        )


def compile_tables(measured):
    crates = list(dict.fromkeys(crate for _, crate, _ in measured.compiled))
    shown = {"user": lambda seconds: f"{seconds:.2f} s", "memory": lambda size: f"{size / 1e6:.0f} MB", "text": amount}
    titles = {"user": "user time", "memory": "memory", "text": ".text"}

    def section(title, columns, peer="bitcode"):
        """Columns are titles, rows and measures."""
        columns = [each for each in columns if (each[1], OURS, each[2]) in measured.compiled]
        if not columns:
            return
        yield ""
        yield f"{title}:"
        yield ""
        yield f"| | {' | '.join(title for title, _, _ in columns)} |"
        yield "|--" * (len(columns) + 1) + "|"
        for crate in crates:
            cells = []
            for _, row, measure in columns:
                number = measured.compiled.get((row, crate, measure))
                least = min(measured.compiled.get((row, each, measure), math.inf) for each in crates)
                cell = "—" if number is None else shown[measure](number)
                cells.append(f"**{cell}**" if number == least else cell)
            yield f"| {crate} | {' | '.join(cells)} |"
        cells = []
        for _, row, measure in columns:
            ours, theirs = (measured.compiled.get((row, crate, measure)) for crate in (OURS, peer))
            cells.append(f"{ours / theirs:.2f}" if theirs else "")
        yield f"| onesheet ÷ {peer} | {' | '.join(cells)} |"

    yield from section("30 types", [(f"{profile}: {titles[measure]}", f"types/{profile}", measure)
                                    for profile in ("debug", "release") for measure in titles])
    for profile in ("debug", "release"):
        for measure in ("user", "memory"):
            yield from section(f"Chains of so many structs, {profile}, {titles[measure]}",
                               [(str(depth), f"chain_{depth}/{profile}", measure) for depth in range(1, 9)])
    for measure in ("user", "memory"):
        yield from section(f"Wide types, {titles[measure]}",
                           [(f"{count} {kind}, {profile}", f"{kind}_{count}/{profile}", measure)
                            for kind, counts in (("fields", (90, 180)), ("variants", (150, 300)))
                            for profile in ("debug", "release") for count in counts], peer="postcard")


def chart_groups(measured):
    for title, rows in CHART_ROWS.items():
        found = []
        for row, op, name in rows:
            values = [measured.value(row, codec, op) for codec in README_CODECS]
            if values[0] is not None:
                shown = f"{values[0]:.1f} s" if op == "user" else f"{values[0] / 1e3:,.0f} kB" if op in ("bytes", "text") else duration(values[0])
                found.append((name, values, shown))
        if found:
            yield title, found


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
    version = ".".join(platform.release().split(".")[:2])
    return f"{cpu}, {os.cpu_count()} cores, {platform.system()} {version}"


def commit():
    changed = output(["git", "status", "--porcelain", "--", "src", "derive", "benches/comparative", "benches/*.rs"])
    return output(["git", "rev-parse", "--short=12", "HEAD"]) + (" and changes" if changed else "")


def document(measured, fat, targets):
    date = time.strftime("%Y-%m-%d", time.gmtime(measured.started))
    yield "# Results"
    yield ""
    yield f"Written by `results.py`; what is measured, and how, is in [README.md](README.md)."
    yield ""
    yield f"- machine: {machine()}"
    yield f"- compiler: {output(['rustc', '--version'])}, no target-cpu flag; the default release profile, and `fat` of the workspace (LTO, one codegen unit)"
    yield f"- codecs: {versions()}"
    yield f"- commit: {commit()}, {date}"
    yield f"- command: `{COMMAND}`"
    yield ""
    yield (
        "Times are the least of one operation, with the default profile and (·) with `fat`; sizes are means of one value. The least of each column is bold. rkyv's unchecked "
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
            yield from row_table(measured, fat, row)
    if measured.growth:
        yield ""
        yield "## Growth"
        yield ""
        yield "Per element; memory in bytes."
        yield ""
        yield from growth_table(measured)
    if measured.compiled:
        yield ""
        yield "## Compiling"
        yield ""
        yield "By `compile.py`: rustc's user time and memory for the crate with the types, and .text of a program that uses them all."
        yield from compile_tables(measured)
    yield ""
    yield "## Targets"
    yield ""
    for profile, lines in targets.items():
        met = sum(line[0] is True for line in lines)
        judged = sum(line[0] is not None for line in lines)
        yield f"Profile {profile}: {met} of {judged} are met."
        yield ""
        yield from targets_table(lines)
        yield ""


def worst(measured):
    """The row and operation where ours is furthest behind the best other that the README shows."""
    ratios = []
    for (row, codec, op), ours in measured.times.items():
        best = measured.best(row, op, README_CODECS[1:]) if codec == OURS else None
        if best:
            ratios.append((ours / best[0], row, op))
    return max(ratios, default=None)


def readme_rows(measured, fat):
    yield MARKERS[0]
    yield f"![Times, sizes and compile times of six codecs, each as a multiple of the least](benches/{CHART.name})"
    yield ""
    yield f"| | {' | '.join(README_CODECS)} |"
    yield "|--" * (len(README_CODECS) + 1) + "|"
    rows = list(README_ROWS)
    if loss := worst(measured):
        rows.append((loss[1], loss[2], f"our largest loss, default profile: `{loss[1]}` {loss[2]}"))
    for row, op, title in rows:
        if measured.value(row, OURS, op) is None:
            continue
        cells = {codec: [] for codec in README_CODECS}
        for of in (measured, fat) if op in OPS else (measured,):
            values = {codec: of.value(row, codec, op) for codec in README_CODECS}
            least = min((value for value in values.values() if value is not None), default=None)
            for codec, value in values.items():
                if value is not None:
                    cell = amount(value) if op == "bytes" else duration(value * (1e9 if op == "user" else 1))
                    cells[codec].append(f"**{cell}**" if value == least else cell)
        yield f"| {title} | {' | '.join(' · '.join(cell) or '—' for cell in cells.values())} |"
    date = time.strftime("%Y-%m-%d", time.gmtime(measured.started))
    yield ""
    yield "Times with the default release profile · with fat LTO and one codegen unit."
    yield f"{machine()}; commit {commit()}, {date}; `{COMMAND}`."
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
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--measure", action="store_true", help="run every row, in each build profile")
    what.add_argument("--readme", type=Path, metavar="FILE", help="replace the block between the markers of FILE")
    what.add_argument("--check", action="store_true", help="write nothing; fail where a target is not met")
    arguments = parser.parse_args()
    if arguments.measure:
        return measure()

    profiles = {profile: Measured(profile) for profile in PROFILES}
    targets = {profile: Targets(measured).all() for profile, measured in profiles.items()}
    missed = 0
    for profile, lines in targets.items():
        for met, row, op, target, ratio in lines:
            mark = {True: "met    ", False: "NOT MET", None: "   —   "}[met]
            print(f"{mark} {profile:8} {row:28} {op:14} {target:26} {ratio}")
        here = sum(line[0] is False for line in lines)
        print(f"{profile}: {len(lines) - here} of {len(lines)} targets met or not measured, {here} not met")
        missed += here
    if arguments.check:
        sys.exit(1 if missed else 0)

    measured, fat = profiles["default"], profiles["fat"]
    block = "\n".join(readme_rows(measured, fat))
    if arguments.readme:
        replace_block(arguments.readme, block)
    else:
        print(block)
    RESULTS.write_text("\n".join(document(measured, fat, targets)))
    caption = "Times, sizes and compile times, each as a multiple of the least of its row"
    CHART.write_text("\n".join(chart(README_CODECS, list(chart_groups(measured)), caption)) + "\n")
    print(f"results: {RESULTS.name} and {CHART.name} written", file=sys.stderr)


if __name__ == "__main__":
    main()
