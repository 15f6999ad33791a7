"""What `onesheet export` makes of a type: the table of the crate onesheet-arrow, told anew over the values
that languages/python reads."""

import json
import struct
from collections import Counter, namedtuple

import pyarrow as pa
from conformance import UNKNOWN
from natural import natural

# `of` makes the Python value of one in the JSON form.
Column = namedtuple("Column", "type nullable of")

WORDS = {
    "unit": (pa.bool_(), lambda v: True),
    "bool": (pa.bool_(), lambda v: v),
    "char": (pa.string(), lambda v: v),
    "str": (pa.string(), lambda v: v),
    "bytes": (pa.binary(), bytes.fromhex),
    "u128": (pa.string(), lambda v: v),
    "i128": (pa.string(), lambda v: v),
    "f32": (pa.float32(), lambda v: number(v)),
    "f64": (pa.float64(), lambda v: number(v)),
    **{f"u{bits}": (getattr(pa, f"uint{bits}")(), int) for bits in (8, 16, 32, 64)},
    **{f"i{bits}": (getattr(pa, f"int{bits}")(), int) for bits in (8, 16, 32, 64)},
}
TAGS = pa.dictionary(pa.int32(), pa.string())


class Json:
    """A text that is this in JSON."""

    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return f"Json({self.value!r})"


class Map(list):
    """The entries of a map, as tuples."""


def number(bits):
    """The float that a hex string has the bits of."""
    size = len(bits) // 2 - 1
    return struct.unpack(">f" if size == 4 else ">d", bytes.fromhex(bits[2:]))[0]


class Struct(Column):
    """A column of structs, which knows its fields."""

    fields = None


def columns(form):
    """The columns of records of a type in the JSON form of spec/SCHEMA.md, and what makes a row of a record,
    as pyarrow's `to_pylist` has it."""
    record = column(form)
    if isinstance(record, Struct):
        return record.fields, record.of
    return {"value": record}, lambda v: {"value": record.of(v)}


def struct_of(fields, of):
    """Of {name: Column}; `of` gives the values of the fields."""
    if not fields:
        return Column(pa.bool_(), False, lambda v: True)
    type = pa.struct([pa.field(name, c.type, c.nullable) for name, c in fields.items()])
    made = Struct(type, False, lambda v: dict(zip(fields, of(v))))
    made.fields = fields
    return made


def members(types, names, defaults=None):
    """The columns of a struct's fields by their names; what has a default is null where nobody knows it."""
    made = [column(type) for type in types]
    for place, default in enumerate(defaults or []):
        if default:
            made[place] = made[place]._replace(nullable=True, of=unless_default(made[place].of))
    of = lambda values: [c.of(v) for c, v in zip(made, values)]
    return struct_of(dict(zip(unique(names), made)), of)


def unless_default(of):
    return lambda v: None if v == UNKNOWN else of(v)


def unique(names):
    """Names that differ not only in case."""
    taken, seen, made = {name.lower() for name in names}, set(), []
    for name in names:
        plain, number = name, 1
        while name.lower() in seen or number > 1 and name.lower() in taken:
            number += 1
            name = f"{plain}_{number}"
        seen.add(name.lower())
        taken.add(name.lower())
        made.append(name)
    return made


def column(t):
    if isinstance(t, str):
        type, of = WORDS[t]
        return Column(type, False, of)
    if "fixed" in t:
        return column(t["fixed"])
    if "option" in t:
        item = column(t["option"])
        if item.nullable:
            item = some(item)
        return Column(item.type, True, lambda v: None if v is None else item.of(v["some"]))
    if "tuple" in t:
        return members(t["tuple"], places(t["tuple"]))
    if "struct" in t:
        return members(t["struct"], field_names(t))
    if "ext_struct" in t:
        return extensible(t["ext_struct"], field_names(t))
    if "array" in t:
        return array(*t["array"])
    if "seq" in t or "set" in t:
        item = column(t.get("seq", t.get("set")))
        return Column(list_of(item), False, lambda v: [item.of(x) for x in v])
    if "map" in t:
        return map_of(*map(column, t["map"]))
    if "result" in t:
        variants = [(0, [t["result"][0]]), (1, [t["result"][1]])]
        made = enum(variants, ["Ok", "Err"], [["0"], ["0"]], members)
        of = made.of
        tagged = lambda v: [0, [v["ok"]]] if "ok" in v else [1, [v["err"]]]
        result = Struct(made.type, False, lambda v: of(tagged(v)))
        result.fields = made.fields
        return result
    if "enum" in t:
        return enum(t["enum"], *variant_names(t), members)
    if "ext_enum" in t:
        return enum(t["ext_enum"], *variant_names(t), extensible)
    if "def" in t or "rows" in t:
        return Column(pa.string(), False, lambda v: Json(natural(t, v)))
    return column(t["type"])  # with a bound


