"""python3 -m unittest discover languages/python (or pytest)"""

import copy
import math
import pathlib
import pickle
import random
import struct
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import onesheet  # noqa: E402
from onesheet import (  # noqa: E402
    DEFAULT,
    DecodeError,
    EncodeError,
    Err,
    Limits,
    Ok,
    Some,
    Variant,
    columns,
    decode,
    decode_list,
    encode,
    encode_columns,
    encode_list,
)

SHAPE = "enum Shape{0 Empty, 3 Circle{radius: f32}, 4 Point{0: u8, 1: u8}, 7 Text{0: str}}"
DEEP = "option(option(u8))"


class Values(unittest.TestCase):
    """What each type is in Python, with the bytes that the rules of the page give."""

    def test_both_ways(self):
        for type, value, data in (
            ("unit", None, ""),
            ("bool", True, "01"),
            ("char", "é", "e9 01"),
            ("u8", 255, "ff"),
            ("u16", 300, "ac 02"),
            ("i16", -3, "05"),
            ("fixed u16", 300, "2c 01"),
            ("i128", -1, "ff" * 16),
            ("f32", 1.5, "00 00 c0 3f"),
            ("f64", -2.0, "00 00 00 00 00 00 00 c0"),
            ("str", "hi", "02 68 69"),
            ("bytes", b"\0\xff", "02 00 ff"),
            ("seq(u8)", b"\0\xff", "02 00 ff"),
            ("option(u16)", 5, "01 05"),
            ("option(u16)", None, "00"),
            (DEEP, None, "00"),
            (DEEP, Some(None), "01 00"),
            (DEEP, Some(5), "01 01 05"),
            ("option(unit)", Some(None), "01"),
            ("option(rows _(option(u8)))", Some(7), "01 01 07"),
            ("tuple(u8, str)", (1, "a"), "01 01 61"),
            ("tuple()", (), ""),
            ("struct P{x: u8, y: u8}", {"x": 1, "y": 2}, "01 02"),
            ("struct P{0: u8, 1: u8}", (1, 2), "01 02"),
            ("struct P{x: u8, x: u8}", {"0": 1, "1": 2}, "01 02"),
            ("struct P{}", {}, ""),
            ("seq(str)", ["a", "bc"], "02 02 09 61 62 63"),
            ("array(str, 2)", ["a", "bc"], "02 09 61 62 63"),
            ("set(u8)", {1, 2}, "02 01 02"),
            ("set(tuple(u8, bool))", {(1, True)}, "01 01 01"),
            ("set(struct P{x: u8, y: u8})", {(1, 2)}, "01 01 02"),
            ("set(set(u8))", {frozenset({1}), frozenset({1, 2})}, "02 02 09 01 01 02"),
            ("set(array(u8, 2))", {(1, 2)}, "01 01 02"),
            ("set(bytes)", {b"a"}, "01 01 61"),
            ("map(str, u8)", {"a": 1, "b": 2}, "02 01 03 61 62 01 02"),
            ("map(map(u8, u8), u8)", {((1, 2),): 3}, "01 01 01 02 03"),
            ("result(u8, str)", Ok(7), "00 07"),
            ("result(u8, str)", Err("a"), "01 01 61"),
            (SHAPE, Variant("Empty"), "00"),
            (SHAPE, Variant("Circle", {"radius": 1.5}), "03 00 00 c0 3f"),
            (SHAPE, Variant("Point", (1, 2)), "04 01 02"),
            (SHAPE, Variant("Text", "a"), "07 01 61"),
            ("enum _{0 _, 3 _{0: u8}}", Variant("3", 9), "03 09"),
            ("extensible struct P{a: u8, b: u8}", {"a": 1, "b": 2}, "02 01 02"),
            ("extensible enum E{0 A, 1 B{0: u8}}", Variant("B", 7), "01 01 07"),
            (
                "rows Tree(struct Tree{v: u8, c: seq(ref Tree)})",
                {"v": 1, "c": [{"v": 2, "c": []}]},
                "01 01 02 00",
            ),
        ):
            with self.subTest(type=type, value=value):
                self.assertEqual(encode(type, value), bytes.fromhex(data))
                self.assertEqual(decode(type, bytes.fromhex(data), numpy=False), value)
                got = decode(type, bytes.fromhex(data))
                self.assertEqual(repr(got), repr(value))

    def test_lists_of_numbers_without_arrays(self):
        self.assertEqual(decode("seq(u16)", bytes.fromhex("03 02 39"), numpy=False), [1, 2, 3])
        self.assertEqual(
            decode("array(array(i8, 2), 2)", b"\1\2\3\xff", numpy=False), [[1, 2], [3, -1]]
        )

    def test_variants_match(self):
        match decode(SHAPE, bytes.fromhex("03 00 00 c0 3f")):
            case Variant("Circle", {"radius": radius}):
                self.assertEqual(radius, 1.5)
            case other:
                self.fail(other)
        self.assertEqual({Variant("Empty"): 1}[Variant("Empty")], 1)
        self.assertEqual(repr(Variant("A", 1)), "Variant('A', 1)")

    def test_a_default_that_is_not_known(self):
        type = "extensible struct P{a: u8, b: u16 default}"
        value = decode(type, bytes.fromhex("01 07"))
        self.assertIs(value["b"], DEFAULT)
        with self.assertRaisesRegex(EncodeError, "^.b: expected an int of u16"):
            encode(type, value)
        self.assertIs(copy.deepcopy(DEFAULT), DEFAULT)
        self.assertIs(pickle.loads(pickle.dumps(DEFAULT)), DEFAULT)

    def test_an_unknown_variant_is_the_catch_all(self):
        self.assertEqual(
            decode("extensible enum E{0 A, 9 C other}", bytes.fromhex("05 01 ff")), Variant("C")
        )
        with self.assertRaisesRegex(DecodeError, r" at byte 0 \(W32\)$"):
            decode("extensible enum E{0 A}", bytes.fromhex("05 01 ff"))

    def test_every_nan_keeps_its_bits(self):
        bits = [0x7F800001, 0x7FC00000, 0xFFFFFFFF, 0xFFA00001, 0x7F800000, 0x80000000, 0x00000001]
        for count in (1, len(bits), 40):
            some = (bits * 40)[:count]
            data = struct.pack(f"<{count}I", *some)
            values = decode(f"array(f32, {count})", data, numpy=False)
            self.assertEqual(encode(f"array(f32, {count})", values), data)
        data = struct.pack("<2Q", 0x7FF0000000000001, 0xFFF8000000000001)
        self.assertEqual(encode("array(f64, 2)", decode("array(f64, 2)", data, numpy=False)), data)

    def test_columns(self):
        type = "struct R{at: u64, on: bool, name: str, t: option(f32), more: struct M{x: u8}}"
        rows = [
            {"at": 7, "on": True, "name": "a", "t": None, "more": {"x": 1}},
            {"at": 8, "on": False, "name": "b", "t": 1.5, "more": {"x": 2}},
        ]
        data = encode_list(type, rows)
        self.assertEqual(decode_list(type, data, 2), rows)
        found = columns(type, data, 2, numpy=False)
        self.assertEqual(found, {name: [row[name] for row in rows] for name in rows[0]})
        self.assertEqual(encode_columns(type, found), (data, 2))
        self.assertEqual(columns("str", encode_list("str", ["a"]), 1), {"value": ["a"]})
        self.assertEqual(encode_columns("str", {"value": ["a"]}), (encode_list("str", ["a"]), 1))
        for given in ({}, {"at": [1]}, found | {"x": [1, 2]}, found | {"at": [1]}, found | {"at": 5}):
            with self.subTest(given), self.assertRaises(EncodeError):
                encode_columns(type, given)
        with self.assertRaises(TypeError):
            encode_columns(type, [1])
        fixed = "struct P{x: u8, y: f32}"
        rows = [{"x": i, "y": i / 2} for i in range(100)]
        found = columns(fixed, encode_list(fixed, rows), 100, numpy=False)
        self.assertEqual(found, {n: [r[n] for r in rows] for n in "xy"})


