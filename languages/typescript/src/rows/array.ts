/** W8: arrays, all elements as one list. */
import type { Output } from "../output.js";
import type { Reader } from "../reader.js";
import type { Schema } from "../schema/schema.js";
import { kind } from "../show.js";
import {
  type AnyType,
  checkTotal,
  type Column,
  type Fixed,
  isFixed,
  openList,
  Type,
  Values,
  writeList,
} from "../type.js";
import { takeFixed, writeFixed } from "./fixed.js";
import { compareLists, concat, isList } from "./seq.js";

export class ArrayOf<T, L extends ArrayLike<T>, C extends Column<T, L>> extends Type<
  L,
  L[],
  ArrayColumn<T, L, C>
> {
  override readonly parts: readonly AnyType[];
  override readonly size: number | undefined;

  constructor(
    readonly item: Type<T, L, C>,
    override readonly elements: number,
  ) {
    super();
    this.parts = [item];
    this.size = item.size === undefined ? undefined : elements * item.size;
    if ((item as unknown as Fixed<T>).check) {
      this.check = (r, at) => {
        for (let i = 0; i < elements; i++)
          (item as unknown as Fixed<T>).check!(r, at + i * item.size!);
      };
    }
  }

  override get schema(): Schema {
    return { array: [this.item.schema, this.elements] };
  }

  override get mayBeEmpty(): boolean {
    return this.elements === 0 || this.item.mayBeEmpty;
  }

  override get takesNoBytes(): boolean {
    return this.elements === 0 || this.item.takesNoBytes;
  }

  private checkList(out: Output, value: L): void {
    if (!isList(value) || value.length !== this.elements) {
      throw out.error(`expected a list of ${this.elements}, found ${kind(value)}`);
    }
  }

  override write(out: Output, values: ArrayLike<L>): void {
    if (isFixed(this)) return writeFixed(this, out, values);
    for (let i = 0; i < values.length; i++) this.checkList(out, values[i]!);
    out.inside("[]", () => writeList(this.item, out, concat<T>(values)));
  }

  override open(r: Reader, n: number): ArrayColumn<T, L, C> {
    const total = n * this.elements;
    if (!isFixed(this)) {
      checkTotal(this.item, r, total);
      const items = r.inside("[]", () => openList(this.item, r, total));
      return new ArrayColumn<T, L, C>(n, this.elements, items);
    }
    // All elements are one list of a fixed type; they are explained array after array.
    const start = takeFixed(this, r, n);
    const end = r.at;
    r.at = start;
    const items = r.untraced(() => openList(this.item, r, total));
    r.at = end;
    return new ArrayColumn<T, L, C>(n, this.elements, items);
  }

  override none(): ArrayColumn<T, L, C> {
    return new ArrayColumn<T, L, C>(0, this.elements, this.item.none());
  }

  override compare(a: L, b: L): number {
    return compareLists(this.item, a, b);
  }

  override show(value: L): string {
    return `${value.length} values`;
  }

  get(view: DataView, at: number): L {
    return (this.item as unknown as Fixed<T, L>).listAt(view, at, this.elements);
  }

  listAt(view: DataView, at: number, n: number): L[] {
    return Array.from({ length: n }, (_, i) => this.get(view, at + i * this.size!));
  }

  set(out: Output, at: number, value: L): void {
    this.checkList(out, value);
    const item = this.item as unknown as Fixed<T, L>;
    out.inside("[]", () => {
      for (let i = 0; i < value.length; i++) item.set(out, at + i * item.size, value[i]!);
    });
  }

  explain(r: Reader): void {
    const item = this.item as unknown as Fixed<T, L>;
    if (item.schema === "u8") item.explainList(r, this.elements);
    else r.inside("[]", () => item.explainList(r, this.elements));
  }

  explainList(r: Reader, n: number): void {
    for (let i = 0; i < n; i++) this.explain(r);
  }

  check?: (r: Reader, at: number) => void;
}

/** A view of arrays: a column of all their elements. */
export class ArrayColumn<T, L, C extends Column<T, L>> extends Values<L> {
  constructor(
    length: number,
    elements: number,
    readonly items: C,
  ) {
    super(length, (i) => items.list(i * elements, (i + 1) * elements));
  }
}
