#!/usr/bin/env python3
"""Checks that the files of a crate import each other in no circle: each stands on floors below it.

    .ci/floors.py [SRC...]             print each circle and its arrows; exit with status 1 if there is one
    .ci/floors.py --picture [SRC...]   print the floors as Markdown

SRC is a directory with a lib.rs or a main.rs (those of all crates here). An arrow goes from a file to each file that defines what it names, by `use` or by a path in
its code or macros. lib.rs, or main.rs, stands on top of all. Names are followed through re-exports, which are no arrows by themselves: a file may
hand on what files above it define, unless it uses that. Comments, strings and what is compiled for tests only do not count.
"""

import argparse
import functools
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CRATES = ["src", "derive/src", *(f"crates/{name}/src" for name in ("arrow", "cli", "datafusion", "dynamic", "file", "sql"))]
ROOTS = ["lib.rs", "main.rs"]

# Comments, raw strings, strings, characters (which are no lifetimes).
BLANK = re.compile(
    r"""//[^\n]*|/\*.*?\*/|b?r(?P<hashes>\#*)".*?"(?P=hashes)|b?"(?:\\.|[^"\\])*"|b?'(?:\\[^']+|[^'\\\n])'""", re.S
)
TEST_ONLY = re.compile(r"#\s*\[\s*cfg\s*\(\s*(?:all\s*\(\s*)?test\b[^\]]*\]")
MODULE = re.compile(r"\bmod\s+(\w+)\s*([;{])")
USE = re.compile(r"(?P<pub>\bpub(?:\s*\([^)]*\))?\s+)?\buse\s+(?P<tree>[^;]*);")
PATH = re.compile(r"(?<![\w:$])\$?\w+(?:\s*::\s*\w+)+")


def blank(text):
    """The same length and lines, with nothing in them."""
    return re.sub(r"[^\n]", " ", text)


def closing(text, start):
    """Where the brace that opens at `start` is closed."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at + 1
    return len(text)


def without_tests(text):
    """Blanks the item after each `#[cfg(test)]`."""
    at = 0
    while found := TEST_ONLY.search(text, at):
        end = re.compile(r"[;{]").search(text, found.end())
        at = len(text) if not end else end.end() if end[0] == ";" else closing(text, end.start())
        text = text[: found.start()] + blank(text[found.start() : at]) + text[at:]
    return text


def leaves(tree):
    """Each path of a `use`, and the name that it is given: `a::{b, c as d}` is a::b named b and a::c named d."""
    tree = tree.strip()
    if "{" not in tree:
        path, _, name = re.sub(r"\s+", " ", tree).partition(" as ")
        parts = tuple(part.strip() for part in path.split("::") if part.strip())
        if parts[-1] == "self" and len(parts) > 1:
            parts = parts[:-1]
        return [(parts, name.strip() or parts[-1])]
    head, inside = tree.split("{", 1)
    inside = inside.rsplit("}", 1)[0]
    found, depth, start = [], 0, 0
    for at, char in enumerate(inside + ","):
        depth += {"{": 1, "}": -1}.get(char, 0)
        if char == "," and depth == 0:
            if inside[start:at].strip():
                found += leaves(head + inside[start:at])
            start = at + 1
    return found


class Module:
    """A file, or a module inside of one: its modules, and what it brings into scope."""

    def __init__(self, crate, parent, file):
        self.crate, self.parent, self.file = crate, parent, file
        self.modules, self.uses = {}, []

    def resolve(self, path, seen=()):
        """The files that define what a path names; empty if it is none of the crate's."""
        first, *rest = path
        if first in ("crate", "$crate"):
            return self.crate.down(rest, seen)
        if first == "self":
            return self.down(rest, seen)
        if first == "super":
            return self.parent.resolve(("self", *rest), seen) if self.parent else set()
        if first in self.modules or any(name == first for _, name, _ in self.uses):
            return self.down(path, seen)
        return set()

    def down(self, path, seen):
        if not path or path[0] == "*":
            return {self.file}
        first, *rest = path
        if first == "super":
            return self.parent.down(rest, seen) if self.parent else set()
        if first in self.modules:
            return self.modules[first].down(rest, seen)
        if (self, first) in seen:
            return set()
        seen = (*seen, (self, first))
        named = [used for used, name, _ in self.uses if name == first]
        globs = [used[:-1] for used, name, public in self.uses if name == "*" and public]
        # Of what has the name itself, only what leads to a file of the crate; else it is defined here or behind a glob.
        found = set().union(*(self.resolve((*used, *rest), seen) for used in named))
        if found or named:
            return found
        for used in globs:
            for file in self.resolve(used, seen):
                if re.search(rf"\b{first}\b", self.crate.files[file]):
                    found.add(file)
        return found or {self.file}


