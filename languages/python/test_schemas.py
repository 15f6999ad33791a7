"""python3 -m unittest discover languages/python (or pytest)"""

import enum
import json
import pathlib
import sys
import unittest
from dataclasses import dataclass, field
from typing import Annotated, Any, Optional

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import onesheet  # noqa: E402
from onesheet import Err, Length, Max, Ok, SchemaError, Tag, decode, encode, schema  # noqa: E402

PAGE = (HERE.parent.parent / "spec" / "SCHEMA.md").read_text(encoding="utf-8")

TEXTS = (
    "tuple()", "fixed i64", "bytes(max 4)", "option(option(unit))", "map(str, set(u32), max 3)", "array(u8, 7)",
    "result(u8, unit)", 'struct "a b"{_: u8, é: char}', "struct _{}", "enum E{0 A, 3 B{x: u8, 1: str(max 2)}}",
    "extensible enum E{0 A{x: u8 default}, 9 C other}", "extensible struct P{a: u8, b: u16 default}",
    "rows Tree(struct Tree{value: u8, children: seq(ref Tree)})", "rows A(tuple(ref A, rows A(ref A)))",
)  # fmt: skip


class Forms(unittest.TestCase):
    def test_the_table_of_the_page(self):
        rows = (
            PAGE.split("| text form | wire form | fingerprint |\n|--|--|--|\n")[1]
            .strip()
            .splitlines()
        )
        self.assertEqual(len(rows), 6)
        for row in rows:
            text, wire, fingerprint = (cell.strip(" `") for cell in row.strip("|").split(" | "))
            found = schema(text)
            self.assertEqual(
                (str(found), found.wire_form, f"{found.fingerprint:016x}"),
                (text, wire, fingerprint),
            )

    def test_every_form_gives_the_others(self):
        for text in TEXTS:
            with self.subTest(text):
                self.assertEqual(str(schema(text)), text)
                self.assertEqual(str(schema(schema(text).json)), text)
                self.assertEqual(str(schema(json.dumps(schema(text).json))), text)
                self.assertEqual(schema(f"\n {text} "), schema(text))

    def test_what_is_written_otherwise(self):
        for text, same in (("seq(u8)", "bytes"), ("usize", "u64"), ("enum E{3 A, 0 B{}}", "enum E{0 B, 3 A}"),
                           ('"u8"', "u8"), ("struct P{a:u8,b:u8}", "struct P{a: u8, b: u8}")):  # fmt: skip
            self.assertEqual(str(schema(text)), same)

    def test_every_character_outside_ascii_but_white_space_is_a_letter(self):
        for name in ("ünï", "ज़ी", "e\u0301", "l·l", "a‿b", "\U00016ea0", "\ufeff"):
            with self.subTest(name):
                self.assertEqual(str(schema(f'struct "{name}"{{}}')), f"struct {name}{{}}")
                self.assertEqual(str(schema(f"struct {name}{{}}")), f"struct {name}{{}}")
        for space in "\u0085\u00a0\u2028\u3000":
            with self.subTest(space):
                self.assertEqual(str(schema(f'struct "{space}"{{}}')), f'struct "{space}"{{}}')
                self.assertEqual(str(schema(f"seq({space}u8)")), "bytes")
        with self.assertRaises(SchemaError):
            schema("seq(\x1cu8)")

    def test_what_is_no_schema(self):
        for text in (
            "", "u7", "seq", "seq()", "seq(u8", "seq(u8))", "fixed u8", "fixed usize", "array(u8)", "array(u8, -1)",
            "array(u8, 18446744073709551616)", "struct P", "struct P{a}", "struct P{a: u8,}", "struct P{a: u8 default}",
            "enum E{A}", "enum E{0 A, 0 B}", "enum E{4294967296 A}", "enum E{0 A other}", "ref A", "set(f32)",
            "map(extensible struct P{}, u8)", "rows A(set(option(f64)))", "extensible enum E{0 A{x: u8} other}",
            "extensible enum E{0 A other, 1 B other}", "extensible u8", 'foreign "x"', 'struct "a{}', "str(max x)",
            "{", "{}", '{"seq": 5}', '{"struct": "u8"}', '{"option": "u8", "seq": "u8"}', '{"array": ["u8", "1"]}',
            '{"struct": ["u8"], "fields": ["a", "b"]}', '{"struct": ["u8"], "fields": [1]}', '{"seq": "u8", "max": -1}',
            "option(" * 200 + "u8" + ")" * 200, "option(" * 100_000, '{"option":' * 100_000,
        ):  # fmt: skip
            with self.subTest(text[:40]), self.assertRaises(SchemaError):
                schema(text)

    def test_where_it_is_wrong(self):
        with self.assertRaisesRegex(SchemaError, r'^line 2, column 4: expected a type, found "x"$'):
            schema("struct P{\n a: x}".replace(" a: x", "a: x"))

    def test_a_schema_is_a_value(self):
        self.assertEqual({schema("u8"): 1}[schema(" u8")], 1)
        self.assertEqual(eval(repr(schema("seq(u16)"))), schema("seq(u16)"))
        self.assertIs(schema(schema("u8")), schema("u8"))
        self.assertNotEqual(schema("u8"), "u8")


