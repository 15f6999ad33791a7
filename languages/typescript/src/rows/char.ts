/** W2 with W26: chars. */
import type { Output } from "../output.js";
import type { Reader } from "../reader.js";
import { kind, quoted } from "../show.js";
import { type Column, Type, Values } from "../type.js";
import { type Numbers, readNarrow, unsigned, writeNarrow } from "./numbers.js";

/** char: as u32, and a Unicode scalar value (W26). */
export class Char extends Type<string> {
  override readonly schema = "char";
  private readonly numbers: Numbers = {
    ...unsigned("char", 32),
    show: (x) =>
      isScalar(x) ? quoted(String.fromCodePoint(x), "'") : `0x${x.toString(16)}, no character`,
  };

  override write(out: Output, values: ArrayLike<string>): void {
    const list = new Uint32Array(values.length);
    for (let i = 0; i < values.length; i++) list[i] = this.codePoint(out, values[i]);
    writeNarrow(out, list);
  }

  private codePoint(out: Output, value: unknown): number {
    const x = typeof value === "string" ? value.codePointAt(0) : undefined;
    if (x === undefined || !isScalar(x) || String.fromCodePoint(x) !== value) {
      throw out.error(`expected a string of one Unicode scalar value, found ${kind(value)}`);
    }
    return x;
  }

  override open(r: Reader, n: number): Column<string> {
    const start = r.at;
    const list = readNarrow(r, n, this.numbers, Uint32Array);
    for (const x of list) {
      if (!isScalar(x)) throw r.error("W26", start, "a char is not a Unicode scalar value");
    }
    return new Values(n, (i) => String.fromCodePoint(list[i]!));
  }

  override none(): Column<string> {
    return new Values(0, () => "");
  }

  override compare(a: string, b: string): number {
    return a.codePointAt(0)! - b.codePointAt(0)!;
  }

  override show(value: string): string {
    return quoted(value, "'");
  }
}

function isScalar(x: number): boolean {
  return x < 0xd800 || (x >= 0xe000 && x <= 0x10ffff);
}
