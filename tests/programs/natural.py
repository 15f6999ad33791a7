"""Natural JSON, told anew: the table of dynamic/src/natural.rs over values in the exact JSON of
tests/vectors/README.md."""

import base64
import struct

from conformance import UNKNOWN

NAN = {"0x7fc00000", "0x7ff8000000000000"}


def unique(names):
    """The names, of which one that comes again is followed by _2, _3 and so on."""
    taken, seen, made = set(names), set(), []
    for name in names:
        plain, number = name, 1
        while name in seen or number > 1 and name in taken:
            number += 1
            name = f"{plain}_{number}"
        seen.add(name)
        taken.add(name)
        made.append(name)
    return made


def places(types):
    return [str(place) for place in range(len(types))]


def shape(t, key, names=None):
    """How fields are written, their types and their names."""
    fields = t[key]
    types = [field[0] for field in fields] if key == "ext_struct" else list(fields)
    names = names or t.get("fields") or places(types)
    return fields_shape(types, names, key == "ext_struct")


def fields_shape(types, names, extensible):
    if not types:
        return "none", types, names
    if extensible or names != places(types):
        return "fields", types, unique(names)
    return "one" if len(types) == 1 else "tuple", types, names


def variants(t):
    """The tag, the label and the shape of each variant of an enum."""
    word = "enum" if "enum" in t else "ext_enum"
    all = t[word]
    names = t.get("variants") or ["_"] * len(all)
    names = ["" if name == "_" else name for name in names]
    fields = t.get("fields") or [None] * len(all)
    labels = unique([name or f"#{tag}" for name, (tag, _) in zip(names, all)])
    shapes = []
    for (tag, types), own in zip(all, fields):
        types = [type[0] for type in types] if word == "ext_enum" else types
        shapes.append(fields_shape(types, own or places(types), word == "ext_enum"))
    return list(zip([tag for tag, _ in all], labels, shapes)), not any(names)


def resolve(t, scope):
    """The type behind bounds and rows, and the rows types around what is inside of it."""
    while isinstance(t, dict):
        if "fixed" in t:
            t = t["fixed"]
        elif "def" in t:
            inner = t["type"]
            inner = inner["rows"] if isinstance(inner, dict) and "rows" in inner else inner
            name, t, scope = t["def"], inner, dict(scope)
            scope[name] = inner, scope
        elif "rows" in t:
            t = t["rows"]
        elif "ref" in t:
            t, scope = scope[t["ref"]]
        elif "type" in t:
            t = t["type"]
        else:
            break
    return t, scope


def nullable(t, scope, depth=0):
    """Whether a value may be null."""
    t, scope = resolve(t, scope)
    if t == "unit" or isinstance(t, dict) and "option" in t:
        return True
    if depth < 50 and isinstance(t, dict) and "struct" in t:
        form, types, _ = shape(t, "struct")
        return form == "one" and nullable(types[0], scope, depth + 1)
    if depth < 50 and isinstance(t, dict) and ("enum" in t or "ext_enum" in t):
        own = untagged(t, scope, depth + 1)
        return bool(own) and any("null" in kinds for kinds in own)
    return False


def kinds(t, scope, depth):
    """The kinds of JSON of the values; none if it is not known."""
    t, scope = resolve(t, scope)
    if depth > 50:
        return set()
    if isinstance(t, str):
        words = {"unit": "null", "bool": "bool", "f32": "float", "f64": "float"}
        text = t in ("char", "str", "bytes")
        return {words.get(t, "text" if text else "integer")}
    if "option" in t:
        inside = kinds(t["option"], scope, depth + 1)
        return inside and ({"null", "object"} if "null" in inside else {"null"} | inside)
    if "struct" in t:
        form, types, _ = shape(t, "struct")
        if form == "one":
            return kinds(types[0], scope, depth + 1)
        return {"list"} if form == "tuple" else {"object"}
    if "ext_struct" in t or "result" in t:
        return {"object"} if "ext_struct" in t else {"text", "object"}
    if "map" in t:
        return {"object"} if is_text(t["map"][0]) else {"list"}
    if "enum" in t or "ext_enum" in t:
        own = untagged(t, scope, depth + 1)
        return set().union(*own) if own else {"text", "object"}
    return {"list"}


