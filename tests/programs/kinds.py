"""Types: at least one for each row of the table, those at whose edges programs stumble, and random ones."""

import json
import string

WIDTHS = ["u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"]
FIXED = [f"fixed {width}" for width in WIDTHS if width[1:] in ("16", "32", "64")]
LEAVES = ["unit", "bool", "char", "str", "bytes", "f32", "f64", *WIDTHS, *FIXED]
NUMBERS = ", ".join(f"c{place}: {leaf}" for place, leaf in enumerate(WIDTHS + FIXED + ["f32", "f64"]))
NAMES = ["a b", "", "'", '"', "`", "ä", "\u65e5\u672c", "a.b", "a,b", "a\nb", "[0]", "tag", "Tag", "TAG", "value", "Value",
         "key", "some", "Ok", "Ä", "tag_2", "\U0001f600", "select", "\\", "list", "element", "item"]  # fmt: skip


def quoted(name):
    return json.dumps(name, ensure_ascii=False)


def deep(levels):
    text = "struct{v: option(u16), t: str}"
    for level in range(levels):
        text = f"struct{{n: u8, d{level}: {text}}}"
    return text.replace("struct{", "struct _{")


HAND_MADE = [
    *LEAVES,
    *(f"option({leaf})" for leaf in LEAVES),
    f"struct Numbers{{{NUMBERS}}}",
    "struct Flat{at: u64, name: str, on: bool, c: char, x: f64, raw: bytes, id: array(u8, 16), none: unit}",
    "struct Nulls{" + ", ".join(f"c{i}: option({leaf})" for i, leaf in enumerate(LEAVES)) + "}",
    "tuple(unit, bool, char, str(max 9), bytes(max 40))",
    "tuple()",
    "struct None{}",
    "struct Nothing{a: struct None{}, b: tuple(), c: option(tuple())}",
    "extensible struct None{}",
    "option(option(u16))",
    "option(option(option(bool)))",
    "struct O{a: option(option(str)), b: option(unit), c: option(option(unit))}",
    "struct Lists{a: seq(u16), b: seq(seq(str)), c: set(i32), d: seq(option(struct P{x: u8, y: option(str)}), max 3)}",
    "struct Arrays{a: array(u8, 3), b: array(u16, 2), c: array(str, 0), d: array(option(array(bool, 2)), 3), e: array(u8, 0)}",
    "array(array(array(u8, 2), 3), 2)",
    "option(array(u8, 5))",
    "seq(bytes)",
    "struct Maps{a: map(str, u64), b: map(u8, seq(option(f32))), c: map(option(u8), str), d: map(tuple(u8, str), unit)}",
    "map(str, map(i8, option(str)))",
    "seq(map(bool, str))",
    "set(enum E{0 A, 1 B{0: u8}})",
    "map(enum E{0 A, 1 B}, u8)",
    "enum Colour{0 Red, 1 Green, 900 Blue}",
    "struct C{colour: enum Colour{2 Red, 5 Green}, again: option(enum Colour{2 Red, 5 Green})}",
    "enum One{7 Only}",
    "enum One{7 Only{0: u16}}",
    "enum Shape{0 Empty, 3 Circle{radius: f32}, 200 Text{0: str, at: bytes}, 4000000000 Bare{0: option(u8)}}",
    "enum Names{0 _, 1 _{x: u8}, 2 A{tag: u8}, 3 A{value: str}, 4 tag{0: u8}, 5 value{0: u8}}",
    "seq(enum Names{0 tag{tag: u8}, 1 Tag{0: u8}, 2 TAG{0: u16}})",
    "struct Ev{at: u32, ev: enum E{0 A{0: struct P{x: u8, y: u8}}, 1 B{0: seq(u16)}, 2 C{0: enum F{0 D, 1 E{x: u8}}}}}",
    "option(enum E{0 A, 1 B{x: u8}})",
    "option(struct P{x: u8})",
    "result(u16, str)",
    "result(option(u16), tuple(str, unit))",
    "seq(result(unit, result(u8, i128)))",
    "extensible struct Config{host: str, port: u16 default, more: seq(str) default, last: option(u8) default}",
    "extensible enum Event{0 Start, 1 Line{text: str, level: u8 default}, 9 Other other}",
    "seq(extensible enum Event{0 Start, 1 Line{0: str}, 9 Other other})",
    "struct X{a: extensible struct P{x: u8, y: f32 default}, b: option(extensible struct Q{})}",
    "rows Tree(struct Tree{value: u32, x: f32, children: seq(ref Tree)})",
    "struct R{at: u8, tree: rows Tree(struct Tree{n: i128, next: option(ref Tree), who: enum W{0 A, 4 B{x: f64, y: bytes}}})}",
    "rows _(struct S{a: u8, a: u16, m: map(str, result(u64, char)), s: set(i64), t: tuple(bool, unit, fixed u64)})",
    "option(rows _(seq(u64)))",
    "struct Wide{" + ", ".join(f"c{i}: {LEAVES[i % len(LEAVES)]}" for i in range(200)) + "}",
    deep(20),
    "struct Odd{" + ", ".join(f"{quoted(name)}: u8" for name in NAMES) + "}",
    "enum Odd{" + ", ".join(f"{i} {quoted(name)}{{0: u8, {quoted(name)}: str}}" for i, name in enumerate(NAMES)) + "}",
    'struct Zero{"a\\u0000b": u8, "a\\u0000c": str}',
    "struct Same{a: u8, A: u16, a: str, a_2: bool}",
]  # fmt: skip


