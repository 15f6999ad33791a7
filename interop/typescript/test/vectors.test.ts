/** The vectors, through values of JavaScript. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DecodeError, decode, encode, schemaFromJson } from "../src/index.js";
import { fromJson, toJson } from "../src/json.js";
import { vectors } from "./vectors.js";

for (const { name, rule, type: schema, value, hex, reject, decode_only } of vectors()) {
  test(name, () => {
    const type = schemaFromJson(schema, { floats: "bits" });
    const data = Buffer.from(hex, "hex");
    if (reject) {
      const isRule = (error: unknown) => error instanceof DecodeError && error.rule === rule;
      assert.throws(() => decode(type, data), isRule);
      return;
    }
    assert.deepEqual(toJson(type, decode(type, data)), value);
    if (!decode_only) assert.equal(Buffer.from(encode(type, fromJson(type, value))).toString("hex"), hex);
  });
}