@dataclass
class Point:
    x: onesheet.f32
    y: onesheet.f32


@dataclass(frozen=True)
class Name:
    first: str
    last: str = ""


class Color(enum.Enum):
    RED = 0
    BLUE = 7


@dataclass
class Circle:
    center: Point
    radius: float


@dataclass
class Empty:
    pass


@onesheet.extensible
@dataclass
class Config:
    host: str
    port: onesheet.u16 = 8080
    tags: list[str] = field(default_factory=list)


@dataclass
class Tree:
    value: onesheet.u8
    children: "list[Tree]"


@dataclass
class Chapter:
    book: "Book | None"


@dataclass
class Book:
    chapters: list[Chapter]


@dataclass
class All:
    a: onesheet.fixed_u32
    b: Optional[bool]
    c: dict[str, onesheet.u16]
    d: set[Name]
    e: tuple[onesheet.char, bytes]
    f: Annotated[list[onesheet.u16], Length(3)]
    g: Annotated[str, Max(8)]
    h: Ok[onesheet.u8] | Err[str]
    i: Color
    j: Circle | Annotated[Empty, Tag(5)]
    k: Annotated[Any, "seq(i32)"]
    m: Point | None
    n: frozenset[str]
    o: tuple[float, ...]
    p: None
    q: list[onesheet.u8]


SCHEMA = (
    "struct All{a: fixed u32, b: option(bool), c: map(str, u16), d: set(struct Name{first: str, last: str}), "
    "e: tuple(char, bytes), f: array(u16, 3), g: str(max 8), h: result(u8, str), i: enum Color{0 RED, 7 BLUE}, "
    "j: enum _{0 Circle{center: struct Point{x: f32, y: f32}, radius: f64}, 5 Empty}, k: seq(i32), "
    "m: option(struct Point{x: f32, y: f32}), n: set(str), o: seq(f64), p: unit, q: bytes}"
)


