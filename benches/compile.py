#!/usr/bin/env python3
"""Measures what derived types cost to compile, by crate: user time and memory of rustc, and .text.

    benches/compile.py                          all, for results.py
    benches/compile.py --crate onesheet bitcode --shape types chain_8 --profile debug   only these, printed
    benches/compile.py --check                  what does not vary: lines of LLVM IR and .text, against benches/compile.json
    benches/compile.py --accept                 the same; each bound that is exceeded becomes what was counted, and 3 %

The 30 types are of a usual size, on three levels, with a function each way for every one of them; a chain of n is n structs, each
with a Vec of the next; the wide types are a struct of so many fields, and an enum of so many variants of one to three, alone and in
a list. Dependencies are built before, and only rustc's run over the crate with the types is counted, the least of
some rounds; .text is that of a linked program that calls all of it, in the release profile. What is generated and built goes to
target/compile. A round trip of each type is checked first.

Lines of LLVM IR are those that rustc gives to LLVM, before any of its passes. compile.json bounds them and .text as multiples of bitcode's,
and of postcard's for wide types. --check fails (exit status 1) where one is exceeded.
"""

import argparse
import json
import math
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

BENCHES = Path(__file__).resolve().parent
ROOT = BENCHES.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve() / "compile"
RESULTS = TARGET / "results.json"
WRAPPER = TARGET / "rustc.sh"
BOUNDS = BENCHES / "compile.json"
REPORT = "ONESHEET_COMPILE_REPORT"

OURS, MEASURE = "onesheet", "bitcode"
TYPES, DEPTHS = "types", range(1, 9)
# Twice as many are to cost little more than twice as much.
WIDE, WIDE_MEASURE = ("fields_90", "fields_180", "variants_150", "variants_300"), "postcard"
SHAPES = (TYPES, *(f"chain_{depth}" for depth in DEPTHS), *WIDE)
PROFILES = ("debug", "release")
# What --check counts the lines of.
WATCHED = ((TYPES, "debug"), (TYPES, "release"), ("fields_180", "release"), ("variants_150", "debug"))
ROUNDS = 3
# Noise of what takes so many seconds is a small part of it: one round is enough.
LONG = 20

# These take enums of at most 256 variants.
UNSUPPORTED = {("variants_300", crate) for crate in ("bitcode", "borsh", "rkyv")}
# What it derives, how it encodes a `value` and decodes `bytes` to an Option, and what else it needs.
CRATES = {
    "onesheet": (
        "onesheet::Serialize, onesheet::Deserialize",
        "onesheet::encode(value)",
        "onesheet::decode(bytes).ok()",
        (),
    ),
    "bincode": (
        "bincode::Encode, bincode::Decode",
        "bincode::encode_to_vec(value, bincode::config::standard()).unwrap_or_default()",
        "Some(bincode::decode_from_slice(bytes, bincode::config::standard()).ok()?.0)",
        (),
    ),
    "postcard": (
        "serde::Serialize, serde::Deserialize",
        "postcard::to_allocvec(value).unwrap_or_default()",
        "postcard::from_bytes(bytes).ok()",
        ("serde",),
    ),
    "bitcode": (
        "bitcode::Encode, bitcode::Decode",
        "bitcode::encode(value)",
        "bitcode::decode(bytes).ok()",
        (),
    ),
    "borsh": (
        "borsh::BorshSerialize, borsh::BorshDeserialize",
        "borsh::to_vec(value).unwrap_or_default()",
        "borsh::from_slice(bytes).ok()",
        (),
    ),
    "rkyv": (
        "rkyv::Archive, rkyv::Serialize, rkyv::Deserialize",
        "rkyv::to_bytes::<rkyv::rancor::Failure>(value).unwrap_or_default()",
        "rkyv::from_bytes::<_, rkyv::rancor::Failure>(bytes).ok()",
        (),
    ),
}


def peer(name):
    """The crate that a shape is compared with."""
    return WIDE_MEASURE if name in WIDE else MEASURE


