/** W1: types whose lists are value after value. */
import type { Access } from "../access.js";
import { NumberColumn, numbersAt, type TypedArray } from "../column.js";
import type { Output } from "../output.js";
import { LITTLE } from "../packed.js";
import type { Reader } from "../reader.js";
import { kind, showBytes, showFloat } from "../show.js";
import type { Schema } from "../schema/schema.js";
import { type AnyType, checkTotal, type Column, type Fixed, Type, Values } from "../type.js";
import { NUMBERS } from "./int.js";

/** Steps over n >= 1 values of a fixed type, and gives the place of the first. */
export function takeFixed(type: Fixed<any, any>, r: Reader, n: number): number {
  checkArrays(type, r, n);
  const start = r.at;
  if (r.trace) {
    type.explainList(r, n);
    r.at = start;
  }
  r.take(n * type.size);
  if (type.check) for (let i = 0; i < n; i++) type.check(r, start + i * type.size);
  return start;
}

/** W34 and W35 for all arrays inside n values. */
function checkArrays(type: AnyType, r: Reader, n: number): void {
  if (type.elements !== undefined) {
    n *= type.elements;
    checkTotal(type.parts[0]!, r, n);
  }
  for (const part of type.parts) {
    r.claim(n * Math.max(part.weight, 1));
    checkArrays(part, r, n);
  }
}

/** Writes n >= 1 values of a fixed type. */
export function writeFixed<T>(type: Fixed<T, any>, out: Output, values: ArrayLike<T>): void {
  const { size } = type;
  const start = out.grow(values.length * size);
  for (let i = 0; i < values.length; i++) type.set(out, start + i * size, values[i]!);
}

/** n values of a fixed type from a place on, `stride` bytes apart. */
export function fixedColumn<T>(
  type: Fixed<T, any>,
  view: DataView,
  at: number,
  stride: number,
  n: number,
): Column<T> {
  return new Values(n, (i) => type.get(view, at + i * stride));
}

/** What the fixed types without others inside have in common. */
abstract class Leaf<T, L, C extends Column<T, L>> extends Type<T, L, C> implements Fixed<T, L> {
  abstract override readonly size: number;
  override readonly weight: number = 0;
  abstract get(view: DataView, at: number): T;
  abstract listAt(view: DataView, at: number, n: number): L;
  protected abstract accepts(value: T): boolean;
  protected abstract put(view: DataView, at: number, value: T): void;
  protected abstract columnOf(list: L): C;

  protected get name(): string {
    return typeof this.schema === "string" ? this.schema : `fixed ${Object.values(this.schema)[0]}`;
  }

  override write(out: Output, values: ArrayLike<T>): void {
    writeFixed(this, out, values);
  }

  override open(r: Reader, n: number): C {
    const at = takeFixed(this, r, n);
    r.claim(n * this.size);
    return this.columnOf(this.listAt(r.view, at, n));
  }

  override none(): C {
    return this.columnOf(this.listAt(new DataView(new ArrayBuffer(0)), 0, 0));
  }

  set(out: Output, at: number, value: T): void {
    if (!this.accepts(value)) throw out.error(`expected ${this.name}, found ${kind(value)}`);
    this.put(out.view, at, value);
  }

  explainList(r: Reader, n: number): void {
    for (let i = 0; i < n; i++) this.explain(r);
  }

  explain(r: Reader): void {
    const at = r.take(this.size);
    r.note(at, "W1", () => `${this.name} ${this.show(this.get(r.view, at))}`);
  }

  override compare(a: T, b: T): number {
    return a < b ? -1 : a > b ? 1 : 0;
  }

  override show(value: T): string {
    return String(value);
  }
}

/** Numbers that a typed array holds as the wire does. */
export class FixedNumber<T, L extends TypedArray<T>> extends Leaf<T, L, NumberColumn<T, L>> {
  override readonly size: number;
  override readonly integer: "number" | "bigint";
  /** Holds a value as the type does. */
  private readonly one: L;

  constructor(
    override readonly schema: Schema,
    protected readonly access: Access<T, L>,
  ) {
    super();
    this.one = new access.of(1);
    this.integer = typeof this.one[0] === "bigint" ? "bigint" : "number";
    this.size = access.of.BYTES_PER_ELEMENT;
  }

  override write(out: Output, values: ArrayLike<T>): void {
    if (values instanceof this.access.of && LITTLE) {
      const { buffer, byteOffset, byteLength } = values;
      out.bytes(new Uint8Array(buffer, byteOffset, byteLength));
    } else {
      super.write(out, values);
    }
  }

  /** Bytes are explained together. */
  override explainList(r: Reader, n: number): void {
    if (this.schema !== "u8") return super.explainList(r, n);
    const at = r.take(n);
    r.note(at, "W1", () => showBytes(r.data.subarray(at, at + n)));
  }

  override get(view: DataView, at: number): T {
    return this.access.get(view, at);
  }

