/** Lengths and counts before what they count (W5, W9), and the bounds that types declare. */
import type { Output } from "../output.js";
import type { Reader } from "../reader.js";

/** Where each of the lists begins among all of them, and at last the total. */
export function placesOf(r: Reader, counts: ArrayLike<number>): Float64Array {
  const n = counts.length;
  r.claim(8 * n);
  const places = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) places[i + 1] = places[i]! + counts[i]!;
  return places;
}

export function checkMax(out: Output, max: number | undefined, length: number): void {
  if (max !== undefined && length > max) {
    throw out.error(`${length} bytes or elements, and the type allows ${max}`);
  }
}

export function readMax(
  r: Reader,
  max: number | undefined,
  counts: ArrayLike<number>,
  start: number,
): void {
  if (max === undefined) return;
  for (let i = 0; i < counts.length; i++) {
    if (counts[i]! > max) {
      throw r.error("max", start, "more bytes or elements than the type allows");
    }
  }
}
