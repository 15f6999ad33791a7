/** Damaged files: the events are those of languages/python/kit_files.py, which reads them another way. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { test } from "node:test";

import { type FileEvent, readEventsSync } from "../src/files.js";
import { COMPRESSED, END, RECORDS, SCHEMA, writeBlock } from "../src/files/block.js";
import { MARK } from "../src/files/escape.js";
import { bytes, concat, hex, randomBytes, randomNumbers, repository } from "./bytes.js";
import { parseEvents, plain } from "./events.js";

const FILES = 1500;

const python = `
import json, sys
sys.path.insert(0, sys.argv[1])
import kit_files
for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps(list(kit_files.read(bytes.fromhex(case["hex"]), case["max"], case.get("part")))))
`;

interface Case {
  hex: string;
  max: number;
  part?: [number, number];
}

function byPython(cases: Case[]): unknown[][] {
  const input = cases.map((c) => JSON.stringify(c)).join("\n");
  const folder = dirname(repository("languages/python/kit_files.py"));
  const options = { input, encoding: "utf8", maxBuffer: 1 << 28 } as const;
  const { stdout, stderr, status } = spawnSync("python3", ["-B", "-c", python, folder], options);
  assert.equal(status, 0, stderr);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => parseEvents(line) as unknown[]);
}

// Messages of the type of a schema block: the u16 of the example, and one with something about it.
const SCHEMAS = [
  "bff37e3e19d3244d0375313600",
  "bff37e3e19d3244d03753136010161017a",
  "bff37e3e19d3244d037531360201010161620101787a",
].map(bytes);

/** A file of a few sections with blocks of all kinds, and damage of all kinds in it. */
function damaged(seed: number): Uint8Array {
  const next = randomNumbers(seed);
  const below = (n: number) => (next() >>> 4) % n;
  const random = randomBytes(seed + 1);
  const blocks: Uint8Array[] = [];
  let first = 0n;
  let schema = 0;
  const payload = () => {
    const pieces = Array.from(
      { length: below(4) },
      () => [random(below(20)), MARK, MARK.subarray(0, 6), bytes("896f73310d0a1b")][below(4)]!,
    );
    return concat(pieces);
  };
  for (let i = 0; i < 4 + below(8); i++) {
    const kind = i === 0 ? 0 : below(8);
    if (kind === 0) {
      const { block, check } = writeBlock(SCHEMA, SCHEMAS[below(SCHEMAS.length)]!);
      blocks.push(block);
      schema = check;
      first = 0n;
    } else if (kind === 1) {
      blocks.push(writeBlock(END, new Uint8Array(0), 0, first, schema).block);
    } else if (kind === 2) {
      blocks.push(writeBlock(below(256), payload(), below(2), BigInt(below(3)), schema).block);
    } else {
      const count = 1 + below(5);
      const type = below(4) ? RECORDS : COMPRESSED;
      blocks.push(writeBlock(type, payload(), count, first, schema).block);
      first += BigInt(count);
    }
  }
  for (let i = below(3); i > 0; i--) {
    const [from, to] = [below(blocks.length), below(blocks.length)];
    if (below(2)) blocks.splice(to, 0, blocks[from]!);
    else blocks.splice(from, 1, concat([blocks[from]!, new Uint8Array(below(9)).fill(-below(2))]));
  }
  let file = concat(blocks);
  for (let i = below(4); i > 0; i--) {
    const at = below(file.length + 1);
    const [before, after] = [file.subarray(0, at), file.subarray(at)];
    switch (below(6)) {
      case 0:
        file[at % file.length]! ^= 1 << below(8);
        break;
      case 1:
        file = concat([before, after.subarray(below(60))]);
        break;
      case 2:
        file = concat([before, random(below(60)), after]);
        break;
      case 3:
        file = concat([before, MARK, after]);
        break;
      case 4:
        file = before.slice();
        break;
      case 5: {
        // A header whose check is right, and whose length is not.
        const { block } = writeBlock(RECORDS, random(below(300)), 1, 0n, schema);
        file = concat([before, block.subarray(0, 36 + below(20)), after]);
      }
    }
    if (file.length === 0) break;
  }
  return file;
}

const files = Array.from({ length: FILES }, (_, seed) => damaged(7 * seed + 1));
const maxOf = (i: number) => [1 << 20, 40, 13][i % 3]!;
const isRange = (event: FileEvent) => event.what === "skipped";

test(`${FILES} damaged files give the events that the other reader gives`, () => {
  const expected = byPython(files.map((file, i) => ({ hex: hex(file), max: maxOf(i) })));
  const kinds = new Set<string>();
  files.forEach((file, i) => {
    const got = [...readEventsSync(file, { maxBody: maxOf(i) })];
    assert.deepEqual(got.map(plain), expected[i], `file ${i}`);
    for (const event of got) kinds.add(event.what === "skipped" ? event.reason : event.what);
  });
  const all = ["section", "records", "orphan", "end", "gap", "unknown"];
  const reasons = ["noise", "too long", "truncated", "checksum", "malformed"];
  assert.deepEqual([...kinds].sort(), [...all, ...reasons].sort());
});

test("so do their parts, and together these give everything once", () => {
  const cases = files.map((file, i) => {
    const next = randomNumbers(i + 5);
    const cut = (next() >>> 4) % (file.length + 1);
    const parts: [number, number][] = [
      [0, cut],
      [cut, file.length],
    ];
    return { file, maxBody: maxOf(i), parts };
  });
  const asked = cases.flatMap(({ file, maxBody, parts }) =>
    parts.map((part): Case => ({ hex: hex(file), max: maxBody, part })),
  );
  const expected = byPython(asked);
  cases.forEach(({ file, maxBody, parts }, i) => {
    const got = parts.map((part) => [...readEventsSync(file, { maxBody, part })]);
    got.forEach((events, part) => {
      // Whose a range at the edge is, is not said.
      const other = expected[2 * i + part]!.filter(
        (event) =>
          !["noise", "too long", "truncated", "checksum", "malformed"].some(
            (reason) => reason in (event as object),
          ),
      );
      assert.deepEqual(events.filter((event) => !isRange(event)).map(plain), other, `file ${i}`);
    });
    const whole = [...readEventsSync(file, { maxBody })];
    const ranges = (events: FileEvent[]) => events.filter(isRange).map(plain);
    assert.deepEqual(ranges(got.flat()), ranges(whole), `file ${i}`);
  });
});
