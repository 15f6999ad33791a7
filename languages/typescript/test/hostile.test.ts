/** Damaged messages: refused by a rule of the page, or written again byte for byte. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DecodeError, decode, encode, schemaFromJson } from "../src/index.js";
import { vectors } from "./vectors.js";

/** xorshift32, so that each run tries the same. */
function generator(seed: number): (end: number) => number {
  return (end) => {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    return (seed >>> 0) % end;
  };
}

test("vectors with bytes changed, removed and added", () => {
  const below = generator(1);
  let accepted = 0;
  for (const { type: json, hex, name } of vectors()) {
    const type = schemaFromJson(json, { floats: "bits" });
    const mayChange = JSON.stringify(json).includes('"ext_'); // W29 to W32
    for (let round = 0; round < 20; round++) {
      const data = [...Buffer.from(hex, "hex")];
      for (let change = below(3); change >= 0; change--) {
        data.splice(below(data.length + 1), below(3), ...[below(256), below(256)].slice(below(3)));
      }
      const bytes = Uint8Array.from(data);
      let value;
      try {
        value = decode(type, bytes, { maxAlloc: 1 << 20 });
      } catch (error) {
        assert.ok(error instanceof DecodeError, `${name}: ${error}`);
        assert.ok(error.at <= bytes.length, `${name}: at ${error.at} of ${bytes.length} bytes`);
        continue;
      }
      accepted += 1;
      if (!mayChange) assert.deepEqual(encode(type, value), bytes, name);
    }
  }
  assert.ok(accepted > 1000);
});
