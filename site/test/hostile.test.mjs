// Input of any kind and length: the page answers, says what is wrong, and stays usable meanwhile.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  eachOf,
  inspect,
  onPage,
  readAll,
  rows,
  settled,
  status,
  withBrowser,
} from "./browser.mjs";

withBrowser({ before, after });

const MIB = 1 << 20;

/** Noise that is the same each time. */
function noise(length, seed = 1) {
  const bytes = Buffer.alloc(length);
  let x = seed;
  for (let i = 0; i < length; i++) {
    x = (Math.imul(x, 1103515245) + 12345) >>> 0;
    bytes[i] = x >>> 16;
  }
  return bytes;
}

const SCHEMAS = [
  "",
  "bool",
  "u64",
  "seq(u8)",
  "seq(u16)",
  "seq(i64)",
  "seq(bool)",
  "seq(unit)",
  "seq(str)",
  "str",
  "seq(f32)",
  "array(u8, 1048576)",
  "array(bool, 8388608)",
  "array(str, 100000)",
  "map(str, u64)",
  "set(u32)",
  "seq(option(seq(u16)))",
  "array(struct{a: u8, b: str, c: option(f64)}, 50000)",
  "rows Tree(struct Tree{value: u8, children: seq(ref Tree)})",
  "seq(enum E{0 A, 1 B{x: u8}, 2 C{s: str}})",
  "extensible struct X{a: u16, b: str default}",
  "seq(extensible enum E{0 A, 1 B{x: u8}, 9 Other other})",
  "array(result(u8, str), 1000)",
].map((schema) => schema.replaceAll("struct{", "struct _{"));

/** Puts a text in an editor as a paste does. */
function paste(page, id, text) {
  return page.evaluate(
    ([id, text]) => {
      const editor = document.getElementById(id);
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      editor.focus();
      editor.select();
      const event = new ClipboardEvent("paste", { clipboardData, cancelable: true, bubbles: true });
      // What the browser does itself, when the page does not.
      if (editor.dispatchEvent(event)) document.execCommand("insertText", false, text);
    },
    [id, text],
  );
}

function drop(page, bytes) {
  return page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], "noise.bin"));
    document.body.dispatchEvent(
      new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }),
    );
  }, bytes.toString("base64"));
}

/** Watches how long the page does nothing else; what it found, in milliseconds, when asked. */
async function watchful(page) {
  await page.evaluate(() => {
    window.longest = 0;
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      window.longest = Math.max(window.longest, now - last);
      last = now;
    }, 5);
  });
  return () => page.evaluate(() => Math.round(window.longest));
}

test("1 MiB of noise, dropped, is answered by every schema, and the page stays usable", () =>
  onPage(async (page) => {
    const longest = await watchful(page);
    const bytes = noise(MIB);
    for (const schema of SCHEMAS) {
      await page.fill("#schema", schema);
      await drop(page, bytes);
      // Not waiting for the answer: something else is asked for, and answered.
      await page.getByRole("button", { name: "Map", exact: true }).click();
      assert.equal(await status(page), "a valid message of 41 bytes", schema);
      await page.fill("#schema", schema);
      await drop(page, bytes);
      const text = await status(page);
      assert.match(
        text,
        /^(.* at byte \d+.*|a valid message of 1048576 bytes|sections: 0)/,
        schema,
      );
      // In the table, the error or the end is there, however many rows lie before it.
      const last = (await rows(page)).at(-1).at(-1);
      assert.match(
        last,
        /^(error: |and \d+ bytes that were not read|a valid message|sections: 0)/,
        schema,
      );
      assert.ok((await page.locator("#rows tbody tr").count()) < 1000);
    }
    console.log(`dropped noise: the page did nothing else for at most ${await longest()} ms`);
  }));

