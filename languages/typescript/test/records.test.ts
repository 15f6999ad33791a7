/** Records of files: written, read by their own schema or a given type, whole and damaged. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  FileProblem,
  FileWriter,
  readBlocks,
  readEvents,
  readEventsSync,
  readRecords,
} from "../src/files.js";
import { COMPRESSED, END, RECORDS, SCHEMA, writeBlock } from "../src/files/block.js";
import { obstacle } from "../src/files/compatible.js";
import { MARK } from "../src/files/escape.js";
import { sectionPayload } from "../src/files/section.js";
import { frameProblem } from "../src/files/zstd.js";
import {
  type AnyType,
  bytes as bytesType,
  EncodeError,
  encodeList,
  f32,
  parseSchema,
  str,
  struct,
  u16,
  u8,
  unit,
  viewList,
} from "../src/index.js";
import { toJson } from "../src/json.js";
import { bytes, concat, hex, repository } from "./bytes.js";
import { collect } from "./events.js";
import { randomValues } from "./random.js";

/** The example of FILES.md. */
const EXAMPLE = {
  schema:
    "896f73310d0a1a0a5ebbb350f8e2f0c10d00000000000000f8e2f0c10000000000000000" +
    "bff37e3e19d3244d0375313600",
  records: "896f73310d0a1a528789bc53b643bdad0400000003000000f8e2f0c1000000000000000082e80724",
  end: "896f73310d0a1a454b06cf95000000000000000000000000f8e2f0c10300000000000000",
};
const CHECK = 0xc1f0e2f8;

function write<T>(type: AnyType, records: T[], options = {}): Uint8Array<ArrayBuffer>[] {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const writer = new FileWriter<T>(type, (chunk) => chunks.push(chunk), options);
  writer.appendAll(records);
  writer.end();
  return chunks;
}

const problems = async (file: Uint8Array, options = {}) =>
  (await collect(readBlocks(file, options))).flatMap(({ problem }) => problem ?? []);

/** A section of u16 with these blocks behind its schema block. */
function section(...blocks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return concat([bytes(EXAMPLE.schema), ...blocks]);
}

test("the example of the page is what is written, a block a chunk", () => {
  const chunks = write(u16, [1000, 1001, 1002]);
  assert.deepEqual(chunks.map(hex), [EXAMPLE.schema, EXAMPLE.records, EXAMPLE.end]);
});

test("records come back, from memory and from a Blob", async () => {
  const reading = struct("Reading", { sensor: u8, celsius: f32, note: str });
  const records = Array.from({ length: 5000 }, (_, i) => ({
    sensor: i & 255,
    celsius: i / 4,
    note: `n${i}`,
  }));
  const chunks = write(reading, records, { blockBytes: 4096, about: { b: "2", a: "1" } });
  assert.ok(chunks.length > 5);
  for (const file of [concat(chunks), new Blob(chunks)]) {
    assert.deepEqual(await collect(readRecords(file)), records);
    assert.deepEqual(await collect(readRecords(file, { type: reading })), records);
    let next = 0n;
    let sum = 0;
    for await (const block of readBlocks(file, { type: reading })) {
      assert.ok(block.problem === undefined);
      assert.equal(block.first, next);
      next += BigInt(block.columns.length);
      const { celsius } = block.columns.fields;
      for (let i = 0; i < celsius.length; i++) sum += celsius.at(i);
      assert.deepEqual(
        [...block.section.about],
        [
          ["a", "1"],
          ["b", "2"],
        ],
      );
      assert.deepEqual(block.records, records.slice(Number(block.first), Number(next)));
    }
    assert.equal(next, 5000n);
    assert.equal(sum, (4999 * 5000) / 8);
  }
});