class BadValues(unittest.TestCase):
    def test_values_that_are_none(self):
        for type, value in (
            ("u8", 256), ("u8", -1), ("u8", True), ("u8", 1.0), ("u8", "1"), ("u8", None),
            ("i16", 32768), ("i16", -32769), ("u128", 1 << 128), ("u64", 10**5000),
            ("f32", "1.0"), ("f32", 1e39), ("f32", True), ("f64", 10**400), ("f64", None),
            ("bool", 1), ("char", ""), ("char", "ab"), ("char", "\ud800"), ("str", "\udc00"), ("str", b"a"),
            ("bytes", "a"), ("bytes", 5), ("bytes", None), ("unit", 0), ("unit", ()),
            ("option(u8)", Some(5)), (DEEP, 5), (DEEP, Some("x")), ("tuple(u8)", ()), ("tuple(u8)", 1),
            ("tuple(u8)", {"0": 1}), ("array(u8, 2)", [1]), ("array(str, 1)", "a"), ("seq(u16)", None),
            ("seq(str)", "abc"), ("seq(u16)", b"ab"), ("seq(str)", {"a"}), ("set(u8)", [1, 1]), ("set(u8)", 5),
            ("map(u8, u8)", [(1, 2)]), ("map(u8, u8)", {1: 256}), ("map(u8, u8)", {"1": 2}),
            ("result(u8, u8)", 5), ("result(u8, u8)", Variant("Ok", 5)), (SHAPE, "Empty"), (SHAPE, Variant("Nope")),
            (SHAPE, Variant("Empty", 1)), (SHAPE, Variant("Circle", 1.0)), (SHAPE, Variant(["x"])),
            ("struct P{x: u8}", {}), ("struct P{x: u8}", {"x": 1, "y": 2}), ("struct P{x: u8}", {"y": 1}),
            ("struct P{x: u8}", 5), ("str(max 2)", "abc"), ("seq(bool, max 1)", [True, False]),
            ("extensible struct P{a: u8}", {"a": None}), ("rows _(u8)", "x"),
        ):  # fmt: skip
            with self.subTest(type=type, value=value), self.assertRaises(EncodeError):
                encode(type, value)

    def test_where_it_is(self):
        type = "struct C{servers: seq(struct S{port: u16}), shape: enum E{0 A{x: u8}}, m: map(u8, str)}"
        value = {
            "servers": [{"port": 1}, {"port": 70000}],
            "shape": Variant("A", {"x": 1}),
            "m": {},
        }
        with self.assertRaisesRegex(
            EncodeError, r"^\.servers\[\]\.port: 70000 is out of the range of u16$"
        ):
            encode(type, value)
        value = {"servers": [], "shape": Variant("A", {"x": ""}), "m": {}}
        with self.assertRaisesRegex(EncodeError, "^.shape::A.x: expected an int of u8, not ''$"):
            encode(type, value)

    def test_a_value_in_itself(self):
        value = {"v": 1, "c": []}
        value["c"].append(value)
        with self.assertRaisesRegex(EncodeError, "^(.c..)*: nested too deeply|^nested too deeply"):
            encode("rows Tree(struct Tree{v: u8, c: seq(ref Tree)})", value)


