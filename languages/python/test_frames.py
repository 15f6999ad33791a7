"""python3 -m unittest discover languages/python (or pytest)"""

import json
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from onesheet import frames, optional  # noqa: E402
from onesheet.crc import LONG, crc  # noqa: E402

VECTORS = HERE.parent.parent / "tests" / "vectors" / "frames.jsonl"


class Frames(unittest.TestCase):
    def test_every_vector(self):
        count = 0
        for line in VECTORS.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            with self.subTest(case["note"]):
                stream, form = bytes.fromhex(case["hex"]), case["form"]
                want = [
                    bytes.fromhex(event["payload"]) if "payload" in event else event["dropped"]
                    for event in case["events"]
                ]
                self.assertEqual(frames.receive(stream, form, case["max"]), want)
                if case["encode"]:
                    self.assertEqual(
                        b"".join(frames.encode(payload, form) for payload in want), stream
                    )
            count += 1
        self.assertGreater(count, 100)

    def test_arguments(self):
        for args in ((b"", "crc8"), ("text", "crc16"), (5, "length"), (None, "crc32c")):
            with self.subTest(args), self.assertRaises((TypeError, ValueError)):
                frames.encode(*args)
        for most in (-1, "5", None):
            with self.subTest(most), self.assertRaises(ValueError):
                frames.receive(b"", "crc16", most)


class Crc(unittest.TestCase):
    def test_the_check_values_of_the_page(self):
        self.assertEqual(crc(b"123456789", "crc16"), 0x906E)
        self.assertEqual(crc(b"123456789", "crc32c"), 0xE3069283)

    @unittest.skipUnless(optional.numpy, "numpy is not installed")
    def test_arrays_find_the_same(self):
        for size in (LONG - 1, LONG, LONG + 1, 5000, 8192, 65_537):
            data = bytes(at * at % 251 for at in range(size))
            state = 0xFFFFFFFF
            for byte in data:  # bit by bit
                state ^= byte
                for _ in range(8):
                    state = state >> 1 ^ (0x82F63B78 if state & 1 else 0)
            self.assertEqual(crc(data, "crc32c"), state ^ 0xFFFFFFFF, size)


if __name__ == "__main__":
    unittest.main()
