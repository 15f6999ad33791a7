/** W11: enums, their tags and then the fields of each variant; W13: extensible ones. */
import type { Output } from "../output.js";
import type { Reader } from "../reader.js";
import type { Schema } from "../schema/schema.js";
import { LoneShape } from "../shape.js";
import { kind } from "../show.js";
import { type AnyType, type Column, openList, Type, Values, writeList } from "../type.js";
import { type ExtensibleStruct, skipBlock } from "./extensible.js";
import { readNarrow, TAGS, writeNarrow } from "./numbers.js";
import { Struct } from "./tuple.js";

export interface EnumVariant {
  readonly tag: number;
  /** The name as declared; empty if there is none. */
  readonly name: string;
  /** What values say: the name, or the tag as text if there is none of its own. */
  readonly key: string;
  readonly fields: Struct<any, any> | ExtensibleStruct<any, any>;
}

/** A value of an enum of which any variant has fields. */
export interface Tagged<K extends string = string, V = unknown> {
  readonly tag: K;
  readonly value?: V;
}

export class Enum<T> extends Type<T, T[], EnumColumn<T>> {
  override readonly parts: readonly AnyType[];
  override readonly ordered: boolean;
  /** Whether values are just the names. */
  readonly plain: boolean;
  private readonly byKey: ReadonlyMap<string, number>;
  private readonly byTag: ReadonlyMap<number, number>;

  constructor(
    private readonly describe: () => Schema,
    /** By ascending tag. */
    readonly variants: readonly EnumVariant[],
    readonly extensible: boolean,
    /** The tag of the catch-all. */
    readonly other?: number,
  ) {
    super();
    this.parts = variants.map((variant) => variant.fields);
    this.ordered = !extensible;
    this.plain = variants.every((variant) => variant.fields.fields.length === 0);
    this.byKey = new Map(variants.map(({ key }, slot) => [key, slot]));
    this.byTag = new Map(variants.map(({ tag }, slot) => [tag, slot]));
  }

  override get schema(): Schema {
    return this.describe();
  }

  private keyOf(value: T): unknown {
    return this.plain ? value : (value as { tag?: unknown } | null)?.tag;
  }

  /** The variant of a value, by its place in `variants`. */
  slotOf(value: T): number | undefined {
    return this.byKey.get(this.keyOf(value) as string);
  }

  override write(out: Output, values: ArrayLike<T>): void {
    const tags = new Uint32Array(values.length);
    const lists = this.variants.map(() => [] as unknown[]);
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      const slot = this.slotOf(value);
      if (slot === undefined) {
        const expected = this.plain ? "the name of a variant" : "{tag, value} of a variant";
        const name = this.keyOf(value);
        const found = typeof name === "string" ? name : value;
        throw out.error(`expected ${expected}, found ${kind(found)}`);
      }
      tags[i] = this.variants[slot]!.tag;
      lists[slot]!.push(this.plain ? undefined : (values[i] as Tagged).value);
    }
    writeNarrow(out, tags);
    this.variants.forEach(({ fields, name, tag }, slot) => {
      out.inside(label(name, tag), () => writeList(fields, out, lists[slot]!));
    });
  }

  override open(r: Reader, n: number): EnumColumn<T> {
    const start = r.at;
    const tags = readNarrow(r, n, TAGS, Uint32Array);
    r.claim(16 * n);
    const counts = new Map<number, number>();
    const ranks = new Uint32Array(n);
    for (let i = 0; i < n; i++) {
      const rank = counts.get(tags[i]!) ?? 0;
      ranks[i] = rank;
      counts.set(tags[i]!, rank + 1);
    }
    const present = [...counts.keys()].sort((a, b) => a - b);
    if (this.other === undefined && present.some((tag) => !this.byTag.has(tag))) {
      throw this.extensible
        ? r.error("W32", start, "unknown variant, and no catch-all is declared")
        : r.error("W28", start, "the enum has no such tag");
    }
    const columns = this.parts.map((part) => part.none() as Column<unknown>);
    for (const tag of present) {
      const slot = this.byTag.get(tag);
      const count = counts.get(tag)!;
      r.inside(label(slot === undefined ? "" : this.variants[slot]!.name, tag), () => {
        if (slot === undefined) skipBlock(r, count);
        else columns[slot] = openList(this.parts[slot]!, r, count);
      });
    }
    return new EnumColumn<T>(tags, ranks, columns, this);
  }

  /** The value of a variant of which `make` gives the fields. */
  value(tag: number, make: (slot: number) => unknown): T {
    let slot = this.byTag.get(tag);
    const known = slot !== undefined;
    slot ??= this.byTag.get(this.other!)!;
    const { key, fields } = this.variants[slot]!;
    if (this.plain) return key as T;
    if (fields.fields.length === 0) return { tag: key } as T;
    return { tag: key, value: known ? make(slot) : undefined } as T;
  }

  override none(): EnumColumn<T> {
    return new EnumColumn<T>(new Uint32Array(), new Uint32Array(), [], this);
  }

  override compare(a: T, b: T): number {
    const slot = this.slotOf(a)!;
    const order = slot - this.slotOf(b)!;
    if (order !== 0 || this.plain) return order;
    return this.parts[slot]!.compare((a as Tagged).value, (b as Tagged).value);
  }

  override show(value: T): string {
    return `variant ${this.variants[this.slotOf(value) ?? 0]?.tag}`;
  }
}

/** A result is the enum {0: T, 1: E}. */
export class Result<T, E> extends Enum<{ tag: "ok"; value: T } | { tag: "err"; value: E }> {
  constructor(
    readonly ok: Type<T, any, any>,
    readonly err: Type<E, any, any>,
  ) {
    const lone = (type: AnyType) =>
      new Struct(() => type.schema, [{ name: "0", type }], new LoneShape<any>());
    const variants: EnumVariant[] = [
      { tag: 0, name: "Ok", key: "ok", fields: lone(ok) },
      { tag: 1, name: "Err", key: "err", fields: lone(err) },
    ];
    super(() => ({ result: [ok.schema, err.schema] }), variants, false);
  }

  override show(value: { tag: "ok"; value: T } | { tag: "err"; value: E }): string {
    return value.tag;
  }
}

function label(name: string, tag: number): string {
  return `::${name === "" ? tag : name}`;
}

/** A view of enums: their tags, and a column for each variant. */
export class EnumColumn<T> extends Values<T> {
  constructor(
    readonly tags: Uint32Array,
    ranks: Uint32Array,
    /** By ascending tag of the variants; the fields of those that are of it. */
    readonly variants: readonly Column<unknown>[],
    type: Enum<T>,
  ) {
    super(tags.length, (i) => type.value(tags[i]!, (slot) => variants[slot]!.at(ranks[i]!)));
  }
}
