"""python3 -m unittest discover languages/python (or pytest)

With ONESHEET, the command, the file that the README reads is one of the command's.
"""

import contextlib
import importlib.util
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import onesheet  # noqa: E402

README = (HERE / "README.md").read_text(encoding="utf-8")
READING = "struct Reading{at: u64, sensor: str, celsius: option(f32)}"
READINGS = [(1000 + 250 * i, "door", None if i == 2 else 20.0 + i) for i in range(5)]


def write_file(path):
    command = os.environ.get("ONESHEET")
    if command is None:
        with onesheet.FileWriter(path, READING) as writer:
            writer.write_all(
                dict(zip(("at", "sensor", "celsius"), reading)) for reading in READINGS
            )
        return
    lines = ""
    for at, sensor, celsius in READINGS:
        lines += json.dumps({"at": at, "sensor": sensor, "celsius": celsius}) + "\n"
    subprocess.run(
        [command, "write", "--type", READING, str(path)], input=lines.encode(), check=True
    )


def run(block, names):
    missing = [
        name
        for name in re.findall(r"^import (\w+)", block, re.M)
        if not importlib.util.find_spec(name)
    ]
    if missing:
        return missing
    exec(compile(block, "README.md", "exec"), names)
    return []


class Readme(unittest.TestCase):
    def test_examples(self):
        blocks = re.findall(r"^```python\n(.*?)^```", README, re.M | re.S)
        self.assertGreater(len(blocks), 5)
        with (
            tempfile.TemporaryDirectory() as directory,
            mock.patch.dict(os.environ, MPLBACKEND="Agg"),
        ):
            self.addCleanup(os.chdir, os.getcwd())
            os.chdir(directory)
            write_file("readings.onesheet")
            names = {"__name__": "readme", "onesheet": onesheet}
            with mock.patch.dict(sys.modules), contextlib.redirect_stdout(io.StringIO()) as printed:
                sys.modules["readme"] = type(sys)("readme")  # where dataclasses look for names
                missing = [name for block in blocks for name in run(block, names)]
            self.assertEqual(printed.getvalue(), "1000 21.5\n1250 None\n1500 20.0\n")
            if not missing:
                self.assertTrue(pathlib.Path("celsius.png").read_bytes().startswith(b"\x89PNG"))
                self.assertEqual(names["frame"].shape, (5, 3))
                self.assertEqual(list(names["frame"].columns), ["at", "sensor", "celsius"])
                self.assertEqual(
                    names["frame"]["celsius"].isna().tolist(), [False, False, True, False, False]
                )
            os.chdir("/")

    def test_the_first_example_has_at_most_ten_lines(self):
        first = README.split("```python\n")[1].split("```")[0]
        self.assertLessEqual(len(first.splitlines()), 10)

    def test_all_that_is_public_is_named(self):
        for name in onesheet.__all__:
            if not re.fullmatch(r"(fixed_)?[uif][0-9]+", name):
                self.assertRegex(README, rf"\b{name}\b", name)


if __name__ == "__main__":
    unittest.main()