class Arguments(unittest.TestCase):
    def test_no_type(self):
        for type in (None, 5, 1.5, ["u8"], b"u8", {"u8"}, object()):
            with self.subTest(type=type), self.assertRaises((TypeError, onesheet.SchemaError)):
                encode(type, None)

    def test_no_bytes(self):
        for data in (None, 5, "text", [1], object()):
            for call in (
                lambda d: decode("u8", d),
                lambda d: decode_list("u8", d, 1),
                lambda d: columns("u8", d, 1),
            ):
                with self.subTest(data=data), self.assertRaises(TypeError):
                    call(data)

    def test_bytes_of_every_kind(self):
        for data in (
            b"\x01",
            bytearray(b"\x01"),
            memoryview(b"\x01"),
            memoryview(b"\x01\x02")[::2],
        ):
            self.assertEqual(decode("u8", data), 1)

    def test_counts(self):
        for count, error in (
            ("1", TypeError),
            (None, TypeError),
            (True, TypeError),
            (1.0, TypeError),
            (-1, ValueError),
        ):
            with self.subTest(count), self.assertRaises(error):
                decode_list("u8", b"\x01", count)
        with self.assertRaisesRegex(DecodeError, r" \(W2[23]\)$"):
            decode_list("u8", b"\x01", 2)
        with self.assertRaisesRegex(DecodeError, r" \(W33\)$"):
            decode_list("unit", b"", 1 << 60)
        with self.assertRaisesRegex(DecodeError, r" \(W33\)$"):
            columns("tuple(unit, unit)", b"", 1 << 60)

    def test_limits(self):
        for limits in (None, 5, {"max_alloc": 5}):
            with self.subTest(limits), self.assertRaises(TypeError):
                decode("u8", b"\x01", limits=limits)
        with self.assertRaises(TypeError):
            Limits(max_alloc="1")
        with self.assertRaises(ValueError):
            Limits(max_depth=-1)
        with self.assertRaisesRegex(DecodeError, r" at byte \d+.* \(W33\)$"):
            decode("seq(str)", b"\x02\x02\x09abc", limits=Limits(max_alloc=300))

    def test_numpy_that_is_not_there(self):
        if onesheet.optional.numpy is None:
            with self.assertRaisesRegex(ImportError, "numpy is not installed"):
                decode("u8", b"\x01", numpy=True)

    def test_errors_are_copied(self):
        with self.assertRaises(DecodeError) as caught:
            decode("struct P{x: u16}", b"\x80\x00")
        error = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((str(error), error.rule, error.at), (str(caught.exception), "W16", 0))