test("blocks end where the options say, and the same options give the same bytes", () => {
  const records = Array.from({ length: 1000 }, (_, i) => i);
  const counts = (chunks: Uint8Array[]) =>
    [...readEventsSync(concat(chunks))].flatMap((e) => (e.what === "records" ? e.count : []));
  const few = write(u16, records, { blockRecords: 300 });
  assert.deepEqual(counts(few), [300, 300, 300, 100]);
  assert.deepEqual(write(u16, records, { blockRecords: 300 }), few);
  for (const list of write(u16, records, { blockBytes: 100 }).slice(1, -2)) {
    // A header, and 7/8 of what was asked for or more; one record more than is needed at most
    // doubles it.
    assert.ok(list.length >= 36 + 87 && list.length <= 36 + 200, `${list.length}`);
  }
  for (const options of [{ blockBytes: 0 }, { blockRecords: 1.5 }, { blockBytes: NaN }]) {
    assert.throws(() => write(u16, [], options), RangeError);
  }
});

test("what was written so far is a whole file", async () => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const writer = new FileWriter<number>(u16, (chunk) => chunks.push(chunk));
  assert.equal(chunks.length, 1);
  writer.append(7);
  writer.flush();
  writer.flush();
  assert.equal(writer.written, 1n);
  assert.deepEqual(await collect(readRecords(concat(chunks))), [7]);
  writer.append(8);
  writer.end();
  assert.deepEqual(await collect(readRecords(concat(chunks))), [7, 8]);
  assert.throws(() => writer.append(9), /the writer has ended/);
  assert.throws(() => writer.end(), /the writer has ended/);
  // Joined files are a file (F6).
  assert.deepEqual(await collect(readRecords(concat([...chunks, ...chunks]))), [7, 8, 7, 8]);
});

test("a record that is not of the type is refused, and writing goes on", async () => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const writer = new FileWriter<number>(u16, (chunk) => chunks.push(chunk));
  assert.throws(() => writer.append(70000), EncodeError);
  writer.append(3);
  writer.end();
  assert.deepEqual(await collect(readRecords(concat(chunks))), [3]);
});

test("records that hold marks, and whole files, come back (F2)", async () => {
  const file = concat(write(u16, [1, 2]));
  const escape = bytes("896f73310d0a1b");
  const records = [file, MARK, escape, concat([MARK.subarray(0, 6), MARK, escape, escape]), file];
  const chunks = write(bytesType, records);
  const read = await collect(readRecords<Uint8Array>(concat(chunks)));
  assert.deepEqual(read.map(hex), records.map(hex));
  // The marks are those of the three blocks.
  assert.equal(hex(concat(chunks)).split(hex(MARK)).length - 1, 3);
});

test("records that take no bytes count", async () => {
  assert.deepEqual(await collect(readRecords(concat(write(unit, [null, null, null])))), [
    null,
    null,
    null,
  ]);
});

test("all problems are told, with the records between them", async () => {
  const block = (first: bigint, values: number[], check = CHECK) =>
    writeBlock(RECORDS, encodeList(u16, values), values.length, first, check).block;
  const file = section(
    block(0n, [1]),
    bytes("010203"),
    block(1n, [2]),
    block(5n, [3]),
    block(6n, [4], 9),
    writeBlock(RECORDS, bytes("ffffff"), 1, 6n, CHECK).block,
    writeBlock(0x41, bytes(""), 0, 0n, 0).block,
    writeBlock(0x61, bytes(""), 0, 0n, 0).block,
    block(7n, [5]),
    block(8n, [6]).subarray(0, 36),
  );
  const got: unknown[] = [];
  const onProblem = (problem: FileProblem) => got.push(`${problem.at} ${problem.message}`);
  for await (const record of readRecords(file, { onProblem })) got.push(record);
  const at = (i: number) => [49, 86, 89, 126, 163, 200, 239, 311, 348][i]!;
  assert.deepEqual(got, [
    1,
    `${at(1)} noise: 3 bytes from byte 86 on are not a block`,
    2,
    `${at(3)} gap: record 5 of the section at byte 126, not 2`,
    3,
    `${at(4)} orphan: the block at byte 163 has no schema block`,
    `${at(5)} message: in the block at byte 200: the input ends early at byte 3 (W22)`,
    `${at(6)} the block at byte 239 is of the unknown kind 0x41`,
    5,
    `${at(8)} truncated: 36 bytes from byte 348 on are not a block`,
  ]);
  assert.deepEqual(
    (await problems(file)).map(({ what }) => what),
    ["noise", "gap", "orphan", "message", "unknown", "truncated"],
  );
  const first: unknown[] = [];
  await assert.rejects(async () => {
    for await (const record of readRecords(file)) first.push(record);
  }, FileProblem);
  assert.deepEqual(first, [1]);
});

