// What a reader does on the page: examples, typing, files, links, keys.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  PAGE,
  inspect,
  listing,
  onPage,
  onesheet,
  rows,
  settled,
  status,
  withBrowser,
} from "./browser.mjs";

withBrowser({ before, after });

const button = (page, name) => page.getByRole("button", { name, exact: true });
const as = (page, name) => page.locator(`.tabs label:has-text("${name}")`);

/** A message that is not among the examples, checked by hand against spec/WIRE_FORMAT.md. */
const POINTS = { schema: "seq(struct Point{x: u16, on: bool})", hex: "02 10 2c 01 05 00 01" };

async function give(page, schema, hex) {
  await as(page, "Hex").click();
  await page.fill("#schema", schema);
  await page.fill("#hex", hex);
  await settled(page);
}

test("the page is one file below 200 kB", () => {
  const size = readFileSync(new URL(PAGE)).length;
  console.log(`index.html: ${size} bytes`);
  assert.ok(size < 200_000, String(size));
});

test("each example is shown as the command shows it", () =>
  onPage(async (page) => {
    const names = await page.locator("#examples button").allInnerTexts();
    assert.deepEqual(names, [
      "Table",
      "File",
      "Firmware message",
      "Map",
      "Extensible change",
      "File with a torn tail",
      "Broken message",
    ]);
    for (const name of names) {
      await button(page, name).click();
      await settled(page);
      assert.equal(await button(page, name).getAttribute("aria-pressed"), "true", name);
      const schema = await page.inputValue("#schema");
      const isJson = await page.locator("#json-pane").isVisible();
      const hex = isJson
        ? (await onesheet(["encode", "--hex", "--type", schema], await page.inputValue("#json")))
            .stdout
        : await page.inputValue("#hex");
      const { stdout } = await inspect(schema.trim(), hex);
      assert.equal(await listing(page), stdout, name);
      const broken = await page.locator("#rows tr.is-wrong td.rule").allInnerTexts();
      assert.deepEqual(
        broken,
        { "File with a torn tail": ["F11"], "Broken message": ["W27"] }[name] ?? [],
        name,
      );
      // The table has the same rows; a row of the command may go on in further lines.
      const said = stdout
        .trimEnd()
        .split("\n")
        .slice(1)
        .filter((line) => line.length > 33 || /^ {10}\S/.test(line));
      const shown = (await rows(page)).map(([, , rule, path, meaning], i, all) =>
        meaning === undefined ? all[i][1] : `${rule.padEnd(4)} ${path.padEnd(24)} ${meaning}`,
      );
      assert.deepEqual(
        shown,
        said.map((line) =>
          line.startsWith("          ") && line[10] !== " " ? line.slice(10) : line.slice(35),
        ),
        name,
      );
    }
  }));

test("an old reader skips what is new, and a torn tail is named", () =>
  onPage(async (page) => {
    await button(page, "Extensible change").click();
    assert.match(await status(page), /^a valid message of 19 bytes$/);
    const skipped = (await rows(page)).find((cells) => cells[2] === "W29");
    assert.deepEqual(skipped, [
      "11",
      "01 57 05 6e 6f 72 74 68",
      "W29",
      ".",
      "unknown fields, skipped",
    ]);
    await button(page, "File with a torn tail").click();
    assert.equal(await status(page), "sections: 1, blocks: 2, records: 3, problems: 1");
    const torn = await page.locator("#rows tr.is-wrong").innerText();
    assert.match(
      torn,
      /F11\s+truncated\s+45 bytes are not a block: the file ends 6 bytes before the block does/,
    );
    assert.match(
      await page.locator("#value").innerText(),
      /^\{"at":1000,"millivolts":3287,"celsius":215\}\n/,
    );
  }));

