/** The table of parts, as `onesheet inspect` shows them. */
import { counted, grouped, make, moved } from "./dom.js";
import { tint } from "./dump.js";
import { toHex } from "./hex.js";
import { LINE } from "./listing.js";
import type { ShownRow } from "./protocol.js";
import type { Selection } from "./selection.js";

/** Characters of a path and of a meaning that are shown. */
const MOST_PATH = 200;
const MOST_MEANING = 2000;
/** Characters of a path that is not parted, as wide as the command's column. */
const ONE_LINE = 24;

/** What the table asks for. */
export interface Asks {
  /** All bytes of a row. */
  bytes(row: number): void;
  /** The address of the rule in the specification. */
  href(rule: string): string | undefined;
}

export class Rows {
  private readonly body: HTMLTableSectionElement;
  private readonly rows = new Map<number, ShownRow>();
  /** Those that can be gone to, in their order. */
  private elements: HTMLTableRowElement[] = [];
  /** Stands between the first rows and the last, where some are not shown. */
  private readonly gap = make("tr", { role: "row", class: "gap" });
  private lit: Element | undefined;

  constructor(
    table: HTMLTableElement,
    private readonly selection: Selection,
    private readonly asks: Asks,
  ) {
    this.body = table.tBodies[0] as HTMLTableSectionElement;
    this.body.addEventListener("pointerover", (event) => selection.point(indexOf(event.target)));
    this.body.addEventListener("pointerleave", () => selection.point(-1));
    this.body.addEventListener("focusin", (event) => this.focused(event.target));
    this.body.addEventListener("keydown", (event) => this.key(event));
    selection.onChange((row) => this.light(row));
  }

  clear(): void {
    this.body.replaceChildren();
    this.rows.clear();
    this.elements = [];
    this.lit = undefined;
  }

  /** How many are shown from the first on. */
  get length(): number {
    let length = 0;
    while (this.rows.has(length)) length++;
    return length;
  }

  /** How many are shown in all. */
  get count(): number {
    return this.rows.size;
  }

  at(row: number): ShownRow | undefined {
    return this.rows.get(row);
  }

  /** Shows rows that follow the first ones, or the last ones. */
  append(rows: readonly ShownRow[]): void {
    const fresh = rows.filter(({ index }) => !this.rows.has(index));
    const isLast = (fresh[0]?.index ?? 0) > this.length;
    const elements = fresh.map((row) => this.element(row));
    for (const row of fresh) this.rows.set(row.index, row);
    if (isLast) this.body.append(this.gap, ...elements);
    else if (this.gap.isConnected) this.gap.before(...elements);
    else this.body.append(...elements);
    this.elements = [...this.body.querySelectorAll<HTMLTableRowElement>("tr[data-index]")];
    this.tellGap();
    if (!this.body.querySelector('tr[tabindex="0"]')) this.rove(this.elements[0]);
    this.light(this.selection.row);
  }

  /** Shows more bytes of a row. */
  widen(row: number, bytes: Uint8Array): void {
    const cell = this.elementOf(row)?.cells[1];
    const shown = this.rows.get(row);
    if (cell && shown) this.fillBytes(cell, { ...shown, bytes }, false);
  }

  /** Moves the focus to a row, if it is here. */
  goTo(row: number): void {
    this.focusOn(this.elementOf(row));
  }

  private focusOn(element: HTMLTableRowElement | undefined): void {
    if (!element) return;
    this.rove(element);
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
  }

  private elementOf(row: number): HTMLTableRowElement | undefined {
    return this.body.querySelector<HTMLTableRowElement>(`tr[data-index="${row}"]`) ?? undefined;
  }

  private tellGap(): void {
    const after = this.gap.nextElementSibling as HTMLElement | null;
    const missing = Number(after?.dataset.index ?? 0) - this.length;
    if (missing <= 0) this.gap.remove();
    const text = `… ${grouped(missing)} rows not shown`;
    this.gap.replaceChildren(make("td", { role: "gridcell", colspan: 5 }, text));
  }

