/** What was found: all bytes, the rows, the rule of what is looked at, the value and its sizes. */
import { byId, counted, grouped, make } from "./dom.js";
import { Dump } from "./dump.js";
import type { Ask, Head, Size, Tell } from "./protocol.js";
import { Records } from "./records.js";
import { Rows } from "./rows.js";
import { hrefOf, showRule } from "./rule.js";
import { Selection } from "./selection.js";

/** What "more" shows. */
const MORE_ROWS = 2000;
const MORE_RECORDS = 1000;
const MORE_BYTES = 16 << 10;

export class Result {
  private readonly root = byId("result");
  private readonly selection = new Selection();
  private readonly dump = new Dump(byId("dump"), this.selection, (row) => this.rows.goTo(row));
  private readonly rows: Rows;
  private readonly records = new Records();
  private head: Head | undefined;

  /** @param ask asks for more of what was found */
  constructor(ask: (ask: Ask) => void) {
    this.rows = new Rows(byId<HTMLTableElement>("rows"), this.selection, {
      bytes: (row) => ask({ op: "rowBytes", row }),
      href: hrefOf,
    });
    // Of what is wrong the rule is shown, unless something else is looked at.
    this.selection.onChange((row) => {
      showRule(byId("rule-text"), this.rows.at(row) ?? this.head?.wrong);
    });
    byId("more-rows").addEventListener("click", () => {
      ask({ op: "rows", from: this.rows.length, to: this.rows.length + MORE_ROWS });
    });
    byId("more-dump").addEventListener("click", () => {
      ask({ op: "dump", from: this.dump.length, to: this.dump.length + MORE_BYTES });
    });
    byId("more-records").addEventListener("click", () => {
      ask({ op: "table", from: this.records.length, to: this.records.length + MORE_RECORDS });
    });
    byId("more-value").addEventListener("click", () => ask({ op: "value" }));
    byId("copy-listing").addEventListener("click", () => ask({ op: "text" }));
    byId("to-wrong").addEventListener("click", () => this.rows.goTo(this.head?.wrong?.index ?? -1));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.selection.clear();
    });
  }

  /** Whether what is shown is still that of what was given before. */
  busy(busy: boolean): void {
    this.root.setAttribute("aria-busy", String(busy));
  }

  /** Begins anew with what was found as a whole, or hides all if nothing was. */
  begin(head: Head | undefined): void {
    this.head = head;
    this.selection.clear();
    this.dump.clear();
    this.rows.clear();
    this.records.clear();
    byId("value").textContent = "";
    showSizes([]);
    for (const id of ["more-rows", "more-dump", "more-records", "more-value"])
      byId(id).hidden = true;
    this.root.hidden = head === undefined;
    byId("copy-listing").hidden = head === undefined;
    byId("to-wrong").hidden = head?.wrong === undefined;
  }

  /** Shows a part of what was found. */
  add(tell: Tell): void {
    if (tell.op === "rows") {
      this.rows.append(tell.rows);
      offer("more-rows", "row", (this.head?.rows ?? 0) - this.rows.count, MORE_ROWS);
    } else if (tell.op === "dump") {
      this.dump.append(tell.from, tell.bytes, tell.runs);
      offer("more-dump", "byte", (this.head?.length ?? 0) - this.dump.length, MORE_BYTES);
    } else if (tell.op === "rowBytes") {
      this.rows.widen(tell.row, tell.bytes);
    } else if (tell.op === "table") {
      this.records.append(tell);
      offer("more-records", "record", tell.count - this.records.length, MORE_RECORDS);
    } else if (tell.op === "value") {
      const first = byId("value").textContent === "";
      byId("value").textContent = tell.cut ? `${tell.text}…` : tell.text;
      byId("more-value").hidden = !tell.cut || !first;
    } else if (tell.op === "noValue") {
      byId("value").textContent = tell.why;
    } else if (tell.op === "sizes") {
      showSizes(tell.sizes);
    }
  }
}

/** Offers what is left to be shown, `most` at a time. */
function offer(id: string, noun: string, left: number, most: number): void {
  const button = byId(id);
  const next = Math.min(left, most);
  const rest = next < left ? ` of ${grouped(left)}` : "";
  button.hidden = left <= 0;
  button.textContent = `Show ${counted(next, `more ${noun}`)}${rest}`;
}

/** Sizes, each with a bar as long as it is. */
function showSizes(sizes: readonly Size[]): void {
  const most = Math.max(1, ...sizes.map(([, size]) => size));
  const rows = sizes.map(([name, size]) => {
    const bar = make("span", { class: "size" });
    bar.style.width = `${(size / most) * 100}%`;
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, name),
      make("td", {}, grouped(size)),
      make("td", { "aria-hidden": "true" }, bar),
    );
  });
  byId<HTMLTableElement>("sizes").tBodies[0]?.replaceChildren(...rows);
  byId("sizes-part").hidden = sizes.length === 0;
}