test("a message that is typed is explained, with its value and sizes", () =>
  onPage(async (page) => {
    await give(page, POINTS.schema, POINTS.hex);
    assert.equal(await page.locator("#status").innerText(), "a valid message of 7 bytes");
    assert.deepEqual(await rows(page), [
      ["0", "02", "W9", ".", "count 2"],
      ["1", "10", "W2", "[].x", "2 × u16: plain, 16 bits each"],
      ["2", "2c 01 05 00", "W2", "[].x", "300, 5"],
      ["6", "01", "W4", "[].on", "bool true, false"],
      ["", "a valid message of 7 bytes"],
    ]);
    const value = await page.locator("#value").innerText();
    assert.deepEqual(JSON.parse(value), [
      { x: 300, on: true },
      { x: 5, on: false },
    ]);
    assert.deepEqual(await page.locator("#sizes tbody tr").allInnerTexts(), [
      "onesheet\t7\t",
      "MessagePack\t19\t",
      `JSON\t${value.replace(/\s/g, "").length}\t`,
    ]);
    assert.match(await page.locator("#schema-note").innerText(), /^fingerprint [0-9a-f]{16}$/);
  }));

test("hex may have white space, commas and 0x; what is no digit is shown with its place", () =>
  onPage(async (page) => {
    await give(page, POINTS.schema, "0x02, 0x10,0x2c 0x01\n\t0500  01");
    assert.equal(await status(page), "a valid message of 7 bytes");
    await give(page, POINTS.schema, "02 10\n2c 0g");
    assert.match(
      await page.locator("#input-problem").innerText(),
      /line 2, column 5: "g" is not a hexadecimal digit/,
    );
    assert.equal(await page.locator("#input-problem pre").innerText(), "2c 0g\n    ^");
    assert.equal(await page.locator("#hex").getAttribute("aria-invalid"), "true");
    assert.ok(await page.locator("#result").isHidden());
    await button(page, "Go to the place").click();
    assert.equal(
      await page.evaluate(() => {
        const editor = document.activeElement;
        return editor.value.slice(editor.selectionStart, editor.selectionEnd);
      }),
      "g",
    );
    await give(page, POINTS.schema, "02 1");
    assert.match(
      await page.locator("#input-problem").innerText(),
      /column 4: an odd number of hexadecimal digits/,
    );
    await give(page, POINTS.schema, POINTS.hex);
    assert.equal(await page.locator("#input-problem").innerText(), "");
    assert.equal(await page.locator("#hex").getAttribute("aria-invalid"), null);
  }));

test("an error in a schema is shown with its place, one in JSON form with its path", () =>
  onPage(async (page) => {
    await give(page, "struct P{a: u8,\n b: foo}", "01 02");
    assert.match(
      await page.locator("#schema-problem").innerText(),
      /line 2, column 5: expected a type/,
    );
    assert.equal(await page.locator("#schema-problem pre").innerText(), " b: foo}\n    ^");
    await give(page, '{"seq": "u99"}', "01 02");
    assert.match(await page.locator("#schema-problem").innerText(), /u99/);
    await give(page, '{"seq":\n "u16"', "01 02");
    assert.match(
      await page.locator("#schema-problem").innerText(),
      /line 2, column 7: expected "," or "}", found the end/,
    );
    await give(page, '{"seq": "u16"}', "01 02");
    assert.equal(await status(page), "a valid message of 2 bytes");
  }));

test("a broken message is explained up to the place, and the button goes there", () =>
  onPage(async (page) => {
    // W18: of three bools in a byte, bit 3 is set.
    await give(page, "seq(bool)", "03 0d 00");
    const { stdout } = await inspect("seq(bool)", "030d00");
    assert.equal(await listing(page), stdout);
    assert.match(await status(page), /W18/);
    assert.match(await page.locator("#value").innerText(), /not valid/);
    await button(page, "Go to the error").click();
    assert.match(await page.evaluate(() => document.activeElement.innerText), /W18/);
    assert.match(await page.locator("#rule-text").innerText(), /unused high bits are 0/);
    assert.equal(await page.locator("#dump .bad").count(), 1);
  }));

