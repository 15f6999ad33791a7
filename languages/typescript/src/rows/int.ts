/** W2 and W3: integers of 16, 32 and 64 bits. */
import { NumberColumn, type TypedArray, type TypedArrayOf } from "../column.js";
import type { Output } from "../output.js";
import { LITTLE } from "../packed.js";
import type { Reader } from "../reader.js";
import { kind } from "../show.js";
import { Type } from "../type.js";
import { unzigzag, zigzag } from "../varint.js";
import {
  type Numbers,
  readNarrow,
  readWords,
  signed,
  unsigned,
  writeNarrow,
  writeWords,
} from "./numbers.js";

type NarrowList = Uint16Array | Uint32Array | Int16Array | Int32Array;

/** u16, u32, i16, i32. */
export class Narrow<L extends NarrowList> extends Type<number, L, NumberColumn<number, L>> {
  private readonly numbers: Numbers;
  private readonly raw: TypedArrayOf<number, Uint16Array> | TypedArrayOf<number, Uint32Array>;
  private readonly isSigned: boolean;
  override readonly weight = 0;
  override readonly integer = "number";

  constructor(
    override readonly schema: string,
    private readonly array: TypedArrayOf<number, L>,
  ) {
    super();
    const width = 8 * array.BYTES_PER_ELEMENT;
    this.isSigned = schema.startsWith("i");
    this.raw = width === 16 ? Uint16Array : Uint32Array;
    this.numbers = this.isSigned ? signed(schema, width) : unsigned(schema, width);
  }

  override write(out: Output, values: ArrayLike<number>): void {
    const n = values.length;
    const raw = new this.raw(n);
    const check = new this.array(1);
    const shift = 8 * this.array.BYTES_PER_ELEMENT - 1;
    for (let i = 0; i < n; i++) {
      const x = values[i]!;
      if (typeof x === "number") check[0] = x;
      if (check[0] !== x) throw out.error(`expected ${this.schema}, found ${kind(x)}`);
      raw[i] = this.isSigned ? (x << 1) ^ (x >> shift) : x;
    }
    writeNarrow(out, raw);
  }

  override open(r: Reader, n: number): NumberColumn<number, L> {
    const raw = readNarrow<Uint16Array | Uint32Array>(r, n, this.numbers, this.raw as never);
    if (!this.isSigned) return new NumberColumn<number, L>(raw as NarrowList as L);
    r.claim(n * this.array.BYTES_PER_ELEMENT);
    const list = new this.array(n);
    for (let i = 0; i < n; i++) list[i] = (raw[i]! >>> 1) ^ -(raw[i]! & 1);
    return new NumberColumn<number, L>(list);
  }

  override none(): NumberColumn<number, L> {
    return new NumberColumn<number, L>(new this.array(0));
  }

  override compare(a: number, b: number): number {
    return a - b;
  }

  override show(value: number): string {
    return String(value);
  }
}

/** What numbers of 64 bits are here: bigint or number. */
export interface Wide<T, L extends TypedArray<T>> {
  readonly of: TypedArrayOf<T, L>;
  /** Undefined if it cannot be exact. */
  readonly fromWords: (low: number, high: number, signed: boolean) => T | undefined;
  /** Undefined if it is no such number. */
  readonly toWords: (value: T, signed: boolean, words: Uint32Array, at: number) => boolean;
}

const SCRATCH = new DataView(new ArrayBuffer(8));

export function bigints<L extends BigUint64Array | BigInt64Array>(
  of: TypedArrayOf<bigint, L>,
): Wide<bigint, L> {
  return {
    of,
    fromWords: (low, high, isSigned) => {
      SCRATCH.setUint32(0, low, true);
      SCRATCH.setUint32(4, high, true);
      return isSigned ? SCRATCH.getBigInt64(0, true) : SCRATCH.getBigUint64(0, true);
    },
    toWords: (value, isSigned, words, at) => {
      if (typeof value !== "bigint") return false;
      if ((isSigned ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value)) !== value) return false;
      SCRATCH.setBigInt64(0, value, true);
      words[at] = SCRATCH.getUint32(0, true);
      words[at + 1] = SCRATCH.getUint32(4, true);
      return true;
    },
  };
}

export const NUMBERS: Wide<number, Float64Array> = {
  of: Float64Array,
  fromWords: (low, high, isSigned) => {
    const x = (isSigned ? high | 0 : high) * 2 ** 32 + low;
    return Number.isSafeInteger(x) ? x : undefined;
  },
  toWords: (value, isSigned, words, at) => {
    if (!Number.isSafeInteger(value) || (value < 0 && !isSigned)) return false;
    words[at] = value;
    words[at + 1] = Math.floor(value / 2 ** 32);
    return true;
  },
};

/** u64 and i64. */
export class Wide64<T, L extends TypedArray<T>> extends Type<T, L, NumberColumn<T, L>> {
  private readonly numbers: Numbers;
  private readonly isSigned: boolean;
  override readonly weight = 0;
  override readonly integer: "number" | "bigint";

  constructor(
    override readonly schema: string,
    private readonly wide: Wide<T, L>,
  ) {
    super();
    this.integer = (wide.of as unknown) === Float64Array ? "number" : "bigint";
    this.isSigned = schema.startsWith("i");
    this.numbers = this.isSigned ? signed(schema, 64) : unsigned(schema, 64);
  }

  override write(out: Output, values: ArrayLike<T>): void {
    const words = new Uint32Array(2 * values.length);
    for (let i = 0; i < values.length; i++) {
      if (!this.wide.toWords(values[i]!, this.isSigned, words, 2 * i)) {
        throw out.error(`expected ${this.schema}, found ${kind(values[i])}`);
      }
    }
    if (this.isSigned) zigzag(words);
    writeWords(out, words);
  }

  override open(r: Reader, n: number): NumberColumn<T, L> {
    const start = r.at;
    const words = readWords(r, n, this.numbers);
    if (this.isSigned) unzigzag(words);
    const { of, fromWords } = this.wide;
    if (LITTLE && this.integer === "bigint") return new NumberColumn<T, L>(new of(words.buffer));
    r.claim(8 * n);
    const list = new of(n);
    for (let i = 0; i < n; i++) {
      const x = fromWords(words[2 * i]!, words[2 * i + 1]!, this.isSigned);
      if (x === undefined) throw r.error("number", start, "an integer beyond ±(2^53 - 1)");
      list[i] = x;
    }
    return new NumberColumn<T, L>(list);
  }

  override none(): NumberColumn<T, L> {
    return new NumberColumn<T, L>(new this.wide.of(0));
  }

  override compare(a: T, b: T): number {
    return a < b ? -1 : a > b ? 1 : 0;
  }

  override show(value: T): string {
    return String(value);
  }
}
