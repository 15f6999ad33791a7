import type { Output } from "./output.js";
import type { Reader } from "./reader.js";
import type { Schema } from "./schema/schema.js";

/**
 * A type of the format: how lists of its values are written and read.
 *
 * `T` is the value, `L` a list of values as a seq or an array gives it, `C` the view of a list.
 */
export abstract class Type<T, L = T[], C extends Column<T, L> = Column<T, L>> {
  /** Only for the compiler: what `Infer` and the types around this one find. */
  declare readonly of: { readonly value: T; readonly list: L; readonly column: C };

  /** The JSON form of spec/SCHEMA.md. */
  abstract readonly schema: Schema;
  /** The types inside. */
  readonly parts: readonly AnyType[] = [];
  /** Bytes of each value, if the type is fixed (W1). */
  readonly size: number | undefined = undefined;
  /** What a value is, if the type is an integer. */
  readonly integer: "number" | "bigint" | undefined = undefined;
  /** Elements of each value, if the type is an array (W8). */
  readonly elements: number | undefined = undefined;
  /** Whether values have an order (W21), apart from the types inside. */
  readonly ordered: boolean = true;
  /** Bytes of memory that each value is taken to claim, beside what is inside it. */
  readonly weight: number = 32;

  /** Whether null is a value, so that an option of it needs more than null. */
  get nullable(): boolean {
    return false;
  }

  /** Whether a value may take no bits (W34). */
  get mayBeEmpty(): boolean {
    return false;
  }

  /** Whether a list takes no bytes (W30). */
  get takesNoBytes(): boolean {
    return false;
  }

  /** Writes enc(T, values) for one or more values. */
  abstract write(out: Output, values: ArrayLike<T>): void;

  /** Reads enc(T, v1 … vn) for n >= 1. */
  abstract open(r: Reader, n: number): C;

  /** A view of no values. */
  abstract none(): C;

  /** W21: below 0 if `a` comes first. */
  compare(_a: T, _b: T): number {
    throw new TypeError("values of this type have no order");
  }

  /** A value in a few words, for people. */
  abstract show(value: T): string;
}

/** A type whose lists are value after value, each of `size` bytes (W1). */
export interface Fixed<T, L = T[]> extends Type<T, L, Column<T, L>> {
  readonly size: number;
  /** The value at a place. */
  get(view: DataView, at: number): T;
  /** The values from a place on, as an array of the format holds them. */
  listAt(view: DataView, at: number, n: number): L;
  /** Puts a value at a place. */
  set(out: Output, at: number, value: T): void;
  /** Steps over a value, and says what its bytes mean. */
  explain(r: Reader): void;
  /** As `explain`, for a list. */
  explainList(r: Reader, n: number): void;
  /** Refuses what W1 allows and the type here does not. */
  check?(r: Reader, at: number): void;
}

export function isFixed<T, L>(type: Type<T, L, any>): type is Fixed<T, L> & typeof type {
  return type.size !== undefined;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyType = Type<any, any, any>;

/** The values of a type. */
export type Infer<X extends AnyType> = X["of"]["value"];

/**
 * A list of values as the wire holds it, checked in full; a value is made when it is asked for.
 *
 * Numbers and bytes are views of the message where its bytes allow that.
 */
export interface Column<T, L = T[]> {
  readonly length: number;
  /** The value at `i`, which is at least 0 and below `length`. */
  at(i: number): T;
  /** The values from `from` up to `to`, as a seq holds them. */
  list(from: number, to: number): L;
}

/** Writes enc(T, values) (W15). */
export function writeList<T>(type: Type<T, any, any>, out: Output, values: ArrayLike<T>): void {
  if (values.length > 0) type.write(out, values);
}

/** Reads n values (W15), which claim memory even if they take no bits (W34). */
export function openList<C extends Column<any, any>>(
  type: Type<any, any, C>,
  r: Reader,
  n: number,
): C {
  if (n === 0) return type.none();
  r.claim(n * type.weight);
  return type.open(r, n);
}

/** W35: values that take a bit or more are at most 8 x the bytes left. */
export function checkTotal(type: AnyType, r: Reader, total: number): void {
  if (total > 8 * r.left && !type.mayBeEmpty) {
    throw r.error("W35", r.at, "more elements than the bytes left can hold");
  }
}

/** A column whose values are made one by one. */
export class Values<T> implements Column<T> {
  constructor(
    readonly length: number,
    readonly at: (i: number) => T,
  ) {}

  list(from: number, to: number): T[] {
    const values = new Array<T>(to - from);
    for (let i = from; i < to; i++) values[i - from] = this.at(i);
    return values;
  }
}
