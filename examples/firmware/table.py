"""Sizes and runs the programs that measure.sh has built.

table.py TARGET_DIR            writes the tables into README.md
table.py TARGET_DIR --check    fails unless onesheet is smaller than postcard and bincode at z and s,
                               and no larger than README.md says, but for PADDING
"""

import re
import subprocess
import sys
from pathlib import Path

CODECS = ["hand", "handvar", "onesheet", "onesheet_serde", "postcard", "bincode", "bincode_serde", "minicbor"]
COMPARED = ["postcard", "bincode"]
KEYBOARD = ["columns", "rows", "postcard", "minicbor"]
MESSAGES = ["combo", "morse", "key_map"]
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
KEYBOARD_START, KEYBOARD_END = "<!-- keyboard -->\n", "<!-- end of keyboard -->\n"


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


def folder_of(target_dir, target, opt):
    return Path(target_dir) / f"{target}-none-eabi" / OPT[opt]


def sizes(target_dir, codecs):
    """{(target, opt, codec): bytes of encode and decode}"""
    found = {}
    for target in BOARDS:
        for opt in OPT:
            folder = folder_of(target_dir, target, opt)
            harness = size(folder / "harness")
            for codec in codecs:
                found[target, opt, codec] = size(folder / codec) - harness
    return found


def measure(target_dir):
    """{(target, opt, codec): (size, panics, what it prints)}"""
    rows = {}
    for (target, opt, codec), bytes_of_code in sizes(target_dir, CODECS).items():
        elf = folder_of(target_dir, target, opt) / codec
        rows[target, opt, codec] = (bytes_of_code, panics(elf), run(elf, target))
    return rows


def measure_keyboard(target_dir):
    """{(opt, codec): (size, panics, what it prints)}, for thumbv7em at s and 3"""
    rows = {}
    for opt in ("s", "3"):
        folder = folder_of(target_dir, "thumbv7em", opt)
        harness = size(folder / "keyboard_harness")
        for codec in KEYBOARD:
            elf = folder / f"keyboard_{codec}"
            rows[opt, codec] = (size(elf) - harness, panics(elf), run(elf, "thumbv7em"))
    return rows


def table(head, rows):
    lines = ["| " + " | ".join(row) + " |" for row in [head, ["--"] * len(head), *rows]]
    return "\n".join(lines) + "\n"


def tables(rows):
    builds = [(target, opt) for target in BOARDS for opt in OPT]

    def name(codec):
        shown = codec.replace("_serde", ", by serde")
        return f"**{shown}**" if codec.startswith("onesheet") else shown

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


def keyboard_tables(rows):
    def name(codec):
        return f"**onesheet, {codec}**" if codec in ("columns", "rows") else codec

    def grid(opt):
        def line(codec):
            size, panics, run = rows[opt, codec]

            def of_all(cell):
                return " / ".join(cell(message) for message in MESSAGES)

            return [
                name(codec),
                f"{size:,}" + " P" * panics,
                of_all(lambda m: f"{run[m, 'encode', 'ticks']:,}"),
                of_all(lambda m: f"{run[m, 'decode', 'ticks']:,}"),
                of_all(lambda m: f"{run[m, 'encode', 'stack']:,}"),
                of_all(lambda m: f"{run[m, 'decode', 'stack']:,}"),
                of_all(lambda m: str(run[m, "message", "bytes"])),
            ]

        head = ["codec", "size", "instructions to encode", "to decode", "stack to encode", "to decode", "bytes"]
        return table(head, [line(codec) for codec in KEYBOARD])

    return f"""
At s:

{grid("s")}
At 3:

{grid("3")}"""


def published():
    """The sizes of onesheet in README.md: {(target, opt): bytes}"""
    row = re.search(r"^\| \*\*onesheet\*\* \| (.*) \|$", README.read_text(), re.M)[1]
    sizes = [int(cell.split()[0].replace(",", "")) for cell in row.split(" | ")]
    return dict(zip(((target, opt) for target in BOARDS for opt in OPT), sizes, strict=True))


def check(found):
    failed = False
    for (target, opt), before in published().items():
        now = found[target, opt, "onesheet"]
        if now > before + PADDING:
            print(f"{target} {opt}: onesheet {now} bytes, {before} in README.md", file=sys.stderr)
            failed = True
    for (target, opt, codec), theirs in found.items():
        ours = found[target, opt, "onesheet"]
        if opt in ("z", "s") and codec in COMPARED and ours >= theirs:
            print(f"{target} {opt}: onesheet {ours} bytes, {codec} {theirs}", file=sys.stderr)
            failed = True
    if failed:
        sys.exit(1)
    print("onesheet is smaller than postcard and bincode, and no larger than README.md says")


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--check"]):
        sys.exit(__doc__.strip())
    if sys.argv[2:]:
        check(sizes(sys.argv[1], ["onesheet", *COMPARED]))
        return
    rows = measure(sys.argv[1])
    rustc = output("/usr/bin/rustc", "--version").strip()
    text = between(README.read_text(), START, END, f"\nBy {rustc}.\n{tables(rows)}\n")
    keyboard = keyboard_tables(measure_keyboard(sys.argv[1]))
    README.write_text(between(text, KEYBOARD_START, KEYBOARD_END, f"{keyboard}\n"))


def between(text, start, end, new):
    """The text with what stands between the two marks replaced."""
    before, rest = text.split(start)
    _, after = rest.split(end)
    return f"{before}{start}{new}{end}{after}"


if __name__ == "__main__":
    main()
