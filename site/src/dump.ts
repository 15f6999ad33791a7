/** All bytes, line by line; bytes of one part are one cell. */
import { grouped, make, moved } from "./dom.js";
import { hexByte } from "./hex.js";
import type { Run } from "./protocol.js";
import type { Selection } from "./selection.js";

const TINTS = 4;

/** The class that gives a row its tint, here and in the table. */
export function tint(row: number): string {
  return `p${row % TINTS}`;
}

export class Dump {
  private readonly perLine = matchMedia("(max-width: 44rem)").matches ? 8 : 16;
  private cells: HTMLElement[] = [];
  /** How many bytes are shown from the first on, and from where on others. */
  private shown = 0;
  private last = Infinity;
  /** Stands between these. */
  private readonly gap = make("div", { role: "row", class: "gap" });
  private lit: HTMLElement[] = [];

  /** `goTo` goes to the row of a part. */
  constructor(
    private readonly root: HTMLElement,
    private readonly selection: Selection,
    goTo: (row: number) => void,
  ) {
    root.classList.toggle("narrow", this.perLine === 8);
    root.addEventListener("pointerover", (event) => selection.point(rowOf(event.target)));
    root.addEventListener("pointerleave", () => selection.point(-1));
    root.addEventListener("focusin", (event) => selection.focus(rowOf(event.target)));
    root.addEventListener("dblclick", (event) => goTo(rowOf(event.target)));
    root.addEventListener("keydown", (event) => this.key(event, goTo));
    selection.onChange((row) => this.light(row));
  }

  clear(): void {
    this.root.replaceChildren();
    this.root.scrollTop = 0;
    this.cells = [];
    this.lit = [];
    this.shown = 0;
    this.last = Infinity;
  }

  /** How many bytes are shown from the first on. */
  get length(): number {
    return this.shown;
  }

  /** Shows bytes that follow the first ones, or lie behind them; the first begins a line. */
  append(from: number, bytes: Uint8Array, runs: readonly Run[]): void {
    const lines = this.lines(from, bytes, runs);
    if (from > this.shown) {
      this.last = from;
      this.root.append(this.gap, lines);
    } else {
      this.shown = from + bytes.length;
      // What lies behind is shown anew, in its place.
      if (this.shown > this.last) {
        while (this.gap.nextSibling) this.gap.nextSibling.remove();
        this.last = Infinity;
      }
      if (this.gap.isConnected) this.gap.before(lines);
      else this.root.append(lines);
    }
    if (this.shown < this.last && this.last < Infinity) {
      const text = `… ${grouped(this.last - this.shown)} bytes not shown`;
      this.gap.replaceChildren(make("span", { role: "gridcell" }, text));
    } else this.gap.remove();
    this.cells = [...this.root.querySelectorAll<HTMLElement>("[data-row]")];
    if (this.cells.length > 0 && !this.root.querySelector('[tabindex="0"]'))
      this.rove(this.cells[0]);
    this.light(this.selection.row);
  }

  private lines(from: number, bytes: Uint8Array, runs: readonly Run[]): DocumentFragment {
    const lines = document.createDocumentFragment();
    let next = 0;
    for (let at = from; at < from + bytes.length; at += this.perLine) {
      const end = Math.min(at + this.perLine, from + bytes.length);
      const hex = make("span", { class: "hex", role: "presentation" });
      while (next < runs.length) {
        const run = runs[next] as Run;
        const [start, stop] = [Math.max(run.at, at), Math.min(run.at + run.length, end)];
        if (start < stop)
          hex.append(this.cell(run, bytes.subarray(start - from, stop - from), stop === end));
        if (run.at + run.length > end) break;
        next++;
        if (run.at + run.length === end) break;
      }
      const chars = String.fromCharCode(...bytes.subarray(at - from, end - from)).replace(
        /[^ -~]/g,
        "·",
      );
      lines.append(
        make(
          "div",
          { role: "row" },
          make("span", { role: "rowheader" }, String(at)),
          hex,
          make("span", { class: "chars", "aria-hidden": "true" }, chars),
        ),
      );
    }
    return lines;
  }

  private cell(run: Run, bytes: Uint8Array, toEnd: boolean): HTMLElement {
    const kind = run.wrong ? "bad" : run.row < 0 ? "none" : tint(run.row);
    const text = Array.from(bytes, hexByte).join(" ");
    return make(
      "span",
      {
        role: "gridcell",
        class: `run ${kind}${toEnd ? " to-end" : ""}`,
        tabindex: -1,
        "data-row": run.row,
      },
      text,
    );
  }

  /** Puts the only stop of the Tab key at a cell. */
  private rove(cell: HTMLElement | undefined): void {
    this.root.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    cell?.setAttribute("tabindex", "0");
  }

  private light(row: number): void {
    for (const cell of this.lit) cell.classList.remove("lit");
    this.lit = row < 0 ? [] : [...this.root.querySelectorAll<HTMLElement>(`[data-row="${row}"]`)];
    for (const cell of this.lit) cell.classList.add("lit");
    const [first] = this.lit;
    if (!first || this.root.contains(document.activeElement) || this.root.matches(":hover")) return;
    // Only this box scrolls, not the page.
    const [inside, box] = [first.getBoundingClientRect(), this.root.getBoundingClientRect()];
    if (inside.top < box.top) this.root.scrollTop += inside.top - box.top - 8;
    if (inside.bottom > box.bottom) this.root.scrollTop += inside.bottom - box.bottom + 8;
  }

  private key(event: KeyboardEvent, goTo: (row: number) => void): void {
    const at = this.cells.indexOf(event.target as HTMLElement);
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter") {
      event.preventDefault();
      return goTo(rowOf(event.target));
    }
    const key = { ArrowRight: "ArrowDown", ArrowLeft: "ArrowUp" }[event.key] ?? event.key;
    const to = moved(key, at, this.cells.length);
    if (to === undefined) return;
    event.preventDefault();
    const cell = this.cells[to];
    this.rove(cell);
    cell?.focus();
  }
}

function rowOf(target: EventTarget | null): number {
  const cell = target instanceof Element ? target.closest("[data-row]") : null;
  return Number(cell?.getAttribute("data-row") ?? -1);
}
