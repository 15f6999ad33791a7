#!/usr/bin/env python3
"""The Python implementation with a mistake in it, for the tests of `onesheet conformance`.

    broken.py             # the rule that each breaks, a tab, the mistake
    broken.py MISTAKE
"""

import importlib.abc
import importlib.util
import pathlib
import re
import runpy
import sys

HERE = pathlib.Path(__file__).resolve().parents[3] / "languages/python"

# What an implementation does wrong: the rule that it breaks, and in each file of the package what stands there and
# what stands there instead.
ENC, LIST, INT, TEXT = "types/enum.py", "types/list.py", "types/integer.py", "types/text.py"
STRUCT, KEYED, SIMPLE, OPTION = "types/struct.py", "types/keyed.py", "types/simple.py", "types/option.py"
ROWS, PACKED, READER, VARINT = "types/rows.py", "packed.py", "reader.py", "varint.py"

FIXED_WRITE = r"out \+= pack\(self\.width, \[x & mask for x in xs\]\)"
FIXED_READ = r"xs = r\.packed\(self\.width, n\)"
FORM_WRITE = r"head, base = form\(.*\)"
SIZES = (
    "low, high = extremes(xs); b, d = bits(high), bits(high - low); "
    "plain = (len(xs) * b + 7) // 8; based = len(varint(low)) + (len(xs) * d + 7) // 8; "
)
PLAIN_ROWS = r"columns = self\.dec_columns\(r, n\)"
WRITE_COUNTS = r"self\.write_counts\(\[len\(v\) for v in lists\], out\)\n( +)(write_part.*)"
SEQ_COUNTS = r"counts = self\.read_counts\(r, n\)"
VARIANT_WRITE = r"write_part\(self\.steps\[tag\], case\.fields, columns\[tag\], out\)"
SORTED = r"places = sorted\(range\(len\(items\)\), key=orders\.__getitem__\)"

