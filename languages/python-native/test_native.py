"""test.sh, which installs onesheet and onesheet-native"""

import collections
import contextlib
import copy
import dataclasses
import datetime
import enum
import io
import itertools
import json
import pathlib
import pickle
import re
import struct
import subprocess
import sys
import tempfile
import unittest
import warnings
from decimal import Decimal
from typing import Annotated, Any
from unittest import mock

import conformance
import duckdb
import numpy as np
import onesheet
import onesheet_native
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.compute
import pyarrow.dataset

VECTORS = pathlib.Path(__file__).with_name("vectors")

EVERY = (
    "struct Every{a: u8, b: u16, c: u32, d: u64, e: i8, f: i16, g: i32, h: i64, i: f32, j: f64, k: bool, l: str, "
    "m: char, n: bytes, o: option(u64), p: seq(u32), q: map(str, u8), r: tuple(u8, str), s: array(u16, 2), "
    "t: enum Color{0 Red, 1 Green}, u: enum Shape{0 Empty, 1 Circle{radius: f32}}, v: struct P{x: i16, y: option(str)}, "
    "w: set(str), x: option(bool), y: fixed u32, z: unit}"
)


def every(i):
    V = onesheet.Variant
    return {
        "a": i % 256, "b": i % 65536, "c": i, "d": (1 << 63) + i, "e": -(i % 128), "f": -i % 30000, "g": -i, "h": -(1 << 62) + i,
        "i": i / 4, "j": i / 3, "k": i % 3 == 0, "l": f"é{i % 7}", "m": "é", "n": bytes([i % 256]), "o": None if i % 5 == 0 else (1 << 63) + i,
        "p": list(range(i % 4)), "q": {"a": i % 256, "b": 1}, "r": (i % 256, "x"), "s": [i % 9, 2],
        "t": V("Green") if i % 2 else V("Red"), "u": V("Circle", {"radius": 0.5}) if i % 2 else V("Empty"),
        "v": {"x": -1, "y": None if i % 2 else "y"}, "w": {"b", "a"}, "x": [None, True, False][i % 3], "y": i, "z": None,
    }  # fmt: skip


@dataclasses.dataclass
class Reading:
    at: onesheet.u64
    sensor: str
    celsius: float | None


READING = "struct Reading{at: u64, sensor: str, celsius: option(f64)}"


def readings(n, start=0):
    return [Reading(i, f"s{i % 5}", None if i % 3 == 0 else i / 2) for i in range(start, start + n)]


def table(*args, **kwargs):
    return pa.table(onesheet.scan(*args, **kwargs))


def elsewhere(scan):
    """As another process has it."""
    return pickle.loads(pickle.dumps(scan))


STATISTICS = (
    "struct S{block: fixed u32, ints: seq(struct I{column: u32, least: i128, greatest: i128}), "
    "floats: seq(struct F{column: u32, least: f64, greatest: f64}), "
    "fields: seq(struct L{at: u32, length: u32, check: fixed u32})}"
)


def statistics(path):
    """What the blocks of statistics of a file say (F19)."""
    data, at, found = path.read_bytes(), 0, []
    while at < len(data):
        length = int.from_bytes(data[at + 16 : at + 20], "little")
        if data[at + 7] == 0x73:
            found.append(onesheet.decode(STATISTICS, data[at + 36 : at + 36 + length]))
        at += 36 + length
    return found