def random_type(rng, depth, free=True, ref=None):
    """A random type in the text form; `free` allows floats and extensible types (W21), `ref` is the rows type
    around."""
    some = lambda free=free: random_type(rng, depth - 1, free, ref)
    fields = lambda extensible: ", ".join(
        f"{name}: {some(free)}" + (" default" if extensible and rng.random() < 0.8 else "") for name in some_names(rng)
    )
    extensible = "extensible " if free and rng.random() < 0.4 else ""
    if depth == 0 or rng.random() < 0.2:
        return rng.choice([leaf for leaf in LEAVES if free or leaf[0] != "f" or leaf.startswith("fixed")])
    match rng.randrange(11):
        case 0:
            return f"option({some()})"
        case 1:
            return f"tuple({', '.join(some() for _ in range(rng.randint(0, 4)))})"
        case 2 | 3:
            return f"{extensible}struct {name(rng)}{{{fields(extensible)}}}"
        case 4:
            return f"array({some()}, {rng.randint(0, 3)})"
        case 5:
            return f"seq({some()})"
        case 6:
            return f"set({some(False)})"
        case 7:
            return f"map({some(False)}, {some()})"
        case 8:
            return f"result({some()}, {some()})"
        case 9:
            variants, tag = [], -1
            for variant in some_names(rng) or ["A"]:
                tag += rng.choice([1, 1, 1, 7, 1 << 20])
                inside = fields(extensible) if rng.random() < 0.6 else ""
                variants.append(f"{tag} {variant}" + (f"{{{inside}}}" if inside else ""))
            if extensible and rng.random() < 0.5:
                variants.append(f"{tag + 1} {name(rng)} other")
            return f"{extensible}enum {name(rng)}{{{', '.join(variants)}}}"
        case _:
            if ref or not free:
                return some()
            inner = random_type(rng, depth - 1, free, "R")
            return f"rows R(struct _{{v: {inner}, more: seq(ref R), {fields('')}}})".replace(", })", "})")


def name(rng):
    if rng.random() < 0.2:
        return quoted(rng.choice(NAMES))
    return rng.choice(["0", "_", *string.ascii_letters, "name", "Name"])


def some_names(rng):
    return [name(rng) for _ in range(rng.choice([0, 1, 1, 2, 3, 5]))]
