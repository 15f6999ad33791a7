"""Damaged files, and files of several types: what is exported is what is whole of the one type, and a line on
standard error says each thing that is wrong."""

import csv
import io
import re
import sys

import columns
import conformance
import kit_files
import pyarrow.parquet as pq
from both_ways import MOST, problems
from exports import check, some_values
from test_files import damaged

FILES = 300
VERSIONS = [
    "extensible struct P{a: u32, b: str}",
    "extensible struct P{a: u32, b: str, c: option(u16) default}",
    "extensible struct P{a: u32, b: str, c: option(u16) default, d: seq(u8) default, e: u64 default}",
]
OTHER = "struct Q{a: u8, b: seq(str)}"


def parts(rng, types):
    """Blocks of a file of some sections."""
    out, parts = io.BytesIO(), []

    def part():
        parts.append(out.getvalue()[sum(map(len, parts)) :])

    for _ in range(rng.randint(1, 4)):
        text = rng.choice([*VERSIONS, *VERSIONS, OTHER])
        writer = kit_files.Writer(out, types[text][0])
        part()
        for _ in range(rng.randint(0, 4)):
            writer.write_block(some_values(types[text][0], rng, rng.randint(1, 5)))
            part()
        if rng.random() < 0.7:
            writer.end()
            part()
    if rng.random() < 0.2:
        parts[-1] = parts[-1][: rng.randrange(len(parts[-1]))]  # torn
    return parts


def expected(events, types):
    """The type that is exported, its rows, and the lines that are said."""
    texts = {schema: text for text, (_, schema, _) in types.items()}
    sections = [texts[event["schema"]] for event in events if "schema" in event]
    if not sections:
        return None, [], None
    first = sections[0]
    newest = first if first == OTHER else max(filter(VERSIONS.__contains__, sections), key=VERSIONS.index)
    form = types[newest][0]
    _, row = columns.columns(form)
    rows, lines, fits = [], [], False
    for event in events:
        lines.extend((at, word) for at, word, _ in problems([event]))
        if "schema" in event:
            fits = (texts[event["schema"]] == OTHER) == (newest == OTHER)
            if not fits:
                lines.append((event["at"], "schema"))
        elif "records" in event and fits:
            payload = bytes.fromhex(event["records"])
            rows.extend(map(row, conformance.decode_list(form, payload, event["count"])))
    return newest, rows, lines


def check_file(command, data, types):
    """Returns how many lines were said."""
    (command.directory / "file").write_bytes(data)
    newest, rows, lines = expected(list(kit_files.read(data, MOST)), types)
    out = command.directory / "out.parquet"
    out.unlink(missing_ok=True)
    done = command.run("export", "file", "out.parquet", codes=(0, 1))
    said = done.stderr.decode()
    found = [(int(at), word) for at, word in re.findall(r"^onesheet: file: byte (\d+): ([^:]*): .*$", said, re.M)]
    if newest is None:
        good = done.returncode == 1 and not out.exists() and said.endswith("onesheet: file: no whole schema block\n")
        if not good:
            sys.exit(f"{data.hex()}: exit code {done.returncode}, {out.exists()}: {said}")
        return len(found)
    if (done.returncode, found) != (int(bool(lines)), lines) or said.count("\n") != len(lines):
        sys.exit(f"{data.hex()}: exit code {done.returncode}, {said}, not {lines}")
    check(pq.ParquetFile(out).read().to_pylist(), rows, data.hex())
    names = command.run("export", "file", "out.csv", codes=(0, 1)) and next(csv.reader(open(command.directory / "out.csv", newline="")), [])
    if rows and names != list(rows[0]):
        sys.exit(f"{data.hex()}: CSV has {names}")
    return len(lines)


def main(command, rng, args):
    types = {text: command.type(text) for text in [*VERSIONS, OTHER]}
    said = [check_file(command, damaged(rng, parts(rng, types))[0], types) for _ in range(FILES)]
    said += [check_file(command, b"".join(parts(rng, types)), types) for _ in range(FILES // 3)]
    return f"{len(said)} files, {sum(said)} places: what is whole is exported, and nothing else"