class Native(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "log.onesheet"

    def readings(self, n=1000, path=None, data=None, **kwargs):
        kwargs.setdefault("block_bytes", 500)
        onesheet.write(path or self.path, readings(n) if data is None else data, **kwargs)


class Scan(Native):
    def test_every_type_in_every_library(self):
        with onesheet.FileWriter(self.path, EVERY, block_bytes=2000) as writer:
            writer.write_all(map(every, range(300)))
        found = table(self.path)
        self.assertEqual(found.num_rows, 300)
        self.assertEqual(found["d"].to_pylist(), [(1 << 63) + i for i in range(300)])
        self.assertEqual(found["o"].to_pylist(), [every(i)["o"] for i in range(300)])
        self.assertEqual(found["t"].to_pylist(), [["Red", "Green"][i % 2] for i in range(300)])
        for name in "abcefghijklmnopsy":
            self.assertEqual(found[name].to_pylist(), [every(i)[name] for i in range(300)], name)
        frame = pl.DataFrame(onesheet.scan(self.path))
        self.assertEqual(frame["d"].to_list(), found["d"].to_pylist())
        self.assertEqual(frame["p"].to_list(), found["p"].to_pylist())
        scan = onesheet.scan(self.path)
        got = duckdb.sql("select t, count(*) as n, max(d) as d from scan group by t order by t").fetchall()
        self.assertEqual([(t, n) for t, n, _ in got], [("Green", 150), ("Red", 150)])
        self.assertEqual(max(d for _, _, d in got), (1 << 63) + 299)
        columns = [name for name in found.column_names if name not in "qu"]
        frame = pd.DataFrame.from_arrow(onesheet.scan(self.path, columns=columns))
        self.assertEqual(frame["d"].tolist(), found["d"].to_pylist())
        self.assertEqual(frame.groupby("t", observed=True).size().to_dict(), {"Red": 150, "Green": 150})

    def test_lines_of_the_readme(self):
        self.readings(path=self.folder / "readings.onesheet")
        text = pathlib.Path(__file__).with_name("README.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        self.assertGreater(len(blocks), 1)
        with contextlib.chdir(self.folder):
            names = {}
            for block in blocks:
                exec(block, names)
            # What was appended is read with what was there.
            self.assertEqual(table("copy.onesheet").num_rows, 2000)
            self.assertEqual(table("copy.onesheet")["at"].to_pylist(), 2 * list(range(1000)))

    def test_a_scanner_of_pyarrow(self):
        self.readings(200000, block_bytes=20000)
        scan, kept = onesheet.scan(self.path), []

        def batches():
            for batch in scan:
                kept.append(pa.record_batch(batch))
                yield kept[-1]

        def memory(batches):
            return {batch["at"].buffers()[1].address for batch in batches if len(batch)}

        def scanner(**kwargs):
            return pa.dataset.Scanner.from_batches(pa.RecordBatchReader.from_batches(pa.schema(scan), batches()), **kwargs)

        # The columns are not copied.
        found = list(scanner().to_reader())
        self.assertEqual(memory(found), memory(kept))
        found = scanner(columns=["at"], filter=pa.compute.field("celsius") >= 99990).to_table()
        self.assertEqual(found["at"].to_pylist(), [i for i in range(199980, 200000) if i % 3])

    def test_columns_schema_and_type(self):
        self.readings()
        scan = onesheet.scan(self.path, columns=["celsius", "at"])
        self.assertEqual(scan.schema.names, ["celsius", "at"])
        self.assertEqual(pa.schema(scan.schema).field("at").type, pa.uint64())
        self.assertEqual(pa.schema(scan), pa.schema(scan.schema))
        self.assertEqual(str(scan.type), READING)
        self.assertEqual(pa.table(scan).column_names, ["celsius", "at"])
        self.assertEqual(table(self.path, columns=[]).num_rows, 1000)
        with self.assertRaisesRegex(ValueError, "no column 'nothing', but at, sensor, celsius|no column \"nothing\""):
            onesheet.scan(self.path, columns=["nothing"])

    def test_what_is_wrong_with_arguments(self):
        self.readings(10)
        for kwargs, error, said in [
            ({"columns": "at"}, TypeError, "^columns must be a list of names, such as ..at.., not 'at'$"),
            ({"columns": ["at", 5]}, TypeError, "^columns must be a list of names, and 5 is none$"),
        ]:
            for native in (onesheet_native, None):
                with self.subTest(kwargs), mock.patch.object(onesheet.tables, "native", native):
                    with self.assertRaisesRegex(error, said):
                        onesheet.scan(self.path, **kwargs)
        for n, error, said in [("2", TypeError, "^n must be a whole number, not '2'$"), (0, ValueError, "^there are no 0 parts"), (-1, ValueError, "^there are no -1 parts")]:
            with self.assertRaisesRegex(error, said):
                onesheet.scan(self.path).parts(n)
        # One part, of what each call finds.
        parts = [pa.table(onesheet.scan(self.path, part=(i, 3))) for i in range(3)]
        self.assertEqual(pa.concat_tables(parts), table(self.path))
        for part in [(3, 3), (-1, 3), (0, 0)]:
            with self.assertRaisesRegex(ValueError, f"^there is no part {part[0]} of {part[1]}$"):
                onesheet.scan(self.path, part=part)
        self.assertEqual(table(self.path, columns=("at",)).num_rows, 10)

    def test_batches(self):
        self.readings()
        batches = [pa.record_batch(batch) for batch in onesheet.scan(self.path)]
        self.assertGreater(len(batches), 5)
        self.assertEqual(pa.Table.from_batches(batches), table(self.path))
        self.assertEqual(sum(len(batch) for batch in onesheet.scan(self.path)), 1000)
        # A scan is read anew each time.
        scan = onesheet.scan(self.path)
        self.assertEqual(pa.table(scan), pa.table(scan))

    def test_parts_give_every_record_once(self):
        for i in range(5):
            self.readings(100 * i + 1, path=self.folder / f"{i}.onesheet")
        pattern = str(self.folder / "*.onesheet")
        whole = table(pattern)
        self.assertEqual(whole.num_rows, sum(100 * i + 1 for i in range(5)))
        for n in (1, 2, 7, 100):
            parts = onesheet.scan(pattern).parts(n)
            self.assertEqual(len(parts), n)
            self.assertEqual(pa.concat_tables(map(pa.table, parts)), whole, n)
            # And so have the parts of a part.
            parts = [inner for part in parts for inner in part.parts(3)]
            self.assertEqual(pa.concat_tables(map(pa.table, parts)), whole, n)

    def test_a_part_reads_its_bytes_alone(self):
        self.readings(200000, block_bytes=20000)

        class Counted(io.FileIO):
            count = 0

            def read(self, n=-1):
                data = super().read(n)
                Counted.count += len(data)
                return data

        size = self.path.stat().st_size
        with Counted(self.path) as file:
            part = onesheet.scan(file).parts(10)[5]
            Counted.count = 0
            rows = pa.table(part).num_rows
        self.assertGreater(rows, 1000)
        self.assertLess(Counted.count, size / 3)

    def test_lists_and_file_objects(self):
        self.readings(10)
        data = self.path.read_bytes()
        whole = table(self.path)
        self.assertEqual(table(io.BytesIO(data)), whole)
        self.assertEqual(table(str(self.path)), whole)
        self.assertEqual(table([self.path, io.BytesIO(data)]).num_rows, 20)
        with self.path.open("rb") as file:
            self.assertEqual(table(file), whole)
        with self.path.open() as file, self.assertRaisesRegex((TypeError, ValueError, OSError), "binary|decode"):
            table(file)
        for nothing in (None, 5):
            with self.assertRaises(TypeError):
                onesheet.scan(nothing)
        with self.assertRaisesRegex(FileNotFoundError, "nothing"):
            onesheet.scan(self.folder / "nothing")
        with self.assertRaisesRegex(FileNotFoundError, r"\*.parquet"):
            onesheet.scan(str(self.folder / "*.parquet"))
        with self.assertRaises(IsADirectoryError):
            onesheet.scan(self.folder)

    def test_a_scan_goes_to_other_processes(self):
        self.readings()
        for native in (onesheet_native, None):
            with mock.patch.object(onesheet.tables, "native", native):
                scan = onesheet.scan(self.path, columns=["celsius", "at"], lossy=True)
                self.assertEqual(pa.table(elsewhere(scan)), pa.table(scan))
                self.assertEqual(str(elsewhere(scan).type), READING)
                parts = [pa.table(elsewhere(part)) for part in scan.parts(3)]
                self.assertTrue(all(200 < part.num_rows < 500 for part in parts))
                self.assertEqual(pa.concat_tables(parts), pa.table(scan))

    def test_a_scan_has_what_was_there_when_it_was_made(self):
        def blocks(path):
            onesheet.write(path, [{"a": x} for x in range(1000)], "extensible struct R{a: u16}", block_bytes=100)

        pattern, expected = str(self.folder / "*.onesheet"), {"a": [*range(1000)] * 2}
        for native, way in itertools.product((onesheet_native, None), (lambda scan: scan, elsewhere)):
            blocks(self.path)
            blocks(self.folder / "other.onesheet")
            with mock.patch.object(onesheet.tables, "native", native):
                scan = onesheet.scan(pattern)
                parts = scan.parts(5)
                found = [pa.table(way(part)) for part in parts[:2]]
            # Of another type, and with more bytes than there were.
            new = [{"a": x, "b": "new"} for x in range(1000, 1600)]
            onesheet.write(self.path, new, "extensible struct R{a: u16, b: str default}", append=True)
            blocks(self.folder / "new.onesheet")
            found += [pa.table(way(part)) for part in parts[2:]]
            self.assertEqual(pa.concat_tables(found).to_pydict(), expected)
            self.assertEqual(pa.table(way(scan)).to_pydict(), expected)
            self.assertEqual(pa.concat_tables(pa.table(way(part)) for part in scan.parts(7)).to_pydict(), expected)
            # Another has all of it.
            self.assertEqual((table(pattern).num_rows, table(pattern)["b"].null_count), (3600, 3000))
            (self.folder / "new.onesheet").unlink()

    def test_a_file_that_is_replaced_is_an_error(self):
        other = self.folder / "other.onesheet"

        def twice():
            # The second may have the place of the first.
            self.readings(2000)
            self.readings(3000)

        def cut():
            with self.path.open("r+b") as file:
                file.truncate(self.path.stat().st_size // 2)

        for native, way in itertools.product((onesheet_native, None), (lambda scan: scan, elsewhere)):
            for replace in (lambda: self.readings(2000), lambda: self.readings(10), cut, twice):
                with mock.patch.object(onesheet.tables, "native", native):
                    self.readings()
                    self.readings(path=other)
                    scan = onesheet.scan([other, self.path])
                    lossy = onesheet.scan([other, self.path], lossy=onesheet.tables.warn)
                    parts = scan.parts(4)
                    replace()
                    if native is None and replace is twice:
                        continue  # Python does not tell when a file was made
                    for gone in (scan, lossy, parts[3]):
                        with self.assertRaisesRegex(onesheet.FileProblem, "log.onesheet: the file was replaced or cut since it was found: read it anew$"):
                            list(way(gone))
                        with self.assertRaisesRegex(Exception, "log.onesheet: the file was replaced or cut"):
                            pa.table(way(gone))
                    self.assertGreater(pa.table(way(parts[0])).num_rows, 100)
        self.path.unlink()
        with self.assertRaisesRegex(FileNotFoundError, "log.onesheet"):
            list(scan)

    def test_sections_that_gain_fields(self):
        old, new = "extensible struct R{a: u8}", "extensible struct R{a: u8, b: str default}"
        onesheet.write(self.path, [{"a": 1}], old)
        onesheet.write(self.path, [{"a": 2, "b": "x"}], new, append=True)
        onesheet.write(self.path, [{"a": 3}], old, append=True)
        self.assertEqual(table(self.path).to_pylist(), [{"a": 1, "b": None}, {"a": 2, "b": "x"}, {"a": 3, "b": None}])

    def test_sections_whose_numbers_are_wider(self):
        """A number may become wider (F14), in a table and in records, in either order."""
        narrow, wide = "struct R{a: u16}", "struct R{a: u32}"
        for records in (lambda n: [{"a": n}], lambda n: pa.table({"a": pa.array([n], pa.uint32() if n > 65535 else pa.uint16())})):
            onesheet.write(self.path, records(200), narrow)
            onesheet.write(self.path, records(70000), wide, append=True)
            onesheet.write(self.path, records(201), narrow, append=True)
            self.assertEqual(table(self.path)["a"], pa.chunked_array([[200], [70000], [201]], pa.uint32()))

    def test_columns_of_another_name_or_data_type_are_refused(self):
        decimal = lambda scale: pa.array([Decimal("1.2")], pa.decimal128(4, scale))  # noqa: E731
        first, second = self.folder / "a.onesheet", self.folder / "b.onesheet"
        for old, new, why in [
            ({"a": pa.array([1000], pa.timestamp("s"))}, {"a": pa.array([1000], pa.timestamp("ms"))}, r"column a: Timestamp\(s\), which is Timestamp\(ms\) in the table"),
            ({"a": pa.array([1], pa.duration("ns"))}, {"a": pa.array([1], pa.duration("s"))}, r"column a: Duration\(ns\), which is Duration\(s\)"),
            ({"a": decimal(2)}, {"a": decimal(1)}, r"column a: Decimal128\(4, 2\), which is Decimal128\(4, 1\)"),
            ({"a": pa.array([5], pa.int32())}, {"a": pa.array([5], pa.date32())}, "column a: Int32, which is Date32"),
            ({"a": pa.array([{"t": 5}], pa.struct([("t", pa.date32())]))}, {"a": pa.array([{"t": 5}], pa.struct([("t", pa.time32("s"))]))}, "column a: Struct.*Date32.* which is Struct.*Time32"),
            ({"lat": [1.0], "lon": [2.0]}, {"lon": [20.0], "lat": [10.0]}, ".lat: moved from place 0 to place 1, but a table has the same fields at the same places: read these records apart"),
            ({"lat": [1.0]}, {"price": [2.0]}, ".lat: renamed to price, but"),
            ({"s": [[{"x": 1, "y": 2}]]}, {"s": [[{"y": 1, "x": 2}]]}, r"\.s\?\[\]\?\.x: moved from place 0 to place 1, but"),
        ]:  # fmt: skip
            old, new = pa.table(old), pa.table(new)
            onesheet.write(first, old)
            onesheet.write(second, new)
            self.path.write_bytes(first.read_bytes() + second.read_bytes())
            with self.subTest(why):
                with self.assertRaises(onesheet.FileProblem):
                    onesheet.write(first, new, append=True)
                with self.assertRaisesRegex(ValueError, f"a.onesheet.* of another type: {why}.*the table is as .*b.onesheet has it"):
                    table([first, second])
                with self.assertRaisesRegex(ValueError, f"log.onesheet.*: the records from byte 0 on are of another type: {why}"):
                    table(self.path)
                for files in ([first, second], self.path):
                    problems = []
                    self.assertEqual(table(files, lossy=lambda *problem: problems.append(problem)), table(second))
                    [(file, at, what)] = problems
                    self.assertEqual((file, at), (str(first if files is not self.path else self.path), 0))
                    self.assertRegex(what, why)
                # Apart, each is as it was written.
                self.assertEqual((table(first).to_pylist(), table(second).to_pylist()), (old.to_pylist(), new.to_pylist()))

    def test_columns_that_are_missing_or_may_not_be_null_are_named(self):
        names, both = ["ab", "other"], "write both so that it may, or read these records apart"
        always = pa.schema([pa.field("a", pa.int64(), False), pa.field("b", pa.int64())])
        for own, why in [
            ({"a": [1]}, "column b is missing: read these records apart"),
            ({"b": [1]}, "column a is missing: read these records apart"),
            ({"a": [1], "b": [2], "c": [3]}, "column c is not in the table: read these records apart"),
            (pa.table({"a": [1], "b": [2]}, schema=always), f"column a may not be null, and may in the table: {both}"),
        ]:
            self.readings(path=self.folder / names[0], data=pa.table({"a": [1], "b": [2]}))
            self.readings(path=self.folder / names[1], data=own if isinstance(own, pa.Table) else pa.table(own))
            # All are read as the first reads.
            files = [self.folder / name for name in names]
            with self.subTest(why), self.assertRaisesRegex(onesheet.FileProblem, f"other: the records from byte 0 on are of another type: {re.escape(why)} .the table is as "):
                list(onesheet.scan(files))

    def test_no_columns(self):
        onesheet.write(self.path, [{}] * 5, "struct Nothing{}")
        self.assertEqual(table(self.path).num_rows, 5)


class Messages(unittest.TestCase):
    """By this package and without it: the same values, bytes and errors."""

    def test_every_vector(self):
        counts = collections.Counter()
        for file in sorted(VECTORS.glob("*.jsonl")):
            for line in file.read_text(encoding="utf-8").splitlines():
                case = json.loads(line)
                if case["rule"].startswith("W"):
                    counts += self.check(case)
        # What is left to the other: defaults that are missing, and arrays as values.
        self.assertGreater(counts["decoded"], 1500)
        self.assertGreater(counts["encoded"], 1500)
        self.assertLess(counts["not decoded"] + counts["not encoded"], 400)

    def check(self, case):
        native, pure = (conformance.schema(case["type"]) for _ in range(2))
        pure.codec, data = None, bytes.fromhex(case["hex"])
        self.assertIsNotNone(native.codec, case["name"])
        self.assertEqual(str(native.codec.native), str(native))
        counts = collections.Counter()
        for numpy in (False, True):
            for limits in (onesheet.Limits(), onesheet.Limits(max_alloc=300), onesheet.Limits(max_alloc=1500), onesheet.Limits(max_depth=2)):
                found, other = (outcome(onesheet.decode, t, data, numpy=numpy, limits=limits) for t in (native, pure))
                self.assertEqual(found, other, case["name"])
            if case.get("reject"):
                continue
            value = onesheet.decode(pure, data, numpy=numpy)
            left = native.codec.decode(data, onesheet.Limits(), numpy) is NotImplemented
            counts["not decoded" if left else "decoded"] += 1
            if not case.get("decode_only"):
                self.assertEqual(onesheet.encode(native, value), data, case["name"])
                left = native.codec.encode(value) is NotImplemented
                counts["not encoded" if left else "encoded"] += 1
        return counts

    def test_dataclasses(self):
        for value in [
            Reading(1000, "door", None),
            Every(Color.GREEN, Circle(0.5), {1: "a"}, {2, 1}, [1, 2], (3, "x"), onesheet.Ok(5), onesheet.Some(None)),
            Every(Color.RED, Square(2), {}, set(), [], (0, ""), onesheet.Err("no"), None),
            Tree(1, [Tree(2, []), Tree(3, [Tree(4, [])])]),
        ]:
            native, pure = onesheet.schema(type(value)), onesheet.Schema(onesheet.schema(type(value)).type)
            pure.codec = None
            data = onesheet.encode(pure, value)
            self.assertEqual(native.codec.encode(value), data)
            for numpy in (False, True):
                self.assertIsNot(native.codec.decode(data, onesheet.Limits(), numpy), NotImplemented)
                found, other = (outcome(onesheet.decode, t, data, numpy=numpy) for t in (native, pure))
                self.assertEqual(found, other)
                for end in range(len(data)):
                    found, other = (outcome(onesheet.decode, t, data[:end], numpy=numpy) for t in (native, pure))
                    self.assertEqual(found, other)

    def test_wrong_values_are_the_same_errors(self):
        values = [0, -1, 256, 1 << 70, 1.5, 1e300, float("nan"), True, None, "", "ab", "\ud800", b"x", [1], [1, "x"], (1, 2), {}]
        values += [{"a": 1}, {1: 2}, {1, 2}, [[1], [1]], onesheet.Variant("A"), onesheet.Variant("B", 1), onesheet.Ok(1), onesheet.Some(None)]
        types = ["u8", "i64", "u128", "f32", "f64", "bool", "char", "str", "bytes", "unit", "option(u8)", "option(option(u8))", "seq(u8)"]
        types += ["seq(u16)", "array(u16, 2)", "tuple(u8, u8)", "struct S{a: u8}", "set(u16)", "map(u8, u8)", "result(u8, str)"]
        types += ["enum E{0 A, 1 B{0: u8}}", "enum E{0 A, 1 B}", "extensible struct S{a: u8 default}", "seq(str(max 1))", "set(seq(u8))"]
        for text in types:
            native, pure = (onesheet.Schema(onesheet.schema(text).type) for _ in range(2))
            pure.codec = None
            for value in values:
                found, other = (outcome(onesheet.encode, t, value) for t in (native, pure))
                self.assertEqual(found, other, (text, value))

    def test_a_value_that_contains_itself(self):
        tree = Tree(1, [])
        tree.kids.append(tree)
        with self.assertRaisesRegex(onesheet.EncodeError, "nested too deeply"):
            onesheet.encode(Tree, tree)

    def test_a_schema_that_was_used_is_copied(self):
        used = onesheet.Schema(onesheet.schema("struct P{a: u8, b: option(str)}").type)
        data = onesheet.encode(used, {"a": 1, "b": None})
        for other in (pickle.loads(pickle.dumps(used)), copy.deepcopy(used)):
            self.assertEqual(onesheet.decode(other, data), {"a": 1, "b": None})

    def test_an_interrupt_is_one(self):
        @dataclasses.dataclass
        class Stopped:
            a: onesheet.u8

            def __post_init__(self):
                raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            onesheet.schema(Stopped).codec.decode(b"\1", onesheet.Limits(), False)


class Color(enum.Enum):
    RED = 0
    GREEN = 7


@dataclasses.dataclass
class Circle:
    radius: onesheet.f32


@dataclasses.dataclass
class Square:
    side: onesheet.u128


@dataclasses.dataclass
class Every:
    color: Color
    shape: Annotated[Circle, onesheet.Tag(5)] | Square
    names: dict[onesheet.u8, str]
    some: set[onesheet.i16]
    bytes: list[onesheet.u8]
    pair: tuple[onesheet.u64, str]
    result: onesheet.Ok[onesheet.u8] | onesheet.Err[str]
    inner: Annotated[Any, "option(option(u8))"]


@dataclasses.dataclass
class Tree:
    a: onesheet.u8
    kids: list["Tree"]


def outcome(work, *args, **kwargs):
    """What is returned, with the classes and bits in it, or the error."""
    try:
        return plain(work(*args, **kwargs))
    except ValueError as error:
        return type(error), str(error)


def plain(v):
    if isinstance(v, np.ndarray):
        return "array", v.dtype, v.shape, v.tobytes(), v.flags.writeable
    if isinstance(v, (list, tuple)):
        return type(v), [plain(x) for x in v]
    if isinstance(v, dict):
        return dict, [(plain(k), plain(x)) for k, x in v.items()]
    if isinstance(v, (set, frozenset)):
        return type(v), sorted(repr(plain(x)) for x in v)
    if dataclasses.is_dataclass(v):
        return type(v), [plain(getattr(v, field.name)) for field in dataclasses.fields(v)]
    return type(v), struct.pack("<d", v) if isinstance(v, float) else v


class Damage(Native):
    def damaged(self):
        self.readings()
        data = bytearray(self.path.read_bytes())
        data[len(data) // 2] ^= 1
        self.path.write_bytes(data)

    def test_it_is_an_error_that_names_the_file(self):
        self.damaged()
        with self.assertRaisesRegex(Exception, "log.onesheet.*(checksum|noise)"):
            table(self.path)
        with self.assertRaisesRegex(ValueError, "log.onesheet.*(checksum|noise)"):
            list(onesheet.scan(self.path))

    def test_lossy_gives_what_is_whole_and_says_what_is_not(self):
        self.damaged()
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            found = table(self.path, lossy=True)
        self.assertTrue(900 < found.num_rows < 1000)
        self.assertTrue(all(issubclass(warning.category, onesheet.FileWarning) for warning in said))
        self.assertEqual(len(said), 2)
        problems = []
        found = table(self.path, lossy=lambda *problem: problems.append(problem))
        self.assertEqual([type(x) for x in problems[0]], [str, int, str])
        self.assertEqual(len(problems), 2)
        records = list(onesheet.iter_file(self.path, on_problem=lambda problem: None))
        self.assertEqual(found["at"].to_pylist(), [record["at"] for record in records])

    def test_what_is_no_file(self):
        self.path.write_bytes(b"hello")
        with self.assertRaisesRegex(ValueError, "log.onesheet: no whole schema block"):
            onesheet.scan(self.path)


class Fallback(Native):
    """`scan` where onesheet-native is not installed gives the same tables, by pyarrow."""

    def both(self, *args, **kwargs):
        found = table(*args, **kwargs)
        for numpy in (np, None):
            with mock.patch.object(onesheet.tables, "native", None), mock.patch.object(onesheet.optional, "numpy", numpy):
                self.assertIsInstance(onesheet.scan(*args, **kwargs).table, onesheet.arrow.Table)
                other = table(*args, **kwargs)
            self.assertEqual(found.schema, other.schema)
            self.assertEqual(repr(found.to_pylist()), repr(other.to_pylist()))
        return found

    def test_every_type(self):
        with onesheet.FileWriter(self.path, EVERY, block_bytes=2000) as writer:
            writer.write_all(map(every, range(300)))
        self.assertEqual(self.both(self.path).num_rows, 300)
        self.assertEqual(self.both(self.path, columns=["t", "a"]).column_names, ["t", "a"])
        self.assertEqual(self.both(self.path, columns=[]).num_rows, 300)

    def test_every_vector(self):
        for file in sorted(VECTORS.glob("*.jsonl")):
            for line in file.read_text(encoding="utf-8").splitlines():
                case = json.loads(line)
                text = str(conformance.schema(case["type"])) if case["rule"].startswith("W") else "rows"
                if "rows" in text or " default" in text or "value" not in case or len(line) > 5000:
                    continue
                out = io.BytesIO()
                with onesheet.FileWriter(out, text) as writer:
                    writer.block(bytes.fromhex(case["hex"]), 1)
                with self.subTest(case["name"]):
                    try:
                        onesheet.scan(io.BytesIO(out.getvalue()))
                    except ValueError:
                        continue  # Arrow has no such column
                    self.both(io.BytesIO(out.getvalue()))

    def test_sections_files_and_parts(self):
        old, new = "extensible struct R{a: u8}", "extensible struct R{a: u8, b: option(str) default}"
        for i in range(3):
            path = self.folder / f"{i}.onesheet"
            onesheet.write(path, [{"a": x} for x in range(100)], old, block_bytes=20)
            onesheet.write(path, [{"a": x, "b": None} for x in range(100)], new, append=True, block_bytes=20)
        pattern = str(self.folder / "*.onesheet")
        whole = self.both(pattern)
        for n in (1, 3, 50):
            with mock.patch.object(onesheet.tables, "native", None):
                other = onesheet.scan(pattern).parts(n)
            for mine, part in zip(other, onesheet.scan(pattern).parts(n), strict=True):
                self.assertEqual(repr(pa.table(mine).to_pylist()), repr(pa.table(part).to_pylist()))
            self.assertEqual(pa.concat_tables(map(pa.table, other)).to_pylist(), whole.to_pylist())

    def test_dates_and_times(self):
        times = [datetime.datetime(2024, 2, 29, 12, 30), None]
        columns = {"day": [datetime.date(2024, 2, 29), None], "at": pa.array(times, pa.timestamp("us"))}
        columns |= {"zone": pa.array(times, pa.timestamp("ms", "Europe/Berlin")), "took": pa.array([1, 2], pa.duration("s"))}
        columns |= {"day64": pa.array(columns["day"], pa.date64()), "second": pa.array([1, 2], pa.time32("s"))}
        columns |= {"exact": pa.array([1, None], pa.time64("ns")), "price": pa.array([Decimal("1.50"), None], pa.decimal128(20, 2))}
        columns |= {"wide": pa.array([Decimal("-1"), None], pa.decimal256(50, 0)), "half": pa.array([1.5, 2], pa.float16())}
        onesheet.write(self.path, pa.table(columns))
        self.assertEqual(self.both(self.path).to_pylist(), pa.table(columns).to_pylist())

    def test_damage(self):
        self.readings()
        data = bytearray(self.path.read_bytes())
        data[len(data) // 2] ^= 1
        self.path.write_bytes(data)
        problems = []
        self.both(self.path, lossy=lambda *problem: problems.append(problem[:2]))
        self.assertEqual(problems, 3 * problems[:2])
        with mock.patch.object(onesheet.tables, "native", None):
            with self.assertRaisesRegex(onesheet.files.FileError, "log.onesheet: .* are not a block"):
                list(onesheet.scan(self.path))
            with self.assertRaisesRegex(ValueError, "no column 'nothing', but at, sensor, celsius"):
                onesheet.scan(self.path, columns=["nothing"])

    def test_columns_of_another_name_or_data_type(self):
        time = lambda unit: pa.table({"a": pa.array([1000], pa.timestamp(unit))})  # noqa: E731
        swapped = pa.table({"lat": [1.0], "lon": [2.0]}), pa.table({"lon": [20.0], "lat": [10.0]})
        for (old, new), why in [((time("s"), time("ms")), "column a: Timestamp"), (swapped, ".lat is called lon")]:
            onesheet.write(self.folder / "a.onesheet", old)
            onesheet.write(self.folder / "b.onesheet", new)
            files = [self.folder / "a.onesheet", self.folder / "b.onesheet"]
            self.assertEqual(self.both(files, lossy=lambda *_: None).to_pylist(), new.to_pylist())
            with mock.patch.object(onesheet.tables, "native", None):
                with self.assertRaisesRegex(ValueError, f"a.onesheet: records of another type: {why}"):
                    list(onesheet.scan(files))

    def test_rows_need_the_other(self):
        onesheet.write(self.path, [Tree(1, [])])
        with mock.patch.object(onesheet.tables, "native", None), self.assertRaisesRegex(ValueError, "rows needs"):
            onesheet.scan(self.path)

    def test_without_both(self):
        self.readings()
        with mock.patch.object(onesheet.tables, "native", None), mock.patch.object(onesheet.arrow, "pyarrow", None):
            with self.assertRaisesRegex(ImportError, r"^Arrow tables need .*: pip install onesheet\[native\]$"):
                onesheet.scan(self.path)


class Write(Native):
    def test_from_every_library(self):
        self.readings()
        whole = table(self.path)
        relation = duckdb.from_arrow(whole)
        for data in [whole, pl.DataFrame(whole), whole.to_pandas(), relation, onesheet.scan(self.path)]:
            out = self.folder / "out.onesheet"
            self.assertEqual(onesheet.write(out, data, compression=3), 1000)
            found = table(out)
            self.assertEqual(found["at"].to_pylist(), whole["at"].to_pylist())
            self.assertEqual(found["sensor"].to_pylist(), whole["sensor"].to_pylist())
        # What the pure package reads of it is the same.
        first = next(onesheet.iter_file(self.path))
        self.assertEqual(first, {"at": 0, "sensor": "s0", "celsius": None})

    def test_times_and_dates_come_back(self):
        days = [datetime.date(2024, 2, 29), None]
        times = [datetime.datetime(2024, 2, 29, 12, 30), datetime.datetime(1969, 1, 1)]
        data = pa.table({"day": days, "at": pa.array(times, pa.timestamp("us"))})
        onesheet.write(self.path, data)
        self.assertEqual(table(self.path).to_pylist(), data.to_pylist())

    def test_times_in_lists_of_every_kind(self):
        day = datetime.date(2024, 2, 29)
        inner = pa.struct([("d", pa.decimal128(5, 2)), ("t", pa.timestamp("us", "UTC")), ("two", pa.list_(pa.date32(), 2))])
        deep = [[{"d": Decimal("1.25"), "t": datetime.datetime(2024, 2, 29, tzinfo=datetime.timezone.utc), "two": [day, None]}]]
        data = {
            "fixed": pa.array([[day]], pa.list_(pa.date32(), 1)),
            "view": pa.array([[day]], pa.list_view(pa.date32())),
            "coded": pa.ListArray.from_arrays([0, 1], pa.array([day]).dictionary_encode()),
            "deep": pa.array([deep], pa.list_(pa.list_(inner))),
        }
        onesheet.write(self.path, pa.table(data))
        [found] = table(self.path).to_pylist()
        self.assertEqual(found, {"fixed": [day], "view": [day], "coded": [day], "deep": deep})
        onesheet.write(self.path, pl.DataFrame({"a": [[day, day]]}, schema={"a": pl.Array(pl.Date, 2)}))
        self.assertEqual(table(self.path).to_pylist(), [{"a": [day, day]}])

    def test_columns_of_no_type_are_named(self):
        for column, why in [
            (pa.array([Decimal("1E+5")], pa.decimal128(5, -3)), r"column a: Decimal128\(5, -3\) has a negative scale: cast it to one of scale 0"),
            (pa.array([None], pa.decimal128(5, -3)), "column a: Decimal128"),
            (pa.array([{}], pa.struct([])), "column a: a struct without fields: leave it out"),
            (pa.array([], pa.struct([])), "column a: a struct without fields"),
            (pa.array([b""], pa.binary(0)), r"column a: FixedSizeBinary\(0\) has no bytes: leave it out"),
        ]:  # fmt: skip
            with self.subTest(why), self.assertRaisesRegex(ValueError, f"{why}"):
                onesheet.write(self.path, pa.table({"a": column}))
        for rows in (0, 5):
            with self.assertRaisesRegex(ValueError, "no columns: records have one or more"):
                onesheet.write(self.path, pa.table({"a": [1] * rows}).select([]))
        self.assertFalse(self.path.exists())

    def test_records(self):
        self.assertEqual(onesheet.write(self.path, readings(10)), 10)
        self.assertEqual(list(onesheet.iter_file(self.path, Reading)), readings(10))
        records = [{"a": 1, "b": "x", "c": None}, {"a": -1, "b": "y", "c": 2.5}]
        self.assertEqual(onesheet.write(self.path, iter(records)), 2)
        self.assertEqual(table(self.path).to_pylist(), records)
        self.assertEqual(onesheet.write(self.path, [5, 6], "u8"), 2)
        self.assertEqual(table(self.path).to_pylist(), [{"value": 5}, {"value": 6}])
        for data in ([], [{"a": []}], [{"a": 1}, {"a": "x"}], [{"a": 1}, 2]):
            with self.assertRaisesRegex(ValueError, "give schema="):
                onesheet.write(self.path, data)

    def test_the_type_of_dicts(self):
        for records, columns, back in [
            ([{"a": 1}, {"b": "x"}], {"a": pa.int64(), "b": pa.string()}, [{"a": 1, "b": None}, {"a": None, "b": "x"}]),
            ([{"a": 1 << 53}, {"a": 2.5}], {"a": pa.float64()}, [{"a": 2.0**53}, {"a": 2.5}]),
            ([{"a": (1 << 63) - 1}, {"a": -1 << 63}], {"a": pa.int64()}, None),
            ([{"a": 1 << 63}, {"a": 0}], {"a": pa.uint64()}, None),
            ([{"a": (1 << 64) - 1}, {"a": None}], {"a": pa.uint64()}, None),
            ([{"a b": 1, "a: u8, b": 2, 'é"\n': 3, "seq(": 4, "2": 5}], dict.fromkeys(["a b", "a: u8, b", 'é"\n', "seq(", "2"], pa.int64()), None),
            ([{"a": 1}] * 999 + [{"b": True}] + [{}] * 5, {"a": pa.int64(), "b": pa.bool_()}, None),
        ]:
            onesheet.write(self.path, records)
            found = table(self.path)
            self.assertEqual(dict(zip(found.column_names, found.schema.types)), columns)
            nones = dict.fromkeys(columns)
            self.assertEqual(found.to_pylist(), [nones | record for record in records] if back is None else back)
        before = self.path.read_bytes()
        odd = (1 << 53) + 1
        for records, said in [
            ([{"a": odd}, {"a": 2.5}], "^'a' has floats and 9007199254740993, which a float may round"),
            ([{"a": -odd}, {"a": 2.5}], "^'a' has floats and -9007199254740993, which"),
            ([{"a": 1.5}] * 1000 + [{"a": odd}], "^'a' has floats and 9007199254740993, which"),
            ([{"a": 1 << 63}, {"a": -1}], "^'a' has -1 and 9223372036854775808, which neither i64 nor u64 has: give schema="),
            ([{"a": 1 << 64}], "give schema="),
            ([{"a": 1}] * 1000 + [{"a": 1 << 63}], "^record 1000.a: 9223372036854775808 is out of the range of i64"),
            ([{"a": 1}] * 1000 + [{"b": 1}], "^record 1000: the field 'a' is missing"),
            ([{"a": None}], "^the type of 'a' is not clear: give schema="),
            ([{"": 1}], "^a field cannot be called '': give schema="),
            ([{"_": 1}], "^a field cannot be called '_': give schema="),
            ([{5: 1}], "^a field cannot be called 5: give schema="),
        ]:
            with self.subTest(said), self.assertRaisesRegex(ValueError, said):
                onesheet.write(self.path, records)
            self.assertEqual(self.path.read_bytes(), before)

    def test_a_schema_that_is_given(self):
        data = pa.table({"at": pa.array([1, 2], pa.int64()), "sensor": ["a", "b"], "celsius": [1.5, None]})
        onesheet.write(self.path, data, READING)
        self.assertEqual(list(onesheet.iter_file(self.path, Reading))[1], Reading(2, "b", None))
        onesheet.write(self.path, data, Reading)
        with self.assertRaises(ValueError):
            onesheet.write(self.path, pa.table({"at": [-1], "sensor": ["a"], "celsius": [None]}), READING)
        # What could not be written leaves what was there.
        self.assertEqual(table(self.path).num_rows, 2)

    def test_append(self):
        onesheet.write(self.path, table_of(readings(3)), READING)
        onesheet.write(self.path, table_of(readings(3, 3)), READING, append=True)
        onesheet.write(self.path, readings(3, 6), append=True)
        self.assertEqual(table(self.path)["at"].to_pylist(), list(range(9)))
        sections = [event for event in onesheet.events(self.path) if hasattr(event, "fingerprint")]
        self.assertEqual(len(sections), 1)
        with self.path.open("ab") as file:
            file.write(b"\x89os1\r\n\x1aR torn")
        onesheet.write(self.path, readings(1, 9), Reading, append=True)
        self.assertEqual(table(self.path)["at"].to_pylist(), list(range(10)))

    def test_append_to_no_file_makes_one(self):
        for data in (readings(2), table_of(readings(2))):
            path = self.folder / f"new-{type(data).__name__}.onesheet"
            self.assertEqual(onesheet.write(path, data, append=True), 2)
            self.assertEqual(table(path)["at"].to_pylist(), [0, 1])
        with onesheet.FileWriter(self.path, "u16", append=True) as writer:
            writer.write(1)
        self.assertEqual(list(onesheet.iter_file(self.path)), [1])
        # And to an empty one its first section.
        self.path.write_bytes(b"")
        self.assertEqual(onesheet.write(self.path, table_of(readings(2)), append=True), 2)
        self.assertEqual(onesheet.write(self.path, readings(2), append=True), 2)
        self.assertEqual(table(self.path).num_rows, 4)

    def test_append_needs_this_package(self):
        onesheet.write(self.path, readings(1))
        with mock.patch.object(onesheet.tables, "native", None), self.assertRaisesRegex(ImportError, "^append needs the package"):
            onesheet.write(self.path, readings(1), append=True)

    def test_append_to_what_is_no_file_of_records(self):
        for content in (b"a,b\n1,2\n", b"PAR1 and so on", bytes(10) + b"x"):
            path = self.folder / "x.csv"
            path.write_bytes(content)
            for data in (readings(1), table_of(readings(1)), [{"a": 1}]):
                with self.assertRaises(onesheet.FileProblem) as caught:
                    onesheet.write(path, data, append=True)
                self.assertEqual(str(caught.exception), f"cannot append to {path}: not a file of records")
            with self.assertRaisesRegex(onesheet.FileProblem, "^cannot append to "):
                onesheet.FileWriter(path, "u16", append=True)
            self.assertEqual(path.read_bytes(), content)

    def test_append_is_of_the_type_of_the_file(self):
        def sections():
            found = [event for event in onesheet.events(self.path) if hasattr(event, "fingerprint")]
            return [event.schema for event in found]

        # Of libraries that make each column one that may be null, to one that is not; and the other way.
        onesheet.write(self.path, readings(3))
        onesheet.write(self.path, table_of(readings(3, 3)), append=True)
        onesheet.write(self.path, pl.DataFrame(table_of(readings(3, 6))), append=True)
        onesheet.write(self.path, [{"celsius": 1.5, "sensor": "x", "at": 9}, {"sensor": "y", "at": 10}], append=True)
        self.assertEqual(sections(), [READING])
        self.assertEqual(table(self.path)["at"].to_pylist(), list(range(11)))
        self.assertEqual(table(self.path)["celsius"].to_pylist()[-2:], [1.5, None])
        onesheet.write(self.path, pl.DataFrame(table_of(readings(3))))
        onesheet.write(self.path, readings(3, 3), append=True)
        onesheet.write(self.path, [{"sensor": "x"}], append=True)
        onesheet.write(self.path, pa.table({"at": [8], "sensor": ["x"], "celsius": [1.5]}, pa.schema([
            pa.field("at", pa.uint64(), False), pa.field("sensor", pa.string(), False), pa.field("celsius", pa.float64(), False),
        ])), append=True)  # fmt: skip
        self.assertEqual(sections(), ["struct _{at: option(u64), sensor: option(str), celsius: option(f64)}"])
        self.assertEqual(table(self.path)["at"].to_pylist(), [0, 1, 2, 3, 4, 5, None, 8])

    def test_append_of_a_null_to_what_has_none(self):
        onesheet.write(self.path, [{"a": 1, "b": "x"}])
        before = self.path.read_bytes()
        data = pa.table({"a": pa.chunked_array([[1, 2], [3, None]]), "b": ["x"] * 4})
        with self.assertRaises(onesheet.FileProblem) as caught:
            onesheet.write(self.path, data, append=True)
        self.assertEqual(str(caught.exception), f"{self.path}: column a, row 3: null, but the type is not an option")
        with self.assertRaisesRegex(onesheet.EncodeError, "^record 1.a: "):
            onesheet.write(self.path, [{"a": 1, "b": "x"}, {"a": None, "b": "x"}], append=True)
        with self.assertRaisesRegex(onesheet.EncodeError, "^record 0: the field 'a' is missing"):
            onesheet.write(self.path, [{"b": "x"}], append=True)
        self.assertEqual(self.path.read_bytes(), before)
        # The same of a schema that is given.
        with self.assertRaisesRegex(onesheet.FileProblem, "column a, row 3: null"):
            onesheet.write(self.folder / "new.onesheet", data, "struct _{a: i64, b: str}")

    def test_append_of_other_columns_is_an_error(self):
        times = lambda unit, zone=None: pa.array([1], pa.timestamp(unit, zone))  # noqa: E731
        old = {"a": pa.array([1], pa.int64()), "t": times("ms"), "l": pa.array([[1]], pa.list_(pa.int16())), "d": pa.array([Decimal("1.25")], pa.decimal128(5, 2))}
        onesheet.write(self.path, pa.table(old))
        onesheet.write(self.path, pa.table(old), append=True)
        before = self.path.read_bytes()
        for change, said in [
            ({"a": ["x"]}, "column a: Utf8, but the file has Int64 there"),
            ({"a": pa.array([1], pa.int32())}, "column a: Int32, but the file has Int64 there"),
            ({"a": times("ms")}, r"column a: Timestamp\(ms\), but the file has Int64 there"),
            ({"t": times("s")}, r"column t: Timestamp\(s\), but the file has Timestamp\(ms\) there"),
            ({"t": times("ms", "UTC")}, r"column t: Timestamp\(ms, .UTC.\), but the file has Timestamp\(ms\) there"),
            ({"t": pa.array([1], pa.int64())}, r"column t: Int64, but the file has Timestamp\(ms\) there"),
            ({"t": pa.array([1], pa.duration("ms"))}, r"column t: Duration\(ms\), but the file has Timestamp"),
            ({"d": pa.array([Decimal("1.2")], pa.decimal128(5, 1))}, r"column d: Decimal128\(5, 1\), but the file has Decimal128\(5, 2\)"),
            ({"l": pa.array([[1]], pa.list_(pa.int32()))}, r"column l: List\(.*Int32\), but the file has List\(.*Int16\)"),
            ({"z": [1]}, "there is no column z: the file has a, t, l, d, and what is appended a, t, l, d, z"),
            ({"a": None}, "column a is missing: the file has a, t, l, d, and what is appended t, l, d"),
            ({"a": None, "b": [1]}, "column a is missing"),
        ]:
            new = {name: column for name, column in {**old, **change}.items() if column is not None}
            with self.subTest(said), self.assertRaises(onesheet.FileProblem) as caught:
                onesheet.write(self.path, pa.table(new), append=True)
            self.assertRegex(str(caught.exception), f"^{re.escape(str(self.path))}: {said}")
            self.assertNotIn("\n", str(caught.exception))
        with self.assertRaisesRegex(onesheet.FileProblem, "the columns are in another order: the file has a, t, l, d, and"):
            onesheet.write(self.path, pa.table({name: old[name] for name in "datl"}), append=True)
        self.assertEqual(self.path.read_bytes(), before)
        # Records, and a schema that is given.
        onesheet.write(self.path, [{"a": 1, "b": 2}])
        before = self.path.read_bytes()
        for data, schema, said in [
            ([{"a": 1, "b": "x"}], None, "^record 0.b: "),
            ([{"a": 1, "b": 2, "c": 3}], None, "^record 0: there is no field 'c'"),
            (readings(1), None, f"^{re.escape(str(self.path))}: "),
            ([{"a": 1, "b": "x"}], "struct _{a: i64, b: str}", r"\.b: type changed from i64 to str"),
            ([{"a": 1, "b": 2}], "struct _{a: i64, b: option(i64)}", r"\.b: type changed from i64 to option"),
            ([{"b": 1, "a": 2}], "struct _{b: i64, a: i64}", r"\.a: moved from place 0 to place 1"),
            (pa.table({"a": [1], "b": [2]}), "struct _{a: i64, b: u8}", r"\.b: type changed from i64 to u8"),
            (pa.table({"b": [1], "a": [2]}), "struct _{b: i64, a: i64}", r"\.a: moved from place 0 to place 1, but .*: write these records to another file"),
        ]:
            with self.subTest(said), self.assertRaisesRegex(ValueError, said):
                onesheet.write(self.path, data, schema, append=True)
            self.assertEqual(self.path.read_bytes(), before)
        self.assertEqual(onesheet.write(self.path, [], append=True), 0)

    def test_append_with_a_schema_finds_columns_by_name(self):
        onesheet.write(self.path, [{"a": 1, "b": "x"}], "struct _{a: i64, b: option(str)}")
        data = pa.table({"b": [None, "y"], "a": [2, 3]})
        onesheet.write(self.path, data, "struct _{a: i64, b: option(str)}", append=True)
        self.assertEqual([list(row.values()) for row in table(self.path).to_pylist()], [[1, "x"], [2, None], [3, "y"]])

    def test_append_of_every_column_that_was_written(self):
        """What a scan gives goes behind its own file, and a copy of it."""
        with onesheet.FileWriter(self.path, EVERY, block_bytes=2000) as writer:
            writer.write_all(map(every, range(30)))
        names = [name for name in table(self.path).column_names if name not in "uz"]
        copy = self.folder / "copy.onesheet"
        for _ in range(2):
            onesheet.write(copy, onesheet.scan(self.path, columns=names), append=True)
            onesheet.write(copy, table(self.path, columns=names), append=True)
        self.assertEqual(table(copy).num_rows, 120)
        self.assertEqual(len(set(map(repr, table(copy).to_pylist()))), 30)

    def test_what_is_written_is_read(self):
        """Records as large as a reader takes them; larger ones are refused, and leave what was there."""
        onesheet.write(self.path, [{"s": "x"}])
        before = self.path.read_bytes()
        large, too_large = "x" * (50 << 20), "x" * (57 << 20)
        # Many numbers in few bytes: their memory is what a reader bounds.
        numbers = pa.array([np.zeros(40 << 20, "u8")], pa.large_list(pa.uint64()))
        for compression in (None, 1):
            data = pa.table({"s": pa.array(["a", too_large], pa.large_string())})
            with self.assertRaisesRegex(onesheet.FileProblem, r"log.onesheet: column s: record 1, of \d{8} bytes: no reader takes it: "):
                onesheet.write(self.path, data, compression=compression, block_bytes=1000)
            with self.assertRaisesRegex(onesheet.FileProblem, "column n: record 0, of .* no reader takes it: "):
                onesheet.write(self.path, pa.table({"n": numbers}), compression=compression)
            with self.assertRaisesRegex(onesheet.EncodeError, r"^record 1: \d{8} bytes, but a reader takes 58720256 in a block$"):
                onesheet.write(self.path, [{"s": "a"}, {"s": too_large}], compression=compression, block_bytes=1)
            self.assertEqual(self.path.read_bytes(), before)
            out = self.folder / "large.onesheet"
            onesheet.write(out, pa.table({"s": ["a", large, "b", large]}), compression=compression, block_bytes=64 << 20)
            self.assertEqual([len(s) for s in table(out)["s"].to_pylist()], [1, 50 << 20, 1, 50 << 20])
            onesheet.write(out, [{"s": large}, {"s": "a"}], compression=compression)
            self.assertEqual([len(s) for s in table(out)["s"].to_pylist()], [50 << 20, 1])

    def test_columns_of_nulls_alone(self):
        onesheet.write(self.path, pa.table({"n": pa.nulls(2)}))
        self.assertEqual(table(self.path).to_pylist(), [{"n": None}, {"n": None}])
        for frame, column in [
            (pl.DataFrame({"a": [1, 2], "n": [None, None]}), "n"),
            (pl.DataFrame({"s": [{"x": None}]}), "s"),
            (pl.DataFrame({"l": [[None], []]}), "l"),
        ]:
            with self.assertRaises(onesheet.FileProblem) as caught:
                onesheet.write(self.path, frame)
            said = f"{self.path}: column {column}: of nulls alone, in a form that is not Arrow's: cast it to the type that it is to have"
            self.assertEqual(str(caught.exception), said)
            self.assertEqual(table(self.path).num_rows, 2)
        frame = pl.DataFrame({"a": [1, 2], "n": [None, None]})
        self.assertEqual(onesheet.write(self.path, frame.with_columns(pl.col("n").cast(pl.Int64))), 2)
        self.assertEqual(table(self.path)["n"].to_pylist(), [None, None])

    def test_an_error_is_one_line_of_text(self):
        onesheet.write(self.path, [{"a": 1}])
        with self.assertRaises(onesheet.FileProblem) as caught:
            onesheet.write(self.path, pa.table({"a": [None, 1]}), "struct _{a: i64}")
        self.assertEqual(str(caught.exception), f"{self.path}: column a, row 0: null, but the type is not an option")
        self.assertIsInstance(caught.exception, ValueError)
        self.assertIs(onesheet.FileProblem, onesheet_native.FileProblem)
        self.assertTrue(issubclass(onesheet.FileError, onesheet.FileProblem))
        data = bytearray(self.path.read_bytes())
        data[-40] ^= 1
        self.path.write_bytes(data)
        with self.assertRaises(onesheet.FileProblem) as caught:
            list(onesheet.scan(self.path))
        self.assertRegex(str(caught.exception), f"^{re.escape(str(self.path))}: (checksum|noise)")

    def test_a_file_is_appended_to_itself(self):
        self.readings()
        size = self.path.stat().st_size
        scan = onesheet.scan(self.path)
        self.assertEqual(onesheet.write(self.path, scan, append=True, block_bytes=500), 1000)
        self.assertLess(self.path.stat().st_size, 3 * size)
        # What came later is not of that scan, nor of a part of it.
        self.assertEqual(pa.table(scan).num_rows, 1000)
        self.assertEqual(table(self.path)["at"].to_pylist(), 2 * list(range(1000)))
        last = onesheet.scan(self.path).parts(2)[1]
        rows = pa.table(last).num_rows
        onesheet.write(self.path, readings(1), append=True)
        self.assertEqual(pa.table(last).num_rows, rows)

    def test_statistics(self):
        data = table_of(readings(1000))
        self.readings(data=data)
        self.assertEqual(statistics(self.path), [])
        self.readings(data=data, statistics=True)
        found = statistics(self.path)
        # The first column rises by 1, so each block begins where the one before it ends.
        bounds = [[(ints["least"], ints["greatest"]) for ints in block["ints"]] for block in found]
        self.assertGreater(len(bounds), 5)
        self.assertEqual([least for [(least, _)] in bounds], [0, *(greatest + 1 for [(_, greatest)] in bounds[:-1])])
        self.assertEqual(bounds[-1][0][1], 999)
        # Of each three values of the last column the first is null, and the others are half of `at`.
        for [(first, last)], block in zip(bounds, found):
            there = [i / 2 for i in range(first, last + 1) if i % 3]
            [floats] = block["floats"]
            self.assertEqual((floats["column"], floats["least"], floats["greatest"]), (2, min(there), max(there)))
        self.assertTrue(all(len(block["fields"]) == data.num_columns for block in found))
        self.assertEqual(table(self.path), data)
        for columns in (["at"], ["celsius", "at"], ["sensor"]):
            self.assertEqual(table(self.path, columns=columns), data.select(columns))
        with self.assertRaisesRegex(ValueError, "^statistics need a table"):
            onesheet.write(self.path, readings(1), statistics=True)

    def test_a_file_has_one_writer(self):
        onesheet.write(self.path, readings(3))
        for append in (False, True):
            with onesheet.FileWriter(self.path, Reading, append=True) as writer:
                for data in (readings(1), table_of(readings(1))):
                    with self.assertRaisesRegex(BlockingIOError, "log.onesheet"):
                        onesheet.write(self.path, data, Reading, append=append)
                writer.write_all(readings(1))
        self.assertEqual(table(self.path).num_rows, 5)
        # Also one in another process.
        program = f"import onesheet, sys\nwith onesheet.FileWriter({str(self.path)!r}, {READING!r}) as w: print(flush=True); sys.stdin.read()"
        with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
            other.stdout.readline()
            with self.assertRaisesRegex(BlockingIOError, "log.onesheet"):
                onesheet.write(self.path, table_of(readings(1)), append=True)
            other.communicate()

    def test_file_objects(self):
        out = io.BytesIO()
        onesheet.write(out, table_of(readings(3)))
        self.assertEqual(table(io.BytesIO(out.getvalue())).num_rows, 3)
        with self.assertRaisesRegex((TypeError, ValueError), "append takes a path"):
            onesheet.write(io.BytesIO(), table_of(readings(3)), append=True)

    def test_what_is_wrong_with_arguments(self):
        data = table_of(readings(1))
        for kwargs, error, said in [
            ({"compression": 23}, ValueError, "^compression must be from 1 to 22, not 23$"),
            ({"compression": 0}, ValueError, "^compression must be from 1 to 22, not 0$"),
            ({"compression": "zstd"}, TypeError, "^compression must be an int, not 'zstd'$"),
            ({"compression": True}, TypeError, "^compression must be an int, not True$"),
            ({"block_bytes": 0}, ValueError, "^block_bytes must be from 1 to "),
            ({"block_bytes": -1}, ValueError, "^block_bytes must be from 1 to .*, not -1$"),
            ({"block_bytes": 1.5}, TypeError, "^block_bytes must be an int, not 1.5$"),
        ]:
            for records in (data, readings(1)):
                with self.subTest(kwargs), self.assertRaisesRegex(error, said):
                    onesheet.write(self.path, records, **kwargs)
        with self.assertRaises(ValueError):
            onesheet.write(self.path, data, "u9")
        for records in (data, readings(1)):
            with self.assertRaisesRegex(FileNotFoundError, r"\[Errno 2\] No such file or directory: '.*/no/folder'$"):
                onesheet.write(self.folder / "no" / "folder", records)
        if pathlib.Path("/dev/full").exists():
            with self.assertRaises(OSError):
                onesheet.write("/dev/full", data)
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_an_error_of_the_data_leaves_the_file(self):
        onesheet.write(self.path, readings(3))

        def batches():
            yield from table_of(readings(10)).to_batches()
            raise RuntimeError("no more")

        reader = pa.RecordBatchReader.from_batches(table_of(readings(1)).schema, batches())
        with self.assertRaisesRegex(Exception, "no more"):
            onesheet.write(self.path, reader)
        self.assertEqual(table(self.path).num_rows, 3)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["log.onesheet"])


def table_of(records):
    return pa.table(
        {
            "at": pa.array([r.at for r in records], pa.uint64()),
            "sensor": [r.sensor for r in records],
            "celsius": pa.array([r.celsius for r in records], pa.float64()),
        }
    )


if __name__ == "__main__":
    unittest.main()
