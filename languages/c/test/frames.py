#!/usr/bin/env python3
"""Checks onesheet_frame.c with tests/vectors/frames.jsonl.

The length-prefixed form is left out: C does not have it.

frames.py --cc 'gcc -O1'
"""

import argparse
import ctypes
import json
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
VECTORS = HERE.parents[2] / "tests" / "vectors" / "frames.jsonl"
CRC_LEN = {"crc16": 2, "crc32c": 4}
DROPPED = {2: "noise", 3: "truncated", 4: "too long", 5: "checksum"}


class Receiver(ctypes.Structure):
    _fields_ = [
        ("crc", ctypes.c_int),
        ("buf", ctypes.c_void_p),
        ("cap", ctypes.c_size_t),
        ("payload_len", ctypes.c_size_t),
        ("len", ctypes.c_size_t),
        ("code", ctypes.c_uint8),
        ("more", ctypes.c_uint8),
    ]


def receive(c, stream, form, most):
    body = (ctypes.c_uint8 * (most + CRC_LEN[form]))()
    r = Receiver()
    c.onesheet_receiver_init(ctypes.byref(r), CRC_LEN[form], body, ctypes.c_size_t(len(body)))
    for byte in stream:
        received = c.onesheet_receive(ctypes.byref(r), ctypes.c_uint8(byte))
        if received == 1:
            yield {"payload": bytes(body[: r.payload_len]).hex()}
        elif received != 0:
            yield {"dropped": DROPPED[received]}
    if r.code != 0:
        yield {"dropped": "truncated"}  # the stream ends here


def seal(c, payload, form):
    """The frame, from a buffer of the stated length; checks that a byte less does not do."""
    body = len(payload) + CRC_LEN[form]
    cap = body + -(-body // 254) + 1
    for room, fits in ((cap, True), (cap - 1, False)):
        buf = (ctypes.c_uint8 * room)()
        buf[1 : 1 + len(payload)] = payload
        length = c.onesheet_seal(
            CRC_LEN[form], buf, ctypes.c_size_t(room), ctypes.c_size_t(len(payload))
        )
        assert (length != 0) == fits, (payload.hex(), room, length)
        if fits:
            frame = bytes(buf[:length])
    return frame


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cc", default="gcc", help="the compiler, with options")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        library = pathlib.Path(directory) / "onesheet_frame.so"
        command = f"{options.cc} -std=c99 -shared -fPIC {HERE.parent}/onesheet_frame.c -o {library}"
        subprocess.run(command, shell=True, check=True)
        c = ctypes.CDLL(str(library))
    c.onesheet_seal.restype = ctypes.c_size_t
    count = 0
    for line in VECTORS.read_text().splitlines():
        case = json.loads(line)
        if case["form"] == "length":
            continue
        stream = bytes.fromhex(case["hex"])
        got = list(receive(c, stream, case["form"], case["max"]))
        assert got == case["events"], (case["note"], got)
        if case["encode"]:
            frames = (
                seal(c, bytes.fromhex(event["payload"]), case["form"]) for event in case["events"]
            )
            assert b"".join(frames) == stream, case["note"]
        count += 1
    assert count != 0
    print(f"{count} frame vectors agree")


main()