test("limits hold for each block", async () => {
  const file = concat(
    write(
      u16,
      Array.from({ length: 1000 }, (_, i) => i),
    ),
  );
  const [problem] = await problems(file, { limits: { maxAlloc: 100 } });
  assert.equal(problem?.what, "message");
  assert.match(problem.message, /W33/);
  assert.deepEqual(
    (await problems(file, { maxBody: 13 })).map(({ what }) => what),
    ["too long", "gap"],
  );
});

test("a section of another type is refused, and the next one read", async () => {
  const file = concat([...write(str, ["a"]), ...write(u16, [7])]);
  const got: unknown[] = [];
  const onProblem = ({ what, at }: FileProblem) => got.push([what, at]);
  for await (const record of readRecords(file, { type: u16, onProblem })) got.push(record);
  assert.deepEqual(got, [["type", 0], 7]);

  const forged = (schema: string) => {
    const payload = concat([
      bytes("bff37e3e19d3244d"),
      Uint8Array.of(schema.length),
      new TextEncoder().encode(schema),
      Uint8Array.of(0),
    ]);
    const { block, check } = writeBlock(SCHEMA, payload);
    return concat([block, writeBlock(RECORDS, bytes("05"), 1, 0n, check).block]);
  };
  assert.match(
    (await problems(forged("u32")))[0]!.message,
    /the schema block's fingerprint is not that of its schema/,
  );
  assert.match((await problems(forged("nonsense")))[0]!.message, /no schema/);
  // Whoever knows the type needs no text.
  assert.deepEqual(await collect(readRecords(forged("nonsense"), { type: u16 })), [5]);
});

test("records of an older type are read, if W29 to W32 allow it", async () => {
  const old = parseSchema("extensible struct P{a: u8}");
  const now = parseSchema('{"ext_struct":[["u8"],["str","x"]],"fields":["a","b"]}');
  const file = concat(write(old, [{ a: 1 }, { a: 2 }]));
  assert.deepEqual(await collect(readRecords(file, { type: now })), [
    { a: 1, b: "x" },
    { a: 2, b: "x" },
  ]);
  const without = parseSchema("extensible struct P{a: u8, b: str}");
  const [problem] = await problems(file, { type: without });
  assert.match(problem!.message, /\.1: the field is missing, and has no default/);
});

