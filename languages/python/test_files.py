"""python3 -m unittest discover languages/python (or pytest)"""

import gc
import io
import json
import pathlib
import random
import sys
import tempfile
import unittest
import warnings

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import onesheet  # noqa: E402
from kit_files import Writer, read  # noqa: E402
from onesheet import DecodeError, FileError, FileWriter, Limits, iter_file, read_columns  # noqa: E402
from onesheet.files import Damage, block, event, zstd  # noqa: E402
from onesheet.files.block import COMPRESSED, ESCAPE, MARK, checksum, write_block  # noqa: E402
from onesheet.files.source import Source  # noqa: E402

VECTORS = HERE.parent.parent / "tests" / "vectors" / "files.jsonl"
MAX = 4096


def cases():
    for line in VECTORS.read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def written(rng):
    """Blocks of a random file."""
    out, parts = io.BytesIO(), []

    def part():
        parts.append(out.getvalue()[sum(map(len, parts)) :])

    for section in range(rng.randint(1, 3)):
        writer = Writer(out, "bytes", {"section": f"{section}"})
        part()
        for _ in range(rng.randint(0, 4)):
            marks = [MARK, ESCAPE, MARK[:5], b"\xff", b"\0", rng.randbytes(30)]
            texts = [
                b"".join(rng.choices(marks, k=rng.randint(0, 5))).hex()
                for _ in range(rng.randint(1, 3))
            ]
            writer.write_block(texts)
            part()
        if rng.random() < 0.7:
            writer.end()
            part()
    return parts


def damaged(rng, parts):
    """The file with some damage, and the parts that are whole in it, as [place, bytes]."""
    data, whole = b"", []
    for part in parts:
        kind = rng.random()
        if kind < 0.6:
            whole.append((len(data), part))
        elif kind < 0.7:
            part = part[: rng.randrange(len(part))]
        elif kind < 0.8:
            at = rng.randrange(len(part))
            part = part[:at] + bytes([part[at] ^ rng.randint(1, 255)]) + part[at + 1 :]
        elif kind < 0.9:
            at, to = sorted(rng.choices(range(len(part)), k=2))
            part = part[:at] + rng.choice([b"", b"\xff" * 20, MARK, rng.randbytes(9)]) + part[to:]
        else:
            part = b"\0" * rng.randint(1, 40) + rng.randbytes(rng.randint(0, 40))
        data += part
    return data, whole


def frame(blocks, stated=None):
    """A Zstandard frame (RFC 8878) of blocks, of which a number stands for so many zeros."""
    head = bytes([0, 0x58]) if stated is None else bytes([0xE0]) + stated.to_bytes(8, "little")
    out = zstd.FRAME + head
    for place, part in enumerate(blocks):
        last = place == len(blocks) - 1
        size, kind, data = (part, 1, b"\0") if isinstance(part, int) else (len(part), 0, part)
        out += (size << 3 | kind << 1 | last).to_bytes(3, "little") + data
    return out


