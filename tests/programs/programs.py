#!/usr/bin/env python3
"""Holds what `onesheet export` and `onesheet import` write against what other programs read and write:
pyarrow, DuckDB, Polars and pandas.

    programs.py [--seed N] [--types N] [--rows N] COMMAND [PART...]
"""

import argparse
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "languages" / "python"))

import both_ways  # noqa: E402
import damage  # noqa: E402
import exports  # noqa: E402
import hostile  # noqa: E402
import imports  # noqa: E402
import large  # noqa: E402
import queries  # noqa: E402

PARTS = {
    "exports": exports.main,
    "queries": queries.main,
    "damage": damage.main,
    "imports": imports.main,
    "hostile": hostile.main,
    "large": large.main,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--types", type=int, default=60, help="random types")
    parser.add_argument("--rows", type=int, default=200_000, help="rows of the large file")
    parser.add_argument("command", metavar="COMMAND", help="the command onesheet")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all by default")
    args = parser.parse_args()
    if unknown := set(args.parts) - PARTS.keys():
        parser.error(f"no part is called {' or '.join(unknown)}")
    for part in args.parts or PARTS:
        with tempfile.TemporaryDirectory() as directory:
            command = both_ways.Command([str(Path(args.command).resolve())], directory)
            print(f"{part}: {PARTS[part](command, random.Random(args.seed), args)}", flush=True)


if __name__ == "__main__":
    main()