test("which types read which (F14)", () => {
  const reads = (now: string, old: string) =>
    obstacle(parseSchema(old).schema, parseSchema(now).schema);
  const same: [string, string][] = [
    ["u16", "u16"],
    ["struct A{a: u16, b: str}", "tuple(u16, str)"],
    ["struct A{a: u16}", "u16"],
    ["seq(u8)", "bytes"],
    ["struct A{}", "unit"],
    ["result(u8, str)", "enum _{0 Ok{0: u8}, 1 Err{0: str}}"],
    ["extensible struct A{a: u8, b: u16 default}", "extensible struct A{a: u8}"],
    ["extensible struct A{a: u8, b: unit, c: array(str, 0)}", "extensible struct A{a: u8}"],
    ["extensible struct A{a: u8}", "extensible struct A{a: u8, b: u16}"],
    ["seq(option(extensible struct A{a: u8}))", "seq(option(extensible struct A{a: u8, b: u16}))"],
    ["extensible enum A{0 A, 1 B{x: u8}}", "extensible enum A{0 A}"],
    ["extensible enum A{0 A other}", "extensible enum A{0 A, 1 B{x: u8}}"],
    ["extensible enum A{1 B{x: u8, y: u8 default}}", "extensible enum A{1 B{x: u8}}"],
    [
      "rows A(extensible struct A{a: seq(ref A), b: u8 default})",
      "rows B(extensible struct B{a: seq(ref B)})",
    ],
    [
      "rows A(struct A{a: seq(ref A)})",
      "rows A(struct A{a: seq(rows B(struct B{a: seq(ref B)}))})",
    ],
  ];
  for (const [now, old] of same) {
    assert.equal(reads(now, old), undefined, `${now} reads ${old}`);
    const values = randomValues(parseSchema(old), 100, 1);
    const column = viewList(parseSchema(now), encodeList(parseSchema(old), values), 100);
    assert.equal(column.list(0, 100).length, 100);
  }
  // Bounds are aside: what is above one is found in the records.
  assert.equal(reads("str(max 3)", "str"), undefined);
  const other: [string, string, RegExp][] = [
    ["u16", "u32", /^the type: /],
    ["fixed u16", "u16", /^the type: /],
    ["fixed u16", "fixed u32", /^the type: /],
    ["str", "bytes", /^the type: /],
    ["seq(str)", "set(str)", /^the type: /],
    ["map(u16, u8)", "map(u16, i8)", /^\[\]\.value: /],
    ["array(str, 2)", "array(str, 3)", /^the type: /],
    ["tuple(u8, u8)", "tuple(u8, u8, u8)", /^the type: /],
    ["tuple(u8, option(str))", "tuple(u8, option(char))", /^\.1\?: /],
    ["struct A{a: u8}", "extensible struct A{a: u8}", /^the type: /],
    ["enum _{0 A, 1 B}", "enum _{0 A}", /^the type: /],
    ["enum _{0 A, 1 B}", "enum _{0 A, 2 B}", /^the type: /],
    ["enum _{0 A, 1 B{x: u8}}", "enum _{0 A, 1 B{x: i8}}", /^\.1: /],
    ["enum _{0 A}", "extensible enum _{0 A}", /^the type: /],
    ["extensible struct A{a: u8, b: seq(u8)}", "extensible struct A{a: u8}", /^\.1: the field/],
    ["extensible struct A{a: i8}", "extensible struct A{a: u8}", /^\.0: /],
    ["extensible enum A{0 A}", "extensible enum A{0 A, 7 B}", /^\.7: the variant is unknown/],
    ["rows A(struct A{a: seq(ref A)})", "rows A(struct A{a: option(ref A)})", /^the type: /],
    ["rows A(u16)", "u16", /^the type: /],
    [
      "rows A(extensible struct A{a: seq(ref A), b: u8})",
      "rows B(extensible struct B{a: seq(ref B)})",
      /^\.1: the field/,
    ],
  ];
  for (const [now, old, why] of other) assert.match(reads(now, old) ?? "", why, `${now}, ${old}`);
});

/** One Zstandard frame of uncompressed blocks (RFC 8878), for lists of less than 2^16 bytes. */
function storedFrame(list: Uint8Array): Uint8Array {
  const size = [list.length & 255, list.length >> 8, 0, 0];
  const header = 1 | (list.length << 3);
  return concat([
    bytes("28b52ffda0"),
    Uint8Array.from(size),
    Uint8Array.of(header, header >> 8, header >> 16),
    list,
  ]);
}

