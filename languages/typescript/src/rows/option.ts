/** W6: options, whether they are some and then those that are. */
import type { Output } from "../output.js";
import { pack } from "../packed.js";
import type { Reader } from "../reader.js";
import { kind } from "../show.js";
import { type AnyType, type Column, openList, Type, Values, writeList } from "../type.js";
import type { Schema } from "../schema/schema.js";
import { readBits } from "./boolean.js";

/** Where the value inside may itself be null, one that is there is `{some: value}`. */
export interface Some<T> {
  some: T;
}

export type Optional<T> = null extends T ? Some<T> | null : T | null;

export class Option<T, C extends Column<T, any>> extends Type<
  Optional<T>,
  Optional<T>[],
  OptionColumn<T, C>
> {
  override readonly parts: readonly AnyType[];

  constructor(readonly item: Type<T, any, C>) {
    super();
    this.parts = [item];
  }

  override get nullable(): boolean {
    return true;
  }

  override get schema(): Schema {
    return { option: this.item.schema };
  }

  /** The value inside one that is not null. */
  inner(value: Optional<T>): T {
    return this.item.nullable ? (value as Some<T>).some : (value as T);
  }

  private check(out: Output, value: unknown): void {
    if (this.item.nullable && (typeof value !== "object" || !("some" in value!))) {
      throw out.error(`expected null or {some: value}, found ${kind(value)}`);
    }
  }

  override write(out: Output, values: ArrayLike<Optional<T>>): void {
    const bits = new Uint8Array(values.length);
    const items: T[] = [];
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (value === null) continue;
      this.check(out, value);
      bits[i] = 1;
      items.push(this.inner(value));
    }
    pack(out, 1, bits, 0);
    out.inside("?", () => writeList(this.item, out, items));
  }

  override open(r: Reader, n: number): OptionColumn<T, C> {
    const bits = readBits(r, n, "is some:");
    r.claim(4 * n);
    const places = new Uint32Array(n);
    let count = 0;
    for (let i = 0; i < n; i++) {
      places[i] = count;
      count += bits[i]!;
    }
    const items = r.inside("?", () => openList(this.item, r, count));
    return new OptionColumn<T, C>(bits, places, items, this.item.nullable);
  }

  override none(): OptionColumn<T, C> {
    return new OptionColumn<T, C>(new Uint8Array(), new Uint32Array(), this.item.none(), false);
  }

  override compare(a: Optional<T>, b: Optional<T>): number {
    if (a === null || b === null) return Number(a !== null) - Number(b !== null);
    return this.item.compare(this.inner(a), this.inner(b));
  }

  override show(value: Optional<T>): string {
    return value === null ? "none" : "some";
  }
}

export class OptionColumn<T, C extends Column<T, any>> extends Values<Optional<T>> {
  constructor(
    /** 1 for each that is some. */
    readonly present: Uint8Array,
    places: Uint32Array,
    /** Those that are some. */
    readonly items: C,
    wrapped: boolean,
  ) {
    super(present.length, (i) => {
      if (present[i] === 0) return null as Optional<T>;
      const item = items.at(places[i]!);
      return (wrapped ? { some: item } : item) as Optional<T>;
    });
  }
}
