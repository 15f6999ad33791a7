"""python3 -m unittest discover interop/python (or pytest)"""

import json
import pathlib
import random
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import onesheet  # noqa: E402
from serde_rows import DecodeError, decode  # noqa: E402

VECTORS = HERE.parent.parent / "tests" / "vectors" / "serde.jsonl"


def cases():
    return [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]


class Vectors(unittest.TestCase):
    def test_every_vector(self):
        for case in cases():
            with self.subTest(case["name"]):
                data = bytes.fromhex(case["hex"])
                if case.get("reject"):
                    with self.assertRaises(DecodeError) as caught:
                        decode(case["type"], data)
                    self.assertLessEqual(caught.exception.at, len(data))
                else:
                    self.assertEqual(decode(case["type"], data), case["value"])

    def test_names_are_unique(self):
        names = [case["name"] for case in cases()]
        self.assertEqual(len(set(names)), len(names))

    def test_every_rule_of_the_bytes_has_a_case(self):
        self.assertLessEqual({"S1", "S2", "S3", "S5", "S6", "S7", "S8", "S11", "S12"}, {case["rule"] for case in cases()})


class Messages(unittest.TestCase):
    def test_a_field_of_a_message(self):
        # A str, and a field through serde, as the documentation of onesheet::Serde has them.
        message = bytes.fromhex("01 70 07 ac 02 01 01 02 72 63")
        name, field = onesheet.decode({"tuple": ["str", "bytes"]}, message)
        self.assertEqual(name, "p")
        version = {"tuple": ["u16", "u16", {"option": "str"}]}
        self.assertEqual(decode(version, bytes.fromhex(field)), ["300", "1", {"some": "rc"}])


class Bad(unittest.TestCase):
    def test_noise_is_an_error_or_a_value(self):
        rng = random.Random(1)
        types = [case["type"] for case in cases()]
        for _ in range(5000):
            data = bytes(rng.choices([0, 1, 2, 3, 0x80, 0xFF, rng.randrange(256)], k=rng.randrange(12)))
            try:
                decode(rng.choice(types), data)
            except DecodeError as error:
                self.assertLessEqual(error.at, len(data))

    def test_limits(self):
        with self.assertRaises(DecodeError):
            decode({"seq": "unit"}, b"\x05", max_values=5)
        self.assertEqual(decode({"seq": "unit"}, b"\x04", max_values=5), [None] * 4)
        deep = {"option": {"option": "unit"}}
        with self.assertRaises(DecodeError):
            decode(deep, b"\x01\x00", max_depth=1)
        self.assertEqual(decode(deep, b"\x01\x00", max_depth=2), {"some": None})


if __name__ == "__main__":
    unittest.main()
