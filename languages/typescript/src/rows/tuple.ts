/** W7: tuples and structs, field after field. */
import type { Output } from "../output.js";
import type { Reader } from "../reader.js";
import type { Schema } from "../schema/schema.js";
import type { Shape } from "../shape.js";
import {
  type AnyType,
  type Column,
  type Fixed,
  isFixed,
  openList,
  Type,
  writeList,
} from "../type.js";
import { fixedColumn, takeFixed, writeFixed } from "./fixed.js";

/** A field of a struct, a tuple or a variant. */
export interface Field {
  /** Its name, or its place from 0. */
  readonly name: string;
  readonly type: AnyType;
}

/** A struct, a tuple, or the fields of a variant. */
export class Struct<T, F = unknown> extends Type<T, T[], StructColumn<T, F>> {
  override readonly parts: readonly AnyType[];
  override readonly size: number | undefined;
  override readonly weight: number;

  constructor(
    private readonly describe: (fields: readonly Field[]) => Schema,
    readonly fields: readonly Field[],
    readonly shape: Shape<T>,
  ) {
    super();
    this.parts = fields.map((field) => field.type);
    this.weight = weightOf(fields);
    this.size = sizeOf(this.parts);
    if (this.size !== undefined && this.parts.some((part) => (part as Fixed<unknown>).check)) {
      this.check = (r, at) => this.checkParts(r, at);
    }
  }

  override get schema(): Schema {
    return this.describe(this.fields);
  }

  override get mayBeEmpty(): boolean {
    return this.parts.every((part) => part.mayBeEmpty);
  }

  override get takesNoBytes(): boolean {
    return this.parts.every((part) => part.takesNoBytes);
  }

  override write(out: Output, values: ArrayLike<T>): void {
    if (isFixed(this)) return writeFixed(this, out, values);
    writeFields(this, out, values);
  }

  override open(r: Reader, n: number): StructColumn<T, F> {
    if (!isFixed(this)) {
      const columns = this.fields.map(({ name, type }) =>
        r.inside(`.${name}`, () => openList(type, r, n)),
      );
      return new StructColumn<T, F>(n, this, columns);
    }
    const { size } = this as Fixed<T>;
    let at = takeFixed(this, r, n);
    const columns = this.parts.map((part) => {
      const column = fixedColumn(part as Fixed<unknown>, r.view, at, size, n);
      at += part.size!;
      return column;
    });
    return new StructColumn<T, F>(n, this, columns);
  }

  override none(): StructColumn<T, F> {
    return new StructColumn<T, F>(
      0,
      this,
      this.parts.map((part) => part.none()),
    );
  }

  override compare(a: T, b: T): number {
    for (let k = 0; k < this.parts.length; k++) {
      const order = this.parts[k]!.compare(this.shape.part(a, k), this.shape.part(b, k));
      if (order !== 0) return order;
    }
    return 0;
  }

  override show(): string {
    return `${this.fields.length} values`;
  }

  get(view: DataView, at: number): T {
    const parts = this.parts.map((part) => {
      at += part.size!;
      return (part as Fixed<unknown>).get(view, at - part.size!);
    });
    return this.shape.make(parts);
  }

  listAt(view: DataView, at: number, n: number): T[] {
    return Array.from({ length: n }, (_, i) => this.get(view, at + i * this.size!));
  }

  set(out: Output, at: number, value: T): void {
    this.shape.check(out, value);
    this.fields.forEach(({ name, type }, k) => {
      out.inside(`.${name}`, () =>
        (type as Fixed<unknown>).set(out, at, this.shape.part(value, k)),
      );
      at += type.size!;
    });
  }

  explain(r: Reader): void {
    for (const { name, type } of this.fields) {
      r.inside(`.${name}`, () => (type as Fixed<unknown>).explain(r));
    }
  }

  explainList(r: Reader, n: number): void {
    for (let i = 0; i < n; i++) this.explain(r);
  }

  check?: (r: Reader, at: number) => void;

  private checkParts(r: Reader, at: number): void {
    for (const part of this.parts as Fixed<unknown>[]) {
      part.check?.(r, at);
      at += part.size;
    }
  }
}

/** Bytes of an object and its properties. */
export function weightOf(fields: readonly Field[]): number {
  return 32 + 8 * fields.length;
}

function sizeOf(parts: readonly AnyType[]): number | undefined {
  let size = 0;
  for (const part of parts) {
    if (part.size === undefined) return undefined;
    size += part.size;
  }
  return size;
}

/** enc(F1, all first fields), …, enc(Fk, all k-th fields). */
export function writeFields<T>(
  { fields, shape }: { readonly fields: readonly Field[]; readonly shape: Shape<T> },
  out: Output,
  values: ArrayLike<T>,
): void {
  const n = values.length;
  for (let i = 0; i < n; i++) shape.check(out, values[i]!);
  fields.forEach(({ name, type }, k) => {
    const list = new Array<unknown>(n);
    for (let i = 0; i < n; i++) list[i] = shape.part(values[i]!, k);
    out.inside(`.${name}`, () => writeList(type, out, list));
  });
}

/** A view of structs: a column for each field. */
export class StructColumn<T, F = unknown> implements Column<T> {
  private names: F | undefined;

  constructor(
    readonly length: number,
    private readonly type: { readonly fields: readonly Field[]; readonly shape: Shape<T> },
    /** In the order of the fields. */
    readonly columns: readonly Column<unknown, unknown>[],
  ) {}

  /** The columns by the names of the fields. */
  get fields(): F {
    const entries = () => this.type.fields.map(({ name }, k) => [name, this.columns[k]]);
    return (this.names ??= Object.fromEntries(entries()) as F);
  }

  at(i: number): T {
    return this.type.shape.make(this.columns.map((column) => column.at(i)));
  }

  list(from: number, to: number): T[] {
    const lists = this.columns.map((column) => column.list(from, to)) as ArrayLike<unknown>[];
    const values = new Array<T>(to - from);
    const parts = new Array<unknown>(lists.length);
    for (let i = 0; i < values.length; i++) {
      for (let k = 0; k < lists.length; k++) parts[k] = lists[k]![i];
      values[i] = this.type.shape.make(parts);
    }
    return values;
  }
}
