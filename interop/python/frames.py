"""Frames for onesheet messages: spec/FRAMES.md, read plainly.

    python3 frames.py ../../tests/vectors/frames.jsonl    checks the vectors
"""

import functools
import json
import sys

# CRC: bytes and polynomial (F2)
CRCS = {"crc16": (2, 0x1021), "crc32c": (4, 0x1EDC6F41)}


def reflect(x, bits):
    return int(format(x, f"0{bits}b")[::-1], 2)


def crc(payload, form):
    """The CRC of a payload, as the bytes that stand behind it (F1, F2)."""
    size, _ = CRCS[form]
    ones = (1 << 8 * size) - 1
    state, table = ones, table_of(form)
    for byte in payload:
        state = state >> 8 ^ table[(state ^ byte) & 0xFF]
    return (state ^ ones).to_bytes(size, "little")


@functools.cache
def table_of(form):
    """What each byte that leaves the state does to it; all reflected, as F2 says."""
    size, polynomial = CRCS[form]
    polynomial, table = reflect(polynomial, 8 * size), []
    for state in range(256):
        for _ in range(8):
            state = state >> 1 ^ (polynomial if state & 1 else 0)
        table.append(state)
    return table


def cobs(body):
    """COBS of a body (F3)."""
    rest = body + b"\0"
    out = b""
    full = False
    while rest and not (full and rest == b"\0"):
        zero = rest[:254].find(0)
        full = zero < 0
        block = rest[:254] if full else rest[:zero]
        out += bytes([len(block) + 1]) + block
        rest = rest[254:] if full else rest[zero + 1 :]
    return out


def encode(payload, form):
    """One payload as a frame (F1, F4, F8)."""
    if form == "length":
        return varint(len(payload)) + payload
    return cobs(payload + crc(payload, form)) + b"\0"


def receive(stream, form, most):
    """All of a stream: a list of payloads (bytes) and of reasons for what was dropped (str)."""
    return list((prefixed if form == "length" else delimited)(stream, form, most))


def delimited(stream, form, most):
    """F6, F7."""
    *pieces, last = stream.split(b"\0")
    for piece in pieces:
        if piece:
            yield verdict(piece, form, most)
    if last:
        yield "truncated"  # no delimiter came


def verdict(piece, form, most):
    size = CRCS[form][0]
    body = b""
    while piece:
        code, block = piece[0], piece[1 : piece[0]]
        cut_short = len(block) < code - 1
        body += block
        piece = piece[code:]
        if code < 255 and piece:
            body += b"\0"
    if len(body) > most + size:
        return "too long"
    if cut_short:
        return "truncated"
    if len(body) < size:
        return "noise"
    payload, checksum = body[:-size], body[-size:]
    return payload if crc(payload, form) == checksum else "checksum"


def prefixed(stream, _, most):
    """F9."""
    while stream:
        prefix = b""
        for byte in stream[:10]:
            prefix += bytes([byte])
            if byte < 128:
                break
        length = sum((byte & 127) << 7 * at for at, byte in enumerate(prefix))
        whole = prefix[-1] < 128
        if not whole and len(prefix) < 10:
            yield "truncated"
            return
        if not whole or length >= 1 << 64 or varint(length) != prefix:
            yield "noise"
            return
        if length > most:
            yield "too long"
            return
        stream = stream[len(prefix) :]
        if len(stream) < length:
            yield "truncated"
            return
        yield stream[:length]
        stream = stream[length:]


def varint(x):
    out = b""
    while x >= 128:
        out += bytes([x % 128 + 128])
        x //= 128
    return out + bytes([x])


def check(path):
    count = 0
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            case = json.loads(line)
            stream, form = bytes.fromhex(case["hex"]), case["form"]
            want = [
                bytes.fromhex(event["payload"]) if "payload" in event else event["dropped"]
                for event in case["events"]
            ]
            got = receive(stream, form, case["max"])
            if got != want:
                sys.exit(f"{path}:{number}: received {got}, not {want}")
            if case["encode"] and b"".join(encode(payload, form) for payload in want) != stream:
                sys.exit(f"{path}:{number}: the payloads encode differently")
            count += 1
    print(f"{count} frame vectors agree")


def main(check, usage):
    """Checks the vectors in the file that the command line names."""
    if len(sys.argv) != 2:
        sys.exit(usage.strip())
    try:
        check(sys.argv[1])
    except (OSError, ValueError, KeyError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")


if __name__ == "__main__":
    main(check, __doc__)
