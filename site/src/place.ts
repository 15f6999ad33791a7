/** A place in a text that is wrong, for people. */

/** What is wrong with a text, and where. */
export class TextError extends Error {
  /** `offset` in UTF-16 units from the start of the text. */
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

/** A line and a column, from 1, and the line with its caret below. */
export interface Place {
  offset: number;
  line: number;
  column: number;
  excerpt: string;
}

/** Characters that are shown on each side of a place. */
const SIDE = 32;

/** The place at an offset of a text. */
export function placeAt(text: string, offset: number): Place {
  const at = Math.min(offset, text.length);
  const start = text.lastIndexOf("\n", at - 1) + 1;
  let line = 1;
  for (let i = text.indexOf("\n"); i >= 0 && i < at; i = text.indexOf("\n", i + 1)) line++;
  const end = text.indexOf("\n", at);
  const from = Math.max(start, at - SIDE);
  const to = Math.min(end < 0 ? text.length : end, at + SIDE);
  const before = (from > start ? "…" : "") + text.slice(from, at);
  const after = text.slice(at, to) + (to < (end < 0 ? text.length : end) ? "…" : "");
  // A tab is as wide as what stands for it, so that the caret is below its character.
  const plain = (part: string) => part.replace(/[\t\r]/g, " ");
  const indent = " ".repeat([...before].length);
  const excerpt = `${plain(before + after)}\n${indent}^`;
  return { offset: at, line, column: [...text.slice(start, at)].length + 1, excerpt };
}

/** The offset of a line and a column, both from 1; columns count characters. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let i = 1; i < line; i++) start = text.indexOf("\n", start) + 1;
  let offset = start;
  for (let i = 1; i < column && offset < text.length; i++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}
