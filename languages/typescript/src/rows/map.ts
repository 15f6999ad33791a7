/** W10: sets and maps, seqs whose elements or keys ascend (W21). */
import { SchemaError } from "../error.js";
import type { Output } from "../output.js";
import type { Reader } from "../reader.js";
import type { Schema } from "../schema/schema.js";
import { kind } from "../show.js";
import { type AnyType, type Column, Type, Values } from "../type.js";
import { bound, compareLists, openSeq, writeSeq } from "./seq.js";
import type { Struct, StructColumn } from "./tuple.js";

/** W21: no float and nothing extensible in what must ascend; where it contains itself, look once. */
export function checkKey(type: AnyType, seen: Set<AnyType> = new Set()): void {
  if (!type.ordered) throw new SchemaError("a float or an extensible type in a set or a key (W21)");
  if (seen.has(type)) return;
  seen.add(type);
  for (const part of type.parts) checkKey(part, seen);
}

/** Puts items in order, and refuses one that occurs twice. */
function sorted<T, K>(
  type: Type<K, any, any>,
  items: T[],
  key: (item: T) => K,
  twice: () => Error,
): T[] {
  items.sort((a, b) => type.compare(key(a), key(b)));
  for (let i = 1; i < items.length; i++) {
    if (type.compare(key(items[i - 1]!), key(items[i]!)) >= 0) throw twice();
  }
  return items;
}

function ascend<K>(
  type: Type<K, any, any>,
  keys: Column<K, unknown>,
  places: ArrayLike<number>,
): boolean {
  for (let i = 0; i + 1 < places.length; i++) {
    const end = places[i + 1]!;
    if (places[i]! >= end) continue;
    let before = keys.at(places[i]!);
    for (let k = places[i]! + 1; k < end; k++) {
      const key = keys.at(k);
      if (type.compare(before, key) >= 0) return false;
      before = key;
    }
  }
  return true;
}

export class SetOf<T> extends Type<Set<T>> {
  override readonly parts: readonly AnyType[];

  constructor(
    readonly item: Type<T, any, any>,
    readonly max?: number,
  ) {
    super();
    this.parts = [item];
  }

  override get schema(): Schema {
    return { set: this.item.schema, ...bound(this.max) };
  }

  private items(value: Set<T>, twice: () => Error): T[] {
    return sorted(this.item, [...value], (item) => item, twice);
  }

  override write(out: Output, values: ArrayLike<Set<T>>): void {
    const lists = Array.from(values, (value) => {
      if (!(value instanceof Set)) throw out.error(`expected a Set, found ${kind(value)}`);
      return this.items(value, () => out.error("an element of a set occurs twice"));
    });
    writeSeq(this.item, this.max, out, lists);
  }

  override open(r: Reader, n: number): Column<Set<T>> {
    const start = r.at;
    const { places, items } = openSeq(this.item, this.max, r, n);
    if (!ascend(this.item, items, places)) {
      throw r.error("W10", start, "elements or keys do not strictly ascend");
    }
    return new Values(n, (i) => new Set<T>(items.list(places[i]!, places[i + 1]!)));
  }

  override none(): Column<Set<T>> {
    return new Values(0, () => new Set<T>());
  }

  override compare(a: Set<T>, b: Set<T>): number {
    const twice = () => new TypeError("an element of a set occurs twice");
    return compareLists(this.item, this.items(a, twice), this.items(b, twice));
  }

  override show(value: Set<T>): string {
    return `${value.size} values`;
  }
}

export class MapOf<K, V> extends Type<Map<K, V>> {
  override readonly parts: readonly AnyType[];

  constructor(
    readonly key: Type<K, any, any>,
    readonly value: Type<V, any, any>,
    /** tuple(K, V), of which a map is a seq. */
    private readonly entry: Struct<[K, V]>,
    readonly max?: number,
  ) {
    super();
    this.parts = [key, value];
  }

  override get schema(): Schema {
    return { map: [this.key.schema, this.value.schema], ...bound(this.max) };
  }

  private entries(value: Map<K, V>, twice: () => Error): [K, V][] {
    return sorted(this.key, [...value], ([key]) => key, twice);
  }

  override write(out: Output, values: ArrayLike<Map<K, V>>): void {
    const lists = Array.from(values, (value) => {
      if (!(value instanceof Map)) throw out.error(`expected a Map, found ${kind(value)}`);
      return this.entries(value, () => out.error("a key of a map occurs twice"));
    });
    writeSeq(this.entry, this.max, out, lists);
  }

  override open(r: Reader, n: number): MapColumn<K, V> {
    const start = r.at;
    const { places, items } = openSeq(this.entry, this.max, r, n);
    const column = new MapColumn<K, V>(places, items);
    if (!ascend(this.key, column.keys, places)) {
      throw r.error("W10", start, "elements or keys do not strictly ascend");
    }
    return column;
  }

  override none(): MapColumn<K, V> {
    return new MapColumn<K, V>(new Float64Array(1), this.entry.none());
  }

  override compare(a: Map<K, V>, b: Map<K, V>): number {
    const twice = () => new TypeError("a key of a map occurs twice");
    return compareLists(this.entry, this.entries(a, twice), this.entries(b, twice));
  }

  override show(value: Map<K, V>): string {
    return `${value.size} entries`;
  }
}

/** A view of maps: all their keys and values, and where those of each begin. */
export class MapColumn<K, V> extends Values<Map<K, V>> {
  readonly keys: Column<K, unknown>;
  readonly values: Column<V, unknown>;

  constructor(
    /** The entries of map i are those from places[i] up to places[i + 1]. */
    readonly places: Float64Array,
    entries: StructColumn<[K, V]>,
  ) {
    super(places.length - 1, (i) => new Map(entries.list(places[i]!, places[i + 1]!)));
    this.keys = entries.columns[0] as Column<K, unknown>;
    this.values = entries.columns[1] as Column<V, unknown>;
  }
}