test("compressed blocks need a decompressor, and are held to what they state", async () => {
  const records = Array.from({ length: 100 }, (_, i) => i);
  const chunks = write(u16, records, { compress: storedFrame });
  const file = concat(chunks);
  assert.deepEqual(
    (await problems(file)).map(({ message }) => message),
    ["the block at byte 49 is of the unknown kind 0x5a"],
  );
  const decompress = (frame: Uint8Array, length: number) => frame.slice(12, 12 + length);
  assert.deepEqual(await collect(readRecords(file, { decompress })), records);
  const later = async (frame: Uint8Array, length: number) => decompress(frame, length);
  assert.deepEqual(await collect(readRecords(file, { decompress: later })), records);

  const list = encodeList(u16, [1, 2, 3]);
  const compressed = (payload: Uint8Array) =>
    section(writeBlock(COMPRESSED, payload, 3, 0n, CHECK).block);
  const stated = (length: number) => Uint8Array.of(length, length >> 8, length >> 16, length >> 24);
  const why = async (payload: Uint8Array, options = {}) =>
    (await problems(compressed(payload), { decompress, ...options })).map(({ message }) => message);
  const at = "message: in the block at byte 49: ";
  const good = storedFrame(list);
  assert.deepEqual(await why(concat([stated(list.length), good])), []);
  assert.deepEqual(await why(bytes("0300")), [`${at}shorter than the 4 bytes of its length`]);
  assert.deepEqual(await why(concat([stated(list.length), good]), { limits: { maxAlloc: 1 } }), [
    `${at}${list.length} bytes when decompressed, above the bound of 1`,
  ]);
  assert.deepEqual(await why(concat([stated(9), good])), [
    `${at}a frame of ${list.length} bytes when decompressed, not 9`,
  ]);
  for (const frame of [
    concat([good, good]),
    good.subarray(0, -1),
    list,
    bytes("502a4d1800000000"),
  ]) {
    assert.deepEqual(await why(concat([stated(list.length), frame])), [
      `${at}not one Zstandard frame`,
    ]);
  }
  const short = { decompress: () => list.subarray(1) };
  assert.deepEqual(await why(concat([stated(list.length), good]), short), [
    `${at}${list.length - 1} bytes, not ${list.length}`,
  ]);
  const failing = {
    decompress: () => {
      throw new Error("corrupt");
    },
  };
  assert.deepEqual(await why(concat([stated(list.length), good]), failing), [`${at}corrupt`]);
});

test("the headers of Zstandard frames (RFC 8878, 3.1.1)", () => {
  const none = "not one Zstandard frame";
  const cases: [frame: string, length: number, problem?: string][] = [
    ["28b52ffd00 00 010000", 5], // a window, and no size
    ["28b52ffd20 00 010000", 0], // a size in one byte
    ["28b52ffd20 00 010000", 1, "a frame of 0 bytes when decompressed, not 1"],
    ["28b52ffd20 03 1b0000 41", 3], // a byte that is repeated
    ["28b52ffd60 0000 030800 41", 256], // a size in two bytes, from 256 on
    ["28b52ffd60 0000 030800 41", 0, "a frame of 256 bytes when decompressed, not 0"],
    ["28b52ffdc0 00 0200000001000000 010000", 0x1_0000_0002], // in eight
    ["28b52ffd21 dd 00 010000", 0], // a dictionary
    ["28b52ffd20 02 080000 41 090000 42", 2], // two blocks
    ["28b52ffd20 02 080000 41 090000", 2, none],
    ["28b52ffd20 02 080000 41", 2, none],
    ["28b52ffd04 00 010000 11223344", 0], // a checksum
    ["28b52ffd04 00 010000 112233", 0, none],
    ["28b52ffd20 00 010000 00", 0, none],
    ["28b52ffd60 00", 0, none],
    ["28b52ffe20 00 010000", 0, none],
    ["", 0, none],
  ];
  for (const [frame, length, problem] of cases) {
    assert.equal(frameProblem(bytes(frame.replaceAll(" ", "")), length), problem, frame);
  }
});

/** A Blob that counts the bytes that are read of it. */
function counted(data: Uint8Array<ArrayBuffer>): { blob: Blob; read: () => number } {
  let read = 0;
  const blob = new Proxy(new Blob([data]), {
    get(target, name) {
      if (name === "size") return target.size;
      assert.equal(name, "slice");
      return (from: number, to: number) => {
        read += to - from;
        return target.slice(from, to);
      };
    },
  });
  return { blob, read: () => read };
}

