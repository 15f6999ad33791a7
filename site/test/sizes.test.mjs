// The sizes beside a value are those that JSON.stringify and @msgpack/msgpack give.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { encode } from "@msgpack/msgpack";
import { onPage, readAll, withBrowser } from "./browser.mjs";
import { natural } from "./natural.mjs";

withBrowser({ before, after });

const text = (length) => "ä".repeat(length);
const range = (length) => Array.from({ length }, (_, i) => i);

/** A type, a value as the page takes it, and as other formats take it. */
const CASES = [
  ["unit", null, null],
  ["bool", false, false],
  ...["0", "127", "128", "255", "256", "65535", "65536", "4294967295", "4294967296"].map((n) => [
    "u64",
    n,
    Number(n),
  ]),
  ...["-1", "-32", "-33", "-128", "-129", "-32768", "-32769", "-2147483649"].map((n) => [
    "i64",
    n,
    Number(n),
  ]),
  ["u64", "18446744073709551615", 18446744073709551615n],
  ["f64", 0.1, 0.1],
  ["f64", 1e300, 1e300],
  ["char", "𝄞", "𝄞"],
  ...[0, 15, 16, 127, 128, 40_000].map((n) => ["str", text(n), text(n)]),
  ["str", '"\\\n\u0001', '"\\\n\u0001'],
  ["option(str)", { some: "a" }, "a"],
  ["option(str)", null, null],
  ...[0, 15, 16, 70_000].map((n) => ["seq(u32)", range(n), range(n)]),
  ["struct P{a: u8, b: bool}", [7, true], { a: 7, b: true }],
  ["struct P{0: u8, 1: bool}", [7, true], [7, true]],
  ["struct P{0: str}", ["x"], "x"],
  ["tuple(u8, str)", [7, "x"], [7, "x"]],
  [
    "map(str, u8)",
    [
      ["a", 1],
      ["b", 2],
    ],
    { a: 1, b: 2 },
  ],
  ["set(u8)", [1, 2], [1, 2]],
  ["result(u8, str)", { ok: 7 }, { Ok: 7 }],
  ["result(u8, str)", { err: "x" }, { Err: "x" }],
  [
    "seq(enum E{0 Empty, 3 Circle{radius: u8}, 4 Pair{0: u8, 1: u8}, 5 One{0: u8}})",
    [
      [0, []],
      [3, { radius: 9 }],
      [4, [1, 2]],
      [5, [1]],
    ],
    ["Empty", { Circle: { radius: 9 } }, { Pair: [1, 2] }, { One: 1 }],
  ],
  ["extensible struct P{a: u8, b: option(str) default}", [7, { some: "x" }], { a: 7, b: "x" }],
  ["extensible enum E{0 A{x: u8}, 9 Other other}", [9, []], "Other"],
  [
    "rows Tree(struct Tree{value: u8, children: seq(ref Tree)})",
    [
      1,
      [
        [2, []],
        [3, []],
      ],
    ],
    {
      value: 1,
      children: [
        { value: 2, children: [] },
        { value: 3, children: [] },
      ],
    },
  ],
  ["array(struct _{x: f64}, 2)", [[0.5], [-1.25]], [{ x: 0.5 }, { x: -1.25 }]],
];

test(`${CASES.length} values have the sizes of other encoders`, () =>
  onPage(async (page) => {
    const found = await readAll(
      page,
      CASES.map(([schema, value]) => {
        return { schema, input: { kind: "json", text: natural(schema, value) } };
      }),
    );
    CASES.forEach(([schema, , plain], i) => {
      const { sizes, problem } = found[i];
      assert.equal(problem, undefined, schema);
      const big = typeof plain === "bigint";
      const json = big ? String(plain) : JSON.stringify(plain);
      assert.deepEqual(
        sizes.sizes.slice(1),
        [
          ["MessagePack", encode(plain, { useBigInt64: big }).length],
          ["JSON", Buffer.byteLength(json)],
        ],
        `${schema} ${json.slice(0, 80)}`,
      );
    });
  }));

test("bytes are base64 in JSON, f32 the shortest text, and keys of numbers are quoted", () =>
  onPage(async (page) => {
    const found = await readAll(
      page,
      [
        ["bytes", "00112233"],
        ["f32", "0x3dcccccd"],
        [
          "map(u8, u8)",
          [
            [1, 2],
            [3, 4],
          ],
        ],
        ["map(tuple(u8, u8), u8)", [[[1, 2], 3]]],
        ["f32", "0x7fc00000"],
      ].map(([schema, value]) => ({
        schema,
        input: { kind: "json", text: natural(schema, value) },
      })),
    );
    // "ABEiMw==", 0.1, {"1":2,"3":4}, [[[1,2],3]], null
    // c4 04 …, ca …, 82 …, 81 92 …, ca …
    assert.deepEqual(
      found.map(({ sizes }) => sizes.sizes.slice(1).map(([, size]) => size)),
      [
        [6, 10],
        [5, 3],
        [5, 13],
        [5, 11],
        [5, 4],
      ],
    );
  }));
