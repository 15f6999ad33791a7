"""The conformance protocol (tests/vectors/README.md), and types and values for both drivers."""

import ctypes
import json
import sys

# JSON type: C type, ONESHEET_ kind (onesheet.h)
NUMBERS = {
    "u16": (ctypes.c_uint16, 2),
    "u32": (ctypes.c_uint32, 3),
    "u64": (ctypes.c_uint64, 4),
    "usize": (ctypes.c_uint64, 4),
    "i16": (ctypes.c_int16, 5),
    "i32": (ctypes.c_int32, 6),
    "i64": (ctypes.c_int64, 7),
    "isize": (ctypes.c_int64, 7),
    "char": (ctypes.c_uint32, 8),
}


class U128(ctypes.Structure):
    _fields_ = [("lo", ctypes.c_uint64), ("hi", ctypes.c_uint64)]


# JSON type: C type; floats as the bits that JSON has.
FIXED = {
    "u8": ctypes.c_uint8,
    "i8": ctypes.c_int8,
    "u128": U128,
    "i128": U128,
    "f32": ctypes.c_uint32,
    "f64": ctypes.c_uint64,
}


class Refused(Exception):
    """An error that the C code found."""


def kind(t):
    """The key that says what kind of type t is, and what it holds."""
    if isinstance(t, str):
        return t, None
    for key in (
        "fixed",
        "option",
        "struct",
        "tuple",
        "array",
        "seq",
        "set",
        "map",
        "result",
        "enum",
        "ext_struct",
        "ext_enum",
        "rows",
        "ref",
    ):
        if key in t:
            return key, t[key]
    return ("def", t["def"]) if "def" in t else (t["type"], None)  # a str or bytes with a max


ROWS = {}  # the row types of the defs, by the names that name_apart gives them


def name_apart(t, names={}):
    """t with a name of its own for each def, so that a ref means the same wherever it is met."""
    if isinstance(t, list):
        return [name_apart(part, names) for part in t]
    if not isinstance(t, dict):
        return t
    if "ref" in t:
        return {"ref": names[t["ref"]]}
    if "def" in t:
        name = f"{len(ROWS)}"
        ROWS[name] = None
        row = name_apart(t["type"], names | {t["def"]: name})
        ROWS[name] = row["rows"] if kind(row)[0] == "rows" else row
        return {"def": name}
    return {key: name_apart(part, names) for key, part in t.items()}


def row_type(t):
    """The type of each row of a rows type (W14); None for other types."""
    key, inside = kind(t)
    return inside if key == "rows" else ROWS[inside] if key in ("def", "ref") else None


def fixed_type(t):
    """The C type of a number or float of W1, None for other types."""
    key, inside = kind(t)
    return NUMBERS[inside][0] if key == "fixed" else FIXED.get(key)


def is_fixed(t):
    """W1"""
    key, inside = kind(t)
    if key in ("struct", "tuple"):
        return all(is_fixed(part) for part in inside)
    return key == "unit" or fixed_type(t) is not None or key == "array" and is_fixed(inside[0])


def variants(t):
    """An enum's or result's [(tag, field types)], by ascending tag."""
    key, inside = kind(t)
    if key == "result":
        return [(0, [inside[0]]), (1, [inside[1]])]
    parts = (lambda fields: [field[0] for field in fields]) if key == "ext_enum" else list
    return sorted(((tag, parts(fields)) for tag, fields in inside), key=lambda variant: variant[0])


def variant_of(t, value):
    """The tag and the fields of a value of an enum or result."""
    if isinstance(value, dict):
        return (0, [value["ok"]]) if "ok" in value else (1, [value["err"]])
    return value[0], value[1]


def variant(t, tag, fields):
    """The inverse of variant_of."""
    if kind(t)[0] == "result":
        return {"ok" if tag == 0 else "err": fields[0]}
    return [tag, fields]


def number(t, value):
    """A value of a number, char or float as an integer."""
    if t == "char":
        if len(value) != 1:
            raise ValueError("not one char")
        return ord(value)
    return int(value, 16) if t in ("f32", "f64") else int(value)


def in_range(t, x):
    """x if the integer type t has it."""
    name = t["fixed"] if isinstance(t, dict) else {"usize": "u64", "isize": "i64"}.get(t, t)
    if name[0] in "ui":
        bits = int(name[1:])
        low = -(1 << bits - 1) if name[0] == "i" else 0
        if not low <= x < low + (1 << bits):
            raise ValueError(f"{x} is not a {name}")
    return x


def number_json(t, x):
    """The inverse of number."""
    if t == "char":
        return chr(x)
    if t in ("f32", "f64"):
        return f"0x{x:0{8 if t == 'f32' else 16}x}"
    return str(x)


def order(t, value):
    """W21: a key that values of t sort by."""
    key, inside = kind(t)
    if key == "str":
        return value.encode("utf-8", "surrogatepass")
    if key == "bytes":
        return bytes.fromhex(value)
    if key in ("bool", "unit"):
        return value or False
    if row_type(t) is not None:
        return order(row_type(t), value)
    if key == "option":
        return (0,) if value is None else (1, order(inside, value["some"]))
    if key in ("struct", "tuple"):
        return tuple(map(order, inside, value))
    if key == "array":
        return tuple(order(inside[0], part) for part in value)
    if key in ("seq", "set"):
        keys = (order(inside, part) for part in value)
        return tuple(sorted(keys) if key == "set" else keys)
    if key == "map":
        return tuple(sorted((order(inside[0], k), order(inside[1], v)) for k, v in value))
    if key in ("result", "enum"):
        tag, fields = variant_of(t, value)
        return tag, tuple(map(order, dict(variants(t))[tag], fields))
    return number(t, value)


def sort(t, values):
    """The elements of a set or the entries of a map in their order. C finds the duplicates."""
    key, inside = kind(t)
    return sorted(
        values, key=lambda v: order(inside, v) if key == "set" else order(inside[0], v[0])
    )


def serve(encode, decode):
    """Answers requests until the input ends."""
    for line in sys.stdin:
        request = json.loads(line)
        t = name_apart(request["type"])
        try:
            if request["op"] == "enc":
                answer = {"hex": encode(t, request["value"]).hex()}
            else:
                answer = {"value": decode(t, bytes.fromhex(request["hex"]))}
        except Refused as error:
            answer = {"error": str(error)}
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            if request["op"] == "dec":
                raise
            answer = {"error": f"not a value of the type: {error}"}
        print(json.dumps(answer), flush=True)
