"""Files whose records and events have the JSON of the vectors.

python3 kit_files.py ../../tests/vectors/files.jsonl    checks the vectors
"""

import json
import sys

import conformance
import onesheet
from onesheet import Limits, files

MOST = 1 << 30  # bytes of a body


class Writer(onesheet.FileWriter):
    """Writes a section of records of a type, a block at a time."""

    def __init__(self, out, form, about=None):
        super().__init__(out, conformance.schema(form), about=about, block_bytes=32 << 20)

    def write_block(self, records):
        """One block of records, at least one."""
        self.write_all(conformance.to_python(self.schema.type, record) for record in records)
        self.flush()


def read(data, most=MOST, part=None):
    """All events of a file, as spec/FILES.md describes them under "Vectors"."""
    for event in files.events(data, part=part, limits=Limits(max_body=most)):
        yield {"at": event.at} | fields(event)


def fields(event):
    match event:
        case files.Section():
            about = [list(entry) for entry in event.about.items()]
            return {
                "schema": event.schema,
                "fingerprint": f"{event.fingerprint:016x}",
                "about": about,
            }
        case files.Records():
            name = "orphan" if event.orphan else "compressed" if event.compressed else "records"
            return {name: event.payload.hex(), "count": event.count, "first": event.first}
        case files.End():
            return {"end": event.first}
        case files.Gap():
            return {"gap": [event.expected, event.found]}
        case files.Unknown():
            return {"unknown": event.kind}
        case files.Damage():
            return {event.reason: event.length}


def messages(data):
    """Where blocks are that are no lists of records (F14)."""
    problems = []
    for _ in files.iter_file(data, on_problem=problems.append):
        pass
    return [problem.at for problem in problems if problem.reason == "message"]


def records(data, form):
    """All records of a file whose sections all hold a type."""
    made = conformance.schema(form)
    return [conformance.to_json(made.type, record) for record in onesheet.iter_file(data, made)]


def check(path):
    count = 0
    with open(path, encoding="utf-8") as lines:
        for line, text in enumerate(lines, 1):
            case = json.loads(text)
            got = list(read(bytes.fromhex(case["hex"]), case["max"], case.get("part")))
            if got != case["events"]:
                sys.exit(f"{path}:{line}: {case['note']}: read {got}, not {case['events']}")
            # Without a package for Zstandard, compressed blocks are of an unknown kind.
            if "messages" in case and files.zstd.available():
                got = messages(bytes.fromhex(case["hex"]))
                if got != case["messages"]:
                    sys.exit(f"{path}:{line}: {case['note']}: {got}, not {case['messages']}")
            count += 1
    print(f"{count} file vectors agree")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    check(sys.argv[1])
