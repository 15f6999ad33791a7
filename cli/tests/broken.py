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
}

path = pathlib.Path(__file__).parents[2] / "interop/python/onesheet.py"
source = path.read_text()
name = sys.argv.pop(1)
broken, count = re.subn(*BREAKS[name], source)
if name == "surrogate":
    broken, count = re.subn('raise .*"W26".*', "pass", broken)
if count == 0:
    sys.exit(f"broken.py: {path} has no place for the break {name}")
exec(compile(broken, path, "exec"))
