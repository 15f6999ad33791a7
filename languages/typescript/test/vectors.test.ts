/** The vectors, through values of JavaScript. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DecodeError, decode, encode, schemaFromJson } from "../src/index.js";
import { fromExactJson, fromJson, toExactJson, toJson } from "../src/json.js";
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
    assert.deepEqual(toExactJson(type, decode(type, data)), value);
    const natural = toJson(type, decode(type, data));
    assert.deepEqual(toExactJson(type, fromJson(type, natural)), value);
    if (!decode_only)
      assert.equal(Buffer.from(encode(type, fromExactJson(type, value))).toString("hex"), hex);
  });
}
