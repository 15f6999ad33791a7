"""Files of onesheet messages: spec/FILES.md, read plainly.

    python3 files.py ../../tests/vectors/files.jsonl    checks the vectors
"""

import json
import re
import sys
from collections import namedtuple

import onesheet
from frames import crc, main

# F1
MARK = bytes.fromhex("896f73310d0a1a")
HEADER = 36
MOST_FIRST = (1 << 56) - 1

# F3
SCHEMA, RECORDS, COMPRESSED, END = 0x0A, 0x52, 0x5A, 0x45
REPORTED = 0x20  # the bit that is set in an unknown kind of which a reader need not know
FRAME = bytes.fromhex("28b52ffd")  # what a Zstandard frame begins with
SCHEMA_BLOCK = onesheet.parse_type({"struct": [{"fixed": "u64"}, "str", {"map": ["str", "str"]}]})

# F2: what stands in a body for what
ESCAPE = MARK[:-1] + b"\x1b"
ESCAPES = {MARK: ESCAPE + b"\0", ESCAPE: ESCAPE + b"\1"}

Block = namedtuple("Block", "at size kind schema count first payload check")


def number(x, size):
    return x.to_bytes(size, "little")


def checksum(data):
    """CRC-32C (F2 of the frames), as a number."""
    return int.from_bytes(crc(data, "crc32c"), "little")


def escape(payload):
    """The body of a payload (F2)."""
    return replace(payload, ESCAPES)


def unescape(body):
    """The payload of a body (F2), or None if it is no body."""
    if body.count(ESCAPE) != sum(map(body.count, ESCAPES.values())):
        return None
    return replace(body, {stands: plain for plain, stands in ESCAPES.items()})


def replace(data, by):
    return re.sub(b"|".join(map(re.escape, by)), lambda found: by[found[0]], data)


# Writing


def block(kind, payload, count=0, first=0, schema=None):
    """A block (F1). In that of a schema, `schema` is its own body check."""
    body = escape(payload)
    body_check = number(checksum(body), 4)
    rest = (
        MARK
        + number(kind, 1)
        + body_check
        + number(len(body), 4)
        + number(count, 4)
        + (body_check if schema is None else number(schema, 4))
        + number(first, 8)
    )
    return rest[:8] + number(checksum(rest), 4) + rest[8:] + body


class Writer:
    """Writes sections to `out`, which has `write`: F4 to F7.

    `schema` is the text form of `type`, and `fingerprint` its fingerprint, a number; `onesheet schema`
    prints both. `about` is a dict of the user's.
    """

    def __init__(self, out, type, schema, fingerprint, about=None):
        self.out, self.type = out, onesheet.parse_type(type)
        about = [[key, value] for key, value in (about or {}).items()]
        message = onesheet.encode(SCHEMA_BLOCK, [str(fingerprint), schema, about])
        head = block(SCHEMA, message)
        self.schema = int.from_bytes(head[24:28], "little")
        self.first = 0
        out.write(head)

    def write(self, records):
        """One block of records, at least one."""
        if not records:
            raise ValueError("a block without a record (F3)")
        out = bytearray()
        onesheet.write(self.type, records, out)
        self.out.write(block(RECORDS, bytes(out), len(records), self.first, self.schema))
        self.first += len(records)

    def end(self):
        self.out.write(block(END, b"", 0, self.first, self.schema))


# Reading


def look(data, at, most):
    """The good block (F9) at an offset, or the reason why there is none (F11)."""
    head = data[at : at + HEADER]
    if MARK.startswith(head[:7]) and len(head) < 7:
        return "truncated"
    if head[:7] != MARK:
        return "noise"
    if len(head) < HEADER:
        return "truncated"
    field = lambda start, size: int.from_bytes(head[start : start + size], "little")
    if field(8, 4) != checksum(head[:8] + head[12:]):
        return "noise"
    kind, check, length = field(7, 1), field(12, 4), field(16, 4)
    count, schema, first = field(20, 4), field(24, 4), field(28, 8)
    if length > most:
        return "too long"
    body = data[at + HEADER : at + HEADER + length]
    if len(body) < length or MARK in body:
        return "truncated"
    if check != checksum(body):
        return "checksum"
    payload = unescape(body)
    if payload is None or first > MOST_FIRST:
        return "malformed"
    if kind == SCHEMA:
        try:
            payload = onesheet.decode(SCHEMA_BLOCK, payload)
        except onesheet.DecodeError:
            return "malformed"
        if count or first or schema != check:
            return "malformed"
    if kind in (RECORDS, COMPRESSED) and count == 0 or kind == END and (count or payload):
        return "malformed"
    return Block(at, HEADER + length, kind, schema, count, first, payload, check)


