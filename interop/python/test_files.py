"""python3 -m unittest discover interop/python (or pytest)"""

import importlib.util
import io
import json
import pathlib
import random
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import files  # noqa: E402

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
        writer = files.Writer(out, "bytes", "bytes", 7, {"section": f"{section}"})
        part()
        for _ in range(rng.randint(0, 4)):
            marks = [files.MARK, files.ESCAPE, files.MARK[:5], b"\xff", b"\0", rng.randbytes(30)]
            texts = [b"".join(rng.choices(marks, k=rng.randint(0, 5))).hex() for _ in range(rng.randint(1, 3))]
            writer.write(texts)
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
            part = part[:at] + rng.choice([b"", b"\xff" * 20, files.MARK, rng.randbytes(9)]) + part[to:]
        else:
            part = b"\0" * rng.randint(1, 40) + rng.randbytes(rng.randint(0, 40))
        data += part
    return data, whole


def frame(blocks, stated=None):
    """A Zstandard frame (RFC 8878) of blocks, of which a number stands for so many zeros."""
    head = bytes([0, 0x58]) if stated is None else bytes([0xE0]) + stated.to_bytes(8, "little")
    out = files.FRAME + head
    for place, block in enumerate(blocks):
        last = place == len(blocks) - 1
        size, kind, data = (block, 1, b"\0") if isinstance(block, int) else (len(block), 0, block)
        out += (size << 3 | kind << 1 | last).to_bytes(3, "little") + data
    return out


def has_zstd():
    return any(importlib.util.find_spec(name) for name in ("compression", "zstandard"))


@unittest.skipUnless(has_zstd(), "neither Python 3.14 nor zstandard")
class Compressed(unittest.TestCase):
    """The cases of file/tests/compressed.rs."""

    def decompressed(self, frame, length, most=1 << 20):
        return files.decompress(length.to_bytes(4, "little") + frame, most)

    def assert_refused(self, *args):
        with self.assertRaisesRegex(ValueError, "^message: "):
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
            with self.assertRaisesRegex(ValueError, "^message: "):
                files.decompress(bytes(size), 1 << 20)

    def test_a_bomb_claims_nothing(self):
        # What these state could not be claimed.
        for stated in (1 << 40, 1 << 50, (1 << 63) - 1):
            self.assert_refused(frame([b"abcde"], stated), 5)
        bomb = frame([1 << 17] * 8000)
        self.assert_refused(bomb, 1 << 20)
        self.assert_refused(bomb, 8000 << 17)

    def test_records_of_compressed_blocks(self):
        out = io.BytesIO()
        writer = files.Writer(out, "u16", "u16", 0x4D24D3193E7EF3BF)
        payload = bytes.fromhex("82e80724")
        body = files.number(len(payload), 4) + frame([payload])
        out.write(files.block(files.COMPRESSED, body, 3, 0, writer.schema))
        writer.first = 3
        writer.end()
        self.assertEqual(list(files.records(out.getvalue(), "u16")), ["1000", "1001", "1002"])
        with self.assertRaisesRegex(ValueError, "above the bound"):
            list(files.records(out.getvalue(), "u16", max_alloc=3))


class Files(unittest.TestCase):
    def test_every_vector(self):
        count = 0
        for case in cases():
            with self.subTest(case["note"]):
                got = files.read(bytes.fromhex(case["hex"]), case["max"], case.get("part"))
                self.assertEqual(list(got), case["events"])
            count += 1
        self.assertGreater(count, 400)

    def test_every_reason_has_a_case(self):
        found = {key for case in cases() for event in case["events"] for key in event}
        reasons = {"noise", "too long", "truncated", "checksum", "malformed"}
        events = {"schema", "records", "compressed", "orphan", "end", "gap", "unknown"}
        self.assertEqual(found, reasons | events | {"at", "fingerprint", "about", "count", "first"})

    def test_what_is_written_is_read(self):
        out = io.BytesIO()
        writer = files.Writer(out, {"struct": ["u16", "str"]}, "struct P{x: u16, y: str}", 5, {"a": "b"})
        writer.write([["1", "one"], ["2", "two"]])
        writer.write([["3", files.MARK.decode("latin-1")]])
        writer.end()
        got = list(files.records(out.getvalue(), {"struct": ["u16", "str"]}))
        self.assertEqual(got, [["1", "one"], ["2", "two"], ["3", files.MARK.decode("latin-1")]])
        with self.assertRaisesRegex(ValueError, "truncated at byte"):
            list(files.records(out.getvalue()[:-1], {"struct": ["u16", "str"]}))
        with self.assertRaises(ValueError):
            writer.write([])

    def test_no_whole_block_is_lost_or_altered(self):
        rng = random.Random("files")
        for turn in range(400):
            data, whole = damaged(rng, written(rng))
            found, end = {}, 0
            for block in files.blocks(data, MAX):
                at, length = block[0], block.size if isinstance(block, files.Block) else block[2]
                # What is not reported is unused.
                self.assertEqual(data[end:at].strip(b"\0\xff"), b"", turn)
                end = at + length
                if isinstance(block, files.Block):
                    found[at] = data[at:end]
            self.assertEqual(data[end:].strip(b"\0\xff"), b"", turn)
            for at, part in whole:
                self.assertEqual(found.get(at), part, turn)

    def test_time_is_linear(self):
        # Blocks of which each claims all that follow: none is looked at twice.
        head = files.MARK + b"\x52" + bytes(4) + files.number(0, 4) + files.number(1 << 20, 4) + bytes(16)
        head = head[:8] + files.number(files.checksum(head[:8] + head[12:]), 4) + head[12:]
        seen = []
        checksum = files.checksum
        files.checksum = lambda data: seen.append(len(data)) or checksum(data)
        self.addCleanup(setattr, files, "checksum", checksum)
        list(files.blocks(head * 500, 1 << 30))
        self.assertLess(sum(seen), 4 * 500 * len(head))


if __name__ == "__main__":
    unittest.main()
