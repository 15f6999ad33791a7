/** W2: lists of unsigned numbers. One as a varint, more of them packed plain or based. */
import type { TypedArrayOf } from "../column.js";
import { numbersAt } from "../column.js";
import type { Output } from "../output.js";
import {
  pack,
  takePacked,
  type Unsigned,
  unpack,
  unpackWords,
  WIDTHS,
  packedLength,
} from "../packed.js";
import type { Reader } from "../reader.js";
import { shown } from "../show.js";
import { bits, readVarint, varintLength, type Words, writeVarint } from "../varint.js";

/** What the numbers of a list are. */
export interface Numbers {
  readonly name: string;
  /** Bits that the type has room for (W24). */
  readonly width: number;
  /** The row of the table that the list is made by. */
  readonly rule: string;
  readonly show: (low: number, high: number) => string;
}

const decimal = (low: number, high: number): string => toBigInt(low, high).toString();

/** W5. */
export const LENGTHS: Numbers = { name: "length", width: 64, rule: "W5", show: decimal };
/** W9. */
export const COUNTS: Numbers = { name: "count", width: 64, rule: "W9", show: decimal };
/** W11. */
export const TAGS: Numbers = { name: "tag", width: 32, rule: "W11", show: decimal };

export function unsigned(name: string, width: number): Numbers {
  return { name, width, rule: "W2", show: decimal };
}

export function signed(name: string, width: number): Numbers {
  const show = (low: number, high: number) => {
    const x = toBigInt(low, high);
    return String(x & 1n ? -((x + 1n) >> 1n) : x >> 1n);
  };
  return { name, width, rule: "W3", show };
}

function toBigInt(low: number, high: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low);
}

/** The first byte that W2 prescribes for two or more numbers, and their base. */
interface Form extends Words {
  readonly head: number;
}

function prescribed(n: number, least: Words, greatest: Words): Form {
  const plain = bits(greatest.low, greatest.high);
  const borrow = greatest.low < least.low ? 1 : 0;
  const width = bits((greatest.low - least.low) >>> 0, greatest.high - least.high - borrow);
  const base = varintLength(least.low, least.high);
  if (base + packedLength(width, n) < packedLength(plain, n))
    return { head: 128 + width, ...least };
  return { head: plain, low: 0, high: 0 };
}

function formOfNarrow(list: Unsigned): Form {
  let least = list[0]!;
  let greatest = least;
  for (let i = 1; i < list.length; i++) {
    const x = list[i]!;
    if (x < least) least = x;
    else if (x > greatest) greatest = x;
  }
  return prescribed(list.length, { low: least, high: 0 }, { low: greatest, high: 0 });
}

function formOfWords(words: Uint32Array): Form {
  let [low, high] = [words[0]!, words[1]!];
  let [top, topHigh] = [low, high];
  for (let i = 2; i < words.length; i += 2) {
    const x = words[i]!;
    const y = words[i + 1]!;
    if (y < high || (y === high && x < low)) [low, high] = [x, y];
    else if (y > topHigh || (y === topHigh && x > top)) [top, topHigh] = [x, y];
  }
  return prescribed(words.length / 2, { low, high }, { low: top, high: topHigh });
}

/** Writes numbers of at most 32 bits. */
export function writeNarrow(out: Output, list: Unsigned): void {
  if (list.length === 1) return writeVarint(out, list[0]!);
  const form = formOfNarrow(list);
  writeForm(out, form);
  pack(out, form.head & 127, list, form.low);
}

/** Writes numbers of 64 bits, each as two words. */
export function writeWords(out: Output, words: Uint32Array): void {
  if (words.length === 2) return writeVarint(out, words[0]!, words[1]!);
  const form = formOfWords(words);
  writeForm(out, form);
  if ((form.head & 127) < 64) return pack(out, form.head & 127, words, form.low, 2);
  let at = out.grow(4 * words.length);
  for (let i = 0; i < words.length; i += 2, at += 8) {
    const low = words[i]!;
    out.view.setUint32(at, low - form.low, true);
    out.view.setUint32(at + 4, words[i + 1]! - form.high - (low < form.low ? 1 : 0), true);
  }
}

function writeForm(out: Output, form: Form): void {
  out.byte(form.head);
  if (form.head >= 128) writeVarint(out, form.low, form.high);
}

/** Lengths, counts or tags, which are safe integers. */
export function writeCounts(out: Output, counts: ArrayLike<number>): void {
  if (counts.length === 1)
    return writeVarint(out, counts[0]! >>> 0, Math.floor(counts[0]! / 2 ** 32));
  writeNarrow(out, Uint32Array.from(counts));
}