def blocks(data, most):
    """All good blocks of a file, and (offset, reason, length) of what lies between (F8 to F11)."""
    at = 0
    while at < len(data):
        found = look(data, at, most)
        if isinstance(found, Block):
            yield found
            at += found.size
            continue
        if data[at] in b"\x00\xff":
            at += 1
            continue
        end = data.find(MARK, at + 1)
        while end >= 0 and not isinstance(look(data, end, most), Block):
            end = data.find(MARK, end + 1)
        end = len(data) if end < 0 else end
        yield at, found, end - at
        at = end


def read(data, most, part=None):
    """All events of a file, as spec/FILES.md describes them under "Vectors" (F12, F13), or those of a
    part, [from, to) (F15)."""
    start, end = part or (0, len(data))
    # The sections that a block may be of, each with the `first` that is expected.
    sections = {}
    for found in blocks(data, most):
        if not isinstance(found, Block):
            at, reason, length = found
            if start <= at < end:
                yield {"at": at, reason: length}
            continue
        if not start <= found.at < end:
            if found.at < start and found.kind == SCHEMA:
                sections[found.check] = None
            continue
        at = {"at": found.at}
        if found.kind == SCHEMA:
            fingerprint, text, about = found.payload
            sections = {found.check: 0}
            yield at | {"schema": text, "fingerprint": f"{int(fingerprint):016x}", "about": about}
        elif found.kind not in (RECORDS, COMPRESSED, END):
            if not found.kind & REPORTED:
                yield at | {"unknown": found.kind}
        elif found.schema not in sections:
            if found.kind != END:
                yield at | payload_of(found, "orphan")
        else:
            expected = sections[found.schema]
            if expected not in (None, found.first):
                yield at | {"gap": [expected, found.first]}
            sections[found.schema] = found.first + found.count
            if found.kind == END:
                yield at | {"end": found.first}
            else:
                yield at | payload_of(found, "records" if found.kind == RECORDS else "compressed")


def payload_of(found, name):
    return {name: found.payload.hex(), "count": found.count, "first": found.first}


def records(data, type, most=1 << 30, max_alloc=onesheet.MAX_ALLOC):
    """All records of the whole blocks of a file whose sections all hold `type`; it ends at the first
    problem, which raises ValueError. Compressed blocks need Python 3.14, or the package zstandard."""
    type = onesheet.parse_type(type)
    for event in read(data, most):
        payload = event.get("records")
        if "compressed" in event:
            payload = decompress(bytes.fromhex(event["compressed"]), max_alloc).hex()
        if payload is not None:
            r = onesheet.Reader(bytes.fromhex(payload), max_alloc, onesheet.MAX_DEPTH)
            yield from onesheet.read(type, r, event["count"])
            if r.left:
                raise ValueError(f"message in the block at byte {event['at']}: bytes are left")
        elif "schema" not in event and "end" not in event:
            raise ValueError(f"{next(key for key in event if key != 'at')} at byte {event['at']}")


def decompress(payload, most):
    """The payload of a compressed block (F3). No memory is claimed for more than it states, nor for more
    than `most` bytes."""
    if len(payload) < 4:
        raise ValueError("message: no length before the frame")
    length, frame = int.from_bytes(payload[:4], "little"), payload[4:]
    if length > most:
        raise ValueError(f"message: {length} bytes when decompressed, above the bound of {most}")
    try:
        from compression import zstd  # Python 3.14

        one_frame = by_python
    except ModuleNotFoundError:
        import zstandard as zstd

        one_frame = by_zstandard
    try:
        # A skippable frame is none.
        data = one_frame(zstd, frame, length) if frame[:4] == FRAME else None
    except zstd.ZstdError as error:
        raise ValueError(f"message: {error}") from error
    if data is None or len(data) != length:
        raise ValueError(f"message: not one Zstandard frame of {length} bytes")
    return data


def by_python(zstd, frame, length):
    """The bytes of a frame, if it states no other length than this, and nothing follows it."""
    if zstd.get_frame_info(frame).decompressed_size not in (None, length):
        return None
    one = zstd.ZstdDecompressor()
    data = one.decompress(frame, length + 1)
    return data if one.eof and not one.unused_data else None


def by_zstandard(zstd, frame, length):
    """The same by the package zstandard, where `max_output_size` bounds nothing if the frame states a length."""
    if zstd.frame_content_size(frame) not in (-1, length):
        return None
    one = zstd.ZstdDecompressor()
    data = one.decompress(frame, max_output_size=max(length, 1), allow_extra_data=False)
    if not data:
        # Whatever follows is not looked at then.
        one = one.decompressobj()
        if any(one.decompress(frame[at : at + 1]) for at in range(len(frame))) or not one.eof:
            return None
    return data


def check(path):
    count = 0
    with open(path, encoding="utf-8") as lines:
        for line, text in enumerate(lines, 1):
            case = json.loads(text)
            got = list(read(bytes.fromhex(case["hex"]), case["max"], case.get("part")))
            if got != case["events"]:
                sys.exit(f"{path}:{line}: {case['note']}: read {got}, not {case['events']}")
            count += 1
    print(f"{count} file vectors agree")


if __name__ == "__main__":
    main(check, __doc__)
