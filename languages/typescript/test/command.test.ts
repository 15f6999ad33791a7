/**
 * Files, both ways, with the command `onesheet`: that of the environment's ONESHEET, or of
 * `cargo build -p onesheet-cli`.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, openAsBlob, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import * as zlib from "node:zlib";

import { type FileProblem, FileWriter, readRecords, type WriterOptions } from "../src/files.js";
import { type AnyType, parseSchema, printSchema } from "../src/index.js";
import { fromJson, type Json, toExactJson, toJson } from "../src/json.js";
import { bytes, concat, hex, randomNumbers, repository } from "./bytes.js";
import { collect } from "./events.js";
import { randomValues } from "./random.js";

const command = process.env["ONESHEET"] ?? repository("target/debug/onesheet");
const options = existsSync(command) ? {} : { skip: "no command onesheet" };
const folder = mkdtempSync(join(tmpdir(), "onesheet-"));
after(() => rmSync(folder, { recursive: true }));

/** Node 22.15 and later. */
interface Zstd {
  zstdCompressSync?: (data: Uint8Array) => Uint8Array;
  zstdDecompressSync?: (data: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
}
const { zstdCompressSync, zstdDecompressSync } = zlib as Zstd;

const SCHEMAS = [
  "u16",
  "i64",
  "unit",
  "str",
  "bytes",
  "f32",
  "seq(bool)",
  "struct Reading{at: u64, celsius: f32, place: option(str), tags: set(u16)}",
  "seq(struct _{0: i16, 1: char, 2: fixed u32})",
  "map(str, seq(i32))",
  "enum Shape{0 Empty, 3 Circle{radius: f32}, 9 Named{0: str, 1: u128}}",
  "extensible struct P{id: u32, names: seq(str)}",
  "extensible enum E{0 A, 1 B{x: u16}, 7 Other other}",
  "array(result(u8, str), 3)",
  "rows Tree(struct Tree{value: u8, children: seq(ref Tree)})",
].map((text) => ({ text, type: parseSchema(text) as AnyType }));

function written(type: AnyType, values: unknown[], options: WriterOptions) {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const writer = new FileWriter<unknown>(type, (chunk) => chunks.push(chunk), options);
  writer.appendAll(values);
  writer.end();
  return concat(chunks);
}

const lines = (type: AnyType, values: unknown[]) =>
  values.map((value) => `${JSON.stringify(toExactJson(type, value))}\n`).join("");

function run(args: string[], input = "") {
  const { status, stdout, stderr } = spawnSync(command, args, {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}

const blockOptions: WriterOptions[] = [
  { about: { device: "é7", b: "" } },
  { blockBytes: 64 },
  { blockBytes: 1000 },
];

test("the command reads what is written here", options, () => {
  SCHEMAS.forEach(({ text, type }, i) => {
    const path = join(folder, "written");
    for (const some of blockOptions) {
      const values = randomValues(type, 200, i + 1);
      writeFileSync(path, written(type, values, some));
      assert.deepEqual(run(["check", path]).status, 0, text);
      assert.equal(run(["cat", "--exact", path]).stdout, lines(type, values), text);
    }
  });
});

/** Numbers as the command has them in strings, and here those that JSON may round. */
function quoted(json: Json): Json {
  if (typeof json === "number") return String(json);
  if (Array.isArray(json)) return json.map(quoted);
  if (typeof json !== "object" || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, quoted(value)]));
}

test("natural JSON is the same, and is read by both", options, () => {
  SCHEMAS.forEach(({ text, type }, i) => {
    const path = join(folder, "natural");
    const values = randomValues(type, 200, i + 1);
    writeFileSync(path, written(type, values, {}));
    const cat = run(["cat", "--quoted", path]).stdout.trimEnd().split("\n");
    const parsed = cat.map((line) => JSON.parse(line) as Json);
    const natural = values.map((value) => toJson(type, value));
    assert.deepEqual(parsed.map(quoted), natural.map(quoted), text);
    const bytes = hex(written(type, values, {}));
    const read = (json: Json) => fromJson(type, json);
    assert.equal(hex(written(type, parsed.map(read), {})), bytes, text);
    const lines = natural.map((json) => `${JSON.stringify(json)}\n`).join("");
    const done = run(["write", "--type", printSchema(type), path], lines);
    assert.equal(done.stderr, "", text);
    assert.equal(hex(readFileSync(path)), bytes, text);
  });
});

test("what the command writes is read here, and is the same", options, async () => {
  for (const [i, { text, type }] of SCHEMAS.entries()) {
    const path = join(folder, "by-command");
    for (const some of blockOptions) {
      const values = randomValues(type, 200, i + 100);
      const args = ["write", "--exact", "--type", printSchema(type), path];
      if (some.blockBytes) args.push("--block-bytes", String(some.blockBytes));
      for (const [key, value] of Object.entries(some.about ?? {}))
        args.push("--about", `${key}=${value}`);
      const done = run(args, lines(type, values));
      assert.equal(done.status, 0, done.stderr);
      for (const type of [undefined, parseSchema(text)]) {
        const read = await collect(readRecords(await openAsBlob(path), type && { type }));
        assert.equal(lines(parseSchema(text), read), lines(parseSchema(text), values), text);
      }
      // Where blocks end is the writer's choice; here there is one.
      if (!some.blockBytes) {
        assert.equal(hex(written(type, values, some)), hex(readFileSync(path)), text);
      }
    }
  }
});

test("of damaged files both read the same, and find the same", options, async () => {
  const next = randomNumbers(11);
  const below = (n: number) => (next() >>> 4) % n;
  const path = join(folder, "damaged");
  let found = 0;
  for (let round = 0; round < 150; round++) {
    const { type } = SCHEMAS[round % SCHEMAS.length]!;
    let file = written(type, randomValues(type, 200, round), { blockBytes: 200 });
    for (let i = 1 + below(3); i > 0; i--) {
      const at = below(file.length);
      const length = below(80);
      if (below(3) === 0) file[at]! ^= 1 + below(255);
      else if (below(2)) file = concat([file.subarray(0, at), file.subarray(at + length)]);
      else
        file = concat([
          file.subarray(0, at),
          bytes("896f73310d0a1a52").subarray(0, below(9)),
          file.subarray(at),
        ]);
    }
    writeFileSync(path, file);
    const problems: FileProblem[] = [];
    const onProblem = (problem: FileProblem) => problems.push(problem);
    const read = await collect(readRecords(file, { onProblem }));
    const cat = run(["cat", "--exact", path]);
    assert.equal(lines(type, read), cat.stdout, `round ${round}`);
    const said = [...cat.stderr.matchAll(/byte (\d+): ([a-z ]+)/g)].map(
      ([, at, what]) => `${at} ${what}`,
    );
    assert.deepEqual(
      problems.map(({ at, what }) => `${at} ${what}`),
      said,
      cat.stderr,
    );
    found += problems.length;
  }
  assert.ok(found > 150);
});

const zstd = { ...options, ...(zstdCompressSync ? {} : { skip: "no Zstandard in this Node" }) };

test("compressed files, both ways", zstd, async () => {
  const { type } = SCHEMAS[7]!;
  const values = randomValues(type, 200, 3);
  const path = join(folder, "compressed");
  const decompress = (frame: Uint8Array, length: number) =>
    zstdDecompressSync!(frame, { maxOutputLength: Math.max(length, 1) });
  writeFileSync(path, written(type, values, { blockBytes: 1000, compress: zstdCompressSync! }));
  assert.equal(run(["check", path]).status, 0);
  assert.equal(run(["cat", "--exact", path]).stdout, lines(type, values));
  for (const level of ["1", "19"]) {
    const args = ["write", "--exact", "--type", printSchema(type), "--compression", level, path];
    assert.equal(run(args, lines(type, values)).status, 0);
    const read = await collect(readRecords(readFileSync(path), { decompress }));
    assert.equal(lines(type, read), lines(type, values));
  }
});
