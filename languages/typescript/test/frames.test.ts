import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { crc16, crc32c } from "../src/crc.js";
import {
  encodeFrame,
  type Form,
  type FrameEvent,
  FrameReader,
  frameStream,
  MessageReader,
  messageStream,
} from "../src/frames.js";
import { encode, str, struct, u8 } from "../src/index.js";
import { bytes, hex, randomBytes, repository } from "./bytes.js";

interface Case {
  form: Form;
  max: number;
  hex: string;
  note: string;
  events: ({ payload: string } | { dropped: string })[];
  encode: boolean;
}

const cases = readFileSync(repository("tests/vectors/frames.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);

function receive(form: Form, max: number, pieces: Uint8Array[]): FrameEvent[] {
  const reader = new FrameReader(form, max);
  const events = pieces.flatMap((piece) => reader.push(piece));
  return [...events, ...reader.finish()];
}

const plain = (events: FrameEvent[]) =>
  events.map((event) => (event.payload ? { payload: hex(event.payload) } : event));

/**
 * The same, by a reader that has all of the stream before it, and takes each frame apart as F6
 * says.
 */
function receivePlainly(form: "crc16" | "crc32c", max: number, stream: Uint8Array): unknown[] {
  const crc = form === "crc16" ? crc16 : crc32c;
  const text = [...stream];
  const events: unknown[] = [];
  for (;;) {
    const zero = text.indexOf(0);
    if (zero < 0) break;
    const frame = text.splice(0, zero + 1).slice(0, -1);
    if (frame.length > 0) events.push(verdict(frame));
  }
  return text.length > 0 ? [...events, { dropped: "truncated" }] : events;

  function verdict(frame: number[]): unknown {
    const body: number[] = [];
    let cut = false;
    while (frame.length > 0) {
      const code = frame.shift()!;
      const block = frame.splice(0, code - 1);
      cut = block.length < code - 1;
      body.push(...block);
      if (code < 255 && frame.length > 0) body.push(0);
    }
    if (body.length > max + crc.size) return { dropped: "too long" };
    if (cut) return { dropped: "truncated" };
    if (body.length < crc.size) return { dropped: "noise" };
    const payload = Uint8Array.from(body.slice(0, -crc.size));
    const check = body.slice(-crc.size).reduceRight((high, byte) => high * 256 + byte, 0);
    return check === crc.of(payload) ? { payload: hex(payload) } : { dropped: "checksum" };
  }
}

test("the checksums are those of F2, whatever the length", () => {
  const digits = new TextEncoder().encode("123456789");
  assert.equal(crc16.of(digits), 0x906e);
  assert.equal(crc32c.of(digits), 0xe3069283);
  const data = randomBytes(1)(100);
  for (const [crc, polynomial] of [
    [crc16, 0x8408],
    [crc32c, 0x82f63b78],
  ] as const) {
    for (let length = 0; length <= data.length; length++) {
      let state = crc.size === 2 ? 0xffff : -1;
      for (const byte of data.subarray(0, length)) {
        state ^= byte;
        for (let bit = 0; bit < 8; bit++) state = (state >>> 1) ^ (state & 1 ? polynomial : 0);
      }
      const expected = crc.size === 2 ? state ^ 0xffff : ~state >>> 0;
      assert.equal(crc.of(data, 0, length), expected);
      assert.equal(crc.of(data.subarray(0, length)), expected);
    }
  }
});

test("the vectors, cut at every position and byte by byte", () => {
  assert.ok(cases.length > 100);
  for (const { form, max, hex: text, events, note } of cases) {
    const stream = bytes(text);
    for (let at = 0; at <= stream.length; at++) {
      const got = receive(form, max, [stream.subarray(0, at), stream.subarray(at)]);
      assert.deepEqual(plain(got), events, `${note}, cut at ${at}`);
    }
    const single = [...stream].map((byte) => Uint8Array.of(byte));
    assert.deepEqual(plain(receive(form, max, single)), events, `${note}, byte by byte`);
  }
});

test("the vectors encode", () => {
  for (const { form, max, hex: text, events, note, encode } of cases) {
    if (!encode) continue;
    const frames = events.map((event) => {
      assert.ok("payload" in event);
      return hex(encodeFrame(bytes(event.payload), form, max));
    });
    assert.equal(frames.join(""), text, note);
  }
});

test("a payload of any length and with zeros anywhere comes back", () => {
  const random = randomBytes(2);
  for (const form of ["crc16", "crc32c", "length"] as const) {
    for (let n = 0; n < 1100; n += 1 + (n >> 5)) {
      for (const zeros of [0, 1, 3, 200, 256]) {
        const payload = random(n).map((byte) => (byte < zeros ? 0 : byte || 1));
        const frame = encodeFrame(payload, form, n);
        const most = form === "crc16" ? 2 : 4;
        const bound = n + most + Math.ceil((n + most) / 254) + 1;
        assert.ok(frame.length <= bound, "F4");
        if (form !== "length") assert.equal(frame.indexOf(0), frame.length - 1, "F4");
        const got = receive(form, n, [frame, frame]);
        assert.deepEqual(plain(got), [{ payload: hex(payload) }, { payload: hex(payload) }]);
      }
    }
  }
});

test("noise gives what a plain reader gives, and frames among it come through", () => {
  const random = randomBytes(3);
  let payloads = 0;
  for (let round = 0; round < 3000; round++) {
    const form = round % 2 ? "crc16" : "crc32c";
    const pieces: Uint8Array[] = [];
    for (let piece = 0; piece < 6; piece++) {
      const [kind = 0, size = 0, at = 0] = random(3);
      const noise = random(size).map((byte) => (byte < 30 ? 0 : byte > 200 ? 255 : byte & 15));
      if (kind % 3 === 0) pieces.push(noise);
      else {
        const frame = encodeFrame(random(size + (kind & 3) * 100), form);
        if (kind % 3 === 1) frame[at % frame.length]! ^= 1 << (kind & 7);
        pieces.push(frame);
      }
    }
    const stream = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
    const max = random(1)[0]! * 3;
    const expected = receivePlainly(form, max, stream);
    assert.deepEqual(plain(receive(form, max, pieces)), expected);
    assert.deepEqual(plain(receive(form, max, [stream])), expected);
    payloads += expected.filter((event) => "payload" in (event as object)).length;
  }
  assert.ok(payloads > 1000);
});

test("the length form stops at the first error, and claims nothing that has not come", () => {
  const reader = new FrameReader("length", Number.MAX_SAFE_INTEGER);
  // 2^53 - 1 bytes are announced.
  assert.deepEqual(reader.push(bytes("ffffffffffffff0f0102")), []);
  assert.deepEqual(reader.finish(), [{ dropped: "truncated" }]);
  // Then it begins anew.
  assert.deepEqual(plain(reader.push(bytes("0105"))), [{ payload: "05" }]);
  assert.deepEqual(reader.push(bytes("8000")), [{ dropped: "noise" }]);
  assert.deepEqual(reader.push(bytes("0105")), []);
  assert.deepEqual(reader.finish(), []);
});

test("a frame that never ends keeps no more than the bound", () => {
  const reader = new FrameReader("crc16", 8);
  const block = new Uint8Array(255).fill(1);
  block[0] = 255;
  for (let i = 0; i < 1000; i++) assert.deepEqual(reader.push(block), []);
  assert.deepEqual(reader.push(Uint8Array.of(0)), [{ dropped: "too long" }]);
  assert.deepEqual(plain(reader.push(encodeFrame(Uint8Array.of(7), "crc16"))), [{ payload: "07" }]);
});

test("payloads stay as they were when more comes", () => {
  const reader = new FrameReader("crc32c", 10);
  const [first] = reader.push(encodeFrame(Uint8Array.of(1, 2, 3), "crc32c"));
  reader.push(encodeFrame(Uint8Array.of(9, 9, 9), "crc32c"));
  assert.deepEqual(first?.payload, Uint8Array.of(1, 2, 3));
});

const reading = struct("Reading", { id: u8, name: str });

test("messages: what is none of the type is dropped, and reading goes on", () => {
  const good = encode(reading, { id: 7, name: "a" });
  for (const form of ["crc16", "length"] as const) {
    const reader = new MessageReader(reading, form, 100);
    const stream = [good, Uint8Array.of(7, 9), good].map((payload) => encodeFrame(payload, form));
    const got = stream.flatMap((frame) => reader.push(frame));
    assert.deepEqual(got[0], { message: { id: 7, name: "a" } });
    assert.deepEqual(got[2], got[0]);
    assert.equal(got.length, 3);
    const dropped = got[1]!;
    assert.ok("error" in dropped && dropped.dropped === "message");
    assert.equal(dropped.error.rule, "W22");
    assert.deepEqual(reader.push(Uint8Array.of(9)), []);
    assert.deepEqual(reader.finish(), [{ dropped: "truncated" }]);
  }
});

test("streams give the same, and say at their end what is left", async () => {
  const payload = encode(reading, { id: 1, name: "bc" });
  const frame = encodeFrame(payload, "crc16");
  const pieces = [frame.subarray(0, 3), frame.subarray(3), Uint8Array.of(5)];
  const source = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        pieces.forEach((piece) => controller.enqueue(piece));
        controller.close();
      },
    });
  const collect = async <E>(stream: ReadableStream<E>) => {
    const all: E[] = [];
    for await (const event of stream) all.push(event);
    return all;
  };
  assert.deepEqual(await collect(source().pipeThrough(frameStream("crc16", 100))), [
    { payload },
    { dropped: "truncated" },
  ]);
  assert.deepEqual(await collect(source().pipeThrough(messageStream(reading, "crc16", 100))), [
    { message: { id: 1, name: "bc" } },
    { dropped: "truncated" },
  ]);
});

test("bounds and forms that are none are refused", () => {
  for (const max of [-1, 1.5, NaN, Infinity]) {
    assert.throws(() => new FrameReader("crc16", max), RangeError);
    assert.throws(() => encodeFrame(new Uint8Array(0), "length", max), RangeError);
  }
  assert.throws(() => new FrameReader("crc8" as Form, 1), RangeError);
  assert.throws(() => encodeFrame(new Uint8Array(3), "crc16", 2), RangeError);
});