@unittest.skipUnless(zstd.available(), "neither Python 3.14 nor zstandard")
class Compressed(unittest.TestCase):
    """The cases of file/tests/compressed.rs."""

    def decompressed(self, frame, length, most=1 << 20):
        return zstd.decompress(length.to_bytes(4, "little") + frame, most)

    def assert_refused(self, *args):
        with self.assertRaises(ValueError):
            self.decompressed(*args)

    def test_what_is_right(self):
        for stated in (None, 5):
            self.assertEqual(self.decompressed(frame([b"ab", b"cde"], stated), 5), b"abcde")
            self.assertEqual(self.decompressed(frame([b"ab", b"cde"], stated), 5, 5), b"abcde")
        for stated in (None, 0):
            self.assertEqual(self.decompressed(frame([b""], stated), 0), b"")
        self.assertEqual(self.decompressed(frame([1 << 17] * 8), 1 << 20), bytes(1 << 20))

    def test_lengths_that_are_not_those_stated(self):
        for length in (0, 4, 6, 1 << 20):
            for stated in (None, 5, length):
                self.assert_refused(frame([b"abcde"], stated), length)
        for stated in (None, 0, 1):
            self.assert_refused(frame([b""], stated), 1)
            self.assert_refused(frame([1 << 17] * 800, stated), 0)
        self.assert_refused(frame([b"abcde"], 5), 5, 4)

    def test_what_is_not_one_frame(self):
        for data in (b"", b"abcde"):
            for stated in (None, len(data)):
                one = frame([data], stated)
                for size in range(len(one)):
                    self.assert_refused(one[:size], len(data))
                for behind in (b"\0", one, one[:4], frame([b""])):
                    self.assert_refused(one + behind, len(data))
                self.assert_refused(one + one, 2 * len(data))
        skippable = bytes.fromhex("502a4d1803000000616263")
        for length in (0, 3, 5):
            self.assert_refused(skippable, length)
            self.assert_refused(skippable + frame([b"abcde"]), length)
        for size in range(4):
            with self.assertRaises(ValueError):
                zstd.decompress(bytes(size), 1 << 20)

    def test_a_bomb_claims_nothing(self):
        # What these state could not be claimed.
        for stated in (1 << 40, 1 << 50, (1 << 63) - 1):
            self.assert_refused(frame([b"abcde"], stated), 5)
        bomb = frame([1 << 17] * 8000)
        self.assert_refused(bomb, 1 << 20)
        self.assert_refused(bomb, 8000 << 17)

    def test_records_of_compressed_blocks(self):
        out = io.BytesIO()
        writer = FileWriter(out, "u16")
        payload = bytes.fromhex("82e80724")
        body = len(payload).to_bytes(4, "little") + frame([payload])
        out.write(write_block(COMPRESSED, body, 3, 0, writer.section))
        writer.first = 3
        writer.end()
        self.assertEqual(list(iter_file(out.getvalue())), [1000, 1001, 1002])
        with self.assertRaisesRegex(FileError, "^message at byte 49: .* above the bound"):
            list(iter_file(out.getvalue(), limits=Limits(max_alloc=3)))

    def test_what_is_compressed_is_read(self):
        plain, small = io.BytesIO(), io.BytesIO()
        records = ["the same text"] * 1000 + ["x"]
        for out, level in ((plain, None), (small, 3)):
            with FileWriter(out, "str", compression=level) as writer:
                writer.write_all(records)
            self.assertEqual(list(iter_file(out.getvalue())), records)
        self.assertLess(len(small.getvalue()), len(plain.getvalue()) // 4)


class Files(unittest.TestCase):
    def test_every_vector(self):
        count = 0
        for case in cases():
            with self.subTest(case["note"]):
                got = read(bytes.fromhex(case["hex"]), case["max"], case.get("part"))
                self.assertEqual(list(got), case["events"])
            count += 1
        self.assertGreater(count, 400)

    def test_a_document(self):
        """Fields that may be missing, and several kinds in one place."""
        case = json.loads(VECTORS.with_name("document.json").read_text(encoding="utf-8"))

        def plain(value):
            match value:
                case onesheet.Variant(value=inner):
                    return plain(inner)
                case dict():
                    there = ((name, part) for name, part in value.items() if part is not None)
                    return {name: plain(part) for name, part in there}
                case list():
                    return [plain(inner) for inner in value]
            return value

        records = list(iter_file(bytes.fromhex(case["hex"])))
        self.assertEqual(plain(records), plain(case["value"]))
        self.assertIsNone(records[2]["tags"])

    def test_every_reason_has_a_case(self):
        found = {key for case in cases() for event in case["events"] for key in event}
        reasons = {"noise", "too long", "truncated", "checksum", "malformed"}
        events = {"schema", "records", "compressed", "orphan", "end", "gap", "unknown"}
        self.assertEqual(found, reasons | events | {"at", "fingerprint", "about", "count", "first"})

    def test_no_whole_block_is_lost_or_altered(self):
        rng = random.Random("files")
        for turn in range(400):
            data, whole = damaged(rng, written(rng))
            found, end = {}, 0
            for found_block in event.blocks(Source(data), MAX, 0):
                at = found_block.at
                whole_block = not isinstance(found_block, Damage)
                length = found_block.size if whole_block else found_block.length
                # What is not reported is unused.
                self.assertEqual(data[end:at].strip(b"\0\xff"), b"", turn)
                end = at + length
                if whole_block:
                    found[at] = data[at:end]
            self.assertEqual(data[end:].strip(b"\0\xff"), b"", turn)
            for at, part in whole:
                self.assertEqual(found.get(at), part, turn)

    def test_time_is_linear(self):
        # Blocks of which each claims all that follow: none is looked at twice.
        head = MARK + b"\x52" + bytes(4) + bytes(4) + (1 << 20).to_bytes(4, "little") + bytes(16)
        head = head[:8] + checksum(head[:8] + head[12:]).to_bytes(4, "little") + head[12:]
        seen = []
        self.addCleanup(setattr, block, "checksum", checksum)
        block.checksum = lambda data: seen.append(len(data)) or checksum(data)
        file = Counting(head * 40_000)
        list(event.blocks(Source(file), 1 << 30, 0))
        self.assertLess(sum(seen), 4 * len(file.getvalue()))
        self.assertLess(file.taken, 8 * len(file.getvalue()))


class Counting(io.BytesIO):
    """Counts the bytes that are read."""

    taken = 0

    def read(self, size=-1):
        data = super().read(size)
        self.taken += len(data)
        return data


READING = "struct Reading{at: u64, sensor: str, celsius: option(f32)}"
READINGS = [
    {"at": 7 * i, "sensor": f"s{i % 3}", "celsius": None if i % 4 else i / 2} for i in range(100)
]


def file_of(type, records, **options):
    out = io.BytesIO()
    with FileWriter(out, type, **options) as writer:
        writer.write_all(records)
    return out.getvalue()


class Columns(unittest.TestCase):
    def test_records_without_fields_are_counted(self):
        for type in ("struct Nothing{}", "extensible struct Nothing{}"):
            data = file_of(type, [{}] * 5)
            self.assertEqual(read_columns(data), {"value": [{}] * 5})
            payload = onesheet.encode_list(type, [{}] * 5)
            self.assertEqual(onesheet.encode_columns(type, {"value": [{}] * 5}), (payload, 5))

    def test_fields_of_later_sections_are_there(self):
        old, new = "extensible struct R{a: u8}", "extensible struct R{a: u8, b: str default}"
        data = file_of(old, [{"a": 1}]) + file_of(new, [{"a": 2, "b": "x"}]) + file_of(old, [{"a": 3}])
        found = read_columns(data, numpy=False)
        self.assertEqual(found, {"a": [1, 2, 3], "b": [onesheet.DEFAULT, "x", onesheet.DEFAULT]})
        # Of those that read each other, the last; as before, one that reads no other is a problem.
        for other in (file_of("u8", [5]), file_of("struct R{a: u8}", [{"a": 5}])):
            with self.assertRaisesRegex(FileError, "another type"):
                read_columns(data + other)

    def test_columns_have_one_name_and_one_data_type(self):
        seconds, millis = {"arrow:at": "Timestamp(s)"}, {"arrow:at": "Timestamp(ms)"}
        at, nothing = "struct R{at: i64}", {}
        for old, old_about, new, new_about, why in [
            (at, seconds, at, millis, "column at: Timestamp\\(s\\), which is Timestamp\\(ms\\) in the table: read these"),
            (at, seconds, at, nothing, "column at: Timestamp\\(s\\), which is no time in"),
            (at, nothing, at, millis, "column at: no time, which is Timestamp\\(ms\\) in"),
            ("struct R{at: i64, x: i64}", nothing, "struct R{x: i64, at: i64}", nothing, ".at is called x in the table, but a table has"),
            ("struct R{x: i64}", nothing, at, nothing, ".x is called at in"),
            ("struct R{s: seq(option(struct S{x: u8, y: u8}))}", nothing, "struct R{s: seq(option(struct S{y: u8, x: u8}))}", nothing, r"\.s\[\]\[\]\.x is called y in"),
            ("struct R{e: enum E{0 A, 1 B}}", nothing, "struct R{e: enum E{0 B, 1 A}}", nothing, ".e#A is called B in"),
        ]:  # fmt: skip
            first, second = file_of(old, [], about=old_about), file_of(new, [], about=new_about)
            with self.subTest(why), self.assertRaisesRegex(FileError, f"^schema at byte 0: records of another type: {why}"):
                read_columns(first + second)
        # Fields that come later may be times.
        new = "extensible struct R{a: u8, at: option(i64) default}"
        data = file_of("extensible struct R{a: u8}", [{"a": 1}]) + file_of(new, [{"a": 2, "at": 3}], about=millis)
        self.assertEqual(list(read_columns(data)["a"]), [1, 2])
        # What is told its type is read by places.
        data = file_of("struct R{a: u8}", [{"a": 1}]) + file_of("struct R{b: u8}", [{"b": 2}])
        self.assertEqual(list(read_columns(data, "struct R{c: u8}")["c"]), [1, 2])
        self.assertEqual(list(iter_file(data)), [{"a": 1}, {"b": 2}])

    def test_integers_that_may_be_none_are_exact(self):
        old, new = "extensible struct R{a: u8}", "extensible struct R{a: u8, n: option(u64) default}"
        most = (1 << 64) - 1
        data = file_of(new, [{"a": 1, "n": most}, {"a": 2, "n": None}]) + file_of(old, [{"a": 3}])
        self.assertEqual(read_columns(data, numpy=False)["n"], [most, None, onesheet.DEFAULT])
        if onesheet.optional.numpy is None:
            return
        column = read_columns(data)["n"]
        self.assertEqual((str(column.dtype), column.mask.tolist()), ("uint64", [False, True, True]))
        self.assertEqual(column.tolist(), [most, None, None])

    def test_enums_without_fields_are_names(self):
        type = "struct R{color: enum C{0 Red, 3 Blue}, maybe: option(enum O{0 On, 1 Off}), shape: enum S{0 A, 1 B{x: u8}}}"
        V = onesheet.Variant
        rows = [{"color": V("Blue"), "maybe": None, "shape": V("A")}, {"color": V("Red"), "maybe": V("Off"), "shape": V("B", {"x": 1})}]
        found = read_columns(file_of(type, rows))
        self.assertEqual(found["color"], ["Blue", "Red"])
        self.assertEqual(found["maybe"], [None, "Off"])
        self.assertEqual(found["shape"], [V("A"), V("B", {"x": 1})])
        # Both are written.
        self.assertEqual(onesheet.encode_columns(type, found), (onesheet.encode_list(type, rows), 2))
        with self.assertRaisesRegex(onesheet.EncodeError, "expected a Variant, not 'A'"):
            onesheet.encode("enum S{0 A, 1 B{x: u8}}", "A")

    def test_dates_and_times(self):
        type = "struct R{day: i32, at: option(i64), took: i64, n: i64}"
        about = {"arrow:day": "Date32", "arrow:at": 'Timestamp(µs, "UTC")', "arrow:took": "Duration(ms)", "arrow:n": "Union"}
        rows = [{"day": 1, "at": 2, "took": 3, "n": 4}, {"day": -1, "at": None, "took": 0, "n": 0}]
        found = read_columns(file_of(type, rows, about=about))
        self.assertEqual(list(found["n"]), [4, 0])
        if onesheet.optional.numpy is None:
            return
        dtypes = {name: str(column.dtype) for name, column in found.items()}
        times = {"day": "datetime64[D]", "at": "datetime64[us]", "took": "timedelta64[ms]"}
        self.assertEqual(dtypes, times | {"n": "int64"})
        self.assertEqual(str(found["day"][1]), "1969-12-31")
        self.assertEqual(found["at"].mask.tolist(), [False, True])

    def test_a_part_reads_its_bytes_and_headers_before(self):
        data = file_of("bytes", [bytes([i]) * 5_000 for i in range(200)] * 4, block_bytes=20_000)
        size = len(data)
        for start, end in [(size // 2, size // 2 + 50_000), (size - 50_000, size)]:
            file = Counting(data)
            found = list(onesheet.events(file, part=(start, end)))
            self.assertTrue(any(hasattr(event, "payload") for event in found))
            # Two windows for the first mark, and what is behind the last; a header each before.
            self.assertLess(file.taken, size / 4)


class Reading(unittest.TestCase):
    def test_the_example_of_the_page(self):
        text = (HERE.parent.parent / "spec" / "FILES.md").read_text(encoding="utf-8")
        rows = text.split("## Examples")[1].split("\n|--|--|--|\n")[1].split("\n\n")[0]
        expected = bytes.fromhex(
            "".join("".join(row.split("|")[2:]).replace("`", "") for row in rows.splitlines())
        )
        self.assertEqual(file_of("u16", [1000, 1001, 1002]), expected)

    def test_records(self):
        for block_bytes in (1, 100, 1 << 20):
            data = file_of(READING, READINGS, block_bytes=block_bytes)
            self.assertEqual(list(iter_file(data)), READINGS)
            self.assertEqual(list(iter_file(io.BytesIO(data))), READINGS)

    def test_a_file_from_its_position_on_and_a_pipe(self):
        data = file_of(READING, READINGS)
        file = io.BytesIO(b"before" + data)
        file.seek(6)
        self.assertEqual(list(iter_file(file)), READINGS)

        class Pipe(io.RawIOBase):
            def read(self, size=-1):
                return data if size < 0 else data[:size]

        self.assertEqual(list(iter_file(Pipe())), READINGS)

    def test_a_path_is_closed(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "log.onesheet"
            with FileWriter(path, READING) as writer:
                writer.write_all(READINGS)
            with warnings.catch_warnings():
                warnings.simplefilter("error", ResourceWarning)
                self.assertEqual(list(iter_file(path)), READINGS)
                self.assertEqual(next(iter_file(str(path))), READINGS[0])
                gc.collect()
            self.assertEqual(len(read_columns(path)["at"]), 100)

    def test_columns(self):
        data = file_of(READING, READINGS, block_bytes=100)
        columns = read_columns(data, numpy=False)
        self.assertEqual(
            columns, {name: [r[name] for r in READINGS] for name in ("at", "sensor", "celsius")}
        )
        self.assertEqual(read_columns(file_of("u16", [5, 6]), numpy=False), {"value": [5, 6]})
        self.assertEqual(read_columns(b""), {})

    def test_a_file_of_columns(self):
        columns = {"a": list(range(1000)), "b": [str(i) for i in range(1000)]}
        out = io.BytesIO()
        with FileWriter(out, "struct P{a: u32, b: str}", block_bytes=500) as writer:
            writer.write({"a": 7, "b": "x"})
            writer.write_columns(columns)
        self.assertGreater(out.getvalue().count(MARK), 5)
        self.assertEqual(
            read_columns(out.getvalue(), numpy=False),
            {"a": [7, *columns["a"]], "b": ["x", *columns["b"]]},
        )
        with self.assertRaisesRegex(ValueError, "columns of different lengths: a 1, b 0"):
            FileWriter(io.BytesIO(), "struct P{a: u32, b: str}").write_columns({"a": [1], "b": []})

    def test_damage_is_an_error_or_told(self):
        data = bytearray(file_of("u16", [1000, 1001, 1002]))
        data += file_of("u16", [5, 6])
        data[49 + 36] ^= 1  # in the first block of records
        found = []
        self.assertEqual(list(iter_file(bytes(data), on_problem=found.append)), [5, 6])
        self.assertEqual(
            [(problem.at, problem.reason) for problem in found], [(49, "checksum"), (89, "gap")]
        )
        self.assertEqual(str(found[0]), "checksum at byte 49: 40 bytes are not a block")
        with self.assertRaisesRegex(FileError, "^checksum at byte 49: "):
            list(iter_file(bytes(data)))

    def test_the_records_before_damage_are_given(self):
        data, got = file_of("u16", range(1000), block_bytes=100)[:-1], []
        with self.assertRaisesRegex(FileError, "^truncated at byte "):
            for record in iter_file(data):
                got.append(record)
        self.assertEqual(got, list(range(1000)))

    def test_a_block_that_is_no_list_of_the_type(self):
        out = io.BytesIO()
        with FileWriter(out, "u16") as writer:
            writer.block(b"\x80\x00", 1)
            writer.write(5)
        found = []
        self.assertEqual(list(iter_file(out.getvalue(), on_problem=found.append)), [5])
        self.assertEqual([problem.reason for problem in found], ["message"])
        self.assertIsInstance(found[0].__cause__, DecodeError)

    def test_sections_of_other_types(self):
        old = file_of("extensible struct P{a: u8}", [{"a": 1}])
        new_type = "extensible struct P{a: u8, b: u16 default}"
        new = file_of(new_type, [{"a": 2, "b": 3}])
        other = file_of("u16", [7])
        self.assertEqual(list(iter_file(old + new)), [{"a": 1}, {"a": 2, "b": 3}])
        self.assertEqual(
            list(iter_file(old + new, "extensible struct P{a: u8}")), [{"a": 1}, {"a": 2}]
        )
        self.assertEqual(
            list(iter_file(old + new, new_type)),
            [{"a": 1, "b": onesheet.DEFAULT}, {"a": 2, "b": 3}],
        )
        found = []
        self.assertEqual(
            list(iter_file(other + new, new_type, on_problem=found.append)), [{"a": 2, "b": 3}]
        )
        self.assertEqual([(problem.at, problem.reason) for problem in found], [(0, "schema")])
        with self.assertRaisesRegex(FileError, "^schema at byte 0: records of another type, u16"):
            list(iter_file(other, new_type))

    def test_a_schema_that_is_none(self):
        data = block.schema_block('foreign "x"', 1, {}) + file_of("u16", [7])
        found = []
        self.assertEqual(list(iter_file(data, on_problem=found.append)), [7])
        self.assertEqual([(problem.at, problem.reason) for problem in found], [(0, "schema")])

    def test_arguments(self):
        for file in (None, 5, ["x"], io.StringIO("x")):
            with self.subTest(file=file), self.assertRaises(TypeError):
                list(iter_file(file))
        with self.assertRaises(FileNotFoundError):
            list(iter_file("/no/such/file"))
        with self.assertRaises(TypeError):
            iter_file(b"", limits=5)
        for read in (iter_file, read_columns):
            with self.assertRaises(TypeError):
                read(b"", on_problem=5)
        for options in (
            {"block_bytes": "x"},
            {"block_bytes": 0},
            {"compression": 23},
            {"about": {"a": 5}},
        ):
            with self.subTest(options=options), self.assertRaises((TypeError, ValueError)):
                FileWriter(io.BytesIO(), "u16", **options)
        for file in (None, 5, io.StringIO()):
            with self.subTest(file=file), self.assertRaises(TypeError):
                FileWriter(file, "u16")


class Writing(unittest.TestCase):
    def test_a_record_that_is_none_of_the_type(self):
        out = io.BytesIO()
        with FileWriter(out, "u16") as writer:
            writer.write_all([1, 2, 3])
            with self.assertRaisesRegex(ValueError, "^record 3: 70000 is out of the range"):
                writer.write(70000)
                writer.flush()
            writer.write(4)
        self.assertEqual(list(iter_file(out.getvalue())), [1, 2, 3, 4])

    def test_an_exception_leaves_what_was_written(self):
        out = io.BytesIO()
        with self.assertRaisesRegex(RuntimeError, "mine"):
            with FileWriter(out, "u16") as writer:
                writer.write(1)
                raise RuntimeError("mine")
        self.assertEqual(list(iter_file(out.getvalue())), [1])
        self.assertNotIn("End", [type(event).__name__ for event in onesheet.events(out.getvalue())])
        with self.assertRaisesRegex(ValueError, "closed"):
            writer.write(2)

    def test_another_section_behind(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "log.onesheet"
            for number in (1, 2):
                with open(path, "ab") as file, FileWriter(file, "u16") as writer:
                    writer.write(number)
            self.assertEqual(list(iter_file(path)), [1, 2])

    def test_records_that_are_wrong_leave_the_file(self):
        def raising(n):
            yield from ({"a": i} for i in range(n))
            raise RuntimeError("mine")

        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "log.onesheet"

            def check(before):
                for data, text in [
                    ([{"a": 1}, {"a": "x"}], "record 1.a"),
                    ([{"a": i} for i in range(5_000)] + [{"a": "x"}], "record 5000.a"),
                    (raising(0), "mine"),
                    (raising(5_000), "mine"),
                ]:
                    with self.assertRaisesRegex((onesheet.EncodeError, RuntimeError), text):
                        onesheet.write(path, data, "struct _{a: u32}", block_bytes=1000)
                    there = [(p.name, p.read_bytes()) for p in path.parent.iterdir()]
                    self.assertEqual(there, before)

            check([])
            self.assertEqual(onesheet.write(path, [{"a": 7}], "struct _{a: u32}"), 1)
            path.chmod(0o640)
            check([("log.onesheet", path.read_bytes())])
            self.assertEqual(onesheet.write(path, [{"a": 8}, {"a": 9}], "struct _{a: u32}"), 2)
            self.assertEqual(list(iter_file(path)), [{"a": 8}, {"a": 9}])
            if sys.platform != "win32":
                self.assertEqual(path.stat().st_mode & 0o777, 0o640)

    @unittest.skipIf(sys.platform == "win32", "of links and locks of Unix")
    def test_what_is_replaced(self):
        with tempfile.TemporaryDirectory() as directory:
            folder = pathlib.Path(directory)
            path, link = folder / "log.onesheet", folder / "link.onesheet"
            link.symlink_to("log.onesheet")
            for number in (1, 2):  # a link to nothing yet, and one to a file
                onesheet.write(link, [number], "u16")
                self.assertTrue(link.is_symlink())
                self.assertEqual(list(iter_file(path)), [number])
            # What a program left that was killed is begun anew.
            left = folder / "log.onesheet.onesheet-unfinished"
            left.write_bytes(b"x" * 1000)
            onesheet.write(path, [3], "u16")
            self.assertEqual((list(iter_file(path)), left.exists()), ([3], False))

            # One writer, while records come, too.
            def records():
                yield 4
                with self.assertRaisesRegex(BlockingIOError, "log.onesheet'$"):
                    onesheet.write(path, [5], "u16")
                with self.assertRaisesRegex(BlockingIOError, "log.onesheet'$"):
                    FileWriter(path, "u16")

            onesheet.write(path, records(), "u16")
            self.assertEqual(list(iter_file(path)), [4])
            with FileWriter(path, "u16"), self.assertRaisesRegex(BlockingIOError, "log.onesheet'$"):
                onesheet.write(path, [5], "u16")
            with self.assertRaisesRegex(FileNotFoundError, "no/log.onesheet'$"):
                onesheet.write(folder / "no" / "log.onesheet", [5], "u16")
            self.assertEqual(onesheet.write("/dev/null", [5], "u16"), 1)
            self.assertEqual(sorted(p.name for p in folder.iterdir()), ["link.onesheet", "log.onesheet"])

    def test_about(self):
        data = file_of("u16", [1], about={"device": "7", "boot": "2"})
        self.assertEqual(next(onesheet.events(data)).about, {"boot": "2", "device": "7"})


if __name__ == "__main__":
    unittest.main()
