// Builds index.html, one file with all that it needs, and spec/, the rendered pages of ../spec.
//
//   node build.mjs [FOLDER]    writes them to FOLDER instead of here
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { PAGES, renderPage, rulesOf } from "./rules.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = process.argv[2] ?? here(".");
const read = (path) => readFileSync(here(path), "utf8");

const sha256 = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const NAMES = {
  WIRE_FORMAT: "Wire format",
  SCHEMA: "Schemas",
  FRAMES: "Frames",
  FILES: "Files",
  SERDE: "serde",
};

function nav(prefix, current) {
  const links = PAGES.map((page) => {
    const here = page === current ? ' aria-current="page"' : "";
    return `<a href="${prefix}${page}.html"${here}>${NAMES[page]}</a>`;
  });
  return links.join("\n");
}

/** A template with its `{{parts}}`, which may hold anything. */
function fill(template, parts) {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name) => {
    if (parts[name] === undefined) throw new Error(`nothing for {{${name}}}`);
    return parts[name];
  });
}

async function script() {
  const { outputFiles } = await build({
    entryPoints: [here("src/main.ts")],
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    tsconfig: here("tsconfig.json"),
    logLevel: "warning",
  });
  // Nothing in it may end the element that it stands in.
  return outputFiles[0].text.trim().replace(/<(?=\/script|!--)/gi, "\\x3c");
}

/** The text of each rule, for the page to take it from; `bound` is what a schema itself says. */
function rules() {
  const texts = ["WIRE_FORMAT", "FILES"].flatMap((page) =>
    [...rulesOf(page)].map(([id, html]) => [id, `spec/${page}.html#${id}`, html]),
  );
  texts.push([
    "bound",
    "spec/SCHEMA.html",
    "The type itself allows at most so many bytes or elements: <code>max</code> in its schema.",
  ]);
  return texts
    .map(([id, href, html]) => `<p id="rule-${id}" data-href="${href}">${html}</p>`)
    .join("\n");
}

const style = (await transform(read("src/style.css"), { loader: "css", minify: true })).code.trim();
const code = await script();
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'";
const page = fill(read("src/page.html"), {
  csp: `${nothing}; script-src ${sha256(code)}; style-src ${sha256(style)}; worker-src blob:`,
  style,
  nav: nav("spec/"),
  rules: rules(),
  script: code,
  footer:
    "The pages of the specification are in the public domain (CC0 1.0); the rest is under MIT or " +
    "Apache 2.0. What is shown is what <code>onesheet inspect --full</code> prints.",
});
writeFileSync(`${folder}/index.html`, page);

mkdirSync(`${folder}/spec`, { recursive: true });
for (const name of PAGES) {
  const { title, html } = renderPage(name);
  const csp = `${nothing}; style-src ${sha256(style)}`;
  const whole = fill(read("src/spec.html"), { csp, title, style, nav: nav("", name), html });
  writeFileSync(`${folder}/spec/${name}.html`, whole);
}
