#!/usr/bin/env python3
"""The Python implementation with one of its checks taken out, for the tests of `onesheet conformance`.

    broken.py BREAK
"""

import importlib.abc
import importlib.util
import pathlib
import re
import runpy
import sys

HERE = pathlib.Path(__file__).resolve().parents[2] / "interop/python"

# The file of the package, what stands there, and what stands there instead.
BREAKS = {
    # What a reader forgets to reject: the rule, and the words of the error.
    "overlong": [("reader.py", 'raise .*"W16".*', "pass")],
    "form": [("reader.py", 'raise .*"W27", "not the prescribed.*', "pass")],
    "padding": [("reader.py", 'raise .*"W18".*', "pass")],
    "unsorted": [("types/keyed.py", 'raise .*"W10".*', "pass")],
    "surrogate": [
        ("types/simple.py", 'raise .*"W26".*', "pass"),
        ("types/simple.py", r"\[chr\(x\) for x in xs\]", "[chr(x % 0x110000) for x in xs]"),
    ],
    "trailing": [("messages.py", 'raise .*"W23".*', "pass")],
    "utf8": [("types/text.py", r"text\.decode\(\)", 'text.decode(errors="replace")')],
    # What a writer does wrong.
    "wide": [("packed.py", r"head, base = form\(.*\)", "head, base = 64, 0")],
    "keys": [("types/keyed.py", r"self\.ascending\((self\.items\(v\))\) for v in values", r"\1 for v in values")],
    # What both do wrong.
    "zigzag": [
        ("types/integer.py", r"\[zigzag\(x\) for x in xs\]", "[x & (1 << self.width) - 1 for x in xs]"),
        (
            "types/integer.py",
            r"\[unzigzag\(x\) for x in xs\]",
            "[x - (x >> self.width - 1 << self.width) for x in xs]",
        ),
    ],
    "declared": [("types/enum.py", r"in sorted\((columns|counts)\)", r"in sorted(\1, key=[*self.tags.values(), *\1].index)")],
    "unskipped": [("types/struct.py", r"r\.at, r\.end = r\.end, end", "r.end = end")],
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


name = sys.argv.pop(1)
sys.meta_path.insert(0, Finder(BREAKS[name]))
sys.path.insert(0, str(HERE))
runpy.run_path(str(HERE / "conformance.py"), run_name="__main__")