def fail(message):
    sys.exit(f"compile: {message}")


def run(command, **options):
    try:
        return subprocess.run(command, check=True, text=True, **options)
    except FileNotFoundError:
        fail(f"{command[0]} is not installed")
    except subprocess.CalledProcessError as error:
        fail(f"{' '.join(map(str, command))} failed with status {error.returncode}")


def report_of(command):
    """Runs rustc for cargo, and notes what it took."""
    process = subprocess.Popen(command, close_fds=False)  # cargo's jobserver is among them
    _, status, used = os.wait4(process.pid, 0)
    if "--crate-name" in command:
        crate = command[command.index("--crate-name") + 1]
        line = {"crate": crate, "user": used.ru_utime, "memory": used.ru_maxrss * 1024}
        with open(os.environ[REPORT], "a") as report:
            report.write(json.dumps(line) + "\n")
    return os.waitstatus_to_exitcode(status)


class Choices:
    """The same on every machine and version of Python."""

    def __init__(self):
        self.state = 18

    def below(self, end):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) * end >> 31

    def pick(self, choices):
        return choices[self.below(len(choices))]


NUMBERS = ("u8", "u16", "u32", "u64", "i16", "i32", "i64", "f32", "f64", "bool")
TEXTS = ("String", "Option<String>", "Vec<String>", "std::collections::BTreeMap<String, u32>")
LISTS = ("Vec<u8>", "Vec<u32>", "Vec<f32>", "Vec<i64>", "[u16; 4]", "Option<u32>", "Option<f64>")
VALUES = {
    **dict.fromkeys(("u8", "u16", "u32", "u64", "i16", "i32", "i64"), "7"),
    **dict.fromkeys(("f32", "f64"), "0.5"),
    "bool": "true",
    "String": '"text".to_string()',
}


def value(of, types):
    """An expression of a value of the type."""
    if of in VALUES:
        return VALUES[of]
    if of in types:
        fields = types[of]
        if isinstance(fields, list):
            return f"{of} {{ {', '.join(f'{name}: {value(each, types)}' for name, each in fields)} }}"
        name, parts = max(fields.items(), key=lambda variant: len(variant[1]))
        return f"{of}::{name}({', '.join(value(each, types) for each in parts)})"
    if count := re.fullmatch(r"\[(.*); (\d+)\]", of):
        return f"[{', '.join([value(count[1], types)] * int(count[2]))}]"
    outer, inner = re.fullmatch(r"(\w+|std::collections::BTreeMap)<(.*)>", of).groups()
    if outer == "Vec":
        return f"vec![{value(inner, types)}, {value(inner, types)}]"
    if outer == "Option":
        return f"Some({value(inner, types)})"
    return '[("key".to_string(), 7)].into()'


def thirty():
    """14 types of plain parts, 10 that hold those, 6 that hold these. A struct is a list of fields, an enum a dict of variants."""
    choices = Choices()
    types = {}
    levels = ((14, ()), (10, ("{}", "Vec<{}>", "Vec<{}>", "Option<{}>", "[{}; 2]")), (6, ("Vec<{}>", "Vec<{}>", "Option<{}>")))
    below = []
    for level, (count, holds) in enumerate(levels, 1):

        def part():
            if below and choices.below(5) < 2:
                return choices.pick(holds).format(choices.pick(below))
            return choices.pick(choices.pick((NUMBERS, NUMBERS, TEXTS, LISTS)))

        names = []
        for index in range(count):
            name = f"Type{level}{chr(ord('A') + index)}"
            if index % 4 == 3:
                types[name] = {f"V{at}": [part() for _ in range(at % 3)] for at in range(4 + choices.below(5))}
            else:
                types[name] = [(f"f{at}", part()) for at in range(6 + choices.below(5))]
            names.append(name)
        below = names
    return types, list(types)


