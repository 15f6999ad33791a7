/** Schemas, by the examples of spec/SCHEMA.md. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  fingerprint,
  parseSchema,
  printSchema,
  SchemaError,
  schemaFromJson,
  schemaToJson,
  wireForm,
} from "../src/index.js";
import { vectors } from "./vectors.js";

const EXAMPLES = [
  ["u16", "u16", "4d24d3193e7ef3bf"],
  ["struct Player{name: str(max 20), level: u16}", "tuple(str,u16)", "a9ca4d8b52b2fefd"],
  [
    "extensible struct P{id: fixed u32, tags: bytes default}",
    "extensible struct(fixed u32,seq(u8))",
    "0a9cb6724c4d044d",
  ],
  ["enum Shape{0 Empty, 3 Circle{radius: f32}}", "enum{0(),3(f32)}", "17cd7727544f6578"],
  ['struct "2 m"{ज़ी: u8, "x:y": u16}', "tuple(u8,u16)", "b81214918216ad81"],
  [
    "rows Tree(struct Tree{value: u8, children: seq(ref Tree)})",
    "rows(tuple(u8,seq(^0)))",
    "75c523e7f043963f",
  ],
] as const;

test("the examples of the page", () => {
  for (const [text, wire, print] of EXAMPLES) {
    const type = parseSchema(text);
    assert.equal(printSchema(type), text);
    assert.equal(wireForm(type), wire);
    assert.equal(fingerprint(type), print);
    const again = schemaFromJson(JSON.parse(JSON.stringify(schemaToJson(type))));
    assert.equal(printSchema(again), text);
  }
});

test("every type of the vectors, from JSON to text and back", () => {
  for (const { type: json, name } of vectors()) {
    const type = schemaFromJson(json);
    assert.equal(wireForm(parseSchema(printSchema(type))), wireForm(type), name);
    assert.equal(fingerprint(schemaFromJson(schemaToJson(type))), fingerprint(type), name);
  }
});

test("white space, names in quotes, declared order", () => {
  const type = parseSchema('enum "a b" {\n  3 B {x : u8} ,\n 0 _\n}');
  assert.equal(printSchema(type), 'enum "a b"{0 _, 3 B{x: u8}}');
  assert.equal(printSchema(parseSchema("seq ( u8 , max 3 )")), "bytes(max 3)");
  assert.equal(printSchema(parseSchema("tuple(usize, isize)")), "tuple(u64, i64)");
});

test("every character outside ASCII but white space is a letter", () => {
  for (const name of ["ünï", "ज़ी", "e\u0301", "l·l", "a‿b", "\u{16ea0}", "\ufeff"]) {
    assert.equal(printSchema(parseSchema(`struct "${name}"{}`)), `struct ${name}{}`);
    assert.equal(printSchema(parseSchema(`struct ${name}{}`)), `struct ${name}{}`);
  }
  for (const space of ["\u0085", "\u00a0", "\u2028", "\u3000"]) {
    assert.equal(printSchema(parseSchema(`struct "${space}"{}`)), `struct "${space}"{}`);
    assert.equal(printSchema(parseSchema(`seq(${space}u8)`)), "bytes");
  }
  assert.throws(() => parseSchema("seq(\x1cu8)"), SchemaError);
});

test("what is no type says where", () => {
  const wrong = (text: string, message: RegExp) =>
    assert.throws(
      () => parseSchema(text),
      (error: Error) => error instanceof SchemaError && message.test(error.message),
    );
  wrong("", /^line 1, column 1: expected a type, found the end$/);
  wrong("struct P{\n  a: u9}", /^line 2, column 6: expected a type, found "u9"$/);
  wrong("seq(u8", /^line 1, column 7: expected '\)', found the end$/);
  wrong("u8 u8", /^line 1, column 4: expected the end of the type, found "u8"$/);
  wrong("fixed u8", /cannot be marked fixed \(W1\)/);
  wrong("ref T", /not inside a rows type of that name \(W14\)/);
  wrong("enum E{0 A, 0 B}", /two variants have the tag 0 \(W20\)/);
  wrong("enum E{4294967296 A}", /W20/);
  wrong("set(f32)", /W21/);
  wrong("extensible enum E{0 A{x: u8} other}", /W31/);
  wrong("struct P{a: u8 default}", /W30/);
  wrong('foreign "MQTT"', /expected a type/);
  wrong("{", /not JSON/);
  wrong('{"seq": 5}', /expected a type, found 5/);
  wrong('{"ext_struct": [["u8", "300"]]}', /300/);
  wrong("option(".repeat(200) + "u8" + ")".repeat(200), /nested too deeply/);
});
