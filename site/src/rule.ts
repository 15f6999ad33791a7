/** The sentence of the specification about what is looked at. */
import { make } from "./dom.js";
import type { Row } from "./listing.js";

/** The element with the text of a rule, and with the address of the rendered page. */
function textOf(rule: string): HTMLElement | null {
  return document.getElementById(`rule-${rule === "-" ? "bound" : rule}`);
}

/** Where a rule stands in the rendered specification. */
export function hrefOf(rule: string): string | undefined {
  return textOf(rule)?.dataset.href;
}

/** Shows a row and its rule; without one, what to do. */
export function showRule(root: HTMLElement, row: Row | undefined): void {
  if (!row || row.kind === "say") {
    const hint = "Point at bytes, or at a row, to see what the specification says.";
    root.replaceChildren(make("p", { class: "quiet" }, hint));
    return;
  }
  const place =
    row.kind === "note"
      ? ""
      : `${where(row)}${row.path && row.path !== "." ? `, ${row.path}` : ""}`;
  const about = make("p", { class: "place" }, place || row.path, ": ", row.text);
  const text = textOf(row.rule);
  const sentence = make("p");
  if (text) {
    const label = row.rule === "-" ? "Bound" : row.rule;
    sentence.append(make("a", { href: text.dataset.href ?? "" }, label), " ");
    sentence.append(...[...text.childNodes].map((node) => node.cloneNode(true)));
  }
  root.replaceChildren(about, ...(text ? [sentence] : []));
}

function where({ at, covers }: Row): string {
  if (covers === 0) return `at byte ${at}`;
  return covers === 1 ? `byte ${at}` : `bytes ${at} to ${at + covers - 1}`;
}