BREAKS = {
    # W1
    "fixed numbers, written with the greatest byte first": ("W1", [(INT, FIXED_WRITE, 'out += b"".join((x & mask).to_bytes(self.width // 8, "big") for x in xs)')]),
    "fixed numbers, read with the greatest byte first": ("W1", [(INT, FIXED_READ, 'xs = [int.from_bytes(r.take(self.width // 8), "big") for _ in range(n)]')]),
    "fixed structs, written by columns": ("W1", [(STRUCT, r"if not self\.fixed:", "if True:")]),
    "fixed structs, read by columns": ("W1", [(STRUCT, r"if self\.fixed:", "if False:")]),
    "f64, written with the greatest byte first": ("W1", [("types/float.py", r'pack\(f"<\{', 'pack(f">{')]),
    "f64, read with the greatest byte first": ("W1", [("types/float.py", r'unpack\(f"<\{', 'unpack(f">{')]),
    "fixed numbers that are negative, read without sign": ("W1", [(INT, r"\(x \^ sign\) - sign", "x")]),
    # W2
    "always 64 bits": ("W2", [(PACKED, FORM_WRITE, "head, base = 64, 0")]),
    "always plain": ("W2", [(PACKED, FORM_WRITE, "head, base = bits(extremes(xs)[1]), 0")]),
    "always based": ("W2", [(PACKED, FORM_WRITE, SIZES + "head, base = 128 + d, low")]),
    "based where both are equal": ("W2", [(PACKED, FORM_WRITE, SIZES + "head, base = (b, 0) if plain < based else (128 + d, low)")]),
    "based where both are equal, written and read": ("W2", [(PACKED, r"plain <= based", "plain < based")]),
    "a number alone, written as a list": ("W2", [(PACKED, r"if len\(xs\) == 1:", "if False:")]),
    "a number alone, read as a list": ("W2", [(READER, r"if n == 1:", "if False:")]),
    "the base is not added": ("W2", [(READER, r"\[base \+ x for x in xs\] if base else xs", "xs")]),
    "the base is not taken away": ("W2", [(PACKED, r"\[x - base for x in xs\]", "[x - base & (1 << (head & 127)) - 1 for x in [x + 1 for x in xs]]")]),
    # W3
    "signed numbers, written as fixed": ("W3", [(INT, r"xs = \[zigzag\(x\) for x in xs\]", "out += pack(self.width, [x & (1 << self.width) - 1 for x in xs]); return")]),
    "signed numbers, read as fixed": ("W3", [(INT, r"xs = r\.numbers\(n, self\.width\)", "xs = r.packed(self.width, n) if self.signed else r.numbers(n, self.width)")]),
    # W4
    "bools, written a byte each": ("W4", [(SIMPLE, r"out \+= pack\(1, values\)", "out += bytes(values)")]),
    "bools, read a byte each": ("W4", [(SIMPLE, r"xs = r\.packed\(1, n\)", "xs = list(r.take(n))")]),
    "bools, written the other way round": ("W4", [(SIMPLE, r"out \+= pack\(1, values\)", "out += pack(1, [not v for v in values])")]),
    "bools, read the other way round": ("W4", [(SIMPLE, r"x == 1 for", "x == 0 for")]),
    # W5
    "lengths in characters": ("W5", [(TEXT, r"(strings = list\(map\(str\.encode, values\)\)[\s\S]*?)list\(map\(len, strings\)\)", r"\1list(map(len, values))")]),
    "each length before its text, written": ("W5", [(TEXT, r"(strings = \[self.order\(v\) for v in values\]\n) +self\.write_counts\(list\(map\(len, strings\)\), out\)\n +out \+= b\"\"\.join\(strings\)(\n\n    def dec.*\n +lengths)", r"\1        for s in strings: self.write_counts([len(s)], out); out += s\2")]),
    "texts in another order, read": ("W5", [(TEXT, r"split\(data\.decode\(\), lengths\)", "split(data.decode(), lengths)[::-1]")]),
    # W6
    "what is some before whether it is": ("W6", [(OPTION, r"(        out \+= pack\(1, \[v is not None for v in values\]\)\n)(        write.*\n)", r"\2\1")]),
    "none for some, written": ("W6", [(OPTION, r"\[v is not None for v in values\]", "[v is None for v in values]")]),
    "none for some, read": ("W6", [(OPTION, r"present = r\.packed\(1, n\)", "present = [1 - x for x in r.packed(1, n)]")]),
    "options, written a byte each": ("W6", [(OPTION, r"pack\(1, \[v is not None for v in values\]\)", "bytes(v is not None for v in values)")]),
    # W7
    "structs, written one after another": ("W7", [(STRUCT, r"if not self\.fixed:", "if False:")]),
    "structs, read one after another": ("W7", [(STRUCT, PLAIN_ROWS, "columns = [[x for [x] in column] for column in zip(*[self.dec_columns(r, 1) for _ in range(n)])]")]),
    "fields from the last, written": ("W7", [(STRUCT, r"(if not self\.fixed:\n +for \(step, field\), column in )zip\(self\.steps, columns\)", r"\1reversed(list(zip(self.steps, columns)))")]),
    "fields from the last, read": ("W7", [(STRUCT, r"for step, field in self\.steps:\n( +)columns\.append\(read\(field, r, n, step\)\)", r"for step, field in reversed(self.steps):\n\1columns.insert(0, read(field, r, n, step))")]),
    # W8
    "arrays, written with a count": ("W8", [(LIST, r'(        )(write_part\("\[\]", self\.item, self\.flat)', r"\1out.append(self.length & 127)\n\1\2")]),
    "arrays, read with a count": ("W8", [(LIST, r"(        )(r\.check_count\(self\.item, n \* self\.length\))", r"\1r.take(1)\n\1\2")]),
    "the first elements of all arrays first, written": ("W8", [(LIST, r'write_part\("\[\]", self\.item, self\.flat\(values\), out\)', 'write_part("[]", self.item, [x for part in zip(*values) for x in part], out)')]),
    "the first elements of all arrays first, read": ("W8", [(LIST, r"lists = split\(items, \[self\.length\] \* n\)", "lists = [items[i::n] for i in range(n)]")]),
    # W9
    "counts behind the elements": ("W9", [(LIST, WRITE_COUNTS, r"\2\n\1self.write_counts([len(v) for v in lists], out)")]),
    "each count before its elements, written": ("W9", [(LIST, WRITE_COUNTS, 'for v in lists: self.write_counts([len(v)], out); write_part("[]", self.item, v, out)')]),
    "counts, written as fixed": ("W9", [(LIST, r"self\.write_counts\(\[len\(v\) for v in lists\], out\)", 'out += b"".join(len(v).to_bytes(4, "little") for v in lists)')]),
    "counts, read as fixed": ("W9", [(LIST, SEQ_COUNTS, 'counts = [int.from_bytes(r.take(4), "little") for _ in range(n)]')]),
    # W10
    "keys, as they come": ("W10", [(KEYED, r"self\.ascending\((self\.items\(v\))\) for v in values", r"\1 for v in values")]),
    "keys, written from the greatest": ("W10", [(KEYED, SORTED, "places = sorted(range(len(items)), key=orders.__getitem__, reverse=True)")]),
    "keys, read from the greatest": ("W10", [(KEYED, r"any\(a >= b", "any(a <= b")]),
    "keys that do not ascend are accepted": ("W10", [(KEYED, 'raise .*"W10".*', "pass")]),
    "keys that are there twice are accepted": ("W10", [(KEYED, r"any\(a >= b", "any(a > b")]),
    "keys that are there twice are written": ("W10", [(KEYED, r"if orders\[a\] == orders\[b\]:", "if False:")]),
    # W11
    "variants from the last, written": ("W11", [(ENC, r"for tag in sorted\(columns\)", "for tag in sorted(columns, reverse=True)")]),
    "variants from the last, read": ("W11", [(ENC, r"for tag in sorted\(counts\)", "for tag in sorted(counts, reverse=True)")]),
    "variants as they are declared": ("W11", [(ENC, r"in sorted\((columns|counts)\)", r"in sorted(\1, key=[*self.tags.values(), *\1].index)")]),
    "variants as they come, written": ("W11", [(ENC, r"for tag in sorted\(columns\)", "for tag in columns")]),
    "each value's fields, written": ("W11", [(ENC, r"for tag in sorted\(columns\):\n( +)case = (.*)\n +write_part\(.*\)", r"for tag, held in pairs:\n\1write_part(self.steps[tag], self.cases[tag].fields, [held], out)")]),
    "tags, written as fixed": ("W11", [(ENC, r"write_numbers\(\[tag for tag, _ in pairs\], out\)", 'out += b"".join(tag.to_bytes(4, "little") for tag, _ in pairs)')]),
    "tags, read as fixed": ("W11", [(ENC, r"tags = r\.numbers\(n, 32\)", 'tags = [int.from_bytes(r.take(4), "little") for _ in range(n)]')]),
    # W12
    "extensible structs, written without a length": ("W12", [(STRUCT, r"out \+= varint\(len\(b\)\) \+ b", "out += b")]),
    "extensible structs, read without a length": ("W12", [(STRUCT, r"length, end = r\.varint\(64\), r\.end", "length, end = r.left, r.end")]),
    "extensible structs, each with its length": ("W12", [(STRUCT, r"b = bytearray\(\)\n +super\(\)\.enc_columns\(columns, b\)\n +out \+= varint\(len\(b\)\) \+ b", "for row in zip(*columns):\n            b = bytearray()\n            super().enc_columns([[x] for x in row], b)\n            out += varint(len(b)) + b\n        if not columns: out += bytes(1)")]),
    "extensible structs of fixed fields, written as fixed": ("W12", [(STRUCT, r"(        )(super\(\)\.enc_columns\(columns, b\))", r"\1self.fixed = all(field.fixed for field in self.parts)\n\1\2\n\1self.fixed = False")]),
    "a length in bits": ("W12", [(STRUCT, r"varint\(len\(b\)\) \+ b", "varint(8 * len(b)) + b")]),
    # W13
    "variants of extensible enums, written without a length": ("W13", [(ENC, VARIANT_WRITE, "Struct.enc(case.fields, columns[tag], out) if not self.extensible else Struct.enc_columns(super(type(case.fields), case.fields), case.fields.fields.columns(columns[tag]), out)"), (STRUCT, r"super\(\)\.enc_columns\(columns, b\)", "Struct.enc_columns(self, columns, b)")]),
    "variants of extensible enums, read without a length": ("W13", [(ENC, r"read\(self\.cases\[tag\]\.fields, r, counts\[tag\], self\.steps\[tag\]\)", "(read(self.cases[tag].fields, r, counts[tag], self.steps[tag]) if not self.extensible else self.cases[tag].fields.fields.make(Struct.dec_columns(self.cases[tag].fields, r, counts[tag]), counts[tag], r.hashable))")]),
    # W14
    "rows, written by columns": ("W14", [(ROWS, r"for v in values:\n( +)self\.item\.enc\(\[v\], out\)", "self.item.enc(values, out)")]),
    "rows, read by columns": ("W14", [(ROWS, r"for _ in range\(n\):\n( +)values \+= read\(self\.item, r, 1\)", "values += read(self.item, r, n)")]),
    # W15
    "a byte for a list of no values, written": ("W15", [("types/base.py", r"t\.enc\(values, out\)\n(    except)", r"t.enc(values, out)\n        else: out.append(0)\n\1")]),
    "a byte for a list of no values, read": ("W15", [("types/base.py", r"if n == 0:\n        return \[\]", "if n == 0:\n        r.take(1)\n        return []")]),
    # W16
    "varints, a byte too long": ("W16", [(VARINT, r"out\.append\(x\)", "out += bytes([x | 128, 0])")]),
    "varints, from the highest seven bits, written": ("W16", [(VARINT, r"return bytes\(out\)", "return bytes(x | 128 for x in out[:0:-1]) + bytes([out[0] & 127])")]),
    "varints, from the highest seven bits, read": ("W16", [(READER, r"enumerate\(data\[:10\]\)", "enumerate(bytes(data[:10])[::-1])")]),
    "varints of ten bytes are rejected": ("W16", [(READER, r"if len\(data\) > 10 or", "if len(data) > 9 or")]),
    "varints that are too long are accepted": ("W16", [(READER, 'raise .*"W16".*', "pass")]),
    # W17
    "no zigzag": (
        "W17",
        [
            (INT, r"\[zigzag\(x\) for x in xs\]", "[x & (1 << self.width) - 1 for x in xs]"),
            (INT, r"\[unzigzag\(x\) for x in xs\]", "[x - (x >> self.width - 1 << self.width) for x in xs]"),
        ],
    ),
    "zigzag of negative numbers, written": ("W17", [(VARINT, r"-2 \* x - 1", "-2 * x + 1")]),
    "zigzag of negative numbers, read": ("W17", [(VARINT, r"x >> 1 \^ -\(x & 1\)", "(x >> 1) * (1 - 2 * (x & 1))")]),
    # W18
    "from the highest bit, written": ("W18", [(PACKED, r"    shifts = range\(0, 8, b\)", "    shifts = range(8 - b, -1, -b)")]),
    "from the highest bit, read": ("W18", [(PACKED, r"shifts, mask = range\(0, 8, b\)", "shifts, mask = range(8 - b, -1, -b)")]),
    "padding of ones": ("W18", [(PACKED, r"\[\*xs, \*\[0\]", "[*xs, *[(1 << b) - 1]")]),
    "padding of ones is accepted": ("W18", [(READER, 'raise .*"W18".*', "pass")]),
    "packed numbers of more bytes, the greatest first": ("W18", [(PACKED, r"out \+= pack\(head & 127, xs\)", "out += pack(head, xs) if head & 127 < 8 else b''.join(x.to_bytes((head & 127) // 8, 'big') for x in xs)"), (PACKED, r"def pack\(b: int, xs: Numbers\) -> bytes:\n", "def pack(b: int, xs: Numbers) -> bytes:\n    b = b & 127 or 128\n")]),
    # W19
    "no width of two bits": ("W19", [(PACKED, r"if length <= b\)", "if length <= b and b != 2)")]),
    "no width below a byte": ("W19", [(PACKED, r"if length <= b\)", "if length <= b and b >= 8)")]),
    "no bits for zero": ("W19", [(PACKED, r"    out\.append\(head\)", "    if extremes(xs) == (0, 0): out.append(0); return\n    out.append(head)")]),
    # W20
    "places for tags, written": ("W20", [(ENC, r"write_numbers\(\[tag for tag, _ in pairs\], out\)", "write_numbers([list(self.cases).index(tag) for tag, _ in pairs], out)")]),
    "places for tags, read": ("W20", [(ENC, r"(        )(counts: Counter\[int\] = Counter\(tags\))", r"\1tags = [dict(enumerate(self.cases)).get(tag, 1 << 32) for tag in tags]\n\1\2")]),
    # W21
    "short texts first": ("W21", [(TEXT, r"return v\.encode\(\)", "return len(v.encode()), v.encode()")]),
    "negative numbers last": ("W21", [(INT, r"self\.check\(x\)\n( +)return x", r"self.check(x)\n\1return (x < 0, x)")]),
    "true before false": ("W21", [(SIMPLE, r"return v\n", "return not v\n")]),
    "none last": ("W21", [(OPTION, r"return \(False,\) if v is None else \(True, ", "return (True,) if v is None else (False, ")]),
    "the last field first": ("W21", [(STRUCT, r"zip\(self\.parts, self\.fields\.row\(v\)\)\]\)\n", "zip(self.parts, self.fields.row(v))][::-1])\n")]),
    "short lists first": ("W21", [(LIST, r"return tuple\(\[self\.item\.order\(x\) for x in sequence\(v\)\]\)", "return len(v), tuple([self.item.order(x) for x in sequence(v)])")]),
    "enums by fields": ("W21", [(ENC, r"return tag, self\.cases\[tag\]\.fields\.order\(held\)", "return str(self.cases[tag].fields.order(held)), tag")]),
    # What a reader forgets to reject
    "input that ends early is accepted": ("W22", [(READER, r'raise self\.error\("W22".*', "data = bytes(self.data[self.at : self.end]) + bytes(size - self.left); self.at = self.end; return memoryview(data)")]),
    "bytes after the message are accepted": ("W23", [("messages.py", 'raise .*"W23".*', "pass")]),
    "numbers that are too large are accepted": ("W24", [(READER, 'raise .*"W24".*', "pass")]),
    "what is not UTF-8 is accepted": ("W25", [(TEXT, r"text\.decode\(\)", 'text.decode(errors="replace")')]),
    "surrogates are accepted": (
        "W26",
        [
            (SIMPLE, 'raise .*"W26".*', "pass"),
            (SIMPLE, r"\[chr\(x\) for x in xs\]", "[chr(x % 0x110000) for x in xs]"),
        ],
    ),
    "other forms are accepted": ("W27", [(READER, 'raise .*"W27", "not the prescribed.*', "pass")]),
    # Change
    "new fields are not skipped": ("W29", [(STRUCT, r"r\.at, r\.end = r\.end, end", "r.end = end")]),
    "new fields are rejected": ("W29", [(STRUCT, r"(        )(r\.at, r\.end = r\.end, end)", r"\1if r.left: raise r.error('W23', 'bytes after the message')\n\1\2")]),
    "no defaults": ("W30", [(STRUCT, r"elif default is None:", "elif True:")]),
    "what an unknown variant holds is not skipped": ("W31", [(ENC, r"r\.take\(r\.varint\(64\)\)", "r.varint(64)")]),
    "no catch-all": ("W31", [(ENC, r"if self\.other is None and counts", "if counts")]),
    # Limits
    "values of no bits are rejected": ("W34", [(READER, r" and not t\.empty", "")]),
    "no more values than bytes": ("W35", [(READER, r"n > 8 \* self\.left", "n > self.left")]),
}


