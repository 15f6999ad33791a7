/** W9: bytes, which are seq(u8). */
import type { NumberColumn } from "../column.js";
import type { Reader } from "../reader.js";
import type { Schema } from "../schema/schema.js";
import { showBytes } from "../show.js";
import { checkTotal } from "../type.js";
import { placesOf, readMax } from "./counts.js";
import type { FixedNumber } from "./fixed.js";
import { COUNTS, readCounts } from "./numbers.js";
import { Seq, type SeqColumn } from "./seq.js";

type U8 = FixedNumber<number, Uint8Array>;
type U8Column = NumberColumn<number, Uint8Array>;

export class Bytes extends Seq<number, Uint8Array, U8Column> {
  constructor(item: U8, max?: number) {
    super(item, max);
  }

  override get schema(): Schema {
    return this.max === undefined ? "bytes" : { type: "bytes", max: this.max };
  }

  override open(r: Reader, n: number): SeqColumn<number, Uint8Array, U8Column> {
    if (r.trace) this.explainEach(r, n);
    return r.untraced(() => super.open(r, n));
  }

  /** Says what each of n byte strings is, and goes back. */
  private explainEach(r: Reader, n: number): void {
    const start = r.at;
    const counts = readCounts(r, n, COUNTS);
    const total = placesOf(r, counts)[n]!;
    checkTotal(this.item, r, total);
    if (total > r.left) throw r.error("W22", r.end, "the input ends early");
    for (let i = 0; i < n; i++) {
      readMax(r, this.max, [counts[i]!], start);
      const at = r.take(counts[i]!);
      r.note(at, "W9", () => showBytes(r.data.subarray(at, r.at)));
    }
    r.at = start;
  }

  override show(value: Uint8Array): string {
    return `${value.length} bytes`;
  }
}
