import { LITTLE } from "./packed.js";
import type { Column } from "./type.js";

/** A list of numbers in a buffer. */
export interface TypedArray<T> {
  readonly length: number;
  readonly buffer: ArrayBufferLike;
  readonly byteOffset: number;
  readonly byteLength: number;
  [i: number]: T;
  subarray(from: number, to: number): TypedArray<T>;
}

export interface TypedArrayOf<T, L extends TypedArray<T>> {
  readonly BYTES_PER_ELEMENT: number;
  new (length: number): L;
  new (buffer: ArrayBufferLike, at?: number, length?: number): L;
}

/** Numbers, in an array of their own or as a view of the message. */
export class NumberColumn<T, L extends TypedArray<T>> implements Column<T, L> {
  constructor(readonly values: L) {}

  get length(): number {
    return this.values.length;
  }

  at(i: number): T {
    return this.values[i]!;
  }

  list(from: number, to: number): L {
    return this.values.subarray(from, to) as L;
  }
}

/** The numbers of the wire's own width at a place: a view of it if the machine can read it. */
export function numbersAt<T, L extends TypedArray<T>>(
  of: TypedArrayOf<T, L>,
  view: DataView,
  at: number,
  n: number,
  get: (view: DataView, at: number) => T,
): L {
  const place = view.byteOffset + at;
  const size = of.BYTES_PER_ELEMENT;
  if (size === 1 || (LITTLE && place % size === 0)) return new of(view.buffer, place, n);
  if (LITTLE) return new of(view.buffer.slice(place, place + n * size));
  const list = new of(n);
  for (let i = 0; i < n; i++) list[i] = get(view, at + i * size);
  return list;
}