test("JSON is encoded: strings, plain numbers, objects by names; errors say where", () =>
  onPage(async (page) => {
    const schema = "struct P{id: u64, name: str, at: option(i16)}";
    await page.fill("#schema", schema);
    await as(page, "JSON").click();
    const hexOf = async (json) => {
      await page.fill("#json", json);
      await settled(page);
      return (await rows(page))
        .slice(0, -1)
        .map((cells) => cells[1])
        .join(" ")
        .trim();
    };
    // varint 300; length 1 and "a"; some, zigzag(-3) = 5
    const bytes = "ac 02 01 61 01 05";
    assert.equal(await hexOf('{"id": "300", "name": "a", "at": "-3"}'), bytes);
    assert.equal(await hexOf('{"name": "a", "id": 300, "at": -3}'), bytes);
    // 2^64 - 1, which no number holds
    assert.match(await hexOf('{"id": "18446744073709551615", "name": "a"}'), /^(ff ){9}01 /);
    await page.fill("#json", "[18446744073709551615]");
    await settled(page);
    assert.match(
      await page.locator("#input-problem").innerText(),
      /column 2: .*write its digits in quotes/,
    );
    await page.fill("#schema", "f64");
    // 10^20 is 0x4415af1d78b58c40 as a float, and no more digits than that.
    assert.equal(await hexOf("100000000000000000000"), "40 8c b5 78 1d af 15 44");
    await page.fill("#schema", schema);
    await page.fill("#json", '["300", "a" null]');
    await settled(page);
    assert.match(
      await page.locator("#input-problem").innerText(),
      /column 13: expected "," or "\]", found "n"/,
    );
    await page.fill("#json", '{"id": 300, "name": "a", "at": 40000}');
    await settled(page);
    assert.match(
      await page.locator("#input-problem").innerText(),
      /line 1, column 32: at \.at\?: expected i16 .*found 40000/,
    );
    await page.fill("#json", '[\n  {"id": 1, "name": "a",\n   "at": true}]');
    await page.fill("#schema", `seq(${schema})`);
    await settled(page);
    assert.match(
      await page.locator("#input-problem").innerText(),
      /line 3, column 10: at \[0\]\.at\?: expected i16 .*found true/,
    );
    await page.fill("#schema", schema);
    await page.fill("#json", '{"id": 1, "nom": "a", "at": null}');
    await settled(page);
    assert.match(await page.locator("#input-problem").innerText(), /nom/);
  }));

test("hex turns to JSON and back", () =>
  onPage(async (page) => {
    await give(page, POINTS.schema, POINTS.hex);
    await as(page, "JSON").click();
    await settled(page);
    assert.deepEqual(JSON.parse(await page.inputValue("#json")), [
      { x: 300, on: true },
      { x: 5, on: false },
    ]);
    await page.fill("#json", '[{"x": 300, "on": true}]');
    await settled(page);
    await as(page, "Hex").click();
    await settled(page);
    // count 1; varint 300; one bool
    assert.equal(await page.inputValue("#hex"), "01 ac 02 01");
  }));

/** Drops a file on the page, as a browser does. */
async function drop(page, name, bytes) {
  const transfer = await page.evaluateHandle(
    ([name, hex]) => {
      const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name));
      return data;
    },
    [name, Buffer.from(bytes).toString("hex")],
  );
  await page.dispatchEvent("body", "dragover", { dataTransfer: transfer });
  assert.ok(await page.locator("#dropping").isVisible());
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  assert.ok(await page.locator("#dropping").isHidden());
  await settled(page);
}

test("a file that is dropped is shown as a file by its mark, else as a message", () =>
  onPage(async (page) => {
    const { hex } = JSON.parse(
      readFileSync(new URL("../../tests/vectors/files.jsonl", import.meta.url), "utf8").split(
        "\n",
      )[0],
    );
    await give(page, POINTS.schema, POINTS.hex);
    await drop(page, "u16.onesheet", Buffer.from(hex, "hex"));
    assert.equal(await status(page), "sections: 1, blocks: 3, records: 3, problems: 0");
    assert.equal(await listing(page), (await inspect("", hex)).stdout);
    assert.match(await page.locator("#file-name").innerText(), /u16\.onesheet, 125 bytes/);
    assert.match(
      await page.locator("#schema-note").innerText(),
      /mark of a file: they are read as a file, by the schema in it/,
    );
    assert.equal(await page.locator("#value").innerText(), "1000\n1001\n1002\n");
    await drop(page, "points.bin", Buffer.from("02102c01050001", "hex"));
    assert.equal(await status(page), "a valid message of 7 bytes");
    // Its bytes can be edited then.
    await as(page, "Hex").click();
    await settled(page);
    assert.equal(await page.inputValue("#hex"), POINTS.hex);
  }));

