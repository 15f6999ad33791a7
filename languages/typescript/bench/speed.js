/**
 * Encodes and decodes two values by onesheet and by its peers, all in one run:
 *
 *     npm run bench
 *
 * Prints a table of README.md for each: bytes, and milliseconds of the fastest of many rounds.
 */
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { Packr } from "msgpackr";
import protobuf from "protobufjs";
import { decode, encode, parseSchema, printSchema, view } from "onesheet";
import * as log from "./log.js";
import * as mk48 from "./mk48.js";

const ROUNDS = 60;
const { version } = process;

function codecs({ type, value, proto, sumOfView, sumOfValue }) {
  const dynamic = parseSchema(printSchema(type), { int64: "number" });
  const Root = protobuf.parse(proto).root.lookupType("Root");
  const packr = new Packr({ useRecords: true, structures: [] });
  const plain = new Packr({ useRecords: false });
  const asJson = JSON.parse(JSON.stringify(value, listed));
  const asProto = Root.fromObject(asJson);
  return [
    [
      "onesheet, types from a schema",
      () => encode(dynamic, value),
      (data) => decode(dynamic, data),
      sumOfValue,
    ],
    [
      "onesheet, generated types",
      () => encode(type, value),
      (data) => decode(type, data),
      sumOfValue,
    ],
    [
      "onesheet, a view of one column",
      () => encode(type, value),
      (data) => view(type, data),
      sumOfView,
    ],
    ["JSON", () => Buffer.from(JSON.stringify(asJson)), (data) => JSON.parse(data), sumOfValue],
    ["protobufjs", () => Root.encode(asProto).finish(), (data) => Root.decode(data), sumOfValue],
    ["msgpackr, maps", () => plain.pack(asJson), (data) => plain.unpack(data), sumOfValue],
    ["msgpackr, records", () => packr.pack(asJson), (data) => packr.unpack(data), sumOfValue],
  ];
}

/** Typed arrays as JSON has lists. */
function listed(_key, value) {
  return ArrayBuffer.isView(value) ? Array.from(value) : value;
}

function fastest(run) {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    run();
    best = Math.min(best, performance.now() - start);
  }
  return best.toFixed(2);
}

const versions = ["protobufjs", "msgpackr"].map((name) => {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return `${name} ${JSON.parse(readFileSync(file, "utf8")).version}`;
});
console.log(`Node ${version}, ${versions.join(", ")}; ${cpus()[0].model}`);
for (const set of [log, mk48]) {
  console.log(
    `\n| ${set.name} | bytes | encode, ms | decode, ms | decode and sum a field, ms |\n|--|--|--|--|--|`,
  );
  for (const [name, write, read, sum] of codecs(set)) {
    const data = write();
    if (sum(read(data)) !== set.sumOfValue(set.value))
      throw new Error(`${name} reads something else`);
    const times = [() => write(), () => read(data), () => sum(read(data))].map(fastest);
    console.log(`| ${name} | ${data.length} | ${times.join(" | ")} |`);
  }
}