class Broken(importlib.abc.SourceLoader):
    """Loads the files of the package, changed."""

    def __init__(self, path, changes):
        self.path, self.changes = path, changes

    def get_filename(self, name):
        return self.path

    def get_data(self, path):
        source = pathlib.Path(path).read_text(encoding="utf-8")
        for pattern, instead in self.changes:
            source, count = re.subn(pattern, instead, source)
            if count == 0:
                sys.exit(f"broken.py: {path} has no place for {pattern}")
        return source.encode()


class Finder(importlib.abc.MetaPathFinder):
    """Finds them before anything else does."""

    def __init__(self, breaks):
        self.breaks = breaks

    def find_spec(self, name, path, target=None):
        changes = [(pattern, to) for file, pattern, to in self.breaks if name == module_of(file)]
        if not changes:
            return None
        file = str(HERE / name.replace(".", "/")) + ".py"
        return importlib.util.spec_from_file_location(name, file, loader=Broken(file, changes))


def module_of(file):
    return "onesheet." + file.removesuffix(".py").replace("/", ".")


if len(sys.argv) == 1:
    print("\n".join(f"{rule}\t{name}" for name, (rule, _) in BREAKS.items()))
    sys.exit()
sys.modules["numpy"] = None  # there are no mistakes in what is done with arrays
sys.meta_path.insert(0, Finder(BREAKS[sys.argv.pop(1)][1]))
sys.path.insert(0, str(HERE))
runpy.run_path(str(HERE / "conformance.py"), run_name="__main__")
