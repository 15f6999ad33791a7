// axe-core finds nothing, light and dark, wide and narrow, and nothing is cut off.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { PAGE, onPage, settled, withBrowser } from "./browser.mjs";

withBrowser({ before, after });

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

async function clean(page, what) {
  await page.addScriptTag({ path: axe });
  const { violations } = await page.evaluate(() => window.axe.run(document));
  const said = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map((node) => `${node.html.slice(0, 120)} ${node.failureSummary}`)
        .join("; ")}`,
  );
  assert.deepEqual(said, [], what);
}

/** What the page can look like. */
const STATES = {
  "Firmware message": async () => {},
  Table: async () => {},
  File: async () => {},
  "File with a torn tail": async (page) => page.locator("#rows tbody tr").nth(4).hover(),
  "Broken message": async (page) => page.getByRole("button", { name: "Go to the error" }).click(),
  Map: async (page) => page.fill("#schema", "map(str, u3)"),
};

for (const colorScheme of ["light", "dark"]) {
  for (const width of [1280, 360]) {
    test(`${colorScheme}, ${width} wide: axe finds nothing, and nothing is cut off`, () =>
      onPage(
        async (page) => {
          for (const [name, look] of Object.entries(STATES)) {
            await page.getByRole("button", { name, exact: true }).click();
            await settled(page);
            await look(page);
            await settled(page);
            await clean(page, name);
            const wide = await page.evaluate(
              () => document.documentElement.scrollWidth - innerWidth,
            );
            assert.ok(wide <= 0, `${name}: ${wide} px too wide`);
          }
        },
        { colorScheme, viewport: { width, height: 800 }, bypassCSP: true },
      ));

    test(`${colorScheme}, ${width} wide: the pages of spec/`, () =>
      onPage(
        async (page) => {
          for (const name of ["WIRE_FORMAT", "SCHEMA", "FRAMES", "FILES", "SERDE"]) {
            await page.goto(new URL(`spec/${name}.html`, PAGE).href);
            await clean(page, name);
            const wide = await page.evaluate(
              () => document.documentElement.scrollWidth - innerWidth,
            );
            assert.ok(wide <= 0, `${name}: ${wide} px too wide`);
          }
        },
        { colorScheme, viewport: { width, height: 800 }, bypassCSP: true },
      ));
  }
}

test("a result that is read is at full strength at once", () =>
  onPage(async (page) => {
    await settled(page);
    const opacity = await page.evaluate(async () => {
      const result = document.querySelector("#result");
      const now = () => Number(getComputedStyle(result).opacity);
      result.setAttribute("aria-busy", "true");
      while (now() > 0.9) await new Promise(requestAnimationFrame);
      result.setAttribute("aria-busy", "false");
      return now();
    });
    assert.equal(opacity, 1);
  }));

test("the colours follow the system", async () => {
  const paper = (colorScheme) =>
    new Promise((resolve, reject) => {
      onPage(
        async (page) =>
          resolve(
            await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
          ),
        { colorScheme },
      ).catch(reject);
    });
  assert.equal(await paper("light"), "rgb(255, 255, 255)");
  assert.equal(await paper("dark"), "rgb(20, 24, 27)");
});