def chain(depth):
    """Structs that each have a list of the next, of which the first is encoded."""
    types = {}
    for level in range(1, depth + 1):
        name = f"Level{level}"
        types[name] = [("id", "u32"), ("name", "String"), ("weight", "f32"), ("marked", "bool")]
        if level < depth:
            types[name].append(("next", f"Vec<Level{level + 1}>"))
    return types, ["Level1"]


MIXED = ("String", "u32", "Vec<u16>", "Option<String>", "bool")


def fields(count):
    """A struct of so many fields, and one with a list of it."""
    types = {"Wide": [(f"f{at}", MIXED[at % len(MIXED)]) for at in range(count)], "Many": [("list", "Vec<Wide>")]}
    return types, list(types)


def variants(count):
    """An enum of so many variants of one to three parts, and a struct with a list of it."""
    part = lambda at: MIXED[at % len(MIXED)]
    wide = {f"V{at}": [part(at + each) for each in range(1 + at % 3)] for at in range(count)}
    types = {"Wide": wide, "Many": [("list", "Vec<Wide>")]}
    return types, list(types)


def shape(name):
    if name == TYPES:
        return thirty()
    kind, count = name.split("_")
    return {"chain": chain, "fields": fields, "variants": variants}[kind](int(count))


def library(crate, name):
    derives, encode, decode, _ = CRATES[crate]
    types, roots = shape(name)
    for each, parts in types.items():
        yield f"#[derive({derives})]"
        if isinstance(parts, list):
            yield f"pub struct {each} {{"
            yield from (f"    pub {field}: {of}," for field, of in parts)
        else:
            yield f"pub enum {each} {{"
            yield from (f"    {variant}({', '.join(of)})," if of else f"    {variant}," for variant, of in parts.items())
        yield "}"
    output = "rkyv::util::AlignedVec" if crate == "rkyv" else "Vec<u8>"
    for each in roots:
        yield "#[inline(never)]"
        yield f"pub fn encode_{each.lower()}(value: &{each}) -> {output} {{ {encode} }}"
        yield "#[inline(never)]"
        yield f"pub fn decode_{each.lower()}(bytes: &[u8]) -> Option<{each}> {{ {decode} }}"


def program(package, name):
    """Calls every function, on bytes that the compiler does not know."""
    yield f"use {package}::*;"
    yield "fn main() {"
    yield "    let bytes = std::env::args().nth(1).unwrap_or_default().into_bytes();"
    yield "    let mut len = 0;"
    for each in shape(name)[1]:
        yield f"    if let Some(value) = decode_{each.lower()}(&bytes) {{ len += encode_{each.lower()}(&value).len(); }}"
    yield '    println!("{len}");'
    yield "}"


def check(package, name):
    """A round trip of each type."""
    types, roots = shape(name)
    yield f"use {package}::*;"
    for each in roots:
        yield f"fn check_{each.lower()}() {{"
        yield f"    let bytes = encode_{each.lower()}(&{value(each, types)});"
        yield f'    let Some(back) = decode_{each.lower()}(&bytes) else {{ panic!("{each} is not decoded") }};'
        yield f'    assert!(bytes.len() > 4 && bytes[..] == encode_{each.lower()}(&back)[..], "{each}");'
        yield "}"
    yield "fn main() {"
    yield from (f"    check_{each.lower()}();" for each in roots)
    yield "}"


