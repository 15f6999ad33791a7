/** What values are, by the examples of spec/WIRE_FORMAT.md and by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as t from "../src/index.js";

const hex = (data: Uint8Array) => Buffer.from(data).toString("hex");

/** That a value has these bytes, and they give it again. */
function both<T>(type: t.Type<T, any, any>, value: T, bytes: string): void {
  const data = Buffer.from(bytes.replaceAll(" ", ""), "hex");
  assert.equal(hex(t.encode(type, value)), data.toString("hex"));
  assert.deepEqual(t.decode(type, data), value);
}

test("the examples of the page", () => {
  both(t.u16, 300, "ac 02");
  both(t.i16, -3, "05");
  both(t.str, "hi", "02 68 69");
  both(t.option(t.u16), 5, "01 05");
  both(t.seq(t.u16), Uint16Array.of(1, 2, 3), "03 02 39");
  both(t.seq(t.u16), Uint16Array.of(1000, 1001, 1002), "03 82 e8 07 24");
  both(t.seq(t.bool), [true, false, true], "03 05");
  both(t.seq(t.f32), Float32Array.of(1, -2), "02 00 00 80 3f 00 00 00 c0");
  const row = t.struct("", { a: t.u16, b: t.str, c: t.option(t.bool) });
  const rows = [
    { a: 300, b: "a", c: true },
    { a: 5, b: "bc", c: null },
  ];
  both(t.seq(row), rows, "02 10 2c 01 05 00 02 09 61 62 63 01 01");
  both(
    t.map(t.str, t.u8),
    new Map([
      ["a", 1],
      ["b", 2],
    ]),
    "02 01 03 61 62 01 02",
  );
  const e = t.enumeration("", { 0: t.variant("A"), 3: t.variant("B", [t.u8]) });
  both(t.seq(e), [{ tag: "B", value: 9 }, { tag: "A" }, { tag: "B", value: 8 }], "03 02 33 09 08");
  const s = t.extensibleStruct("", { a: t.u8, b: t.u8 });
  both(
    t.seq(s),
    [
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ],
    "02 04 01 03 02 04",
  );
  const x = t.extensibleEnumeration("", { 0: t.variant("A"), 1: t.variant("B", [t.u8]) });
  both(
    t.seq(x),
    [{ tag: "B", value: 7 }, { tag: "A" }, { tag: "B", value: 8 }],
    "03 01 05 00 02 07 08",
  );
  interface Tree {
    value: number;
    children: Tree[];
  }
  const tree = t.rows<Tree>("Tree", (self) =>
    t.struct("Tree", { value: t.u8, children: t.seq(self) }),
  );
  const leaf = (value: number) => ({ value, children: [] });
  both(tree, { value: 1, children: [leaf(2), leaf(3)] }, "01 02 02 00 03 00");
});

test("the examples of the page, by their schemas", () => {
  const dynamic = (text: string, value: unknown, bytes: string) =>
    both(t.parseSchema(text), value, bytes);
  dynamic(
    "seq(struct P{a: u16, b: str, c: option(bool)})",
    [
      { a: 300, b: "a", c: true },
      { a: 5, b: "bc", c: null },
    ],
    "02 10 2c 01 05 00 02 09 61 62 63 01 01",
  );
  dynamic(
    "seq(enum E{0 A, 3 B{0: u8}})",
    [{ tag: "B", value: 9 }, { tag: "A" }, { tag: "B", value: 8 }],
    "03 02 33 09 08",
  );
  dynamic(
    "rows T(struct T{v: u8, c: seq(ref T)})",
    {
      v: 1,
      c: [
        { v: 2, c: [] },
        { v: 3, c: [] },
      ],
    },
    "01 02 02 00 03 00",
  );
});

test("integers of 64 and 128 bits", () => {
  both(t.u64, 2n ** 64n - 1n, "ff ff ff ff ff ff ff ff ff 01");
  both(t.i64, -(2n ** 63n), "ff ff ff ff ff ff ff ff ff 01");
  both(t.u64Number, 2 ** 53 - 1, "ff ff ff ff ff ff ff 0f");
  both(t.i64Number, -(2 ** 53 - 1), "fd ff ff ff ff ff ff 1f");
  both(t.seq(t.i64), BigInt64Array.of(-1n, 0n), "02 01 01");
  both(t.seq(t.i64Number), Float64Array.of(-1, 0), "02 01 01");
  both(t.u128, 2n ** 127n, `${"00".repeat(15)}80`);
  both(t.i128, -1n, "ff".repeat(16));
  both(t.fixed.u64, 1n, "01 00 00 00 00 00 00 00");
  both(t.fixed.i64Number, -2, `fe${"ff".repeat(7)}`);
});