class Hints(unittest.TestCase):
    def test_the_schema(self):
        self.assertEqual(str(schema(All)), SCHEMA)
        self.assertEqual(
            str(schema(Tree)), "rows Tree(struct Tree{value: u8, children: seq(ref Tree)})"
        )
        text = "extensible struct Config{host: str, port: u16 default, tags: seq(str) default}"
        self.assertEqual(str(schema(Config)), text)
        self.assertEqual(str(schema(list[Point])), "seq(struct Point{x: f32, y: f32})")
        self.assertEqual(str(schema(onesheet.rows(dataclass(type("R", (), {"__annotations__": {"a": bool}}))))),
                         "rows R(struct R{a: bool})")  # fmt: skip

    def test_types_that_contain_each_other(self):
        book = "rows Book(struct Book{chapters: seq(struct Chapter{book: option(ref Book)})})"
        chapter = (
            "rows Chapter(struct Chapter{book: option(struct Book{chapters: seq(ref Chapter)})})"
        )
        self.assertEqual(str(schema(Book)), book)
        self.assertEqual(str(schema(Chapter)), chapter)
        self.assertEqual(str(schema(tuple[Book, Chapter])), f"tuple({book}, {chapter})")
        value = Book([Chapter(None), Chapter(Book([]))])
        self.assertEqual(decode(Book, encode(Book, value)), value)

    def test_both_ways(self):
        value = All(
            5, True, {"a": 1}, {Name("x"), Name("y", "z")}, ("é", b"\0"), [1, 2, 3], "abc", Ok(5), Color.BLUE,
            Circle(Point(0.5, 1.5), 2.5), [-1, 2], Point(1.0, 2.0), frozenset({"q"}), (0.5,), None, [1, 2],
        )  # fmt: skip
        found = decode(All, encode(All, value), numpy=False)
        found.n, found.o = frozenset(found.n), tuple(found.o)
        self.assertEqual(found, value)
        self.assertEqual(encode(SCHEMA, decode(SCHEMA, encode(All, value))), encode(All, value))
        tree = Tree(1, [Tree(2, []), Tree(3, [])])
        self.assertEqual(encode(Tree, tree), bytes.fromhex("010202000300"))
        self.assertEqual(decode(Tree, bytes.fromhex("010202000300")), tree)

    def test_defaults(self):
        old = encode("extensible struct Config{host: str}", {"host": "a"})
        first, second = decode(
            list[Config],
            b"\2" + onesheet.encode_list("extensible struct P{h: str}", [{"h": "a"}] * 2),
        )
        self.assertEqual(first, Config("a", 8080, []))
        first.tags.append("x")
        self.assertEqual(second.tags, [])
        self.assertEqual(decode(Config, old), Config("a"))
        columns = onesheet.columns(Config, old, 1, numpy=False)
        self.assertEqual(columns, {"host": ["a"], "port": [8080], "tags": [[]]})

    def test_other_values(self):
        for type, value in ((Point, {"x": 1.0, "y": 2.0}), (Point, None), (Color, 0), (Color, "RED"),
                            (Circle | Empty, Point(1, 2)), (Point, Point("a", 1.0)), (Name, Point(1, 2))):  # fmt: skip
            with self.subTest(type=type), self.assertRaises(onesheet.EncodeError):
                encode(type, value)

    def test_what_stands_for_no_type(self):
        class Words(enum.Enum):
            A = "a"

        @dataclass
        class Missing:
            x: "NoSuchType"  # noqa: F821

        @onesheet.extensible
        @dataclass
        class Wrong:
            a: onesheet.u8 = 256

        for hint in (
            int, list, dict, list[int], set[Point], dict[Point, str], set[float], Words, Missing, Wrong, object,
            complex, Point | str, Ok[str], Annotated[str, Length(3)], Annotated[onesheet.u8, "u7"],
            Annotated[bool, Max(3)], Annotated[Point, Tag(1)] | Annotated[Empty, Tag(1)], list[set],
        ):  # fmt: skip
            with self.subTest(hint=hint), self.assertRaises(SchemaError):
                schema(hint)
        with self.assertRaisesRegex(SchemaError, r"^Missing.*NoSuchType"):
            schema(Missing)
        with self.assertRaisesRegex(
            SchemaError, "^the default of a: 256 is out of the range of u8"
        ):
            schema(Wrong)

    def test_a_union_in_a_list(self):
        shapes = [Circle(Point(1.0, 2.0), 3.0), Empty(), Empty()]
        self.assertEqual(decode(list[Circle | Empty], encode(list[Circle | Empty], shapes)), shapes)


if __name__ == "__main__":
    unittest.main()