class Crate(Module):
    """A crate's root module, and of all of its files the text that counts."""

    def __init__(self, src):
        self.root = next((name for name in ROOTS if (src / name).exists()), None)
        if self.root is None:
            sys.exit(f"floors: there is no {src / ROOTS[0]}")
        super().__init__(self, None, self.root)
        self.src, self.files, self.scopes = src, {}, {}
        self.read(self, self.root, Path())

    def read(self, module, file, directory):
        text = (self.src / file).read_text()
        text = without_tests(BLANK.sub(lambda found: blank(found[0]), text))
        self.files[file] = text
        # What is inside of which braces; the innermost are last.
        scopes = self.scopes[file] = [(0, len(text), module, directory)]
        for found in MODULE.finditer(text):
            outer, within = next((each[2], each[3]) for each in reversed(scopes) if each[0] <= found.start() < each[1])
            name = found[1]
            if found[2] == "{":
                inner = outer.modules[name] = Module(self, outer, file)
                scopes.append((found.end(), closing(text, found.end() - 1), inner, within / name))
            else:
                places = (within / f"{name}.rs", within / name / "mod.rs")
                place = next((each for each in places if (self.src / each).exists()), None)
                if place is None:
                    sys.exit(f"floors: {file} has a module {name}, but there is no {places[0]}")
                inner = outer.modules[name] = Module(self, outer, place.as_posix())
                self.read(inner, place.as_posix(), within / name)
        for found in USE.finditer(text):
            scope = self.scope(file, found.start())
            scope.uses += [(path, name, bool(found["pub"])) for path, name in leaves(found["tree"])]

    def scope(self, file, at):
        return next(each[2] for each in reversed(self.scopes[file]) if each[0] <= at < each[1])

    def arrows(self):
        """The files that each file names."""
        arrows = {}
        for file, text in self.files.items():
            code = USE.sub(lambda found: blank(found[0]), text)
            words = set(re.findall(r"\w+", code))
            found = set()
            for use in USE.finditer(text):
                for path, name in leaves(use["tree"]):
                    if not use["pub"] or name in words:
                        found |= self.scope(file, use.start()).resolve(path)
            for path in PATH.finditer(code):
                parts = tuple(re.split(r"\s*::\s*", path[0]))
                found |= self.scope(file, path.start()).resolve(parts)
            arrows[file] = found - {file}
        return arrows | {self.root: self.files.keys() - {self.root}}


def circles(arrows):
    """The strongly connected components of several files (Tarjan, 1972)."""
    order, low, stack, found = {}, {}, [], []

    def visit(file):
        order[file] = low[file] = len(order)
        stack.append(file)
        for to in sorted(arrows[file]):
            if to not in order:
                visit(to)
                low[file] = min(low[file], low[to])
            elif to in stack:
                low[file] = min(low[file], order[to])
        if low[file] == order[file]:
            members = stack[stack.index(file) :]
            del stack[-len(members) :]
            if len(members) > 1:
                found.append(sorted(members))

    for file in sorted(arrows):
        if file not in order:
            visit(file)
    return found


def floors(arrows):
    """The floor of each file: one above the highest that it is built on. Where there is no circle."""
    found = {}

    def floor(file):
        if file not in found:
            found[file] = 1 + max((floor(to) for to in arrows[file]), default=-1)
        return found[file]

    for file in arrows:
        floor(file)
    return found


def picture(arrows):
    """Files by floors, from the top; an arrow that follows from others is left out."""
    floor = floors(arrows)

    @functools.cache
    def below(file):
        return arrows[file].union(*(below(to) for to in arrows[file]))

    yield "| floor | file → what it is built on, and all that is below that |"
    yield "|--|--|"
    for level in range(max(floor.values()), -1, -1):
        cells = []
        for file in sorted(each for each in floor if floor[each] == level):
            onto = sorted(arrows[file] - set().union(*(below(to) for to in arrows[file])))
            named = any(file in others for others in arrows.values())
            if onto or named:
                cells.append(f"`{file}`" + (f" → {', '.join(onto)}" if onto else ""))
        yield f"| {level} | {'; '.join(cells)} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--picture", action="store_true", help="print the floors as Markdown")
    parser.add_argument("src", type=Path, nargs="*", default=[ROOT / src for src in CRATES], metavar="SRC")
    arguments = parser.parse_args()
    failed = False
    for src in arguments.src:
        arrows, name = Crate(src).arrows(), src.relative_to(ROOT) if src.is_relative_to(ROOT) else src
        found = circles(arrows)
        for members in found:
            print(f"{name}: a circle of {len(members)} files:")
            for file in members:
                print(f"  {file} → {', '.join(sorted(arrows[file] & set(members)))}")
        failed |= bool(found)
        if found:
            continue
        if arguments.picture:
            if len(arguments.src) > 1:
                print(f"### {name}\n")
            print("\n".join(picture(arrows)))
        else:
            print(f"{name}: {len(arrows)} files on {max(floors(arrows).values()) + 1} floors")
    if failed:
        sys.exit(1)


if __name__ == "__main__":
    main()