test("a number that cannot be exact is refused", () => {
  const large = Buffer.from("8080808080808010", "hex"); // 2^53
  assert.equal(t.decode(t.u64, large), 2n ** 53n);
  assert.throws(() => t.decode(t.u64Number, large), { name: "DecodeError", rule: "number", at: 0 });
  const fixed = Buffer.from("0000000000002000", "hex");
  assert.throws(() => t.decode(t.fixed.u64Number, fixed), { rule: "number", at: 0 });
  const inside = t.array(t.struct("", { a: t.u8, b: t.fixed.i64Number }), 1);
  assert.throws(() => t.decode(inside, Buffer.from("000000000000002000", "hex")), {
    rule: "number",
    at: 1,
  });
  assert.throws(() => t.encode(t.u64Number, 2 ** 53), t.EncodeError);
});

test("options of what may be null", () => {
  both(t.option(t.option(t.u8)), null, "00");
  both(t.option(t.option(t.u8)), { some: null }, "01 00");
  both(t.option(t.option(t.u8)), { some: 7 }, "01 01 07");
  both(t.option(t.unit), { some: null }, "01");
  const dynamic = t.parseSchema("option(rows R(option(u8)))");
  both(dynamic, { some: null }, "01 00");
});

test("enums", () => {
  const Color = t.enumeration("Color", { 0: t.variant("Red"), 7: t.variant("Green") });
  const value: "Red" | "Green" = t.decode(Color, Uint8Array.of(7));
  assert.equal(value, "Green");
  const Shape = t.enumeration("Shape", {
    0: t.variant("Empty"),
    1: t.variant("Circle", { radius: t.u8 }),
    2: t.variant("Pair", [t.u8, t.u8]),
    3: t.variant("", [t.u8]),
  });
  both(Shape, { tag: "Empty" }, "00");
  both(Shape, { tag: "Circle", value: { radius: 3 } }, "01 03");
  both(Shape, { tag: "Pair", value: [1, 2] }, "02 01 02");
  both(Shape, { tag: "3", value: 5 }, "03 05");
  both(t.result(t.u8, t.str), { tag: "err", value: "no" }, "01 02 6e 6f");
});

test("sets and maps are put in order", () => {
  assert.equal(hex(t.encode(t.set(t.u8), new Set([3, 1, 2]))), "03010203");
  // By UTF-8: U+FFFF before U+10000, though its unit of UTF-16 is greater.
  const texts = new Set(["\u{10000}", "\uffff", "a"]);
  assert.deepEqual(
    [...t.decode(t.set(t.str), t.encode(t.set(t.str), texts))],
    ["a", "\uffff", "\u{10000}"],
  );
  const byPair = t.map(t.tuple(t.u8, t.str), t.u8);
  const pairs = new Map<[number, string], number>([
    [[2, "a"], 1],
    [[1, "b"], 2],
  ]);
  assert.deepEqual([...t.decode(byPair, t.encode(byPair, pairs)).values()], [2, 1]);
  const twice = new Map<[number, string], number>([
    [[2, "a"], 1],
    [[2, "a"], 2],
  ]);
  assert.throws(() => t.encode(byPair, twice), /a key of a map occurs twice/);
});

test("a default that is only known to exist, of a type with one value", () => {
  for (const [field, value] of [
    ["unit", null],
    ["array(u8, 0)", new Uint8Array(0)],
  ] as const) {
    const type = t.parseSchema(`extensible struct A{a: u8, b: ${field} default}`);
    both(type, { a: 7, b: value }, "01 07");
  }
});

test("a number beyond the range of a float", () => {
  for (const value of [1e39, -1e39, 3.4028235677973366e38]) {
    assert.throws(() => t.encode(t.f32, value), /f32/);
  }
  // The greatest, and what is infinite itself.
  both(t.f32, 3.4028234663852886e38, "ff ff 7f 7f");
  both(t.f32, Infinity, "00 00 80 7f");
});

test("what changes: new fields, defaults, unknown variants", () => {
  const Old = t.extensibleStruct("", { a: t.u8 });
  const New = t.extensibleStruct("", { a: t.u8, b: t.field(t.seq(t.u16), Uint16Array.of(5)) });
  assert.deepEqual(t.decode(New, t.encode(Old, { a: 1 })), { a: 1, b: Uint16Array.of(5) });
  assert.deepEqual(t.decode(Old, t.encode(New, { a: 1, b: Uint16Array.of(9) })), { a: 1 });
  const defaults = t.decode(t.seq(New), Buffer.from("02020101", "hex").subarray(0, 4));
  defaults[0]!.b[0] = 6;
  assert.deepEqual(defaults[1], { a: 1, b: Uint16Array.of(5) }, "each default is its own");
  const Unknown = t.extensibleStruct("", { a: t.u8, b: t.unknownDefault(t.u8) });
  assert.deepEqual(t.decode(Unknown, t.encode(Old, { a: 1 })), { a: 1, b: undefined });
  const E = t.extensibleEnumeration("", { 0: t.variant("A"), 9: t.variant("Other") }, 9);
  assert.equal(t.decode(E, Uint8Array.of(5, 1, 0xff)), "Other");
});

