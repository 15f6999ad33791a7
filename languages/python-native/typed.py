"""What type checkers are to accept, and what not: an error is expected where a comment says so."""

from pathlib import Path

import onesheet
import onesheet_native

scan: onesheet.Scan = onesheet.scan(Path("a"), columns=["at"], lossy=True)
parts: list[onesheet.Scan] = scan.parts(2)
names: list[str] = scan.schema.names
text: str = str(scan.type)
rows: int = onesheet.write("a", [{"a": 1}], "struct A{a: u8}", compression=3, append=True, statistics=False)
onesheet.scan(["a", "b"], lossy=lambda file, at, what: print(file.upper(), at + 1, what.upper()))
for batch in onesheet_native.Scan(["a"]):
    count: int = len(batch) + batch.num_rows
try:
    onesheet.write("a", scan, append=True)
except onesheet.FileProblem as problem:
    said: str = str(problem)
scan.parts("a")  # type: ignore[arg-type]
onesheet.write("a", [], about={"a": 1})  # type: ignore[dict-item]
onesheet_native.ListWriter("a", "u8").write("text", 1)  # type: ignore[arg-type]