def write(path, text):
    """Leaves a file alone that is the same already, so that cargo does."""
    text = text + "\n"
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def generate(crates, shapes):
    """The workspace: for each crate a package without types, and one for each shape."""
    manifest = (BENCHES / "Cargo.toml").read_text().replace('path = ".."', f"path = {json.dumps(str(ROOT))}")
    required = {name: line for line, name in re.findall(r"^(([\w-]+) = .*)$", manifest, re.M)}
    members = []
    for crate in crates:
        for name in ("empty", *shapes):
            package = f"{name}_{crate}"
            members.append(package)
            directory = TARGET / package
            dependencies = "\n".join(required[each] for each in (crate, *CRATES[crate][3]))
            write(
                directory / "Cargo.toml",
                f'[package]\nname = "{package}"\nversion = "0.0.0"\nedition = "2024"\n\n[dependencies]\n{dependencies}',
            )
            write(directory / "src/lib.rs", "" if name == "empty" else "\n".join(library(crate, name)))
            if name != "empty":
                write(directory / "src/main.rs", "\n".join(program(package, name)))
                write(directory / "src/bin/check.rs", "\n".join(check(package, name)))
    write(TARGET / "Cargo.toml", f'[workspace]\nresolver = "3"\nmembers = {json.dumps(members)}')
    shutil.copyfile(ROOT / "Cargo.lock", TARGET / "Cargo.lock")
    # Cargo calls a program by its name alone.
    write(WRAPPER, f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {shlex.quote(str(Path(__file__).resolve()))} "$@"')
    WRAPPER.chmod(0o755)


def cargo(arguments, profile):
    environment = {**os.environ, "CARGO_TARGET_DIR": str(TARGET / "target"), "CARGO_INCREMENTAL": "0"}
    environment |= {"RUSTC_WORKSPACE_WRAPPER": str(WRAPPER), REPORT: str(TARGET / "report.jsonl")}
    release = ["--release"] if profile == "release" else []
    run(["cargo", arguments[0], "--quiet", *release, *arguments[1:]], cwd=TARGET, env=environment)


def measure(crate, name, profile):
    """One compilation, by one job: user time in seconds and memory in bytes."""
    package = f"{name}_{crate}"
    report = TARGET / "report.jsonl"
    report.unlink(missing_ok=True)
    os.utime(TARGET / package / "src/lib.rs")
    cargo(["build", "--package", package, "--lib", "--jobs", "1"], profile)
    lines = [json.loads(line) for line in report.read_text().splitlines()]
    found = next((line for line in lines if line["crate"] == package), None)
    return found or fail(f"cargo did not compile {package}")


def lines_of(crate, name, profile):
    """Lines of LLVM IR that rustc generates for the library."""
    package = f"{name}_{crate}"
    deps = TARGET / "target" / profile / "deps"
    for old in deps.glob(f"{package}-*.ll"):
        old.unlink()
    os.utime(TARGET / package / "src/lib.rs")
    flags = ["--emit=llvm-ir", "-Ccodegen-units=1", "-Cno-prepopulate-passes"]
    cargo(["rustc", "--package", package, "--lib", "--", *flags], profile)
    (made,) = deps.glob(f"{package}-*.ll")
    with open(made, "rb") as text:
        return sum(1 for _ in text)


def text_of(crate, name):
    """Bytes of .text of the linked program."""
    package = f"{name}_{crate}"
    cargo(["build", "--package", package, "--bin", package], "release")
    sections = run(["size", "-A", TARGET / "target/release" / package], stdout=subprocess.PIPE).stdout
    return int(re.search(r"^\.text\s+(\d+)", sections, re.M)[1])


class Measured:
    """The least of some rounds, by crate, shape, profile and measure."""

    def __init__(self, crates, rows):
        """Rows are shapes, profiles, and the crates that are measured."""
        self.rows = rows
        self.values = {}
        shapes = dict.fromkeys(name for name, _, _ in rows)
        generate(crates, shapes)
        for crate in crates:
            for profile in dict.fromkeys(profile for _, profile, those in rows if crate in those):
                cargo(["build", "--package", f"empty_{crate}"], profile)
        checked = (TYPES, f"chain_{DEPTHS[-1]}", *WIDE)
        for name, crate in dict.fromkeys((name, crate) for name, _, those in rows for crate in those):
            if name in checked:
                cargo(["run", "--package", f"{name}_{crate}", "--bin", "check"], "debug")

    def note(self, key, number):
        self.values[key] = min(number, self.values.get(key, number))

    def round(self):
        for name, profile, crates in self.rows:
            for crate in crates:
                key = crate, name, profile
                if self.values.get((*key, "user"), 0) > LONG:
                    continue
                found = measure(crate, name, profile)
                self.note((*key, "user"), found["user"])
                self.note((*key, "memory"), found["memory"])
                print(f"{crate:10}{name:13}{profile:10}{found['user']:8.2f} s{found['memory'] / 1e6:8.0f} MB", flush=True)

    def lines(self):
        for name, profile, crates in self.rows:
            for crate in crates:
                self.values[crate, name, profile, "lines"] = count = lines_of(crate, name, profile)
                print(f"{crate:10}{name:13}{profile:10}{count:10,} lines of LLVM IR", flush=True)

    def texts(self):
        for name, profile, crates in self.rows:
            for crate in crates if (name, profile) == (TYPES, "release") else ():
                self.values[crate, name, profile, "text"] = size = text_of(crate, name)
                print(f"{crate:10}{name:13}{profile:10}{size:10,} bytes of .text", flush=True)

    def ratios(self):
        """Ours as multiples, by `shape/profile/measure`."""
        return {
            "/".join(key): self.values[OURS, *key] / number
            for (crate, *key), number in self.values.items()
            if crate == peer(key[0]) and (OURS, *key) in self.values
        }


def load_bounds():
    try:
        return json.loads(BOUNDS.read_text())
    except (OSError, ValueError) as error:
        fail(f"{BOUNDS.name} cannot be read ({error!r}); --accept writes it")


def watch(accept):
    """Compares with the bounds."""
    rows = [(name, profile, (OURS, peer(name))) for name, profile in WATCHED]
    measured = Measured((OURS, MEASURE, WIDE_MEASURE), rows)
    bounds = {} if accept and not BOUNDS.exists() else load_bounds()
    measured.lines()
    measured.texts()
    ratios = measured.ratios()
    over = {key: ratio for key, ratio in ratios.items() if ratio > bounds.get(key, 0)}
    for key, ratio in ratios.items():
        print(f"{key:24}{ratio:6.2f} × {peer(key.split('/')[0])}, bound {bounds.get(key, '—')}")
    if missing := bounds.keys() - ratios.keys():
        fail(f"{BOUNDS.name} has bounds of what is not counted: {', '.join(sorted(missing))}")
    if accept:
        bounds |= {key: math.ceil(ratio * 103) / 100 for key, ratio in over.items()}
        BOUNDS.write_text(json.dumps(bounds, indent=1) + "\n")
        print(f"compile: {len(over)} bounds of {len(bounds)} written to {BOUNDS.name}")
    elif over:
        fail(f"exceeded: {', '.join(over)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="compare with the bounds")
    what.add_argument("--accept", action="store_true", help="raise the bounds that are exceeded")
    parser.add_argument("--crate", nargs="+", choices=CRATES, default=list(CRATES), metavar="CRATE")
    parser.add_argument("--shape", nargs="+", choices=SHAPES, default=list(SHAPES), metavar="SHAPE")
    parser.add_argument("--profile", nargs="+", choices=PROFILES, default=list(PROFILES), metavar="PROFILE")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help=f"({ROUNDS})")
    arguments = parser.parse_args()
    if arguments.check or arguments.accept:
        return watch(arguments.accept)

    started = time.time()
    crates = {name: [crate for crate in arguments.crate if (name, crate) not in UNSUPPORTED] for name in arguments.shape}
    rows = [(name, profile, crates[name]) for name in arguments.shape for profile in arguments.profile]
    measured = Measured(arguments.crate, rows)
    for _ in range(arguments.rounds):
        measured.round()
    measured.texts()
    for key, ratio in measured.ratios().items():
        print(f"{key:24}{ratio:6.2f} × {peer(key.split('/')[0])}")
    if (arguments.crate, arguments.profile) == (list(CRATES), list(PROFILES)):
        values = [[*key, number] for key, number in measured.values.items()]
        RESULTS.write_text(json.dumps({"started": started, "values": values}, indent=1) + "\n")
        print(f"compile: {RESULTS} written")


if __name__ == "__main__":
    if REPORT in os.environ:
        sys.exit(report_of(sys.argv[1:]))
    main()
