/** The records of a file as a table. */
import { byId, counted, grouped, make } from "./dom.js";
import type { Column, Tell } from "./protocol.js";

type Table = Extract<Tell, { op: "table" }>;

export class Records {
  private readonly table = byId<HTMLTableElement>("records");
  /** How many are shown. */
  length = 0;

  clear(): void {
    this.length = 0;
    this.table.tHead?.replaceChildren();
    this.table.tBodies[0]?.replaceChildren();
    byId("records-part").hidden = true;
  }

  append({ from, count, schema, columns, rows }: Table): void {
    // An answer to what was asked twice.
    if (from !== this.length) return;
    if (from === 0) {
      byId("records-schema").textContent = schema;
      this.begin(columns, count);
    }
    const isNumber = columns.map(({ type }) => /^(option\()?(fixed )?([uif]\d+)\b/.test(type));
    const made = rows.map((row) =>
      make(
        "tr",
        {},
        ...row.map((cell, i) => {
          const kind =
            cell === null
              ? "none"
              : isNumber[i] && /^-?[\d.]+(e|$)/.test(cell)
                ? "number"
                : undefined;
          return make("td", { class: kind }, cell ?? "null");
        }),
      ),
    );
    this.table.tBodies[0]?.append(...made);
    this.length += rows.length;
  }

  private begin(columns: readonly Column[], count: number): void {
    const most = Math.max(1, ...columns.map(({ bytes }) => bytes));
    const head = columns.map(({ name, type, bytes }) => {
      const bar = make("span", { class: "size", "aria-hidden": "true" });
      bar.style.width = `${(bytes / most) * 100}%`;
      return make(
        "th",
        { scope: "col" },
        make("span", { class: "name" }, name),
        make("span", { class: "type" }, type),
        make("span", { class: "type" }, counted(bytes, "byte")),
        make("span", { class: "track" }, bar),
      );
    });
    this.table.tHead?.replaceChildren(make("tr", {}, ...head));
    byId("records-part").hidden = false;
    byId("records-head").textContent = count === 1 ? "1 record" : `${grouped(count)} records`;
  }
}