test("field names that cannot be keys give arrays", () => {
  both(t.parseSchema("struct P{0: u8, 1: u8}"), [1, 2], "01 02");
  both(t.parseSchema("struct P{a: u8, a: u8}"), [1, 2], "01 02");
  both(t.parseSchema("struct P{__proto__: u8}"), [1], "01");
  both(t.parseSchema("struct P{b: u8, 1: u8}"), { b: 1, 1: 2 }, "01 02");
  both(t.parseSchema("struct P{}"), {}, "");
});

test("typed arrays are views of the message where its bytes allow that", () => {
  const aligned = new Uint8Array(new ArrayBuffer(16), 7, 9);
  aligned.set(t.encode(t.seq(t.f32), Float32Array.of(1, 2)));
  const list = t.decode(t.seq(t.f32), aligned);
  assert.equal(list.buffer, aligned.buffer);
  assert.deepEqual(t.decode(t.seq(t.f32), aligned.slice()), Float32Array.of(1, 2));
  const data = Uint8Array.of(3, 1, 2, 3);
  assert.equal(t.decode(t.bytes, data).buffer, data.buffer);
});

test("views", () => {
  const Point = t.struct("Point", { x: t.i16, name: t.str, at: t.tuple(t.u8, t.u8) });
  const type = t.seq(Point);
  const points = Array.from({ length: 100 }, (_, i) => ({
    x: 1 - 2 * i,
    name: `p${i}`,
    at: [i, 1] as [number, number],
  }));
  const { items } = t.view(type, t.encode(type, points));
  assert.equal(items.length, 100);
  assert.ok(items.fields.x.values instanceof Int16Array);
  assert.equal(items.fields.x.values[99], -197);
  assert.equal(items.fields.name.at(42), "p42");
  assert.deepEqual(items.at(7), points[7]);
  assert.deepEqual(items.list(98, 100), points.slice(98));
  const list = t.viewList(Point, t.encodeList(Point, points), 100);
  assert.deepEqual(list.at(3), points[3]);
  assert.deepEqual(t.decodeList(Point, t.encodeList(Point, points), 100), points);
});

test("values that are not of the type say where", () => {
  const type = t.struct("", { items: t.seq(t.struct("", { level: t.u16 })) });
  const wrong = (type: t.AnyType, value: unknown, message: RegExp) =>
    assert.throws(
      () => t.encode(type, value),
      (error: Error) => error instanceof t.EncodeError && message.test(error.message),
    );
  wrong(
    type,
    { items: [{ level: 1 }, { level: 70000 }] },
    /^at .items\[\].level: expected u16, found 70000$/,
  );
  wrong(type, { items: [{}] }, /^at .items\[\].level: expected u16, found undefined$/);
  wrong(type, { items: 5 }, /^at .items: expected a list, found 5$/);
  wrong(type, null, /^expected an object \{items\}, found null$/);
  wrong(t.u16, 1.5, /^expected u16, found 1.5$/);
  wrong(t.u16, 1n, /^expected u16, found 1n$/);
  wrong(t.u64, 1, /^expected u64, found 1$/);
  wrong(t.u64, -1n, /^expected u64, found -1n$/);
  wrong(t.u8, "5", /^expected u8, found "5"$/);
  wrong(t.fixed.i32, 2 ** 31, /expected fixed i32/);
  wrong(t.str, "\ud800", /surrogate/);
  wrong(t.char, "ab", /one Unicode scalar value/);
  wrong(t.strMax(2), "abc", /^3 bytes or elements, and the type allows 2$/);
  wrong(t.array(t.u8, 2), [1], /^expected a list of 2, found an array of 1$/);
  wrong(
    t.enumeration("", { 0: t.variant("A") }),
    "B",
    /^expected the name of a variant, found "B"$/,
  );
  wrong(t.set(t.u8), [1], /expected a Set/);
});

test("limits", () => {
  const units = Uint8Array.of(0xff, 0xff, 0x03);
  assert.throws(() => t.decode(t.seq(t.unit), units, { maxAlloc: 1000 }), { rule: "W33" });
  assert.equal(t.decode(t.seq(t.unit), units).length, 65535);
  const list = t.rows<any>("L", (self) => t.option(self));
  const deep = (n: number) => new Uint8Array(n).fill(1, 0, n - 1);
  assert.doesNotThrow(() => t.decode(list, deep(128)));
  assert.throws(() => t.decode(list, deep(129)), { rule: "W33", at: 128 });
  assert.throws(() => t.decode(list, deep(1e6), { maxDepth: 1e9 }), { rule: "W33" });
  let value: any = null;
  for (let i = 0; i < 1e6; i++) value = { some: value };
  assert.throws(() => t.encode(list, value), /nested too deeply/);
});

test("types that the format does not have", () => {
  assert.throws(() => t.set(t.f32), t.SchemaError);
  assert.throws(() => t.map(t.option(t.extensibleStruct("", {})), t.u8), t.SchemaError);
  assert.throws(() => t.array(t.u8, -1), t.SchemaError);
  assert.throws(() => t.enumeration("", { [2 ** 32]: t.variant("A") }), t.SchemaError);
  assert.throws(() => t.extensibleEnumeration("", { 0: t.variant("A", [t.u8]) }, 0), t.SchemaError);
});
