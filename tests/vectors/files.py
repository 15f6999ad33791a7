#!/usr/bin/env python3
"""Writes files.jsonl: files with what reading them gives (spec/FILES.md).

What is expected is said here, case by case, and not taken from a reader. languages/python/onesheet/files puts
the blocks together, and checks afterwards that its reader agrees.
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "languages" / "python"))

import kit_files  # noqa: E402
import onesheet  # noqa: E402
from onesheet.files import block as blocks  # noqa: E402
from onesheet.files.block import COMPRESSED, END, ESCAPE, MARK, RECORDS, SCHEMA, STATISTICS  # noqa: E402

U16 = 0x4D24D3193E7EF3BF  # the fingerprint of u16
MAX = 1024
cases = []


def case(rule, note, *pieces, max=MAX):
    """A case of pieces: bytes with the events that begin there."""
    data, events = b"", []
    for piece, found in pieces:
        events += [{"at": len(data)} | event for event in found]
        data += piece
    cases.append({"rule": rule, "note": note, "max": max, "hex": data.hex(), "events": events})


def payload(note, piece, is_list, rule="F14"):
    """A case of a block of records of u16 whose payload is their list, or is no list of so many (F14)."""
    count = next(iter(piece[1]))["count"]
    case(rule, note, S, piece, end(count))
    cases[-1]["messages"] = [] if is_list else [len(S[0])]


def part(note, before, within, behind, start=0, end=0):
    """A case of a part, in which the pieces `within` begin: from so many bytes behind the start of these
    (or before it, if negative) to so many behind their end. The others have no events."""
    case("F15", note, *map(silent, before), *within, *map(silent, behind))
    size = lambda pieces: sum(len(data) for data, _ in pieces)
    cases[-1]["part"] = [size(before) + start, size(before) + size(within) + end]


# Pieces


def message(text, fingerprint, about):
    return onesheet.encode(blocks.SCHEMA_BLOCK, (fingerprint, text, dict(about)))


def schema(text="u16", fingerprint=U16, about=()):
    about = [list(entry) for entry in about]
    event = {"schema": text, "fingerprint": f"{fingerprint:016x}", "about": about}
    return blocks.write_block(SCHEMA, message(text, fingerprint, about)), [event]


def check_of(piece):
    """The schema field of the blocks behind a schema block."""
    return int.from_bytes(piece[0][24:28], "little")


S = schema()
OWN = check_of(S)
PAYLOAD = bytes.fromhex("82e80724")  # 1000, 1001, 1002


def records(payload=PAYLOAD, count=3, first=0, schema=OWN, kind=RECORDS, event=None):
    event = event or {RECORDS: "records", COMPRESSED: "compressed"}[kind]
    found = [{event: payload.hex(), "count": count, "first": first}]
    return blocks.write_block(kind, payload, count, first, schema), found


def orphan(**fields):
    return records(event="orphan", **fields)


def end(first=3, schema=OWN):
    return blocks.write_block(END, b"", 0, first, schema), [{"end": first}]


def gap(expected, piece):
    data, events = piece
    return data, [{"gap": [expected, events[0]["first" if "first" in events[0] else "end"]]}] + events


def unknown(kind, payload=b"", count=0, first=0, schema=OWN):
    return blocks.write_block(kind, payload, count, first, schema), [{"unknown": kind}]


def silent(piece):
    """The same without an event."""
    return piece[0], []


def unused(data):
    return data, []


def bad(reason, data):
    return data, [{reason: len(data)}]


def made(kind, body, check=None, length=None, count=0, schema=OWN, first=0):
    """A block of any fields, with the right check of its header."""
    check = blocks.checksum(body) if check is None else check
    length = len(body) if length is None else length
    fields = b"".join(
        x.to_bytes(size, "little") for x, size in [(check, 4), (length, 4), (count, 4), (schema, 4), (first, 8)]
    )
    head = MARK + bytes([kind])
    return head + blocks.checksum(head + fields).to_bytes(4, "little") + fields + body


def changed(data, at, mask=1):
    return data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]


# The example of the page, whole, cut and changed

R, E = records(), end()
example = [S, R, E]
case("F1", "the example", *example)
case("F9", "no bytes")

for size in range(1, sum(len(data) for data, _ in example)):
    pieces, left = [], size
    for data, events in example:
        if 0 < left < len(data):
            pieces.append(bad("truncated", data[:left]))
        elif left >= len(data):
            pieces.append((data, events))
        left -= len(data)
    case("F11", f"the example, cut to {size} bytes", *pieces)

for place, (data, _) in enumerate(example):
    for at in range(len(data)):
        pieces = [
            # The rest of a section that lost its schema block: orphans, and an end that is passed over.
            [None, orphan(), silent(E)],
            # What lost its records.
            [S, None, gap(0, E)],
            [S, R, None],
        ][place]
        pieces[place] = bad("noise" if at < 36 else "checksum", changed(data, at))
        case("F11", f"block {place} of the example, byte {at} changed", *pieces)

# Each field, with a right check of the header (F1)

for kind in (0x00, 0x41, 0xD2):
    case("F3", f"an unknown kind {kind:#x}", S, unknown(kind, PAYLOAD, 3), gap(0, E))
for kind in (0x61, 0x72, 0x7A, 0x65, 0x2A, 0xFF):
    case("F3", f"an unknown kind {kind:#x}, not reported", S, silent(unknown(kind, PAYLOAD, 3)), gap(0, E))
case("F1", "another body check", S, bad("checksum", made(RECORDS, PAYLOAD, check=1, count=3)), gap(0, E))
case("F10", "a length that is less", S, bad("checksum", made(RECORDS, PAYLOAD, length=3, count=3)), gap(0, E))
case("F10", "a length that is more", S, bad("checksum", made(RECORDS, PAYLOAD, length=5, count=3)), gap(0, E))
case("F10", "a length of nothing", S, bad("checksum", made(RECORDS, PAYLOAD, length=0, count=3)), gap(0, E))
case("F10", "a length up to the next block and its mark", S, bad("truncated", made(RECORDS, PAYLOAD, length=12, count=3)), gap(0, E))
case("F10", "a length beyond the end", S, bad("truncated", made(RECORDS, PAYLOAD, length=41, count=3)), gap(0, E))
case("F11", "a length above the bound", S, bad("too long", made(RECORDS, PAYLOAD, length=MAX + 1, count=3)), gap(0, E))
case("F11", "the greatest length", S, bad("too long", made(RECORDS, PAYLOAD, length=0xFFFFFFFF, count=3)), gap(0, E))
case("F11", "a length above the bound, and the file ends before", S, bad("too long", made(RECORDS, b"ab", length=MAX + 1, count=3)))
case("F3", "records without a record", S, bad("malformed", made(RECORDS, PAYLOAD, count=0)), gap(0, E))
case("F3", "compressed records without a record", S, bad("malformed", made(COMPRESSED, PAYLOAD, count=0)), gap(0, E))
case("F3", "records of no bytes", S, records(b"", 3), E)
case("F12", "a count that is more", S, records(count=4), gap(4, E))
case("F12", "the greatest count", S, records(count=0xFFFFFFFF), gap(0xFFFFFFFF, E))
case("F13", "another schema", S, orphan(schema=OWN ^ 1), gap(0, E))
case("F12", "another first", S, gap(0, records(first=7)), gap(10, E))
case("F12", "the greatest first", S, gap(0, records(first=(1 << 56) - 1)), gap((1 << 56) + 2, E))
case("F1", "a first of 2^56", S, bad("malformed", made(RECORDS, PAYLOAD, count=3, first=1 << 56)), gap(0, E))
case("F1", "the first of all bits", S, bad("malformed", made(RECORDS, PAYLOAD, count=3, first=(1 << 64) - 1)), gap(0, E))
case("F1", "an unknown kind with a first of 2^56", S, bad("malformed", made(0x41, b"", first=1 << 56)), R, E)
case("F1", "an end with a first of 2^56", S, R, bad("malformed", made(END, b"", first=1 << 56)))

SCHEMA_BODY = S[0][36:]
case("F3", "a schema block that counts a record", bad("malformed", made(SCHEMA, SCHEMA_BODY, count=1)), orphan(), silent(E))
case("F3", "a schema block with a first", bad("malformed", made(SCHEMA, SCHEMA_BODY, first=1)), orphan(), silent(E))
case("F1", "a schema block of another schema", bad("malformed", made(SCHEMA, SCHEMA_BODY, schema=OWN ^ 1)), orphan(), silent(E))
case("F3", "an end that counts a record", S, R, bad("malformed", made(END, b"", count=1, first=3)))
case("F3", "an end with a payload", S, R, bad("malformed", made(END, b"\0", first=3)))

# F19: statistics change no event, whatever they say

NUMBERS = onesheet.schema(
    "struct _{block: fixed u32, ints: seq(struct _{column: u32, least: i128, greatest: i128}), "
    "floats: seq(struct _{column: u32, least: f64, greatest: f64}), "
    "fields: seq(struct _{at: u32, length: u32, check: fixed u32})}"
)


def statistics(block=blocks.checksum(PAYLOAD), ints=((0, 1000, 1002),), floats=(), fields=(), schema=OWN, first=0):
    payload = onesheet.encode(NUMBERS, (block, list(ints), list(floats), list(fields)))
    return blocks.write_block(STATISTICS, payload, 0, first, schema), []


A = statistics()
LATER = records(bytes.fromhex("82eb0724"), 3, 3)  # 1003, 1004, 1005
case("F19", "statistics", S, A, R, E)
case("F19", "statistics of two blocks", S, A, R, statistics(blocks.checksum(LATER[0][36:]), [(0, 1003, 1005)], first=3), LATER, end(6))
case("F19", "statistics of all kinds of columns", S, statistics(ints=[(0, 1000, 1002), (7, -(1 << 127), (1 << 127) - 1)], floats=[(3, -0.0, 0.0)]), R, E)
case("F19", "statistics of no column", S, statistics(ints=[]), R, E)
case("F20", "statistics with columns that descend", S, statistics(ints=[(7, 0, 1), (0, 0, 1)]), R, E)
case("F20", "statistics that no value is within", S, statistics(ints=[(0, 2, 1)]), R, E)
case("F20", "statistics of a column that is none", S, statistics(ints=[(0xFFFFFFFF, 0, 1)]), R, E)
case("F19", "statistics of a block with another body", S, statistics(1, [(0, 0, 1)]), R, E)
case("F19", "statistics with another first", S, statistics(ints=[(0, 0, 1)], first=3), R, E)
case("F19", "statistics of another section", S, statistics(ints=[(0, 0, 1)], schema=OWN ^ 1), R, E)
case("F19", "statistics of the block after the next", S, statistics(blocks.checksum(LATER[0][36:]), [(0, 1003, 1005)], first=3), R, LATER, end(6))
case("F19", "statistics of the block before", S, R, A, LATER, end(6))
case("F19", "statistics twice", S, A, A, R, E)
case("F19", "statistics before unused space", S, A, unused(b"\0" * 9), R, E)
case("F19", "statistics before an end", S, R, statistics(first=3), E)
case("F19", "statistics before a schema block", A, S, R, E)
case("F19", "statistics behind the end", S, R, E, A)
case("F19", "statistics of an orphan", A, orphan())
case("F19", "statistics of compressed records that cannot be decompressed", S, statistics(blocks.checksum(b"abcde")), records(b"abcde", 3, kind=COMPRESSED), E)
case("F12", "statistics do not hide a gap", S, statistics(first=7), gap(0, records(first=7)), end(10))
case("F12", "statistics whose records are gone", S, A, gap(0, E))
FIELD = (0, len(PAYLOAD), blocks.checksum(PAYLOAD))
HALVES = [(0, 2, blocks.checksum(PAYLOAD[:2])), (2, 2, blocks.checksum(PAYLOAD[2:]))]
case("F22", "a field", S, statistics(fields=[FIELD]), R, E)
case("F22", "two fields", S, statistics(fields=HALVES), R, E)
case("F22", "fields with bytes between them", S, statistics(fields=[(1, 1, blocks.checksum(PAYLOAD[1:2])), (3, 1, blocks.checksum(PAYLOAD[3:]))]), R, E)
case("F22", "fields without bytes", S, statistics(fields=[(0, 0, 0), FIELD, (4, 0, 0)]), R, E)
case("F22", "fields in another order", S, statistics(fields=HALVES[::-1]), R, E)
case("F22", "fields of which one begins in the one before", S, statistics(fields=[FIELD, HALVES[1]]), R, E)
case("F22", "a field that ends behind the body", S, statistics(fields=[(1, 4, blocks.checksum(PAYLOAD[1:] + b"\x89"))]), R, E)
case("F22", "a field that begins behind the body", S, statistics(fields=[(5, 0, 0)]), R, E)
case("F22", "a field that ends behind 2^32", S, statistics(fields=[(0xFFFFFFFF, 2, 0)]), R, E)
case("F22", "a field of compressed records", S, statistics(blocks.checksum(b"abcde"), fields=[(0, 5, blocks.checksum(b"abcde"))]), records(b"abcde", 3, kind=COMPRESSED), E)
case("F23", "a field with another check", S, statistics(fields=[(0, 4, FIELD[2] ^ 1)]), R, E)
case("F23", "fields of which the second has another check", S, statistics(fields=[HALVES[0], (2, 2, 0)]), R, E)
case("F23", "a field of a body that was changed", S, statistics(fields=[FIELD]), bad("checksum", changed(R[0], 37)), gap(0, E))
case("F23", "a field of a body that was changed beside it", S, statistics(fields=HALVES[:1]), bad("checksum", changed(R[0], 39)), gap(0, E))
case("F21", "a body that was changed behind statistics", S, A, bad("checksum", changed(R[0], 37)), gap(0, E))
case("F21", "a length that is less behind statistics", S, A, bad("checksum", made(RECORDS, PAYLOAD, blocks.checksum(PAYLOAD), 3, 3)), gap(0, E))
case("F21", "a length that is more behind statistics", S, A, bad("checksum", made(RECORDS, PAYLOAD, blocks.checksum(PAYLOAD), 5, 3)), gap(0, E))
for size in range(0, len(A[0]) - 36, 5):
    body = A[0][36 : 36 + size]
    case("F19", f"statistics of which {size} bytes are left, with right checks", S, (made(STATISTICS, body), []), R, E)
case("F19", "a byte behind statistics, with right checks", S, (made(STATISTICS, A[0][36:] + b"\0"), []), R, E)
case("F3", "statistics that count records", S, (made(STATISTICS, A[0][36:], count=3), []), R, E)
for size in range(1, len(A[0]), 9):
    # The rest of the body is the next mark, or the start of it.
    reason = "noise" if size < 36 else "truncated" if size + len(MARK) <= len(A[0]) else "checksum"
    case("F11", f"statistics that are cut to {size} bytes, and the records", S, bad(reason, A[0][:size]), R, E)
    case("F11", f"statistics that are cut to {size} bytes, and the file", S, bad("truncated", A[0][:size]))
for at in range(0, len(A[0]), 3):
    case("F11", f"statistics, byte {at} changed", S, bad("noise" if at < 36 else "checksum", changed(A[0], at)), R, E)
case("F1", "statistics with a first of 2^56", S, bad("malformed", made(STATISTICS, A[0][36:], first=1 << 56)), R, E)

# F2

INSIDE = b"\x01" + MARK + b"\x52"
case("F2", "a mark in a payload", S, records(INSIDE, 1), end(1))
case("F2", "what stands for a mark, in a payload", S, records(ESCAPE + b"\0" + ESCAPE + b"\1", 1), end(1))
case("F2", "nothing but marks", S, records(3 * MARK, 1), end(1))
case("F2", "marks and what stands for them", S, records(MARK + ESCAPE + MARK + ESCAPE, 1), end(1))
case("F2", "a file in a record", S, records(b"".join(data for data, _ in example), 1), end(1))
case("F2", "a file with a file in a record, in a record", S, records(b"".join(data for data, _ in [S, records(INSIDE, 1), end(1)]), 1), end(1))
for size in range(1, 7):
    case("F2", f"{size} bytes of a mark at the end of a payload", S, records(b"a" + MARK[:size], 1), end(1))
case("F2", "the start of a mark at the end of a body, its last byte behind", S, records(MARK[:6], 1), bad("noise", MARK[6:]), end(1))
case("F2", "the start of a mark at the end of a body and of the file, its last byte behind", S, records(MARK[:6], 1), bad("noise", MARK[6:]))
case("F11", "a whole mark in a body", S, bad("truncated", made(RECORDS, INSIDE, count=1)), end(0))
case("F11", "a whole mark at the start of a body", S, bad("truncated", made(RECORDS, MARK, count=1)), end(0))
case("F11", "a whole mark in a body of another check", S, bad("truncated", made(RECORDS, INSIDE, check=1, count=1)), end(0))
for tail in (b"", b"\x02", b"\x1a", b"a", b"\xff", ESCAPE + b"\0"):
    case("F2", f"a body that has 896f73310d0a1b and then {tail.hex() or 'nothing'}", S, bad("malformed", made(RECORDS, b"a" + ESCAPE + tail, count=1)), end(0))
case("F2", "an unknown kind with a body that no payload has", S, bad("malformed", made(0x41, ESCAPE)), end(0))
case("F2", "a schema text with a mark", schema(text='struct "\u0089os1\r\n\u001a"{}', fingerprint=1))

# F4 to F8

case("F4", "records before any schema block", orphan(), E[:1] + ([],))
case("F4", "an end before any schema block", silent(E))
case("F4", "an end before the schema block", silent(E), S, R, E)
case("F4", "a schema block alone", S)
case("F4", "a section without an end", S, R)
case("F4", "nothing but unknown kinds", unknown(0x41), silent(unknown(0x61)))
OTHER = schema("struct Point{x: u16, y: u16}", 0x1234567890ABCDEF, [("device", "7"), ("host", "a")])
case("F6", "two files joined", *example, *example)
case("F6", "sections of two types", *example, OTHER, records(count=1, schema=check_of(OTHER)), end(1, check_of(OTHER)))
case("F6", "the same section again, without an end between", S, R, S, R, E)
case("F6", "a section of the same type that says something else", S, R, schema(about=[("boot", "2")]), orphan(), end(0, check_of(schema(about=[("boot", "2")]))))
case("F7", "records behind an end", S, R, E, records(count=2, first=3), end(5))
case("F7", "two ends", S, R, E, E)
case("F7", "an end without records", S, end(0))
case("F8", "unused space everywhere", unused(b"\0\xff\0"), S, unused(b"\xff" * 9), R, unused(b"\0" * 5), E, unused(b"\xff\xff\0"))
case("F8", "nothing but unused space", unused(b"\xff" * 32 + b"\0" * 32))
case("F8", "noise behind unused space", S, unused(b"\0\0"), bad("noise", b"abc"), R, E)
case("F8", "unused space behind noise", S, bad("noise", b"abc\0\0\xff"), R, E)
case("F8", "unused space behind a torn block", S, bad("checksum", R[0][:38] + b"\xff" * 26), S, R, E)
case("F8", "unused space within noise", S, bad("noise", b"a\0\0b\xff\xff"))

# F9 to F11

LONG = records(b"a" * 100, 1)
case("F10", "a torn block, and then the file goes on: a mark in the body", S, bad("truncated", LONG[0][:100]), R, E)
case("F10", "a torn block, and then the file ends too soon", S, bad("truncated", LONG[0][:50]), R, E)
case("F10", "a torn block, and then the file goes on: a part of a mark in the body", S, bad("checksum", R[0][:39]), R, E)
case("F10", "a torn header, and then the file goes on", S, bad("noise", R[0][:20]), R, E)
case("F10", "two marks before a block", S, bad("noise", MARK + MARK), R, E)
case("F10", "a damaged block, and another", S, bad("checksum", changed(R[0], 37) + changed(R[0], 9)), R, E)
case("F10", "a block whose body is missing, and a part of another block", S, bad("checksum", R[0][:36] + E[0][:10]), S, R, E)
case("F10", "noise, and a torn block", S, R, bad("noise", b"abc" + E[0][:20]))
case("F11", "the start of a mark within a file", S, bad("noise", MARK[:3]), R, E)
case("F11", "the start of a mark before noise", S, R, bad("noise", MARK[:3] + b"abc"))
case("F11", "the start of a mark before unused space", S, R, bad("noise", MARK[:3] + b"\xff\xff\xff"))
case("F11", "a header of wrong check at the end", S, R, bad("noise", changed(E[0], 9)))
case("F11", "a mark at the end", S, R, bad("truncated", MARK))
case("F11", "a mark and unused space", S, R, bad("noise", MARK + b"\xff" * 29))
case("F11", "a mark and less unused space than a header", S, R, bad("truncated", MARK + b"\xff" * 28))
case("F11", "noise alone", bad("noise", b"onesheet"))
case("F11", "a body as long as the bound", S, LONG, end(1), max=100)
case("F11", "a body one byte longer than the bound", S, bad("too long", LONG[0]), gap(0, end(1)), max=99)
case("F11", "a bound that the schema block exceeds", bad("too long", S[0]), orphan(), silent(E), max=12)
case("F11", "too long, of a wrong body check", S, bad("too long", changed(LONG[0], 40)), gap(0, end(1)), max=99)
case("F11", "too long, of no record", S, bad("too long", made(RECORDS, b"a" * 100)), end(0), max=99)
case("F11", "a wrong body check, of no record", S, bad("checksum", made(RECORDS, b"a", check=1)), end(0))

# F12 and F13

case("F12", "records that are missing", S, R, gap(3, records(count=1, first=5)), end(6))
case("F12", "records that come again", S, R, gap(3, R), E)
case("F12", "an end of more records", S, R, gap(3, end(9)))
case("F12", "an end of more records, and then more", S, R, gap(3, end(9)), records(count=1, first=9), end(10))
case("F12", "an end of fewer records", S, R, gap(3, end(0)))
case("F12", "an orphan changes nothing that is expected", S, R, orphan(count=9, first=3, schema=5), E)
case("F12", "an unknown kind changes nothing that is expected", S, R, unknown(0x41, b"", 9, 3), E)
case("F12", "records of a section that begins elsewhere", S, gap(0, records(first=100)), end(103))
case("F13", "the end of another section", S, R, silent(end(9, schema=5)), E)
case("F13", "compressed records of another section", S, orphan(kind=COMPRESSED, schema=5), R, E)
case("F13", "an older section's records behind a damaged schema block", *example, bad("checksum", changed(OTHER[0], 40)), orphan(schema=check_of(OTHER), count=1), silent(end(1, check_of(OTHER))))
case("F13", "a schema of zero before any schema block", orphan(schema=0))

# F15: parts

for place in range(3):
    before, behind = example[:place], example[place:]
    part(f"the example up to block {place}", [], before, behind)
    part(f"the example from block {place} on", before, behind, [])
    for size in (1, 6, 7, 36):
        if place < 2 or size < 36:
            before, (one, behind) = example[:place], (example[place], example[place + 1 :])
            part(f"the example up to byte {size} of block {place}", [], before + [one], behind, end=size - len(one[0]))
            part(f"the example from byte {size} of block {place} on", before + [one], behind, [], start=size - len(one[0]))
part("nothing", [S], [], [R, E])
part("nothing, at the end", example, [], [])
part("nothing but the middle of a body", [S], [], [LONG, end(1)], start=40, end=60)
part("unused space alone", [S, unused(b"\0" * 9)], [], [R, E], start=-6, end=-3)
part("noise between two blocks", [S], [R, bad("noise", b"abc"), records(first=3)], [end(6)])
part("a mark of a record at the start", [S, records(INSIDE, 1)], [end(1)], [], start=-len(INSIDE))
R3, E6 = records(first=3), end(6)
part("any first at the start", [S, R], [R3, E6], [])
part("any first at the start, also of an end", [S, R, R3], [E6], [])
part("any first behind an unknown kind", [S, R], [unknown(0x41, b"", 9, 0), R3, E6], [])
part("a gap behind the first block", [S, R], [R3, gap(6, records(first=9)), end(12)], [])
THEIRS = check_of(OTHER)
THEIR_R, THEIR_E = records(schema=THEIRS), end(3, THEIRS)
part("the second section, without its schema block", [*example, OTHER], [THEIR_R, THEIR_E], [])
for size in (1, 6, 7, 35, 36):
    part(f"the second section, from byte {size} of its schema block on", [*example, OTHER], [THEIR_R, THEIR_E], [], start=size - len(OTHER[0]))
part("the end of a section, and another", [S, R], [E, OTHER, THEIR_R], [THEIR_E])
part("the end of a section and the schema block of another", [S, R], [E, OTHER], [THEIR_R, THEIR_E])
part("records of the first section behind another", [*example, OTHER], [R3, E6], [])
part("records of two sections before", [*example, OTHER], [THEIR_R, R3, records(first=3, schema=THEIRS), E6, end(6, THEIRS)], [])
part("gaps in two sections", [*example, OTHER], [THEIR_R, R3, gap(3, records(first=4, schema=THEIRS)), gap(6, end(7))], [])
part("a section before, and one whose schema block is not there", [S, R], [orphan(schema=THEIRS), R3, silent(THEIR_E), E6], [])
part("no schema block before", [bad("checksum", changed(S[0], 40))], [orphan(), silent(E)], [])
part("a schema block before, but for one that is damaged", [S, R, bad("checksum", changed(S[0], 40))], [R, E], [])
part("a schema block behind", [OTHER, THEIR_R], [orphan(), silent(E), S, R], [E])
part("a section before, behind another that begins in the part", [S, R], [OTHER, orphan(first=3), silent(E6), THEIR_R], [THEIR_E])

# What is no list of records (F14). Frames are of the blocks that RFC 8878 calls raw: what is in them, as it is.


def frame(*pieces, size=None):
    """A Zstandard frame of a block for each piece, which states the bytes of all, or none."""
    head = b"\x28\xb5\x2f\xfd" + (b"\x00\x58" if size is None else b"\x20" + bytes([size]))
    last = len(pieces) - 1
    blocks_of = [((len(x) << 3 | (place == last)).to_bytes(3, "little") + x) for place, x in enumerate(pieces)]
    return head + b"".join(blocks_of)


def compressed(length, data, count=3):
    return records(length.to_bytes(4, "little") + data, count, kind=COMPRESSED)


STATED, UNSTATED, HALVES = frame(PAYLOAD, size=4), frame(PAYLOAD), frame(PAYLOAD[:2], PAYLOAD[2:])
FRAME = bytes.fromhex("0400000028b52ffd200421000082e80724")
assert FRAME == b"\4\0\0\0" + STATED
case("F3", "compressed records", S, records(FRAME, kind=COMPRESSED), E)
case("F3", "compressed records between others", S, R, records(FRAME, first=3, kind=COMPRESSED), records(first=6), end(9))
payload("a list", R, True)
payload("a payload that is not of the type", records(b"abc"), False)
payload("a payload of no bytes", records(b""), False)
payload("a byte behind the list", records(PAYLOAD + b"\0"), False)
payload("a byte of the list is missing", records(PAYLOAD[:-1]), False)
payload("a count that is less", records(count=2), False)
payload("a count that is more, of which the unused bits are one", records(count=4), True)
payload("a count that is more", records(count=5), False)
payload("compressed, of a frame that states its length", compressed(4, STATED), True)
payload("compressed, of a frame that does not", compressed(4, UNSTATED), True)
payload("compressed, of a frame of two blocks", compressed(4, HALVES), True)
for size in range(4):
    payload(f"compressed, of {size} bytes", records(FRAME[:size], kind=COMPRESSED), False)
payload("compressed, of four bytes and no frame", compressed(4, b""), False)
payload("compressed, of no bytes by four zeros", compressed(0, b""), False)
payload("compressed, of what is no frame", compressed(4, b"abc"), False)
payload("compressed, of the list itself", compressed(4, PAYLOAD), False)
for name, data in [("states its length", STATED), ("does not", UNSTATED), ("has two blocks", HALVES)]:
    for length in (0, 3, 5, 1000):
        payload(f"compressed, {length} bytes by a frame of four that {name}", compressed(length, data), False)
    payload(f"compressed, a frame that {name}, and a byte", compressed(4, data + b"\0"), False)
    payload(f"compressed, a frame that {name}, twice", compressed(4, data + data), False)
    payload(f"compressed, a frame that {name}, twice, of eight bytes", compressed(8, data + data, 6), False)
    payload(f"compressed, a frame that {name}, but for its last byte", compressed(4, data[:-1]), False)
payload("compressed, a frame that states more than it has", compressed(5, frame(PAYLOAD, size=5)), False)
payload("compressed, a skippable frame before", compressed(4, b"\x50\x2a\x4d\x18\1\0\0\0a" + STATED), False)
payload("compressed, a skippable frame alone", compressed(4, b"\x50\x2a\x4d\x18\4\0\0\0" + PAYLOAD), False)
payload("compressed, a frame of nothing", compressed(0, frame(b"", size=0)), False)
payload("compressed, what is not of the type", compressed(3, frame(b"abc", size=3)), False)
payload("compressed, a count that is less", compressed(4, STATED, count=2), False)
payload("compressed, a byte behind the list", compressed(5, frame(PAYLOAD + b"\0", size=5)), False)

# Schema blocks, which are messages: what a wrong one announces is not announced.


def wrong(rule, note, payload):
    case("F3", f"{rule}: {note}", bad("malformed", made(SCHEMA, payload, schema=blocks.checksum(payload))), orphan(), silent(E))


HEAD = U16.to_bytes(8, "little") + b"\x03u16"
ABOUT = b"\x02" + b"\x01\x03ab" + b"\x02\x09xyz"  # {"a": "x", "b": "yz"}
assert message("u16", U16, [["a", "x"], ["b", "yz"]]) == HEAD + ABOUT
case("F5", "about two things", schema(about=[("a", "x"), ("b", "yz")]))
case("F5", "another fingerprint than the text's", schema(fingerprint=1), orphan(), silent(E))
wrong("W10", "about, in another order", HEAD + ABOUT.replace(b"ab", b"ba"))
wrong("W10", "about, one thing twice", HEAD + ABOUT.replace(b"ab", b"aa"))
wrong("W16", "a length that is not the shortest", HEAD[:8] + b"\x83\0u16\0")
wrong("W18", "about, padded with ones", HEAD + ABOUT.replace(b"\x01\x03ab", b"\x01\x07ab"))
wrong("W22", "a text that is longer than the block", HEAD[:8] + b"\x09u16\0")
wrong("W22", "no about", HEAD)
wrong("W22", "less than a fingerprint", HEAD[:7])
wrong("W23", "bytes behind about", HEAD + b"\0\0")
wrong("W25", "a text that is not UTF-8", HEAD[:9] + b"\xff16\0")
wrong("W25", "about, a character cut in two", HEAD + b"\x02" + b"\x01\x03\xc3\xa4" + b"\x02\x09xyz")
wrong("W27", "about, in a wider form", HEAD + ABOUT.replace(b"\x01\x03ab", b"\x02\x05ab"))
wrong("W35", "about, more than there is room for", HEAD + b"\xff\xff\x03")


def main():
    out = HERE / "files.jsonl"
    text = "".join(json.dumps(case) + "\n" for case in cases)
    # Others may read the file meanwhile.
    if not out.exists() or out.read_text(encoding="utf-8") != text:
        out.write_text(text, encoding="utf-8")
    kit_files.check(out)


if __name__ == "__main__":
    main()