  override listAt(view: DataView, at: number, n: number): L {
    return numbersAt(this.access.of, view, at, n, this.access.get);
  }

  protected override accepts(value: T): boolean {
    if (typeof value !== typeof this.one[0]) return false;
    this.one[0] = value;
    return this.one[0] === value;
  }

  protected override put(view: DataView, at: number, value: T): void {
    this.access.put(view, at, value);
  }

  protected override columnOf(list: L): NumberColumn<T, L> {
    return new NumberColumn<T, L>(list);
  }
}

/** Floats: any number in their range, the nearest that the type has. NaN is any NaN: `bits` tells them apart. */
export class Float<L extends Float32Array | Float64Array> extends FixedNumber<number, L> {
  override readonly ordered = false;

  protected override accepts(value: number): boolean {
    if (typeof value !== "number") return false;
    return this.size === 8 || !Number.isFinite(value) || Number.isFinite(Math.fround(value));
  }

  override show(value: number): string {
    return showFloat(value, this.size === 4);
  }
}

/** Floats as the integers that their bits are. */
export class FloatBits<T, L extends TypedArray<T>> extends FixedNumber<T, L> {
  override readonly ordered = false;

  override show(value: T): string {
    SCRATCH.setBigUint64(0, BigInt(value as number), true);
    const single = this.size === 4;
    return showFloat(single ? SCRATCH.getFloat32(0, true) : SCRATCH.getFloat64(0, true), single);
  }
}

const SCRATCH = new DataView(new ArrayBuffer(8));

/** fixed u64 and fixed i64 as numbers, which are refused where they cannot be exact. */
export class FixedSafe extends Leaf<number, Float64Array, NumberColumn<number, Float64Array>> {
  override readonly size = 8;
  override readonly integer = "number";

  constructor(
    override readonly schema: Schema,
    private readonly isSigned: boolean,
  ) {
    super();
  }

  private exact(view: DataView, at: number): number | undefined {
    return NUMBERS.fromWords(view.getUint32(at, true), view.getUint32(at + 4, true), this.isSigned);
  }

  check(r: Reader, at: number): void {
    if (this.exact(r.view, at) === undefined) {
      throw r.error("number", at, "an integer beyond ±(2^53 - 1)");
    }
  }

  override get(view: DataView, at: number): number {
    return this.exact(view, at) ?? NaN;
  }

  override listAt(view: DataView, at: number, n: number): Float64Array {
    return Float64Array.from({ length: n }, (_, i) => this.get(view, at + 8 * i));
  }

  protected override accepts(value: number): boolean {
    return Number.isSafeInteger(value) && (value >= 0 || this.isSigned);
  }

  protected override put(view: DataView, at: number, value: number): void {
    view.setBigInt64(at, BigInt(value), true);
  }

  protected override columnOf(list: Float64Array): NumberColumn<number, Float64Array> {
    return new NumberColumn<number, Float64Array>(list);
  }
}

/** What is an array of values where it is a list. */
abstract class PlainLeaf<T> extends Leaf<T, T[], Column<T>> {
  override listAt(view: DataView, at: number, n: number): T[] {
    return Array.from({ length: n }, (_, i) => this.get(view, at + i * this.size));
  }

  protected override columnOf(list: T[]): Column<T> {
    return new Values(list.length, (i) => list[i]!);
  }
}

/** u128 and i128. */
export class Fixed128 extends PlainLeaf<bigint> {
  override readonly size = 16;
  override readonly integer = "bigint";
  override readonly weight: number = 32;

  constructor(override readonly schema: "u128" | "i128") {
    super();
  }

  override get(view: DataView, at: number): bigint {
    const x = (view.getBigUint64(at + 8, true) << 64n) | view.getBigUint64(at, true);
    return this.wrap(x);
  }

  private wrap(x: bigint): bigint {
    return this.schema === "i128" ? BigInt.asIntN(128, x) : BigInt.asUintN(128, x);
  }

  protected override accepts(value: bigint): boolean {
    return typeof value === "bigint" && this.wrap(value) === value;
  }

  protected override put(view: DataView, at: number, value: bigint): void {
    view.setBigUint64(at, value & (2n ** 64n - 1n), true);
    view.setBigInt64(at + 8, value >> 64n, true);
  }
}

/** unit: no bytes. */
export class Unit extends PlainLeaf<null> {
  override readonly schema = "unit";
  override readonly size = 0;
  override readonly weight: number = 8;

  override get nullable(): boolean {
    return true;
  }

  override get mayBeEmpty(): boolean {
    return true;
  }

  override get takesNoBytes(): boolean {
    return true;
  }

  override get(): null {
    return null;
  }

  protected override accepts(value: null): boolean {
    return value === null;
  }

  protected override put(): void {}

  override explain(): void {}

  override compare(): number {
    return 0;
  }

  override show(): string {
    return "()";
  }
}
