"""python3 -m unittest discover languages/python (or pytest)"""

import pathlib
import random
import sys
import unittest
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from onesheet import (  # noqa: E402
    DecodeError,
    EncodeError,
    Limits,
    columns,
    decode,
    decode_list,
    encode,
    encode_columns,
    encode_list,
    optional,
)
from onesheet.packed import WIDTHS, pack, unpack  # noqa: E402
from test_files import READING, READINGS, file_of, read_columns  # noqa: E402

np = optional.numpy
INTEGERS = [
    f"{fixed}{sign}{width}"
    for sign in "ui"
    for width in (8, 16, 32, 64)
    for fixed in ("", "fixed ")
]
INTEGERS = [name for name in INTEGERS if name not in ("fixed u8", "fixed i8")]


def dtype_of(type):
    name = type.removeprefix("fixed ")
    return f"<{name[0]}{int(name[1:]) // 8}"


def base(array):
    while array.base is not None and isinstance(array.base, np.ndarray):
        array = array.base
    return array


@unittest.skipUnless(np, "numpy is not installed")
class Arrays(unittest.TestCase):
    def some(self, type, count, rng):
        """Lists of numbers of several widths, and far from 0."""
        low, high = np.iinfo(dtype_of(type)).min, np.iinfo(dtype_of(type)).max
        for bits in range(0, high.bit_length() + 1, 3):
            for start in (0, high >> 1, high - (1 << bits) + 1, low):
                yield [
                    min(start + rng.getrandbits(bits), high) if bits else start
                    for _ in range(count)
                ]

    def test_the_same_bytes_as_of_lists(self):
        rng = random.Random(5)
        for type in INTEGERS:
            for count in (1, 2, 31, 32, 33, 200):
                for numbers in self.some(type, count, rng):
                    data = encode_list(type, numbers)
                    with mock.patch.object(optional, "numpy", None):
                        self.assertEqual(encode_list(type, numbers), data)
                        self.assertEqual(decode_list(type, data, count), numbers)
                    for dtype in (
                        dtype_of(type),
                        ">i8" if dtype_of(type)[1] == "i" else ">u8",
                        object,
                    ):
                        self.assertEqual(encode_list(type, np.array(numbers, dtype)), data)
                    array = decode_list(type, data, count)
                    self.assertEqual(
                        (array.tolist(), array.dtype), (numbers, np.dtype(dtype_of(type)))
                    )
                    self.assertEqual(decode_list(type, data, count, numpy=False), numbers)

    def test_packed_numbers(self):
        numbers = random.Random(1)
        for b in WIDTHS:
            for n in (1, 7, 31, 32, 33, 1000):
                xs = [numbers.getrandbits(b) for _ in range(n)]
                data = pack(b, xs)
                self.assertEqual(pack(b, np.array(xs, "<u8")), data)
                self.assertEqual(list(unpack(b, n, data)), xs)
                with mock.patch.object(optional, "numpy", None):
                    self.assertEqual(unpack(b, n, data), xs)

    def test_what_is_on_the_wire_is_shared(self):
        data = encode("seq(u16)", np.arange(1000, dtype="u2") * 60)
        for type, array in (("seq(u16)", data), ("seq(f64)", encode("seq(f64)", np.arange(99.0)))):
            found = decode(type, array)
            self.assertTrue(np.shares_memory(found, np.frombuffer(array, "u1")))
            self.assertFalse(found.flags.writeable)
        fixed = "struct P{x: f32, y: fixed u16}"
        data, count = encode_columns(fixed, {"x": np.arange(50.0), "y": np.arange(50)})
        found = columns(fixed, data, count)
        self.assertTrue(np.shares_memory(found["y"], np.frombuffer(data, "u1")))
        self.assertEqual(found["y"].tolist(), list(range(50)))

    def test_bytes_that_can_change_are_copied(self):
        data = bytearray(encode("seq(f64)", np.arange(99.0)))
        found = decode("seq(f64)", data)
        data[5:] = bytes(len(data) - 5)
        self.assertEqual(found.tolist(), list(range(99)))

    def test_no_array_can_be_written_to(self):
        for type, value in (("seq(u16)", range(5)), ("seq(u64)", range(1000, 1100)), ("array(bool, 2)", [True, False]),
                            ("array(array(f32, 2), 2)", [[1.0, 2.0]] * 2), ("seq(seq(i8))", [[1], [2, 3]])):  # fmt: skip
            found = decode(type, encode(type, list(value)))
            found = found[1] if isinstance(found, list) else found
            with self.subTest(type), self.assertRaises(ValueError):
                found[0] = found[1]

    def test_shapes(self):
        points = np.arange(12, dtype="f4").reshape(2, 3, 2)
        data = encode("array(array(array(f32, 2), 3), 2)", points)
        self.assertEqual(data, points.tobytes())
        found = decode("array(array(array(f32, 2), 3), 2)", data)
        self.assertEqual(found.shape, (2, 3, 2))
        found = decode("seq(array(f32, 2))", encode("seq(array(f32, 2))", points.reshape(6, 2)))
        self.assertEqual((found.shape, found[5].tolist()), ((6, 2), [10.0, 11.0]))
        self.assertEqual(
            decode("seq(seq(u16))", encode("seq(seq(u16))", [np.arange(3), [7]]))[0].tolist(),
            [0, 1, 2],
        )
        self.assertEqual(decode("seq(u16)", b"\0").shape, (0,))
        self.assertEqual(decode("seq(array(u16, 2))", b"\0").shape, (0, 2))
        self.assertEqual(len(decode("array(u16, 0)", b"")), 0)
        # More than numpy has room for
        self.assertEqual(decode("seq(array(array(u8, 1000000000), 1000000000))", b"\0"), [])

    def test_lists_in_records(self):
        type = "seq(struct P{w: seq(i32), on: array(bool, 2), n: u8})"
        value = [{"w": [1, -2], "on": [True, False], "n": 5}] * 40
        for record in decode(type, encode(type, value)):
            self.assertEqual((record["w"].dtype, record["w"].tolist()), (np.dtype("i4"), [1, -2]))
            self.assertEqual((record["on"].dtype, record["n"]), (np.dtype("?"), 5))
            self.assertIsInstance(record["n"], int)

    def test_keys_are_no_arrays(self):
        self.assertEqual(decode("set(seq(u16))", encode("set(seq(u16))", {(1, 2)})), {(1, 2)})
        value = {(1, 2): [1.5]}
        found = decode("map(array(u8, 2), seq(f32))", encode("map(array(u8, 2), seq(f32))", value))
        self.assertEqual((list(found), found[1, 2].tolist()), ([(1, 2)], [1.5]))

    def test_numbers_of_numpy(self):
        for type, value in (("u8", np.uint8(5)), ("i64", np.int32(-5)), ("f32", np.float32(0.5)), ("bool", np.True_),
                            ("f64", np.float64(0.1)), ("f64", np.int64(3))):  # fmt: skip
            with self.subTest(type):
                self.assertEqual(encode(type, value), encode(type, value.item()))
        self.assertEqual(encode("bytes", np.array([1, 2], "u1")), b"\2\1\2")

    def test_arrays_that_are_none_of_the_type(self):
        for type, value in (
            ("seq(u16)", np.array([70000])), ("seq(u16)", np.array([-1])), ("seq(u16)", np.array([1.0])),
            ("seq(u16)", np.array([True])), ("seq(u16)", np.array(5)), ("seq(u16)", np.zeros((2, 2), int)),
            ("seq(u16)", np.array(["a"])), ("seq(u16)", np.array([None])), ("seq(i8)", np.array([1 << 63], "u8")),
            ("seq(f32)", np.array([1e300])), ("seq(f32)", np.array(["a"])), ("seq(f32)", np.array([1j])),
            ("seq(f32)", np.array([True])), ("seq(bool)", np.array([1])), ("array(u8, 3)", np.array([1, 2])),
            ("array(array(u8, 2), 2)", np.zeros((2, 3), int)), ("array(array(u8, 2), 2)", np.zeros(4, int)),
            ("bytes", np.array([1, 2])), ("seq(str)", np.array([1])), ("seq(u8)", np.array([1, 2])),
            ("seq(u16)", np.ma.MaskedArray([1, 2], [True, False])), ("u16", np.array([5])),
            ("seq(fixed u32)", np.array([1 << 32] * 50)), ("seq(i16)", np.array([1 << 15] * 50)),
        ):  # fmt: skip
            with self.subTest(type=type, value=value), self.assertRaises(EncodeError):
                encode(type, value)

    def test_nan_keeps_its_bits(self):
        bits = np.array([0x7F800001, 0xFFC00000, 0x7FFFFFFF, 0x3F800000] * 20, "<u4")
        found = decode_list("f32", bits.tobytes(), 80)
        self.assertEqual(found.view("<u4").tolist(), bits.tolist())
        self.assertEqual(encode_list("f32", found), bits.tobytes())
        wide = np.array(decode_list("f32", bits.tobytes(), 80, numpy=False))
        self.assertEqual(encode_list("f32", wide), bits.tobytes())

    def test_memory_is_counted_by_the_bytes_of_the_numbers(self):
        data = encode("seq(f64)", np.zeros(100_000))
        self.assertEqual(len(decode("seq(f64)", data, limits=Limits(max_alloc=801_000))), 100_000)
        for limits, numpy in ((799_000, None), (6_000_000, False)):
            with self.assertRaisesRegex(DecodeError, r" \(W33\)$"):
                decode("seq(f64)", data, limits=Limits(max_alloc=limits), numpy=numpy)


