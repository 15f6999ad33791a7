/**
 * Answers requests of the conformance protocol (tests/vectors/README.md) on standard input:
 *
 *     onesheet conformance -- node dist-test/test/conformance.js
 */
import { createInterface } from "node:readline";
import { decode, encode, schemaFromJson } from "../src/index.js";
import { fromExactJson, toExactJson } from "../src/json.js";

/** Types seen lately, by their JSON. */
const types = new Map<string, ReturnType<typeof schemaFromJson>>();

function typeOf(json: unknown) {
  const key = JSON.stringify(json);
  let type = types.get(key);
  if (!type) {
    type = schemaFromJson(json, { floats: "bits" });
    if (types.size > 1000) types.clear();
    types.set(key, type);
  }
  return type;
}

export function answer(line: string): object {
  try {
    const request = JSON.parse(line);
    const type = typeOf(request.type);
    switch (request.op) {
      case "enc":
        return {
          hex: Buffer.from(encode(type, fromExactJson(type, request.value))).toString("hex"),
        };
      case "dec": {
        if (!/^([0-9a-f]{2})*$/i.test(request.hex)) throw new Error("no bytes in hex");
        return { value: toExactJson(type, decode(type, Buffer.from(request.hex, "hex"))) };
      }
      default:
        throw new Error("no such operation");
    }
  } catch (error) {
    return { error: (error as Error).message };
  }
}

if (process.argv[1] === import.meta.filename) {
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(answer(line)));
  }
}