test("a file can be chosen by the button", () =>
  onPage(async (page) => {
    await page.fill("#schema", POINTS.schema);
    await as(page, "File").click();
    assert.equal(await status(page), "No file yet.");
    const file = { name: "a.bin", mimeType: "", buffer: Buffer.from("02102c01050001", "hex") };
    await page.setInputFiles("#file", file);
    assert.equal(await status(page), "a valid message of 7 bytes");
  }));

test("a link holds the state; back and forward go through it", () =>
  onPage(async (page) => {
    await give(page, POINTS.schema, POINTS.hex);
    await button(page, "Copy link").click();
    const link = await page.evaluate(() => window.copied);
    assert.match(link, /^file:.*index\.html#schema=seq\(struct.*&hex=02102c01050001$/);
    await button(page, "Map").click();
    await settled(page);
    assert.equal(await page.inputValue("#schema"), "map(str, u32)");
    await page.goBack();
    await settled(page);
    assert.equal(await page.inputValue("#schema"), POINTS.schema);
    assert.equal(await page.locator("#status").innerText(), "a valid message of 7 bytes");
    await page.goForward();
    await settled(page);
    assert.equal(await page.inputValue("#schema"), "map(str, u32)");
    await onPage(
      async (other) => {
        assert.equal(await status(other), "a valid message of 7 bytes");
        assert.equal(await other.inputValue("#schema"), POINTS.schema);
      },
      { url: link },
    );
  }));

test("a link holds JSON and any text; of a long input the page says that it does not", () =>
  onPage(async (page) => {
    await page.fill("#schema", "str");
    await as(page, "JSON").click();
    const json = '"ä & = # % + \\u0000 𝄞"';
    await page.fill("#json", json);
    await settled(page);
    await button(page, "Copy link").click();
    const link = await page.evaluate(() => window.copied);
    await onPage(
      async (other) => {
        await settled(other);
        assert.equal(await other.inputValue("#json"), json);
        assert.match(await status(other), /^a valid message of \d+ bytes$/);
      },
      { url: link },
    );
    await page.fill("#json", JSON.stringify("x".repeat(20_000)));
    await settled(page);
    assert.match(await page.locator("#link-note").innerText(), /too long for a link/);
    assert.equal(await button(page, "Copy link").getAttribute("aria-disabled"), "true");
    assert.doesNotMatch(page.url(), /#/);
  }));

test("a pointer at bytes or at a row lights both, and shows the rule", () =>
  onPage(async (page) => {
    await give(page, POINTS.schema, POINTS.hex);
    await page.locator("#rows tbody tr").nth(2).hover();
    assert.equal(await page.locator("#dump .lit").innerText(), "2c 01 05 00");
    const text = await page.locator("#rule-text").innerText();
    assert.match(text, /bytes 2 to 5, \[\]\.x: 300, 5/);
    assert.match(text, /W2 u16, u32, u64; usize \(as u64\); char \(as u32\): n = 1: varint\(v\)\./);
    await page.locator("#dump .run").nth(3).hover();
    assert.deepEqual(await page.locator("#rows tr.lit td").allInnerTexts(), [
      "6",
      "01",
      "W4",
      "[].on",
      "bool true, false",
    ]);
    assert.match(
      await page.locator("#rule-text").innerText(),
      /W4 bool: packed\(1; 0 for false, 1 for true\)\./,
    );
    const href = await page.locator("#rule-text a").first().getAttribute("href");
    assert.equal(href, "spec/WIRE_FORMAT.html#W4");
  }));

test("every link to a rule has its anchor, and every link of spec/ its page", () =>
  onPage(async (page) => {
    const hrefs = await page
      .locator("#rules [data-href]")
      .evaluateAll((all) => all.map((p) => p.dataset.href));
    assert.ok(hrefs.length > 50);
    const links = new Set(hrefs.map((href) => new URL(href, PAGE).href));
    for (const name of ["WIRE_FORMAT", "SCHEMA", "FRAMES", "FILES", "SERDE"]) {
      await page.goto(new URL(`spec/${name}.html`, PAGE).href);
      for (const href of await page.locator("a").evaluateAll((all) => all.map((a) => a.href)))
        links.add(href);
    }
    for (const link of links) {
      const url = new URL(link);
      assert.equal(url.protocol, "file:", link);
      const text = readFileSync(fileURLToPath(new URL(url.pathname, url)), "utf8");
      if (url.hash) assert.ok(text.includes(`id="${url.hash.slice(1)}"`), link);
    }
  }));

test("all of it works by keys alone", () =>
  onPage(async (page) => {
    const focused = () =>
      page.evaluate(
        () =>
          document.activeElement.innerText ||
          document.activeElement.id ||
          document.activeElement.value,
      );
    const tabTo = async (what) => {
      for (let i = 0; i < 60; i++) {
        await page.keyboard.press("Tab");
        if (what.test(await focused())) return;
      }
      assert.fail(`the Tab key does not reach ${what}`);
    };
    await settled(page);
    await tabTo(/^Map$/);
    await page.keyboard.press("Enter");
    await settled(page);
    assert.equal(await page.inputValue("#schema"), "map(str, u32)");
    await tabTo(/^schema$/);
    await page.keyboard.press("Control+A");
    await page.keyboard.type(POINTS.schema);
    // The choice between hex, JSON and file is one stop; the arrow keys turn it.
    await tabTo(/^hex$/);
    await page.keyboard.press("ArrowRight");
    await settled(page);
    assert.ok(await page.locator("#json-pane").isVisible());
    await page.keyboard.press("ArrowLeft");
    await settled(page);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+A");
    await page.keyboard.type(POINTS.hex);
    await settled(page);
    // The bytes are one stop, and their arrows go from part to part.
    await tabTo(/^02$/);
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(), "2c 01 05 00");
    assert.match(await page.locator("#rows tr.lit").innerText(), /300, 5/);
    await page.keyboard.press("Enter");
    assert.match(await focused(), /^2\s+2c 01 05 00\s+W2\s/);
    await page.keyboard.press("ArrowDown");
    assert.match(await focused(), /W4/);
    assert.match(await page.locator("#rule-text").innerText(), /W4 bool/);
    await page.keyboard.press("Home");
    assert.match(await focused(), /count 2/);
    await page.keyboard.press("End");
    assert.match(await focused(), /a valid message/);
    await page.keyboard.press("ArrowUp");
    await tabTo(/^W4$/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/spec\/WIRE_FORMAT\.html#W4$/);
    await page.goBack();
    await settled(page);
    assert.equal(await page.inputValue("#hex"), POINTS.hex.replaceAll(" ", ""));
  }));

test("results and errors are announced", () =>
  onPage(async (page) => {
    await give(page, "seq(bool)", "03 05");
    assert.equal(await page.getByRole("status").innerText(), "a valid message of 2 bytes");
    await give(page, "seq(boo)", "03 05");
    assert.match(
      await page.getByRole("alert").filter({ hasText: "column" }).innerText(),
      /expected a type/,
    );
    assert.equal(await page.getByRole("status").innerText(), "The schema has an error.");
  }));

/** A file of records, written by the command. */
async function written(lines, ...args) {
  const folder = await mkdtemp(`${tmpdir()}/onesheet-`);
  try {
    const path = `${folder}/made.onesheet`;
    const { code, stderr } = await onesheet(["write", ...args, path], lines);
    assert.equal(code, 0, stderr);
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function cells(page) {
  await settled(page);
  return page
    .locator("#records tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
}

test("what is clicked as typing ends does not move away", () =>
  onPage(async (page) => {
    await settled(page);
    const tops = () =>
      page
        .locator("#examples button, .pane-head label, textarea:visible")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    const before = await tops();
    assert.ok(before.length > 8, String(before));
    // No example any more: nothing is said about it.
    await page.fill("#schema", "array(u8, 1048576)");
    await page.waitForFunction(() => document.querySelector("#about").textContent === "");
    await settled(page);
    assert.deepEqual(await tops(), before);
  }));

test("what was typed before a file is not shown while the file is read", () =>
  onPage(async (page) => {
    const bytes = await written("1\n2", "--type", "u16");
    await page.evaluate(() => {
      const { arrayBuffer } = File.prototype;
      File.prototype.arrayBuffer = async function () {
        await new Promise((done) => setTimeout(done, 1500));
        return arrayBuffer.call(this);
      };
    });
    await settled(page);
    await page.fill("#schema", "u8");
    await page.setInputFiles("#open", { name: "made.onesheet", mimeType: "", buffer: bytes });
    assert.match(await status(page), /records: 2, problems: 0$/);
  }));

for (const compression of [[], ["--compression", "1"], ["--compression", "19"]]) {
  const how = compression.length > 0 ? `compressed at level ${compression[1]}` : "not compressed";
  test(`a file of records is a table: ${how}`, () =>
    onPage(async (page) => {
      const type = 'struct R{at: i64, on: i32, name: option(str), "a b": bytes}';
      const count = 1500;
      const lines = Array.from({ length: count }, (_, i) =>
        JSON.stringify({
          at: 1_700_000_000 + i,
          on: 19_000 + (i % 7),
          name: i % 3 === 0 ? null : `name ${i % 10}`,
          "a b": i % 2 === 0 ? "AQI=" : "",
        }),
      );
      const about = ['arrow:at=Timestamp(s, "+02:00")', "arrow:on=Date32"];
      const bytes = await written(
        lines.join("\n"),
        ...["--type", type, "--block-bytes", "2000", ...compression],
        ...about.flatMap((pair) => ["--about", pair]),
      );
      await page.setInputFiles("#open", {
        name: "made.onesheet",
        mimeType: "",
        buffer: bytes,
      });
      assert.match(await status(page), /records: 1500, problems: 0$/);
      const first = await cells(page);
      assert.equal(first.length, 20);
      assert.deepEqual(first[0], ["2023-11-15T00:13:20+02:00", "2022-01-08", "null", "AQI="]);
      assert.deepEqual(first[1], ["2023-11-15T00:13:21+02:00", "2022-01-09", "name 1", ""]);
      await page.getByRole("button", { name: "Show 1,000 more records of 1,480" }).click();
      await page.getByRole("button", { name: "Show 480 more records" }).click();
      await page.locator("#records tbody tr").nth(count - 1).waitFor();
      assert.equal((await cells(page)).length, count);
      const names = await page.locator("#records th .name").allInnerTexts();
      assert.deepEqual(names, ["at", "on", "name", "a b"]);
      // Each column has bytes, and all together no more than the records.
      const sizes = await page
        .locator("#records th")
        .evaluateAll((heads) =>
          heads.map((head) => Number(/([\d,]+) bytes?$/m.exec(head.innerText)[1].replace(",", ""))),
        );
      const all = await page.locator("#sizes tbody td").first().innerText();
      const sum = sizes.reduce((a, b) => a + b, 0);
      assert.ok(Math.min(...sizes) > 0, String(sizes));
      assert.ok(sum === Number(all.replace(",", "")), `${sizes}: ${sum} of ${all}`);
      // The value is that of the command.
      const value = page.locator("#value");
      assert.match(await value.innerText(), /^\{"at":1700000000,"on":19000,"name":null,/);
    }));
}

test("records that are compressed, and damaged", () =>
  onPage(async (page) => {
    const whole = await written("1\n2\n3\n", "--type", "u32", "--compression", "3");
    // A frame that is none, in a block whose checks are right: its body is of other bytes.
    for (const [name, bytes] of [
      ["cut", whole.subarray(0, whole.length - 50)],
      ["noise", Buffer.concat([whole, Buffer.from("noise")])],
    ]) {
      await page.setInputFiles("#open", { name, mimeType: "", buffer: bytes });
      assert.match(await status(page), /problems: 1$/, name);
    }
    assert.deepEqual(await cells(page), [["1"], ["2"], ["3"]]);
  }));
