"""Sizes and runs the programs that measure.sh has built.

table.py TARGET_DIR            writes the tables into README.md
table.py TARGET_DIR --check    fails unless onesheet is smaller than postcard and bincode at z and s,
                               and no larger than README.md says, but for PADDING
"""

import re
import subprocess
import sys
from pathlib import Path

CODECS = ["hand", "handvar", "onesheet", "postcard", "bincode", "minicbor"]
OPT = {"z": "z", "s": "release", "3": "o3"}
# Target: machine, CPU, and Hz of SysTick
BOARDS = {
    "thumbv7em": ("mps2-an386", "cortex-m4", 25_000_000),
    "thumbv6m": ("microbit", "cortex-m0", 16_000_000),
}
# Bytes by which a size differs between two folders with the same sources: symbols are named by a hash of
# the crate's path, and functions placed by name.
PADDING = 8
NS_PER_INSTRUCTION = 1 << 10  # -icount shift=10
QEMU = "-icount shift=10 -display none -monitor none -serial none -semihosting-config enable=on,target=native"
README = Path(__file__).with_name("README.md")
START, END = "<!-- tables -->\n", "<!-- end of tables -->\n"


def output(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stderr}")
    return done.stdout


def size(elf):
    """Bytes of .text and .rodata."""
    sections = output("arm-none-eabi-size", "-A", elf)
    return sum(int(n) for n in re.findall(r"^\.(?:text|rodata)\s+(\d+)", sections, re.M))


def panics(elf):
    return "core::panicking" in output("arm-none-eabi-nm", "--demangle", elf)


def run(elf, target):
    """What the program prints: {(input, call, unit): number}, ticks made instructions."""
    machine, cpu, hz = BOARDS[target]
    lines = output("qemu-system-arm", "-M", machine, "-cpu", cpu, *QEMU.split(), "-kernel", elf)
    found = {tuple(words): int(n) for *words, n in map(str.split, lines.splitlines())}
    for what, call, unit in list(found):
        nothing = found.get(("empty", "call", unit), 0)
        number = found[what, call, unit] - nothing
        if unit == "ticks":
            number = round(number * 10**9 / hz / NS_PER_INSTRUCTION)
        if what != "empty":
            found[what, call, unit] = number
    return found


def measure(target_dir):
    """{(target, opt, codec): (size, panics, what it prints)}"""
    rows = {}
    for target in BOARDS:
        for opt, profile in OPT.items():
            folder = Path(target_dir) / f"{target}-none-eabi" / profile
            harness = size(folder / "harness")
            for codec in CODECS:
                elf = folder / codec
                rows[target, opt, codec] = (size(elf) - harness, panics(elf), run(elf, target))
    return rows


def table(head, rows):
    lines = ["| " + " | ".join(row) + " |" for row in [head, ["--"] * len(head), *rows]]
    return "\n".join(lines) + "\n"


def tables(rows):
    builds = [(target, opt) for target in BOARDS for opt in OPT]

    def name(codec):
        return f"**{codec}**" if codec == "onesheet" else codec

    def grid(cell):
        head = ["codec", *(f"{target} {opt}" for target, opt in builds)]
        return table(head, [[name(c), *(cell(*rows[t, o, c]) for t, o in builds)] for c in CODECS])

    def pair(call, unit):
        return grid(lambda _, __, run: f"{run['small', call, unit]:,} / {run['mid', call, unit]:,}")

    def longest(run, call):
        return max(run[what, call, "stack"] for what in ("small", "mid"))

    def message(codec):
        run = rows["thumbv7em", "s", codec][2]
        return [name(codec), *(str(run[what, "message", "bytes"]) for what in ("small", "mid"))]

    return f"""
Size of encode and decode, .text and .rodata in bytes. P: a symbol of `core::panicking` is linked.

{grid(lambda size, panics, _: f"{size:,}" + " P" * panics)}
Instructions to encode, small / mid:

{pair("encode", "ticks")}
Instructions to decode, small / mid:

{pair("decode", "ticks")}
Stack in bytes, encode / decode:

{grid(lambda _, __, run: f"{longest(run, 'encode')} / {longest(run, 'decode')}")}
Bytes of the message:

{table(["codec", "small", "mid"], [message(codec) for codec in CODECS])}"""


def published():
    """The sizes of onesheet in README.md: {(target, opt): bytes}"""
    row = re.search(r"^\| \*\*onesheet\*\* \| (.*) \|$", README.read_text(), re.M)[1]
    sizes = [int(cell.split()[0].replace(",", "")) for cell in row.split(" | ")]
    return dict(zip(((target, opt) for target in BOARDS for opt in OPT), sizes, strict=True))


def check(rows):
    failed = False
    for (target, opt), before in published().items():
        now = rows[target, opt, "onesheet"][0]
        if now > before + PADDING:
            print(f"{target} {opt}: onesheet {now} bytes, {before} in README.md", file=sys.stderr)
            failed = True
    for (target, opt, codec), (size, _, _) in rows.items():
        ours = rows[target, opt, "onesheet"][0]
        if opt in ("z", "s") and codec in ("postcard", "bincode") and ours >= size:
            print(f"{target} {opt}: onesheet {ours} bytes, {codec} {size}", file=sys.stderr)
            failed = True
    if failed:
        sys.exit(1)
    print("onesheet is smaller than postcard and bincode, and no larger than README.md says")


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--check"]):
        sys.exit(__doc__.strip())
    rows = measure(sys.argv[1])
    if sys.argv[2:]:
        check(rows)
        return
    before, rest = README.read_text().split(START)
    _, after = rest.split(END)
    rustc = output("/usr/bin/rustc", "--version").strip()
    README.write_text(f"{before}{START}\nBy {rustc}.\n{tables(rows)}\n{END}{after}")


if __name__ == "__main__":
    main()
