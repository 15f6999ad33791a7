/** What each byte of a message means, as `onesheet inspect` says. */
import { DecodeError } from "./error.js";
import type { Limits } from "./limits.js";
import { readAll } from "./message.js";
import { type Part, Reader } from "./reader.js";
import type { Type } from "./type.js";

export interface Explanation<T> {
  /** In the order of the bytes; those before the place that breaks a rule, if one does. */
  readonly parts: readonly Part[];
  /** The rule that is broken, and where. */
  readonly error?: DecodeError;
  /** The value, if no rule is broken. */
  readonly value?: T;
}

/** Explains a message, be it valid or not. */
export function explain<T>(
  type: Type<T, any, any>,
  data: Uint8Array,
  limits?: Limits,
): Explanation<T> {
  const parts: Part[] = [];
  const r = new Reader(data, limits, (part) => parts.push(part));
  try {
    return { parts, value: readAll(type, r, 1).at(0) };
  } catch (error) {
    if (error instanceof DecodeError) return { parts, error };
    throw error;
  }
}

/** Bytes in one line. */
const LINE = 8;

/** The lines that `onesheet inspect --full --color never` prints. */
export function explainText(type: Type<any, any, any>, data: Uint8Array, limits?: Limits): string {
  const { parts, error } = explain(type, data, limits);
  const head = `${"offset".padStart(8)}  ${"bytes".padEnd(23)}  rule ${"path".padEnd(24)} meaning`;
  const lines = [head];
  let shown = 0;
  for (const { at, length, rule, path, text } of parts) {
    lines.push(...table(data, at, at + length, meaning(rule, path, text)));
    shown = Math.max(shown, at + length);
  }
  if (!error) {
    lines.push(note(`a valid message of ${data.length} bytes`));
    return `${lines.join("\n")}\n`;
  }
  // A list is rejected as a whole where it begins, but may have been shown up to a later place.
  if (error.at > shown) lines.push(...table(data, shown, error.at, "read before the error"));
  const start = Math.min(error.at, data.length);
  const end = Math.min(data.length, start + LINE);
  const rule = error.rule.startsWith("W") ? error.rule : "-";
  lines.push(...table(data, start, end, meaning(rule, error.path, `error: ${error.reason}`)));
  const rest = data.length - Math.max(end, shown);
  if (rest > 0) lines.push(note(`and ${rest} bytes that were not read`));
  return `${lines.join("\n")}\n`;
}

function meaning(rule: string, path: string, text: string): string {
  return `${rule.padEnd(4)} ${pad(path || ".", 24)} ${text}`;
}

/** As Rust pads: by characters, not by units of UTF-16. */
function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - [...text].length));
}

function note(text: string): string {
  return `${" ".repeat(8)}  ${text}`;
}

/** Lines of hex with the text beside the first. */
function table(data: Uint8Array, start: number, end: number, text: string): string[] {
  const lines = [];
  for (let at = start; at === start || at < end; at += LINE) {
    const bytes = Array.from(data.subarray(at, Math.min(end, at + LINE)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    );
    const line = `${String(at).padStart(8)}  ${bytes.join(" ").padEnd(23)}  ${at === start ? text : ""}`;
    lines.push(line.trimEnd());
  }
  return lines;
}
