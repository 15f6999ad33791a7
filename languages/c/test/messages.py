#!/usr/bin/env python3
"""Prints random messages of a schema in hex, one a line, encoded by the Python implementation.

messages.py SCHEMA COUNT SEED
"""

import json
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
import conformance

from protocol import kind, order


def integer(rng, name):
    bits = int(name[1:])
    x = rng.getrandbits(rng.randint(0, bits))
    return str(
        x - (1 << bits - 1)
        if name[0] == "i" and rng.random() < 0.5
        else x & (1 << bits - (name[0] == "i")) - 1
    )


def value(rng, t):
    """A random value of t, most often small."""
    key, inside = kind(t)
    length = lambda: rng.choice((0, 1, 2, t["max"], rng.randint(0, t["max"])))
    if key == "fixed" or key[0] in "ui" and key[1:].isdigit():
        return integer(rng, inside or key)
    if key in ("f32", "f64"):
        return f"0x{rng.getrandbits(int(key[1:])):0{int(key[1:]) // 4}x}"
    if key == "bool":
        return rng.random() < 0.5
    if key == "char":
        return rng.choice("a\0\x7f\u00e9\ud7ff\ue000\U0001f600\U0010ffff")
    if key == "str":
        text = "".join(rng.choice("ab\0\u00e9\u20ac") for _ in range(length()))
        while len(text.encode()) > t["max"]:
            text = text[:-1]
        return text
    if key == "bytes":
        return rng.randbytes(length()).hex()
    if key == "option":
        return {"some": value(rng, inside)} if rng.random() < 0.5 else None
    if key in ("struct", "tuple"):
        return [value(rng, part) for part in inside]
    if key == "ext_struct":
        return [value(rng, field[0]) for field in inside]
    if key == "array":
        return [value(rng, inside[0]) for _ in range(inside[1])]
    if key == "seq":
        return [value(rng, inside) for _ in range(length())]
    if key == "set":
        items = [value(rng, inside) for _ in range(length())]
        return list({order(inside, item): item for item in items}.values())
    if key == "map":
        entries = [[value(rng, part) for part in inside] for _ in range(length())]
        return list({order(inside[0], entry[0]): entry for entry in entries}.values())
    if key == "result":
        return (
            {"ok": value(rng, inside[0])} if rng.random() < 0.5 else {"err": value(rng, inside[1])}
        )
    if key in ("enum", "ext_enum"):
        tag, fields = rng.choice(inside)
        return [tag, [value(rng, field[0] if key == "ext_enum" else field) for field in fields]]
    raise ValueError(t)


def plain(t):
    """t without names, bounds and unknown defaults, as the Python implementation takes it."""
    key, inside = kind(t)

    def field(field):
        known = len(field) > 1 and not (isinstance(field[1], dict) and "default" in field[1])
        return [plain(field[0]), field[1] if known else value(random.Random(0), field[0])]

    if key in ("option", "seq", "set"):
        return {key: plain(inside)}
    if key in ("struct", "tuple", "map", "result"):
        return {key: [plain(part) for part in inside]}
    if key == "array":
        return {key: [plain(inside[0]), inside[1]]}
    if key == "enum":
        return {key: [[tag, [plain(part) for part in parts]] for tag, parts in inside]}
    if key == "ext_struct":
        return {key: [field(part) for part in inside]}
    if key == "ext_enum":
        return {
            key: [[tag, [field(part) for part in parts]] for tag, parts in inside],
            "other": t["other"],
        }
    return key if inside is None else t


def main():
    schema = json.loads(pathlib.Path(sys.argv[1]).read_text())
    rng = random.Random(int(sys.argv[3]))
    for _ in range(int(sys.argv[2])):
        print(conformance.encode(plain(schema), value(rng, schema)).hex())


main()