/** Reads n >= 1 numbers of at most 64 bits, each as two words (W2, W24, W27). */
export function readWords(r: Reader, n: number, what: Numbers): Uint32Array {
  const start = r.at;
  const { name, width, rule, show } = what;
  if (n === 1) {
    const { low, high } = readVarint(r, width);
    r.note(start, rule, () => `${name} ${show(low, high)}`);
    return Uint32Array.of(low, high);
  }
  const { head, base, packed } = readForm(r, n, start, what);
  r.claim(8 * n);
  const words = new Uint32Array(2 * n);
  if ((head & 127) === 64) unpackWords(r, packed, words);
  else unpack(r, packed, head & 127, words, 2);
  let fits = true;
  for (let i = 0; i < words.length; i += 2) {
    const low = words[i]! + base.low;
    const high = words[i + 1]! + base.high + (low > 0xffffffff ? 1 : 0);
    fits &&= width > 32 ? high <= 0xffffffff : high === 0 && low < 2 ** width;
    words[i] = low;
    words[i + 1] = high;
  }
  if (!fits) throw r.error("W24", packed, "a value is out of range for its type");
  r.note(packed, rule, () => shown(n, (i) => show(words[2 * i]!, words[2 * i + 1]!)));
  const form = formOfWords(words);
  if (form.head !== head || form.low !== base.low || form.high !== base.high) {
    throw r.error("W27", start, "a list of numbers is not in its prescribed form");
  }
  return words;
}

const ZERO: Words = { low: 0, high: 0 };

function readForm(
  r: Reader,
  n: number,
  start: number,
  { name, width }: Numbers,
): { head: number; base: Words; packed: number } {
  const head = r.byte();
  if (!WIDTHS.includes(head & 127))
    throw r.error("W27", start, "a list of numbers is not in its prescribed form");
  const kind = head >= 128 ? "based" : "plain";
  r.note(start, "W2", () => `${n} × ${name}: ${kind}, ${head & 127} bits each`);
  let base = ZERO;
  if (head >= 128) {
    const at = r.at;
    base = readVarint(r, width);
    r.note(at, "W2", () => `base ${decimal(base.low, base.high)}`);
  }
  return { head, base, packed: takePacked(r, head & 127, n) };
}

/** As `readWords`, for types of 16 or 32 bits: a view of the message if it holds just these. */
export function readNarrow<L extends Uint16Array | Uint32Array>(
  r: Reader,
  n: number,
  what: Numbers,
  of: TypedArrayOf<number, L>,
): L {
  const fast = readAtOnce(r, n, what, of, what.width);
  if (fast) return fast;
  const words = readWords(r, n, what);
  const list = new of(n);
  for (let i = 0; i < n; i++) list[i] = words[2 * i]!;
  return list;
}

/**
 * Numbers that a typed array can hold, without words in between. Undefined, and nothing read, if
 * there is one number, if all is to be explained, or if a rule is broken: `readWords` says which.
 */
function readAtOnce<L extends Uint16Array | Uint32Array>(
  r: Reader,
  n: number,
  what: Numbers,
  of: TypedArrayOf<number, L>,
  most: number,
): L | undefined {
  if (n === 1 || r.trace) return undefined;
  const start = r.at;
  const { head, base, packed } = readForm(r, n, start, what);
  const width = head & 127;
  if (width <= most && base.high === 0) {
    const list = unpackNarrow(r, packed, n, width, base.low, of);
    const form = list && formOfNarrow(list);
    if (list && form?.head === head && form.low === base.low) return list;
  }
  r.at = start;
  return undefined;
}

const u16At = (view: DataView, at: number): number => view.getUint16(at, true);
const u32At = (view: DataView, at: number): number => view.getUint32(at, true);

/** Undefined if a number is too large. */
function unpackNarrow<L extends Uint16Array | Uint32Array>(
  r: Reader,
  at: number,
  n: number,
  width: number,
  base: number,
  of: TypedArrayOf<number, L>,
): L | undefined {
  const size = 8 * of.BYTES_PER_ELEMENT;
  r.claim(n * of.BYTES_PER_ELEMENT);
  if (width === size && base === 0)
    return numbersAt(of, r.view, at, n, size === 16 ? u16At : u32At);
  const list = new of(n);
  unpack(r, at, width, list);
  if (base > 0) {
    for (let i = 0; i < n; i++) {
      const x = list[i]! + base;
      if (x >= 2 ** size) return undefined;
      list[i] = x;
    }
  }
  return list;
}

/** Lengths or counts: numbers of 64 bits, inexact above 2^53, which no input holds. */
export function readCounts(r: Reader, n: number, what: Numbers): ArrayLike<number> {
  const fast = readAtOnce(r, n, what, Uint32Array, 32);
  if (fast) return fast;
  const words = readWords(r, n, what);
  const counts = new Float64Array(n);
  for (let i = 0; i < n; i++) counts[i] = words[2 * i]! + words[2 * i + 1]! * 2 ** 32;
  return counts;
}