class Noise(unittest.TestCase):
    TYPES = (
        SHAPE, DEEP, "seq(u16)", "seq(i64)", "seq(array(u16, 2))", "map(str, set(u16))", "seq(struct P{a: f32, b: u8})",
        "seq(tuple(u8, array(fixed u16, 2)))", "seq(extensible struct P{a: u16, b: seq(bool)})", "set(seq(u16))",
        "seq(option(char))", "rows T(tuple(u8, seq(ref T)))", "array(array(f64, 2), 2)", "seq(result(str, bytes))",
    )  # fmt: skip

    def test_it_is_a_value_of_these_bytes_or_an_error(self):
        rng = random.Random(3)
        for _ in range(4000):
            type = rng.choice(self.TYPES)
            data = bytes(
                rng.choices([0, 1, 2, 3, 40, 64, 128, 255, rng.randrange(256)], k=rng.randrange(60))
            )
            try:
                value = decode(type, data)
            except DecodeError as error:
                self.assertLessEqual(error.at, len(data))
                continue
            if "extensible" not in type:
                self.assertEqual(encode(type, value), data)

    def test_columns_of_it_are_those_of_the_values(self):
        rng, read, wrong = random.Random(4), 0, 0
        type = "struct R{a: u16, b: option(i32), c: str, d: fixed i16, e: option(bool)}"
        for _ in range(2000):
            count = rng.choice([0, 1, 2, 5, 40])
            rows = [
                {
                    "a": rng.getrandbits(16),
                    "b": rng.choice([None, -5, 1 << 20]),
                    "c": rng.choice("aé"),
                    "d": -i,
                    "e": rng.choice([None, True, False]),
                }
                for i in range(count)
            ]
            data = bytearray(encode_list(type, rows))
            if data and rng.random() < 0.7:
                data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
            try:
                values = decode_list(type, data, count)
            except DecodeError as error:
                wrong += 1
                with self.assertRaisesRegex(DecodeError, rf" \({error.rule}\)$"):
                    columns(type, data, count)
                continue
            found = columns(type, data, count)
            read += count
            self.assertEqual([list(column) for column in columns(type, data, count, numpy=False).values()],
                             [[value[name] for value in values] for name in found])  # fmt: skip
            for name, column in found.items():
                listed = column.tolist() if onesheet.optional.is_array(column) else column
                self.assertEqual(listed, [value[name] for value in values])
        self.assertGreater(min(read, wrong), 200)

    def test_floats(self):
        self.assertTrue(math.isnan(decode("f64", struct.pack("<d", math.nan))))
        self.assertEqual(encode("f64", 1), encode("f64", 1.0))


if __name__ == "__main__":
    unittest.main()
