"""python3 -m unittest discover languages/python (or pytest)"""

import json
import pathlib
import random
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import conformance  # noqa: E402
import onesheet  # noqa: E402
from onesheet import DecodeError, Limits, Variant  # noqa: E402
from onesheet.serde import decode  # noqa: E402

VECTORS = HERE.parent.parent / "tests" / "vectors" / "serde.jsonl"


def cases():
    return [json.loads(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]


def schema(form):
    """The schema of a type of the vectors, where {"enum": [T, ...]} has the contents of the variants."""
    return conformance.schema(with_tags(form))


def with_tags(j):
    if isinstance(j, list):
        return [with_tags(x) for x in j]
    if isinstance(j, dict) and "enum" in j:
        return {"enum": [[index, contents(t)] for index, t in enumerate(j["enum"])]}
    return {key: with_tags(x) for key, x in j.items()} if isinstance(j, dict) else j


def contents(t):
    """The fields of a variant; what it holds is a field without a name."""
    return [] if t == "unit" else [with_tags(t)]


def to_json(form, v):
    """The JSON of a value, where an enum is [index, content]."""
    return without_fields(form, conformance.to_json(schema(form).type, v))


def without_fields(t, j):
    if not isinstance(t, dict) or j is None:
        return j
    [(kind, of)] = t.items()
    if kind == "enum":
        return [j[0], without_fields(of[j[0]], j[1][0] if j[1] else None)]
    if kind == "option":
        return {"some": without_fields(of, j["some"])}
    if kind == "tuple":
        return [without_fields(part, x) for part, x in zip(of, j)]
    if kind == "seq":
        return [without_fields(of, x) for x in j]
    return in_order([[without_fields(part, x) for part, x in zip(of, entry)] for entry in j])


def in_order(entries):
    """The entries of a map, which is a dict in Python, in some one order."""
    return sorted(entries, key=json.dumps)


class Vectors(unittest.TestCase):
    def test_every_vector(self):
        for case in cases():
            with self.subTest(case["name"]):
                data = bytes.fromhex(case["hex"])
                if case.get("reject"):
                    with self.assertRaises(DecodeError) as caught:
                        decode(schema(case["type"]), data)
                    self.assertLessEqual(caught.exception.at, len(data))
                else:
                    value = case["value"]
                    value = in_order(value) if "map" in case["type"] else value
                    self.assertEqual(
                        to_json(case["type"], decode(schema(case["type"]), data)), value
                    )

    def test_names_are_unique(self):
        names = [case["name"] for case in cases()]
        self.assertEqual(len(set(names)), len(names))

    def test_every_rule_of_the_bytes_has_a_case(self):
        self.assertLessEqual(
            {"S1", "S2", "S3", "S5", "S6", "S7", "S8", "S11", "S12"},
            {case["rule"] for case in cases()},
        )


class Messages(unittest.TestCase):
    def test_a_field_of_a_message(self):
        # A str, and a field through serde, as the documentation of onesheet::with::Serde has them.
        message = bytes.fromhex("01 70 07 ac 02 01 01 02 72 63")
        name, field = onesheet.decode("tuple(str, bytes)", message)
        self.assertEqual(name, "p")
        version = "struct Version{major: u16, minor: u16, pre: option(str)}"
        self.assertEqual(decode(version, field), {"major": 300, "minor": 1, "pre": "rc"})

    def test_the_enum_of_the_page(self):
        # seq(enum{A, B(u8), C{u16, bool}}) [A, B(9), C{300, true}]
        enum = "seq(enum E{0 A, 1 B{0: u8}, 2 C{x: u16, y: bool}})"
        expected = [Variant("A"), Variant("B", 9), Variant("C", {"x": 300, "y": True})]
        self.assertEqual(decode(enum, bytes.fromhex("03 00 01 09 02 ac 02 01")), expected)

    def test_a_map_keeps_its_order(self):
        found = decode("map(str, u8)", bytes.fromhex("02 01 62 02 02 61 61 01"))
        self.assertEqual(list(found.items()), [("b", 2), ("aa", 1)])

    def test_what_serde_has_not(self):
        for type in ("set(u8)", "fixed u16", "extensible struct P{}", "extensible enum E{0 A}"):
            with (
                self.subTest(type),
                self.assertRaisesRegex(onesheet.SchemaError, "^serde has no type"),
            ):
                decode(type, b"\0\0\0\0")


class Bad(unittest.TestCase):
    def test_noise_is_an_error_or_a_value(self):
        rng = random.Random(1)
        types = [schema(case["type"]) for case in cases()]
        for _ in range(5000):
            data = bytes(
                rng.choices([0, 1, 2, 3, 0x80, 0xFF, rng.randrange(256)], k=rng.randrange(12))
            )
            try:
                decode(rng.choice(types), data)
            except DecodeError as error:
                self.assertLessEqual(error.at, len(data))

    def test_limits(self):
        limits = Limits(max_alloc=128 + 4 * 64)
        with self.assertRaisesRegex(DecodeError, r" \(W33\)$"):
            decode("seq(unit)", b"\x05", limits=limits)
        self.assertEqual(decode("seq(unit)", b"\x04", limits=limits), [None] * 4)
        deep = "option(option(unit))"
        with self.assertRaisesRegex(DecodeError, r" \(W33\)$"):
            decode(deep, b"\x01\x00", limits=Limits(max_depth=1))
        self.assertEqual(decode(deep, b"\x01\x00", limits=Limits(max_depth=2)), onesheet.Some(None))


if __name__ == "__main__":
    unittest.main()