test("each byte of a Blob is read once, whatever the bytes claim", async () => {
  // Headers whose checks are right, and whose lengths reach over all that follows.
  const long = writeBlock(RECORDS, new Uint8Array(1 << 21), 1, 0n, CHECK).block;
  const lying = long.subarray(0, 36);
  const files = [
    concat(Array.from({ length: 100_000 }, () => lying)),
    concat(Array.from({ length: 500_000 }, () => MARK)),
    concat(Array.from({ length: 300 }, () => concat([lying, new Uint8Array(20_000)]))),
    section(writeBlock(END, new Uint8Array(0), 0, 0n, CHECK).block, new Uint8Array(4 << 20)),
  ];
  for (const data of files) {
    const { blob, read } = counted(data);
    assert.deepEqual(await collect(readEvents(blob)), [...readEventsSync(data)]);
    assert.equal(read(), data.length);
  }
});

test("a part of a Blob takes itself and the file's first block, a MiB at a time", async () => {
  const values = Array.from({ length: 8000 }, (_, i) => new Uint8Array(1000).fill(i));
  const data = concat(write(bytesType, values, { blockBytes: 10_000 }));
  const from = data.length >> 1;
  const { blob, read } = counted(data);
  const records = await collect(readRecords<Uint8Array>(blob, { part: [from, from + 30_000] }));
  assert.ok(records.length >= 20 && records.length <= 50, `${records.length}`);
  records.forEach((record, i) => assert.equal(record[0], (records[0]![0]! + i) & 255));
  assert.equal(read(), 2 << 20);
});

test("a part may have blocks of several sections before it, each of its own type", async () => {
  const words = write(str, ["a"]);
  const numbers = write(u16, [7]);
  const part = [words[1]!, numbers[1]!, words[1]!, numbers[1]!];
  const before = concat([words[0]!, numbers[0]!]);
  const file = concat([before, ...part]);
  const options = { part: [before.length, Infinity] } as const;
  const got: unknown[] = [];
  const onProblem = ({ what, at }: FileProblem) => got.push([what, at]);
  for await (const record of readRecords(file, { ...options, onProblem })) got.push(record);
  const at = (i: number) => before.length + concat(part.slice(0, i)).length;
  assert.deepEqual(got, ["a", 7, ["gap", at(2)], "a", ["gap", at(3)], 7]);
  got.length = 0;
  for await (const record of readRecords(file, { ...options, type: u16, onProblem })) {
    got.push(record);
  }
  assert.deepEqual(got, [["type", 0], 7, ["gap", at(2)], ["gap", at(3)], 7]);
});

test("a part behind the end holds nothing", async () => {
  const file = bytes(EXAMPLE.schema + EXAMPLE.records);
  for (const part of [
    [file.length, Infinity],
    [2 ** 30, 2 ** 40],
    [5, 5],
    [9, 3],
  ] as const) {
    assert.deepEqual(await collect(readEvents(file, { part })), []);
    assert.deepEqual(await collect(readEvents(new Blob([file]), { part })), []);
  }
});

test("options and files that are none are refused", async () => {
  const file = bytes(EXAMPLE.schema);
  for (const part of [
    [-1, 5],
    [0.5, 5],
    [0, NaN],
  ] as const) {
    await assert.rejects(collect(readRecords(file, { part })), RangeError);
  }
  await assert.rejects(collect(readRecords(file, { maxBody: -1 })), RangeError);
  await assert.rejects(collect(readRecords({} as Blob)), TypeError);
});

test("a schema block says what `sectionPayload` puts into it", () => {
  const payload = sectionPayload(u16, new Map());
  assert.equal(hex(payload), "bff37e3e19d3244d0375313600");
});

test("a document: fields that may be missing, and several kinds in one place", async () => {
  const text = readFileSync(repository("tests/vectors/document.json"), "utf8");
  const { value, schema, hex } = JSON.parse(text) as {
    value: object[];
    schema: string;
    hex: string;
  };
  const type = parseSchema(schema);
  const records = await collect(readRecords(bytes(hex)));
  // Where the field is missing, it is null.
  const all = value.map((record) => ({ tags: null, ...record }));
  // Objects of a prototype, as these are.
  const json = JSON.stringify(records.map((record) => toJson(type, record)));
  assert.deepEqual(JSON.parse(json), all);
});
