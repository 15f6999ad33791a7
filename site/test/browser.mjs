// The page in a headless Chromium, opened from its folder, and the command beside it.
import { execFile } from "node:child_process";
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
export const PAGE = new URL("../index.html", import.meta.url).href;
export const VECTORS = here("../../tests/vectors/");
const ONESHEET = process.env.ONESHEET ?? here("../../target/debug/onesheet");

let browser;

/** Starts the browser before the tests of a file, and stops it behind them. */
export function withBrowser({ before, after }) {
  before(async () => {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
  });
  after(() => browser.close());
}

/**
 * Opens the page, gives it to `use`, and closes it. What it copies is in `window.copied`. Fails if
 * it asks for anything of a network, or if anything is logged as an error.
 */
export async function onPage(use, { hash = "", url = PAGE + hash, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const wrong = [];
  context.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) wrong.push(`a request to ${request.url()}`);
  });
  context.on("weberror", (error) => wrong.push(String(error.error())));
  context.on("console", (message) => {
    if (message.type() === "error") wrong.push(message.text());
  });
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "clipboard", {
      value: { writeText: async (text) => void (window.copied = text) },
    });
    // On a busy machine a reading can take longer than the page waits for it.
    const { setTimeout } = window;
    window.setTimeout = (run, ms, ...args) => setTimeout(run, ms < 30_000 ? ms : 20 * ms, ...args);
  });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  try {
    await page.goto(url);
    await use(page);
    assert.deepEqual(wrong, []);
  } finally {
    await context.close();
  }
}

/** Waits until the page has read all that it was given. */
export async function settled(page) {
  await page.waitForSelector('#result[aria-busy="false"]', { state: "attached" });
}

export async function status(page) {
  await settled(page);
  return page.locator("#status").innerText();
}

/** The rows of the table, each with what its cells say. */
export async function rows(page) {
  await settled(page);
  return page
    .locator("#rows tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => [...row.cells].map((cell) => cell.textContent.replaceAll("\n", " "))),
    );
}

/** What "Copy as text" gives. */
export async function listing(page) {
  await settled(page);
  await page.evaluate(() => (window.copied = undefined));
  await page.locator("#copy-listing").click();
  await page.waitForFunction(() => window.copied !== undefined);
  return page.evaluate(() => window.copied);
}

/** What `onesheet` prints; `code` is its exit code. */
export function onesheet(args, input) {
  return new Promise((resolve) => {
    const child = execFile(ONESHEET, args, { maxBuffer: 1 << 28 }, (error, stdout, stderr) =>
      resolve({ code: error ? error.code : 0, stdout, stderr }),
    );
    child.stdin.on("error", () => {});
    child.stdin.end(input);
  });
}

/** What `onesheet inspect` prints of bytes in hex: a message of a type, or without one a file. */
export async function inspect(type, hex) {
  const args = [
    "inspect",
    "--full",
    "--color",
    "never",
    "--hex",
    ...(type ? ["--type", type] : []),
  ];
  const { code, stdout, stderr } = await onesheet(args, hex);
  assert.ok(code === 0 || code === 1, stderr);
  return { stdout, stderr };
}

/** Maps `values` by `f`, a few at a time, in their order. */
export async function eachOf(values, f, atOnce = 4) {
  const results = new Array(values.length);
  let next = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let i = next++; i < values.length; i = next++) results[i] = await f(values[i], i);
    }),
  );
  return results;
}

/**
 * What the page's own worker answers to inputs, each `{schema, input}`: all of its answers by their
 * `op`, and the listing as `text`.
 */
export function readAll(page, cases) {
  return page.evaluate(async (cases) => {
    const script = document.querySelector("body > script").textContent;
    const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
    const ask = (question) =>
      new Promise((resolve, reject) => {
        const answers = {};
        worker.onerror = (event) => reject(new Error(event.message));
        worker.onmessage = ({ data }) => {
          if (data.op === "done") return resolve(answers);
          answers[data.op] = data;
        };
        worker.postMessage({ id: 1, ...question });
      });
    const found = [];
    for (const { schema, input } of cases) {
      const { dump, rows, ...answers } = await ask({ op: "read", schema, input });
      if (answers.head) answers.text = (await ask({ op: "text" })).text.text;
      found.push(answers);
    }
    worker.terminate();
    return found;
  }, cases);
}