@unittest.skipUnless(np, "numpy is not installed")
class Columns(unittest.TestCase):
    def test_columns_of_a_file(self):
        found = read_columns(file_of(READING, READINGS, block_bytes=100))
        self.assertEqual(
            (found["at"].dtype, found["at"].tolist()), (np.dtype("u8"), [r["at"] for r in READINGS])
        )
        self.assertEqual(found["sensor"], [r["sensor"] for r in READINGS])
        celsius = found["celsius"]
        self.assertIsInstance(celsius, np.ma.MaskedArray)
        self.assertEqual(
            (celsius.dtype, celsius.tolist()), (np.dtype("f4"), [r["celsius"] for r in READINGS])
        )

    def test_what_is_read_is_written_again(self):
        data = encode_list(READING, READINGS)
        self.assertEqual(encode_columns(READING, columns(READING, data, 100)), (data, 100))

    def test_a_default_that_is_not_known_is_masked(self):
        type = "extensible struct P{a: u8, b: u16 default, c: str default}"
        found = columns(type, encode_list("extensible struct P{a: u8}", [{"a": 1}, {"a": 2}]), 2)
        self.assertEqual((found["a"].tolist(), found["b"].tolist()), ([1, 2], [None, None]))
        self.assertEqual(len(found["c"]), 2)


if __name__ == "__main__":
    unittest.main()