test("1 MiB of noise, pasted as hex, is answered, and its end can be reached", () =>
  onPage(async (page) => {
    const longest = await watchful(page);
    await page.fill("#schema", "array(u8, 1048576)");
    await page.locator('.tabs label:has-text("Hex")').click();
    await paste(page, "hex", noise(MIB).toString("hex"));
    assert.equal(await status(page), "a valid message of 1048576 bytes");
    assert.match(await page.locator("#hex").getAttribute("placeholder"), /2,097,152 characters/);
    assert.match(await page.locator("#link-note").innerText(), /too long for a link/);
    await page.fill("#schema", "array(bool, 8388608)");
    assert.equal(await status(page), "a valid message of 1048576 bytes");
    await page.getByRole("button", { name: /^Show .* more bytes of/ }).click();
    await page.waitForFunction(() => document.querySelectorAll("#dump [role=row]").length > 1000);
    await page.fill("#schema", "seq(str)");
    await paste(
      page,
      "hex",
      Buffer.concat([Buffer.from("c0843d00", "hex"), Buffer.alloc(MIB)]).toString("hex"),
    );
    await settled(page);
    console.log(`pasted noise: the page did nothing else for at most ${await longest()} ms`);
    // Too long for an editor, but not lost.
    await page.fill("#schema", "array(u8, 1048580)");
    assert.match(await status(page), /^a valid message/);
    await page.locator('.tabs label:has-text("JSON")').click();
    assert.equal(await status(page), "The value is too long to be edited as JSON.");
    await page.locator('.tabs label:has-text("Hex")').click();
    assert.match(await status(page), /^a valid message/);
    // Typing goes on with what is typed.
    await page.fill("#schema", "u8");
    await page.fill("#hex", "07");
    assert.equal(await status(page), "a valid message of 1 bytes");
  }));

test("a million rows are shown in parts, the error at their end at once", () =>
  onPage(async (page) => {
    // 200,000 empty strings in an array, each a row; then a byte too many.
    await page.fill("#schema", "tuple(array(str, 100000), bool)");
    const lengths = Buffer.concat([Buffer.from([1]), Buffer.alloc(12500, 0xff)]);
    const hex = Buffer.concat([lengths, Buffer.alloc(100000, 0x61), Buffer.from([1, 0])]).toString(
      "hex",
    );
    await page.locator('.tabs label:has-text("Hex")').click();
    await paste(page, "hex", hex);
    assert.equal(await status(page), "bytes follow the message at byte 112502 (W23)");
    assert.match(await page.locator("#rows .gap").innerText(), /rows not shown/);
    assert.match(
      await page.locator("#rule-text").innerText(),
      /W23 A reader rejects bytes after the message/,
    );
    await page.getByRole("button", { name: "Go to the error" }).click();
    assert.match(await page.evaluate(() => document.activeElement.innerText), /W23/);
    assert.equal(await page.locator("#dump .bad").innerText(), "00");
    const before = await page.locator("#rows tbody tr").count();
    await page.getByRole("button", { name: /^Show .* more rows of/ }).click();
    await page.waitForFunction(
      (n) => document.querySelectorAll("#rows tbody tr").length === n + 2000,
      before,
    );
  }));

test("noise of any length is explained as by the command", async () => {
  const cases = SCHEMAS.flatMap((schema, i) =>
    [0, 1, 2, 5, 40, 700].map((length) => ({ schema, hex: noise(length, i + 7).toString("hex") })),
  );
  const expected = await eachOf(cases, ({ schema, hex }) => inspect(schema, hex));
  await onPage(async (page) => {
    const found = await readAll(
      page,
      cases.map(({ schema, hex }) => ({ schema, input: { kind: "hex", text: hex } })),
    );
    // The limits have names of JavaScript here.
    const named = (text) => text.replace("max_alloc", "maxAlloc").replace("max_depth", "maxDepth");
    cases.forEach(({ schema, hex }, i) =>
      assert.equal(found[i].text, named(expected[i].stdout), `${schema} ${hex}`),
    );
  });
});