  private element(row: ShownRow): HTMLTableRowElement {
    const attributes = {
      role: "row",
      class: `is-${row.kind}`,
      tabindex: -1,
      "data-index": row.index,
      "aria-describedby": "rule-text",
    };
    // Roles are said, for the narrow layout takes those of a table away.
    const cell = (name: string, ...children: (Node | string)[]) =>
      make("td", { role: "gridcell", class: name }, ...children);
    if (row.kind === "say") {
      const text = make("td", { role: "gridcell", class: "meaning", colspan: 4 }, row.text);
      return make("tr", attributes, cell("at"), text);
    }
    const bytes = cell("bytes");
    this.fillBytes(bytes, row, true);
    const href = this.asks.href(row.rule);
    const rule = href ? make("a", { href, tabindex: -1 }, row.rule) : row.rule;
    return make(
      "tr",
      attributes,
      cell("at", row.kind === "note" ? "" : String(row.at)),
      bytes,
      cell("rule", rule),
      cell("path", ...breakable(clipped(row.path, MOST_PATH))),
      cell("meaning", clipped(row.text, MOST_MEANING)),
    );
  }

  private fillBytes(cell: HTMLElement, row: ShownRow, asking: boolean): void {
    const lines: (Node | string)[] = [];
    const kind = row.kind === "wrong" ? "bad" : row.kind === "unread" ? "none" : tint(row.index);
    for (let i = 0; i < row.bytes.length; i += LINE) {
      const line = toHex(row.bytes.subarray(i, i + LINE), " ");
      lines.push(...(i > 0 ? ["\n"] : []), make("span", { class: kind }, line));
    }
    const left = row.length - row.bytes.length;
    if (left > 0 && asking) {
      const button = make(
        "button",
        { type: "button", tabindex: -1 },
        `… ${counted(left, "byte")} more`,
      );
      button.addEventListener("click", () => this.asks.bytes(row.index));
      lines.push(button);
    } else if (left > 0) {
      lines.push(`\n… ${counted(left, "byte")} more`);
    }
    cell.replaceChildren(...lines);
  }

  /** Puts the only stop of the Tab key at a row. */
  private rove(element: Element | undefined): void {
    this.body.querySelector('tr[tabindex="0"]')?.setAttribute("tabindex", "-1");
    element?.setAttribute("tabindex", "0");
  }

  private focused(target: EventTarget | null): void {
    const row = indexOf(target);
    if (row < 0) return;
    this.rove(this.elementOf(row));
    this.selection.focus(row);
  }

  private light(row: number): void {
    this.lit?.classList.remove("lit");
    this.lit = row < 0 ? undefined : this.elementOf(row);
    this.lit?.classList.add("lit");
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const row = event.target instanceof Element ? event.target.closest("tr") : null;
    if (event.key === "Enter" && event.target === row) {
      // What there is to do in a row: show all of its bytes, or open the rule.
      (row?.querySelector<HTMLElement>("button") ?? row?.querySelector<HTMLElement>("a"))?.click();
      return;
    }
    const to = row && moved(event.key, this.elements.indexOf(row), this.elements.length);
    if (to === undefined || to === null) return;
    event.preventDefault();
    this.focusOn(this.elements[to]);
  }
}

function indexOf(target: EventTarget | null): number {
  const element = target instanceof Element ? target.closest("tr") : null;
  return Number(element?.dataset.index ?? -1);
}

function clipped(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

/** A path that may go on in another line where a part of it begins. */
function breakable(path: string): (Node | string)[] {
  if (path.length <= ONE_LINE) return [make("span", { class: "one-line" }, path)];
  return path.split(/(?=\.|::)/).flatMap((part, i) => (i === 0 ? [part] : [make("wbr"), part]));
}
