// The page explains what the command explains, line by line, for all of tests/vectors.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { VECTORS, eachOf, inspect, onPage, readAll, withBrowser } from "./browser.mjs";
import { natural } from "./natural.mjs";

withBrowser({ before, after });

const lines = (name) =>
  readFileSync(VECTORS + name, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

// Those of the other pages have forms of their own.
const cases = readdirSync(VECTORS)
  .filter((name) => name.endsWith(".jsonl") && !/^(files|frames|serde)\./.test(name))
  .flatMap(lines)
  .map((vector) => ({ ...vector, schema: JSON.stringify(vector.type) }));
const files = lines("files.jsonl");

const asHex = ({ schema = "", hex }) => ({ schema, input: { kind: "hex", text: hex } });

/** The first few that differ, and how many do. */
function assertNone(differ, of) {
  const first = differ
    .slice(0, 5)
    .map((text) => `\n${text}`)
    .join("");
  assert.equal(differ.length, 0, `${differ.length} of ${of} differ, the first:${first}`);
}

async function assertSame(cases) {
  const expected = await eachOf(cases, ({ schema, hex }) => inspect(schema, hex));
  await onPage(async (page) => {
    const found = await readAll(page, cases.map(asHex));
    const differ = [];
    cases.forEach(({ name, note, schema, rule }, i) => {
      const { problem, text } = found[i];
      const { stdout } = expected[i];
      // How much memory is claimed for what is not said (W33): only that it is too much.
      if (rule === "W33" && /W33 .* error/.test(text) && /W33 .* error/.test(stdout)) return;
      if (text !== stdout) {
        differ.push(`${name ?? note}: ${schema}\n${problem?.message ?? ""}\n${text}\n${stdout}`);
      }
    });
    assertNone(differ, cases.length);
  });
}

test(`${cases.length} messages are explained as by the command`, () => {
  assert.ok(cases.length > 1500);
  return assertSame(cases);
});

test(`${files.length} files are explained as by the command`, () => {
  assert.ok(files.length > 400);
  return assertSame(files);
});

const encoded = cases.filter((vector) => !vector.reject && !vector.decode_only);

test(`${encoded.length} values in JSON are encoded to the bytes of the vectors`, () =>
  onPage(async (page) => {
    const found = await readAll(
      page,
      encoded.map(({ schema, value }) => {
        return { schema, input: { kind: "json", text: natural(schema, value) } };
      }),
    );
    const differ = [];
    encoded.forEach(({ name, schema, hex }, i) => {
      const { head, problem } = found[i];
      const own = head?.hex ?? problem?.message;
      // More bytes than the page gets as hex.
      if (own !== hex && !(head && head.length * 2 === hex.length && hex.length > 32_768)) {
        differ.push(`${name}: ${schema}\n${own}\n${hex}`);
      }
    });
    assertNone(differ, encoded.length);
  }));

test(`${encoded.length} values, as they are shown, are encoded to their bytes again`, () =>
  onPage(async (page) => {
    const shown = await readAll(page, encoded.map(asHex));
    const whole = encoded.map((vector, i) => ({ ...vector, value: shown[i].value }));
    assert.ok(whole.every(({ value }) => value !== undefined));
    const short = whole.filter(({ value }) => !value.cut);
    assert.ok(short.length > 850);
    const found = await readAll(
      page,
      short.map(({ schema, value }) => {
        return { schema, input: { kind: "json", text: value.text } };
      }),
    );
    const differ = [];
    short.forEach(({ name, value, hex }, i) => {
      const { head, problem } = found[i];
      const own = head?.hex ?? problem?.message;
      if (own !== hex && head?.hex !== undefined)
        differ.push(`${name}: ${value.text}\n${own}\n${hex}`);
      assert.equal(problem, undefined, `${name}: ${value.text}`);
    });
    assertNone(differ, short.length);
  }));