def untagged(t, scope, depth=0):
    """The kinds of each variant, if no variant has a name and no two have one in common."""
    all, nameless = variants(t)
    if not nameless:
        return None
    found, seen = [], set()
    for _, _, (form, types, _) in all:
        own = kinds(types[0], scope, depth) if form == "one" else set()
        if not own or own & seen:
            return None
        seen |= own
        found.append(own)
    return found


def is_text(t):
    return t == "str" or isinstance(t, dict) and t.get("type") == "str"


def natural(t, v, scope=None):
    """The JSON of a value, in Python's terms."""
    t, scope = resolve(t, scope or {})
    if isinstance(t, str):
        if t[0] in "ui" and t[1:].isdigit():
            return int(v)
        if t == "bytes":
            return base64.b64encode(bytes.fromhex(v)).decode()
        return floating(v) if t in ("f32", "f64") else v
    if "option" in t:
        if v is None:
            return None
        inside = natural(t["option"], v["some"], scope)
        return {"some": inside} if nullable(t["option"], scope) else inside
    if "tuple" in t:
        return [natural(part, x, scope) for part, x in zip(t["tuple"], v)]
    for word in ("struct", "ext_struct"):
        if word in t:
            return fields(shape(t, word), v, scope)
    for word in ("seq", "set", "array"):
        if word in t:
            item = t[word][0] if word == "array" else t[word]
            return [natural(item, x, scope) for x in v]
    if "map" in t:
        entries = [[natural(part, x, scope) for part, x in zip(t["map"], entry)] for entry in v]
        return dict(entries) if is_text(t["map"][0]) else entries
    if "result" in t:
        [(word, x)] = v.items()
        return {word.capitalize(): natural(t["result"][word == "err"], x, scope)}
    all, _ = variants(t)
    place = [tag for tag, _, _ in all].index(v[0])
    _, label, form = all[place]
    if form[0] == "none":
        return label
    inside = fields(form, v[1], scope)
    own = untagged(t, scope)
    if own and not needs_label(inside, own[place], {label for _, label, _ in all}):
        return inside
    return {label: inside}


def needs_label(json, own, labels):
    if isinstance(json, str):
        return "text" not in own
    return isinstance(json, dict) and not labels.isdisjoint(json)


def fields(form, values, scope):
    how, types, names = form
    if how == "one":
        return natural(types[0], values[0], scope)
    if how == "tuple":
        return [natural(type, v, scope) for type, v in zip(types, values)]
    each = zip(names, types, values)
    return {name: natural(type, v, scope) for name, type, v in each if v != UNKNOWN}


def floating(bits):
    single = len(bits) == 10
    x = struct.unpack(">f" if single else ">d", bytes.fromhex(bits[2:]))[0]
    if x != x:
        return "NaN" if bits in NAN else bits
    if abs(x) == float("inf"):
        return "Infinity" if x > 0 else "-Infinity"
    if not single:
        return x
    # The shortest that reads back.
    for digits in range(1, 10):
        short = float(f"{x:.{digits - 1}e}")
        if abs(short) > 3.4028235e38:
            continue
        if struct.unpack(">f", struct.pack(">f", short))[0] == x:
            return short
    return x


def cells(form, record):
    """The columns of CSV that are made of parts, as JSON: each part of a record by its place."""
    t, scope = resolve(form, {})
    if isinstance(t, dict):
        for word in ("struct", "ext_struct", "tuple"):
            if word in t and t[word]:
                types = [type[0] for type in t[word]] if word == "ext_struct" else t[word]
                nothing = lambda v: v is None or v == UNKNOWN
                each = zip(types, record)
                return [None if nothing(v) else natural(type, v, scope) for type, v in each]
        if "result" in t:
            [(word, x)] = record.items()
            inside = natural(t["result"][word == "err"], x, scope)
            return [None, *([inside, None] if word == "ok" else [None, inside])]
        if "enum" in t or "ext_enum" in t:
            all, _ = variants(t)
            with_fields = [(tag, form) for tag, _, form in all if form[0] != "none"]
            if with_fields:
                return [None, *(variant_cell(form, record, scope) if tag == record[0] else None for tag, form in with_fields)]
    return [natural(form, record)]


def variant_cell(form, record, scope):
    """The field of a variant if it has no name, or all."""
    how, types, names = form
    if len(types) == 1 and names == ["0"]:
        v = record[1][0]
        return None if v is None or v == UNKNOWN else natural(types[0], v, scope)
    return fields(form, record[1], scope)
