/** W9: seqs, their counts and then the elements of all. */
import type { Output } from "../output.js";
import type { Reader } from "../reader.js";
import type { Schema } from "../schema/schema.js";
import { kind } from "../show.js";
import {
  type AnyType,
  checkTotal,
  type Column,
  openList,
  Type,
  Values,
  writeList,
} from "../type.js";
import { checkMax, placesOf, readMax } from "./counts.js";
import { COUNTS, readCounts, writeCounts } from "./numbers.js";

export class Seq<T, L extends ArrayLike<T>, C extends Column<T, L>> extends Type<
  L,
  L[],
  SeqColumn<T, L, C>
> {
  override readonly parts: readonly AnyType[];

  constructor(
    readonly item: Type<T, L, C>,
    readonly max?: number,
  ) {
    super();
    this.parts = [item];
  }

  override get schema(): Schema {
    return { seq: this.item.schema, ...bound(this.max) };
  }

  override write(out: Output, values: ArrayLike<L>): void {
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (!isList(value)) throw out.error(`expected a list, found ${kind(value)}`);
    }
    writeSeq(this.item, this.max, out, values);
  }

  override open(r: Reader, n: number): SeqColumn<T, L, C> {
    return openSeq(this.item, this.max, r, n);
  }

  override none(): SeqColumn<T, L, C> {
    return new SeqColumn<T, L, C>(new Float64Array(1), this.item.none());
  }

  override compare(a: L, b: L): number {
    return compareLists(this.item, a, b);
  }

  override show(value: L): string {
    return `${value.length} values`;
  }
}

export function bound(max: number | undefined): { max?: number } {
  return max === undefined ? {} : { max };
}

/** An array or a typed array. */
export function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

/** The elements of all lists, one after another. */
export function concat<T>(lists: ArrayLike<ArrayLike<T>>): ArrayLike<T> {
  const first = lists[0]!;
  if (lists.length === 1) return first;
  if (ArrayBuffer.isView(first))
    return concatTyped(lists as ArrayLike<ArrayLike<T> & ArrayBufferView>);
  const items: T[] = [];
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i]!;
    for (let k = 0; k < list.length; k++) items.push(list[k]!);
  }
  return items;
}

/** As `concat`, into an array of the kind that the first list is; a value it cannot hold stays as it is. */
function concatTyped<T>(lists: ArrayLike<ArrayLike<T>>): ArrayLike<T> {
  const { constructor } = lists[0]!;
  let length = 0;
  for (let i = 0; i < lists.length; i++) {
    if (lists[i]!.constructor !== constructor)
      return Array.from(lists, (list) => Array.from(list)).flat() as T[];
    length += lists[i]!.length;
  }
  const items = new (constructor as new (n: number) => Uint8Array)(length);
  for (let i = 0, at = 0; i < lists.length; at += lists[i++]!.length) {
    items.set(lists[i] as ArrayLike<number>, at);
  }
  return items as unknown as ArrayLike<T>;
}

export function compareLists<T>(item: Type<T, any, any>, a: ArrayLike<T>, b: ArrayLike<T>): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const order = item.compare(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Writes seqs, sets or maps. */
export function writeSeq<T>(
  item: Type<T, any, any>,
  max: number | undefined,
  out: Output,
  lists: ArrayLike<ArrayLike<T>>,
): void {
  const counts = new Float64Array(lists.length);
  for (let i = 0; i < lists.length; i++) {
    counts[i] = lists[i]!.length;
    checkMax(out, max, counts[i]!);
  }
  writeCounts(out, counts);
  out.inside("[]", () => writeList(item, out, concat(lists)));
}

/** Opens seqs, sets or maps. */
export function openSeq<T, L, C extends Column<T, L>>(
  item: Type<T, L, C>,
  max: number | undefined,
  r: Reader,
  n: number,
): SeqColumn<T, L, C> {
  const start = r.at;
  const counts = readCounts(r, n, COUNTS);
  const places = placesOf(r, counts);
  const total = places[n]!;
  checkTotal(item, r, total);
  readMax(r, max, counts, start);
  const items = r.inside("[]", () => openList(item, r, total));
  return new SeqColumn<T, L, C>(places, items);
}

/** A view of seqs: a column of all their elements, and where those of each begin. */
export class SeqColumn<T, L, C extends Column<T, L>> extends Values<L> {
  constructor(
    /** The elements of seq i are the items from places[i] up to places[i + 1]. */
    readonly places: Float64Array,
    readonly items: C,
  ) {
    super(places.length - 1, (i) => items.list(places[i]!, places[i + 1]!));
  }
}