def field_names(t):
    """The names of a struct's fields, their places if the schema leaves them out."""
    return t.get("fields") or places(t.get("struct") or t.get("ext_struct") or [])


def variant_names(t):
    """The names of variants, and those of the fields of each."""
    variants = t.get("enum") or t["ext_enum"]
    fields = t.get("fields") or [places(types) for _, types in variants]
    return t.get("variants") or ["_"] * len(variants), fields


def places(types):
    return [str(place) for place in range(len(types))]


def extensible(fields, names):
    return members([field[0] for field in fields], names, [len(field) > 1 for field in fields])


def some(item):
    return struct_of({"some": item}, lambda v: [item.of(v)])


def list_of(item):
    return pa.list_(pa.field("item", item.type, item.nullable))


def array(type, length):
    if type == "u8" and length > 0:
        return Column(pa.binary(length), False, lambda v: bytes(map(int, v)))
    item = column(type)
    return Column(list_of(item), False, lambda v: [item.of(x) for x in v])


def map_of(key, value):
    if key.nullable:
        entry = struct_of({"key": key, "value": value}, lambda v: [key.of(v[0]), value.of(v[1])])
        return Column(list_of(entry), False, lambda v: [entry.of(x) for x in v])
    fields = pa.field("key", key.type, False), pa.field("value", value.type, value.nullable)
    of = lambda v: Map((key.of(k), value.of(x)) for k, x in v)
    return Column(pa.map_(*fields), False, of)


def enum(variants, names, field_names, members):
    """The tag as a name, and a column for each variant that has fields."""
    uses = Counter(names)
    clear = lambda name: uses[name] == 1 and name not in ("", "_")
    names = [name if clear(name) else str(tag) for (tag, _), name in zip(variants, names)]
    called = {tag: name for (tag, _), name in zip(variants, names)}
    parts = {}
    for (tag, types), fields in zip(variants, field_names):
        whole = members(types, fields)
        if types and fields == ["0"]:
            # The field itself.
            bare = whole.fields["0"]
            parts[tag] = Column(bare.type, True, lambda v, bare=bare: bare.of(v[0]))
        elif types:
            parts[tag] = whole
    if not parts:
        return Column(TAGS, False, lambda v: called[v[0]])
    all_names = unique(["tag", *(called[tag] for tag in parts)])
    columns = [Column(TAGS, False, None), *(part._replace(nullable=True) for part in parts.values())]
    of = lambda v: [called[v[0]], *(part.of(v[1]) if tag == v[0] else None for tag, part in parts.items())]
    return struct_of(dict(zip(all_names, columns)), of)


def same(got, expected):
    """Whether a program reads what is expected: NaN is itself, -0.0 is not 0.0, and True is not 1."""
    if isinstance(expected, Json):
        return isinstance(got, str) and repr(json.loads(got)) == repr(expected.value)
    if isinstance(expected, Map):
        got = entries(got)
    if isinstance(expected, dict):
        return (
            isinstance(got, dict)
            and list(got) == list(expected)
            and all(same(got[name], x) for name, x in expected.items())
        )
    if isinstance(expected, (list, tuple)):
        return (
            isinstance(got, (list, tuple))
            and len(got) == len(expected)
            and all(map(same, got, expected))
        )
    return repr(got) == repr(expected)


def entries(got):
    """The entries of a map, in whatever form a program has them."""
    if isinstance(got, dict):
        if set(got) == {"key", "value"} and all(isinstance(part, list) for part in got.values()):
            return list(zip(got["key"], got["value"]))  # DuckDB's, if the keys cannot be Python's
        return list(got.items())
    if isinstance(got, list) and all(isinstance(entry, dict) for entry in got):
        return [tuple(entry.values()) for entry in got]  # that of Polars
    return got
