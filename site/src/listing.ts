/** What bytes mean, row by row, as `onesheet inspect` has it. */
import { hexByte } from "./hex.js";

/** Bytes in one line. */
export const LINE = 8;

/** A row: some bytes and what they mean. */
export interface Row {
  /**
   * `part`: bytes, or none where something is there without any; `unread`: bytes that were read
   * before an error; `wrong`: a place that breaks a rule; `note`: about the bytes above; `say`: a
   * line about the whole.
   */
  kind: "part" | "unread" | "wrong" | "note" | "say";
  at: number;
  /** Bytes that are shown. */
  length: number;
  /** Bytes that the row is about: of a wrong place, all that are skipped. */
  covers: number;
  rule: string;
  path: string;
  text: string;
}

export class Listing {
  readonly rows: Row[] = [];

  part(at: number, length: number, rule: string, path: string, text: string): void {
    this.rows.push({ kind: "part", at, length, covers: length, rule, path, text });
  }

  unread(at: number, length: number, text: string): void {
    this.rows.push({ kind: "unread", at, length, covers: length, rule: "", path: "", text });
  }

  wrong(
    at: number,
    length: number,
    covers: number,
    rule: string,
    path: string,
    text: string,
  ): void {
    this.rows.push({ kind: "wrong", at, length, covers, rule, path, text });
  }

  note(at: number, rule: string, path: string, text: string): void {
    this.rows.push({ kind: "note", at, length: 0, covers: 0, rule, path, text });
  }

  say(at: number, text: string): void {
    this.rows.push({ kind: "say", at, length: 0, covers: 0, rule: "", path: "", text });
  }
}

/** The lines of `onesheet inspect --full --color never`. */
export function listingText(rows: readonly Row[], bytes: Uint8Array): string {
  const lines = [columns("offset", "bytes", columnsOf("rule", "path", "meaning"))];
  for (const row of rows) {
    if (row.kind === "say") {
      lines.push(`${" ".repeat(8)}  ${row.text}`);
      continue;
    }
    const text = row.kind === "unread" ? row.text : columnsOf(row.rule, row.path, row.text);
    if (row.kind === "note") {
      lines.push(`${" ".repeat(33)}  ${text}`);
      continue;
    }
    for (let i = 0; i === 0 || i < row.length; i += LINE) {
      const line = [...bytes.subarray(row.at + i, row.at + Math.min(i + LINE, row.length))];
      const hex = line.map(hexByte).join(" ");
      lines.push(columns(String(row.at + i), hex, i === 0 ? text : "").trimEnd());
    }
  }
  return `${lines.join("\n")}\n`;
}

function columns(at: string, hex: string, text: string): string {
  return `${at.padStart(8)}  ${hex.padEnd(23)}  ${text}`;
}

function columnsOf(rule: string, path: string, text: string): string {
  return `${rule.padEnd(4)} ${path}${" ".repeat(Math.max(0, 24 - [...path].length))} ${text}`;
}
