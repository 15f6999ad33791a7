// The pages of spec/: rendered, with an anchor for each rule, and the text of each rule by itself.
import { readFileSync } from "node:fs";
import { Marked } from "marked";

const SPEC = new URL("../spec/", import.meta.url);
/** The pages, by the names of their files. */
export const PAGES = ["WIRE_FORMAT", "SCHEMA", "FRAMES", "FILES", "SERDE"];
/** Pages that have rules F of their own; a rule W is of the wire format, S of serde. */
const WITH_F = ["FRAMES", "FILES"];

const read = (page) => readFileSync(new URL(`${page}.md`, SPEC), "utf8");

/** Replaces in the text of HTML outside of tags, code and links. */
function inText(html, replace) {
  let inside = 0;
  return html.replace(/<(\/?)(a|code)\b[^>]*>|<[^>]*>|[^<]+/g, (piece, close, name) => {
    if (name) inside += close ? -1 : 1;
    return piece[0] === "<" || inside > 0 ? piece : replace(piece);
  });
}

/** Makes links of the numbers of rules in a text of `page`; rendered pages are in `folder`. */
function linked(html, page, folder) {
  const href = (rule) => {
    const owner = { W: "WIRE_FORMAT", S: "SERDE", F: page }[rule[0]];
    return owner === page && folder === "" ? `#${rule}` : `${folder}${owner}.html#${rule}`;
  };
  // "F2 of frames" has a link to that page already.
  return inText(html, (text) =>
    text.replace(/\b[WFS]\d+\b(?! of $)/g, (rule) =>
      rule[0] === "W" || (rule[0] === "F" ? WITH_F.includes(page) : page === "SERDE")
        ? `<a href="${href(rule)}">${rule}</a>`
        : rule,
    ),
  );
}

/** Markdown whose links to pages of spec/ go to the rendered ones, in `folder`. */
function markdown(folder, spec) {
  const marked = new Marked();
  marked.use({
    walkTokens(token) {
      if (token.type !== "link") return;
      const page = /^([A-Z_]+)\.md$/.exec(token.href)?.[1];
      if (PAGES.includes(page)) token.href = `${folder}${page}.html`;
      else if (!/^[a-z]+:|^#/.test(token.href)) token.href = spec + token.href;
    },
  });
  return marked;
}

/** A page as HTML. */
export function renderPage(page) {
  const text = read(page);
  const rule = "([WFS]\\d+)";
  const html = linked(markdown("", "../../spec/").parse(text), page, "")
    .replace(
      /<h2>(.*?)<\/h2>/g,
      (_, head) => `<h2 id="${head.toLowerCase().replace(/[^a-z]+/g, "-")}">${head}</h2>`,
    )
    .replace(
      new RegExp(`<tr>\\s*<td><a [^>]*>${rule}</a></td>`, "g"),
      '<tr id="$1"><td><b>$1</b></td>',
    )
    .replace(new RegExp(`<li>(<p>)?<a [^>]*>${rule}</a>`, "g"), '<li id="$2">$1<b>$2</b>')
    // A wide table scrolls by itself, also by keys.
    .replace(/<table>/g, '<div class="wide" role="group" tabindex="0"><table>')
    .replace(/<\/table>/g, "</table></div>")
    .replace(/<th><\/th>/g, "<td></td>");
  return { title: text.slice(2, text.indexOf("\n")), html };
}

/** The text of each rule of a page as HTML: a Map from its number. */
export function rulesOf(page) {
  const marked = markdown("spec/", "../spec/");
  const rules = new Map();
  const put = (id, text) => rules.set(id, linked(marked.parseInline(text), page, "spec/"));
  let head = "";
  for (const token of marked.lexer(read(page))) {
    if (token.type === "heading") head = token.text;
    if (token.type === "table") {
      for (const [rule, type, bytes] of token.rows) {
        if (/^W\d+$/.test(rule.text)) put(rule.text, `**${type.text}**: ${bytes.text}.`);
      }
    }
    if (token.type !== "list") continue;
    for (const { text } of token.items) {
      const [, id, rule] = /^([WFS]\d+) ([^]*)$/.exec(text);
      // Parts of one sentence that the heading begins.
      const whole = /^[a-z]/.test(rule) ? `${head} ${rule.replace(/[;.]$/, "")}.` : rule;
      put(
        id,
        whole
          .replace("What a reader rejects", "A reader rejects")
          .replace(/:\s*\n+\s*- /, ": ")
          .replace(/\n+\s*- /g, " ")
          .replace(/\s*\n\s*/g, " "),
      );
    }
  }
  return rules;
}