test("JSON and schemas of any depth and length get an answer", () =>
  onPage(async (page) => {
    const longest = await watchful(page);
    const deep = "[".repeat(MIB);
    await page.fill("#schema", "seq(u8)");
    await page.locator('.tabs label:has-text("JSON")').click();
    for (const [json, wrong] of [
      [deep, /column 1001: nested more than 1000 deep/],
      [`${"[".repeat(999)}${"]".repeat(999)}`, /./],
      [`{"a":`.repeat(100_000), /nested more than 1000 deep/],
      [`"${"x".repeat(MIB)}`, /a string that does not end/],
      [`"${"\\u0000".repeat(100_000)}"`, /bytes in base64/],
      ["1".repeat(MIB), /write its digits in quotes/],
      ["-", /expected a JSON value/],
      ['{"__proto__": 1, "__proto__": 2}', /there twice/],
      [" ", /found the end/],
    ]) {
      await paste(page, "json", json);
      assert.equal(await status(page), "The input has an error.", json.slice(0, 20));
      assert.match(await page.locator("#input-problem").innerText(), wrong, json.slice(0, 20));
    }
    await page.locator('.tabs label:has-text("Hex")').click();
    await page.fill("#hex", "00");
    for (const schema of [
      "seq(".repeat(100_000),
      deep,
      `{"seq":`.repeat(50_000),
      `struct _{${"a: u8, ".repeat(50_000)}`,
      `"${"x".repeat(MIB)}"`,
      "rows A(".repeat(20_000),
      "\u0000\ud800\u202e",
      "{}",
      "null",
      "[]",
      '{"__proto__": "u8"}',
      '{"seq": "u8", "max": -1}',
      '{"array": ["u8", 1e999]}',
      "ref X",
      "extensible",
      `enum E{${"0 A, ".repeat(10_000)}`,
    ]) {
      await page.evaluate((schema) => {
        const editor = document.getElementById("schema");
        editor.value = schema;
        editor.dispatchEvent(new Event("input"));
      }, schema);
      assert.equal(await status(page), "The schema has an error.", schema.slice(0, 30));
      assert.notEqual(await page.locator("#schema-problem").innerText(), "");
    }
    // A type that is large, and is one.
    const wide = `struct _{${Array.from({ length: 5000 }, (_, i) => `f${i}: u8`).join(", ")}}`;
    await page.fill("#schema", wide);
    await page.locator('.tabs label:has-text("Hex")').click();
    await page.fill("#hex", "07".repeat(5000));
    assert.equal(await status(page), "a valid message of 5000 bytes");
    console.log(`hostile texts: the page did nothing else for at most ${await longest()} ms`);
  }));

test("no text is taken for HTML", () =>
  onPage(async (page) => {
    const evil = `<img src=x onerror="window.evil=1"><script>window.evil=1</script>`;
    await page.fill("#schema", `struct ${JSON.stringify(evil)}{${JSON.stringify(evil)}: str}`);
    await page.locator('.tabs label:has-text("Hex")').click();
    await page.fill(
      "#hex",
      Buffer.from([evil.length]).toString("hex") + Buffer.from(evil).toString("hex"),
    );
    assert.match(await status(page), /^a valid message/);
    await page.locator("#rows tbody tr").nth(1).hover();
    assert.ok((await page.locator("#rule-text").innerText()).includes("<img src=x"));
    await page.fill("#schema", evil);
    await status(page);
    assert.equal(await page.evaluate(() => window.evil), undefined);
    assert.equal(await page.locator("img, main script").count(), 0);
  }));

test("a fragment that is none of the page's gets an answer", async () => {
  for (const [hash, wrong] of [
    ["#schema=%ff&hex=00", /damaged/],
    ["#schema=u8&hex=%", /damaged/],
    ["#foo", /does not know: "foo"/],
    ["#schema=u8&hex=zz", /The input has an error/],
    ["#schema=&json=1", /The input has an error/],
    ["#schema=u8&hex=07&json=8", /a valid message of 1 bytes/],
    ["#&&&===", /does not know/],
    ["#__proto__=1", /does not know/],
    [`#schema=${"a".repeat(30_000)}&hex=00`, /The schema has an error/],
    [`#schema=u8&hex=${"00".repeat(100_000)}`, /W23/],
    ["#", /a valid message/],
  ]) {
    await onPage(async (page) => assert.match(await status(page), wrong, hash.slice(0, 40)), {
      hash,
    });
  }
});
