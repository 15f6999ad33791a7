#!/usr/bin/env python3
"""The Python implementation with one of its checks taken out, for the tests of `onesheet conformance`.

    broken.py BREAK
"""

import pathlib
import re
import sys

BREAKS = {
    # What a reader forgets to reject: the rule, and the words of the error.
    "overlong": ('raise .*"W16".*', "pass"),
    "form": ('raise .*"W27", "not the prescribed.*', "pass"),
    "padding": ('raise .*"W18".*', "pass"),
    "unsorted": ('raise .*"W10".*', "pass"),
    "surrogate": (r"return \[chr\(x\) for x in xs\]", "return [chr(x % 0x110000) for x in xs]"),
    "trailing": ('raise .*"W23".*', "pass"),
    "utf8": (r"text\.decode\(\)", 'text.decode(errors="replace")'),
    # What a writer does wrong.
    "wide": (r"head, base = form\(xs\)", "head, base = 64, 0"),
    "keys": (r"self\.ascending\(elements\(v\)\) for v in values", "elements(v) for v in values"),
    # What both do wrong.
    "zigzag": (r"2 \* x if x >= 0 else -2 \* x - 1 for", "x & (1 << self.width) - 1 for"),
    "declared": (r"in sorted\((columns|counts)\)", r"in declared(self.variants, \1)"),
    "unskipped": (r"r\.at, r\.end = r\.end, end", "r.end = end"),
}


def declared(variants, tags):
    """The tags in the order of their declaration, then those that are not declared."""
    return [tag for tag in variants if tag in tags] + sorted(set(tags) - set(variants))


path = pathlib.Path(__file__).parents[2] / "interop/python/onesheet.py"
source = path.read_text()
name = sys.argv.pop(1)
broken, count = re.subn(*BREAKS[name], source)
if name == "surrogate":
    broken, count = re.subn('raise .*"W26".*', "pass", broken)
if name == "zigzag":
    twos_complement = "x - (x >> self.width - 1 << self.width)"
    broken, count = re.subn(r"x >> 1 \^ -\(x & 1\)", twos_complement, broken)
if count == 0:
    sys.exit(f"broken.py: {path} has no place for the break {name}")
exec(compile(broken, path, "exec"))
