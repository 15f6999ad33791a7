#!/usr/bin/env python3
"""Files of random records, written by the command `onesheet` and read here, and the other way round;
and damaged files, in which both are to find the same.

    both_ways.py [--seed N] COMMAND...
"""

import argparse
import io
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import conformance
from kit_files import Writer, read, records as records_of
from onesheet.files.block import ESCAPE, MARK
from test_files import damaged

TYPES = [
    "u16",
    "tuple(u8, u64, u128, i8, i32, i64, i128, fixed i16, f32, f64)",
    "tuple(unit, bool, char, str, bytes(max 40))",
    "struct Reading{at: u64, sensor: str(max 9), celsius: option(f32)}",
    "seq(seq(i16, max 5))",
    "array(option(option(bool)), 3)",
    "map(str, set(u32))",
    "set(tuple(bool, char))",
    "enum Shape{0 Empty, 3 Circle{radius: f32}, 200 Text{0: str, at: seq(u8)}}",
    "result(map(u16, u16), tuple(str, str))",
    "extensible struct Config{host: str, port: u16 default, more: seq(str) default}",
    "extensible enum Event{0 Start, 1 Line{text: str, level: u8 default}, 9 Other other}",
    "rows Tree(struct Tree{value: u32, children: seq(ref Tree)})",
    "seq(extensible struct P{0: result(option(u8), unit)})",
]
TURNS = 4  # files of each type, each way
DAMAGED = 400
MOST = 256 << 20  # bytes of a body, for both

# 1, -0, the infinities, a NaN, the least and the greatest.
FLOATS = {
    32: [0x3F800000, 1 << 31, 0x7F800000, 0xFF800000, 0x7FC00000, 1, 0x7F7FFFFF],
    64: [0x3FF << 52, 1 << 63, 0x7FF << 52, 0xFFF << 52, 0xFFF8 << 48, 1, (0x7FF << 52) - 1],
}

# What stands for itself in bytes, and what does not (F2).
PIECES = [MARK, ESCAPE, MARK[:5], b"\xff\0", b"text"]

try:
    import zstandard  # noqa: F401

    COMPRESSION = [[], ["--compression", "3"]]
except ModuleNotFoundError:
    COMPRESSION = [[]]


def value(t, rng, rows=None, depth=0):
    """A random value of a type in the JSON form."""
    some = lambda t: value(t, rng, rows, depth + 1)
    size = lambda t: rng.randint(0, min(t.get("max", 4), 4) if depth < 6 else 0)
    if isinstance(t, str):
        return leaf(t, 40, rng)
    if "fixed" in t:
        return leaf(t["fixed"], 0, rng)
    if "option" in t:
        return {"some": some(t["option"])} if rng.random() < 0.5 else None
    if "seq" in t:
        return [some(t["seq"]) for _ in range(size(t))]
    if "set" in t:
        return unlike([some(t["set"]) for _ in range(size(t))], lambda element: element)
    if "map" in t:
        key, of = t["map"]
        return unlike([[some(key), some(of)] for _ in range(size(t))], lambda entry: entry[0])
    if "array" in t:
        return [some(t["array"][0]) for _ in range(t["array"][1])]
    if "tuple" in t or "struct" in t:
        return [some(part) for part in t.get("tuple", t.get("struct"))]
    if "ext_struct" in t:
        return [some(field[0]) for field in t["ext_struct"]]
    if "enum" in t:
        tag, fields = rng.choice(t["enum"])
        return [tag, [some(field) for field in fields]]
    if "ext_enum" in t:
        tag, fields = rng.choice(t["ext_enum"])
        return [tag, [some(field[0]) for field in fields]]
    if "result" in t:
        which = rng.choice([0, 1])
        return {["ok", "err"][which]: some(t["result"][which])}
    if "def" in t:
        return value(t["type"]["rows"], rng, t["type"]["rows"], depth + 1)
    if "rows" in t:
        return some(t["rows"])
    if "ref" in t:
        return some(rows)
    return leaf(t["type"], t["max"], rng)


