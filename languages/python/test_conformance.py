"""python3 -m unittest discover languages/python (or pytest)"""

import json
import pathlib
import random
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from conformance import decode, encode  # noqa: E402
from onesheet import DecodeError, Limits  # noqa: E402

VECTORS = HERE.parent.parent / "tests" / "vectors"
TREE = {"def": "Tree", "type": {"struct": ["u8", {"seq": {"ref": "Tree"}}]}}


def vectors():
    for file in sorted(VECTORS.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if case["rule"].startswith("W"):  # frames have rules and a form of their own
                yield case


class Vectors(unittest.TestCase):
    def test_every_vector(self):
        names = set()
        for case in vectors():
            with self.subTest(case["name"]):
                self.assertNotIn(case["name"], names)
                names.add(case["name"])
                self.check(case["type"], bytes.fromhex(case["hex"]), case)
        self.assertGreater(len(names), 400)

    def check(self, type, data, case):
        if case.get("reject"):
            with self.assertRaises(DecodeError) as caught:
                decode(type, data)
            self.assertEqual(caught.exception.rule, case["rule"])
            self.assertLessEqual(caught.exception.at, len(data))
            return
        self.assertEqual(decode(type, data), case["value"])
        same = encode(type, case["value"]) == data
        self.assertEqual(same, not case.get("decode_only"))

    def test_every_rule_has_a_case(self):
        rules = {case["rule"] for case in vectors()}
        self.assertEqual(rules, {f"W{i}" for i in range(1, 36)})


class Input(unittest.TestCase):
    def test_error_names_rule_and_offset(self):
        with self.assertRaises(DecodeError) as caught:
            decode({"tuple": ["u8", "u16"]}, b"\x05\x80\x00")
        self.assertEqual(
            str(caught.exception), "a varint is not in its shortest form at byte 1, in .1 (W16)"
        )

    def test_depth_of_rows(self):
        def nested(depth):
            return b"\x01\x01" * (depth - 1) + b"\x01\x00"

        for depth in (1, 64, 128):
            self.assertEqual(encode(TREE, decode(TREE, nested(depth))), nested(depth))
        decode(TREE, nested(3), Limits(max_depth=3))
        for depth, limits in ((4, Limits(max_depth=3)), (129, Limits()), (100_000, Limits())):
            with self.assertRaisesRegex(DecodeError, r" at byte \d+.* \(W33\)$"):
                decode(TREE, nested(depth), limits)

    def test_python_runs_out_of_stack_first(self):
        with self.assertRaisesRegex(DecodeError, r" at byte \d+.* \(W33\)$"):
            decode(TREE, b"\x01" * 100_000, Limits(max_depth=1 << 60))

    def test_memory_limit_binds_across_lists(self):
        lists = {"tuple": [{"seq": "unit"}, {"seq": "unit"}]}
        value = [[None] * 100, [None] * 100]
        data = encode(lists, value)
        self.assertEqual(decode(lists, data, Limits(max_alloc=400 * 64)), value)
        with self.assertRaisesRegex(DecodeError, r" at byte \d+.* \(W33\)$"):
            decode(lists, data, Limits(max_alloc=150 * 64))

    def test_defaults_are_not_shared(self):
        rows = {"seq": {"ext_struct": [[{"seq": "u8"}, ["1"]]]}}
        first, second = decode(rows, b"\x02\x00")
        first[0].append("2")
        self.assertEqual(second, [["1"]])

    def test_random_input_is_read_or_rejected(self):
        noise = random.Random(2)
        types = [case["type"] for case in vectors()]
        for _ in range(5000):
            type = noise.choice(types)
            data = bytes(noise.choice((0, 1, 2, 3, 128, 255)) for _ in range(noise.randrange(9)))
            try:
                value = decode(type, data)
            except DecodeError:
                continue
            if "ext_" not in json.dumps(type):
                self.assertEqual(encode(type, value), data)


class Values(unittest.TestCase):
    def test_sets_and_maps_in_any_order(self):
        self.assertEqual(encode({"set": "i16"}, ["1", "-1"]).hex(), "020209")
        value = [["b", "2"], ["a", "1"]]
        self.assertEqual(encode({"map": ["str", "u8"]}, value).hex(), "02010361620102")
        sets = {"set": {"set": "u8"}}
        self.assertEqual(encode(sets, [["1", "3"], ["2", "1"]]).hex(), "02020a01020103")
        extensible = {"ext_struct": [[sets, [["1", "3"], ["2", "1"]]]]}
        self.assertEqual(decode(extensible, b"\x00"), [[["1", "2"], ["1", "3"]]])

    def test_integers_may_be_numbers(self):
        self.assertEqual(encode("i16", -3), b"\x05")

    def test_invalid_values(self):
        for type, value in (
            ("u8", "256"),
            ("u8", "-1"),
            ("u8", "007"),
            ("u8", "-0"),
            ("u8", " 1"),
            ("u8", True),
            ("u8", 1.0),
            ("u8", None),
            ("i16", "32768"),
            ("i16", "-32769"),
            ("u64", "9" * 5000),
            ("f32", "1.0"),
            ("f32", "0x123456789"),
            ("bool", 1),
            ("char", ""),
            ("char", "ab"),
            ("char", "\ud800"),
            ("str", "\udc00"),
            ("str", 5),
            ("bytes", "0"),
            ("bytes", "zz"),
            ("unit", 0),
            ({"option": "u8"}, "5"),
            ({"option": "u8"}, {}),
            ({"tuple": ["u8"]}, []),
            ({"tuple": ["u8"]}, "1"),
            ({"array": ["u8", 2]}, ["1"]),
            ({"seq": "u8"}, None),
            ({"set": "u8"}, ["1", "1"]),
            ({"set": "u8"}, ["1", 1]),
            ({"set": {"set": "u8"}}, [["1", "2"], ["2", "1"]]),
            ({"set": {"set": "u8"}}, [["1", "1"]]),
            ({"map": ["u8", "u8"]}, [["1", "2"], ["1", "3"]]),
            ({"map": ["u8", "u8"]}, [["1"]]),
            ({"result": ["u8", "u8"]}, {"ok": "1", "err": "1"}),
            ({"enum": [[0, []]]}, [1, []]),
            ({"enum": [[0, []]]}, [0, ["1"]]),
            ({"enum": [[0, []]]}, [False, []]),
            ({"ext_struct": [["u8", "1"]]}, []),
        ):
            with self.subTest(type=type, value=value):
                with self.assertRaisesRegex(ValueError, "^value: "):
                    encode(type, value)

    def test_value_nested_too_deeply(self):
        value = None
        for _ in range(100_000):
            value = {"some": value}
        with self.assertRaisesRegex(ValueError, "^value: nested too deeply$"):
            encode({"def": "T", "type": {"option": {"ref": "T"}}}, value)


class Types(unittest.TestCase):
    def test_def_is_rows_once(self):
        bare = {"def": "T", "type": {"option": {"ref": "T"}}}
        rows = {"def": "T", "type": {"rows": {"option": {"ref": "T"}}}}
        for type in (bare, rows):
            self.assertEqual(
                decode(type, b"\x01\x01\x00", Limits(max_depth=3)), {"some": {"some": None}}
            )
            with self.assertRaises(DecodeError):
                decode(type, b"\x01\x01\x00", Limits(max_depth=2))

    def test_invalid_types(self):
        for type in (
            "nope",
            5,
            None,
            [],
            {},
            {"seq": 1},
            {"nope": "u8"},
            {"rows": "u8", "seq": "u8"},
            {"fixed": "u8"},
            {"fixed": "usize"},
            {"array": ["u8"]},
            {"array": ["u8", -1]},
            {"array": ["u8", 1.0]},
            {"array": ["u8", 1 << 64]},
            {"map": ["u8"]},
            {"tuple": "u8"},
            {"map": ["f32", "u8"]},
            {"set": {"option": {"seq": "f64"}}},
            {"set": {"ext_struct": []}},
            {"set": {"array": ["f32", 0]}},
            {"set": {"ext_enum": [[0, []]], "other": None}},
            {"def": "A", "type": {"map": [{"ref": "A"}, "f32"]}},
            {"enum": [[0, []], [0, []]]},
            {"enum": [[-1, []]]},
            {"enum": [[1 << 32, []]]},
            {"enum": [["0", []]]},
            {"enum": [[True, []]]},
            {"enum": [[0]]},
            {"ext_enum": [[0, []]], "other": 1},
            {"ext_enum": [[0, [["u8", "1"]]]], "other": 0},
            {"ext_struct": ["u8"]},
            {"ext_struct": [["u8", "256"]]},
            {"ref": "A"},
            {"def": "A"},
            {"def": "A", "type": {"ref": "B"}},
            {"def": None, "type": "u8"},
            {"type": "u8"},
            {"seq": "u8", "max": -1},
            {"type": "str", "max": "1"},
            {"type": "u8", "max": 1},
            {"ext_struct": [[]]},
            {"ext_struct": [["u8", "1", "2"]]},
        ):
            with self.subTest(type=type):
                with self.assertRaisesRegex(ValueError, "^type: "):
                    encode(type, None)


class Schema(unittest.TestCase):
    """The JSON form of spec/SCHEMA.md, as `Schema::json` prints it."""

    def test_names_are_skipped(self):
        point = {"struct": ["u16", "bool"], "name": "P", "fields": ["a", "b"]}
        self.assertEqual(encode(point, ["300", True]).hex(), "ac0201")
        shape = {
            "enum": [[0, []], [3, ["u8"]]],
            "name": "E",
            "variants": ["A", "B"],
            "fields": [[], ["x"]],
        }
        shapes = [[3, ["9"]], [0, []], [3, ["8"]]]
        self.assertEqual(encode({"seq": shape}, shapes).hex(), "0302330908")
        tree = {
            "def": "Tree",
            "type": {
                "rows": {
                    "struct": ["u8", {"seq": {"ref": "Tree"}}],
                    "name": "Tree",
                    "fields": ["v", "c"],
                }
            },
        }
        value = ["1", [["2", []], ["3", []]]]
        self.assertEqual(encode(tree, value).hex(), "010202000300")

    def test_bounds(self):
        bounded = (
            ({"type": "str", "max": 2}, "ab", "abc", "026162", "03616263"),
            ({"type": "bytes", "max": 1}, "07", "0708", "0107", "020708"),
            ({"seq": "bool", "max": 2}, [True, False], [True] * 3, "0201", "0307"),
            ({"set": "u8", "max": 1}, ["7"], ["7", "8"], "0107", "020708"),
            ({"map": ["u8", "u8"], "max": 0}, [], [["7", "8"]], "00", "010708"),
        )
        for type, value, longer, data, longer_data in bounded:
            with self.subTest(type=type):
                self.assertEqual(encode(type, value).hex(), data)
                self.assertEqual(decode(type, bytes.fromhex(data)), value)
                with self.assertRaisesRegex(ValueError, "^value: at most "):
                    encode(type, longer)
                with self.assertRaisesRegex(DecodeError, "^more bytes or elements than .* at byte 0$"):
                    decode(type, bytes.fromhex(longer_data))

    def test_defaults_that_are_only_known_to_be_there(self):
        config = {
            "ext_struct": [["u8"], ["u16", {"default": None}]],
            "name": "C",
            "fields": ["a", "b"],
        }
        self.assertEqual(decode(config, b"\x01\x07"), ["7", {"default": None}])
        with self.assertRaisesRegex(DecodeError, r" at byte 1, in .* \(W30\)$"):
            decode(config, b"\x00")
        with self.assertRaisesRegex(ValueError, "^value: "):
            encode(config, ["7", {"default": None}])
        self.assertEqual(encode(config, ["7", "300"]).hex(), "0307ac02")

        # Of a type that takes no bytes the value is known, and is written again.
        for field, value in [("unit", None), ({"array": ["u8", 0]}, []), ({"struct": []}, [])]:
            config = {"ext_struct": [["u8"], [field, {"default": None}]], "name": "C", "fields": ["a", "b"]}
            self.assertEqual(decode(config, b"\x01\x07"), ["7", value])
            self.assertEqual(encode(config, ["7", value]).hex(), "0107")

    def test_fields_without_bytes_need_no_default(self):
        nothing = [["unit"], [{"array": ["str", 0]}], [{"rows": {"struct": ["unit"]}}]]
        self.assertEqual(
            decode({"ext_struct": [["u8"], *nothing]}, b"\x01\x07"), ["7", None, [], [None]]
        )
        with self.assertRaisesRegex(DecodeError, r" at byte 1, in .* \(W30\)$"):
            decode({"ext_struct": [*nothing, [{"ext_struct": []}]]}, b"\x00")
        # W34
        with self.assertRaisesRegex(DecodeError, r" \(W33\)$"):
            decode({"seq": {"ext_struct": [[{"array": ["unit", 1 << 40]}]]}}, b"\x02\x00")


class Protocol(unittest.TestCase):
    def ask(self, *lines):
        program = [sys.executable, str(HERE / "conformance.py")]
        text = "".join(line + "\n" for line in lines).encode()
        done = subprocess.run(program, input=text, capture_output=True, timeout=60, check=True)
        self.assertEqual(done.stderr, b"")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_answers_in_order_and_goes_on_after_errors(self):
        deep_type = '{"option":' * 64 + '"u8"' + "}" * 64
        answers = self.ask(
            '{"op":"enc","type":"u16","value":"300"}',
            '{"op":"dec","type":"u16","hex":"8000"}',
            "{",
            "",
            "[" * 1_000_000,
            '{"op":"dec","type":"u16","hex":"0"}',
            '{"op":"dec","type":"nope","hex":""}',
            '{"op":"enc","type":"u8","value":"256"}',
            '{"op":"dec","type":%s,"hex":"%s"}' % (deep_type, "01" * 63 + "00"),
            '{"op":"dec","type":{"seq":"unit"},"hex":"ffffffffffffffffff01"}',
            '{"op":"dec","type":{"rows":"u16"},"hex":"ac02"}',
        )
        self.assertEqual(answers[0], {"hex": "ac02"})
        self.assertEqual(
            answers[1], {"error": "a varint is not in its shortest form at byte 0 (W16)"}
        )
        starts = [answer.get("error", "").split(":")[0] for answer in answers]
        self.assertEqual(starts[2:8], ["request", "request", "request", "request", "type", "value"])
        self.assertEqual(list(answers[8]), ["value"])
        self.assertRegex(answers[9]["error"], r" at byte 10, in .* \(W33\)$")
        self.assertEqual(answers[10], {"value": "300"})
        self.assertEqual(len(answers), 11)

    def test_arguments_are_a_usage_error(self):
        program = [sys.executable, str(HERE / "conformance.py"), "--help"]
        done = subprocess.run(program, capture_output=True, timeout=60)
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, b"^usage: ")


if __name__ == "__main__":
    unittest.main()
