"""python3 -m unittest discover interop/python (or pytest)"""

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