def leaf(name, most, rng):
    """A random value of a type that is a word, of at most so many bytes."""
    if name[0] in "ui" and name[1:].isdigit():
        bits = int(name[1:])
        edges = [(1 << bits) - 1, 1 << bits - 1, (1 << bits - 1) - 1]
        x = rng.choice([rng.getrandbits(1), rng.getrandbits(bits // 2), rng.getrandbits(bits), *edges])
        return str(x - (1 << bits) if name[0] == "i" and x >> bits - 1 else x)
    if name[0] == "f":
        bits = int(name[1:])
        x = rng.choice([*FLOATS[bits], rng.getrandbits(bits)])
        return f"{x:#0{bits // 4 + 2}x}"
    if name == "bytes":
        return b"".join(rng.choices(PIECES, k=rng.randint(0, most // 8))).hex()
    if name == "str":
        letters = rng.choices("ab \n\"\\\0é\u2028\U0001f600", k=rng.randint(0, most // 4))
        return "".join(letters)
    if name == "char":
        return rng.choice("a\0é\ud7ff\ue000\U0010ffff")
    return rng.choice([True, False]) if name == "bool" else None


def unlike(items, key):
    """The items without those whose key another one has."""
    return list({json.dumps(key(item)): item for item in items}.values())


class Command:
    """The command, in a directory of its own."""

    def __init__(self, words, directory):
        self.words, self.directory = words, Path(directory)

    def run(self, *args, input=b"", codes=(0,)):
        done = subprocess.run([*self.words, *args], input=input, cwd=self.directory, capture_output=True)
        if done.returncode not in codes:
            sys.exit(f"{' '.join(args)}: exit code {done.returncode}: {done.stderr.decode()}")
        return done

    def text(self, *args):
        return self.run(*args).stdout.decode().strip()

    def type(self, text):
        """The JSON form of a type, its text form and its fingerprint."""
        (self.directory / "type").write_text(text, encoding="utf-8")
        form = json.loads(self.text("schema", "show", "--form", "json", "type"))
        return form, self.text("schema", "show", "type"), int(self.text("schema", "fingerprint", "type"), 16)


def same(got, expected, what):
    if got != expected:
        sys.exit(f"{what}: {got}, not {expected}")


def both_ways(command, text, rng):
    """Writes records of a type here and there; returns how many files that were."""
    form, schema, fingerprint = command.type(text)
    made = conformance.schema(form)
    same((str(made), made.fingerprint), (schema, fingerprint), text)
    path = command.directory / "file"
    count = 0
    for turn in range(TURNS):
        records = [value(form, rng) for _ in range(rng.choice([1, 7, 60]))]
        # In the one order that the elements of a set have.
        records = [conformance.decode(form, conformance.encode(form, record)) for record in records]
        lines = "".join(json.dumps(record) + "\n" for record in records)

        out = io.BytesIO()
        writer = Writer(out, form, {"turn": str(turn)})
        step = rng.choice([1, 10])
        for at in range(0, len(records), step):
            writer.write_block(records[at : at + step])
        writer.end()
        path.write_bytes(out.getvalue())
        same(list(map(json.loads, command.text("cat", "--exact", "file").split("\n"))), records, f"{text}: cat")
        same(command.text("check", "file"), f"file: whole; records: {len(records)}, sections: 1", text)

        for compression in COMPRESSION:
            args = ["-s", "type", "--about", f"turn={turn}", *compression]
            command.run("write", "--exact", *args, "file", "--block-bytes", str(step * step), input=lines.encode())
            same(records_of(path.read_bytes(), form), records, f"{text}: write")
            count += 1
        if step == 1 and all(conformance.encode(form, record) for record in records):
            # The same choices give the same bytes (F18).
            command.run("write", "--exact", *args[:4], "file", "--block-bytes", "1", input=lines.encode())
            same(path.read_bytes(), out.getvalue(), f"{text}: the bytes")
        count += 1
    return count


def parts_of_file(rng, types):
    """Blocks of a random file."""
    out, parts = io.BytesIO(), []

    def part():
        parts.append(out.getvalue()[sum(map(len, parts)) :])

    for section in range(rng.randint(1, 3)):
        form, _, _ = rng.choice(types)
        writer = Writer(out, form, {"section": str(section)})
        part()
        for _ in range(rng.randint(0, 4)):
            writer.write_block([value(form, rng) for _ in range(rng.randint(1, 5))])
            part()
        if rng.random() < 0.7:
            writer.end()
            part()
    return parts


def problems(events):
    """What `onesheet check` says of the events: byte, word, and how it goes on."""
    for event in events:
        at = event["at"]
        if "gap" in event:
            expected, found = event["gap"]
            missing = f"records {expected} to {found - 1} are missing"
            misplaced = f"expected record {expected}, found {found}"
            yield at, "gap", missing if found > expected else misplaced
        elif "orphan" in event:
            yield at, "orphan", f"{event['count']} records without a schema block before them"
        elif "unknown" in event:
            yield at, "unknown", f"a block of the unknown kind {event['unknown']:#04x}"
        elif not event.keys() & {"schema", "records", "compressed", "end"}:
            [reason] = event.keys() - {"at"}
            yield at, reason, f"{event[reason]} bytes are not a block"


def not_ended(events):
    """Where the sections begin that have no end (F7)."""
    begun = None
    for place, event in enumerate(events):
        if "schema" in event:
            if begun is not None and "end" not in events[place - 1]:
                yield begun
            begun = event["at"]
    if not events or "end" not in events[-1]:
        yield begun


def check(command, data):
    """Holds what `onesheet check` says against what is found here; returns how much is wrong."""
    (command.directory / "file").write_bytes(data)
    events = list(read(data, MOST))
    expected = list(problems(events))
    done = command.run("check", "file", codes=(0, 1, 2))
    found = re.findall(r"^onesheet: file: byte (\d+): ([^:]*): ([^;\n]*) \(F\d+\)", done.stderr.decode(), re.M)
    found = [(int(at), word, what) for at, word, what in found]
    same([line for line in found if line[1] != "not ended"], expected, data.hex())
    open_at = list(not_ended(events))
    before = open_at[:-1] if not events or "end" not in events[-1] else open_at
    same([at for at, word, _ in found if word == "not ended"], before, data.hex())
    records = sum(event["count"] for event in events if "records" in event)
    sections = sum("schema" in event for event in events)
    code = 2 if expected else 1 if open_at else 0
    some = f"{len(open_at)} of {sections} sections not ended" if sections > 1 else "not ended"
    state = ["whole", f"whole, but {some}", "damaged"][code]
    same(done.stdout.decode(), f"file: {state}; records: {records}, sections: {sections}\n", data.hex())
    same(done.returncode, code, data.hex())
    return len(expected)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="COMMAND", help="the command onesheet")
    args = parser.parse_args()
    if not args.command:
        parser.error("no command is given")
    # A path is one from here, not from the directory in which it runs.
    program = Path(args.command[0])
    words = [str(program.resolve()) if program.exists() else args.command[0], *args.command[1:]]
    rng = random.Random(args.seed)
    with tempfile.TemporaryDirectory() as directory:
        command = Command(words, directory)
        count = sum(both_ways(command, text, rng) for text in TYPES)
        print(f"{count} files of {len(TYPES)} types agree both ways")
        types = [command.type(text) for text in TYPES]
        wrong = [check(command, damaged(rng, parts_of_file(rng, types))[0]) for _ in range(DAMAGED)]
        print(f"{DAMAGED} damaged files, {sum(wrong)} places: the same is found in each")


if __name__ == "__main__":
    main()
