/** W5: strs, their lengths and then the UTF-8 bytes of all. */
import type { Output } from "../output.js";
import type { Reader } from "../reader.js";
import { kind, showText } from "../show.js";
import type { Schema } from "../schema/schema.js";
import { type Column, Type, Values } from "../type.js";
import { checkMax, placesOf } from "./counts.js";
import { LENGTHS, readCounts, writeCounts } from "./numbers.js";

const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

export class Str extends Type<string> {
  override readonly schema: Schema;

  constructor(private readonly max?: number) {
    super();
    this.schema = max === undefined ? "str" : { type: "str", max };
  }

  override write(out: Output, values: ArrayLike<string>): void {
    const n = values.length;
    for (let i = 0; i < n; i++) this.checkText(out, values[i]);
    const joined = n === 1 ? values[0]! : Array.prototype.join.call(values, "");
    const data = ENCODER.encode(joined);
    const lengths = new Float64Array(n);
    if (data.length === joined.length) {
      for (let i = 0; i < n; i++) lengths[i] = values[i]!.length;
    } else {
      for (let i = 0; i < n; i++) lengths[i] = utf8Length(values[i]!);
    }
    for (let i = 0; i < n; i++) checkMax(out, this.max, lengths[i]!);
    writeCounts(out, lengths);
    out.bytes(data);
  }

  private checkText(out: Output, value: unknown): void {
    if (typeof value !== "string") throw out.error(`expected a string, found ${kind(value)}`);
    if (LONE_SURROGATE.test(value)) throw out.error("a string with half of a surrogate pair");
  }

  override open(r: Reader, n: number): Column<string> {
    const start = r.at;
    const lengths = readCounts(r, n, LENGTHS);
    const places = placesOf(r, lengths);
    const total = places[n]!;
    if (total > r.left) throw r.error("W22", r.end, "the input ends early");
    r.claim(2 * total);
    const bytes = r.data.subarray(r.at, r.at + total);
    const text = r.trace ? undefined : decodeAll(bytes, places);
    const longest =
      this.max === undefined ? 0 : lengths.length === 1 ? lengths[0]! : greatest(lengths);
    if (text === undefined || longest > (this.max ?? 0)) this.readEach(r, start, lengths);
    else r.at += total;
    if (text === undefined)
      return new Values(n, (i) => decode(bytes.subarray(places[i], places[i + 1])));
    if (text.length === total) return new Values(n, (i) => text.slice(places[i], places[i + 1]));
    const units = unitsAt(bytes, places);
    return new Values(n, (i) => text.slice(units[i], units[i + 1]));
  }

  /** Text after text: says which one is wrong, and what each is. */
  private readEach(r: Reader, start: number, lengths: ArrayLike<number>): void {
    for (let i = 0; i < lengths.length; i++) {
      const length = lengths[i]!;
      if (this.max !== undefined && length > this.max) {
        throw r.error("max", start, "more bytes or elements than the type allows");
      }
      const at = r.take(length);
      const bytes = r.data.subarray(at, r.at);
      const valid = validUpTo(bytes);
      if (valid < length) throw r.error("W25", at + valid, "a string is not UTF-8");
      r.note(at, "W5", () => showText(decode(bytes), length));
    }
  }

  override none(): Column<string> {
    return new Values(0, () => "");
  }

  override compare(a: string, b: string): number {
    return compareText(a, b);
  }

  override show(value: string): string {
    return showText(value, utf8Length(value));
  }
}

const LONE_SURROGATE = /\p{Surrogate}/u;

function greatest(list: ArrayLike<number>): number {
  let x = 0;
  for (let i = 0; i < list.length; i++) x = Math.max(x, list[i]!);
  return x;
}

/** As the bytes of UTF-8 compare (W21). */
function compareText(a: string, b: string): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    // Half of a pair stands for a number above those of all single units.
    if (x !== y) return x >= 0xd800 && y >= 0xd800 ? rank(x) - rank(y) : x - y;
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit < 0xe000 ? unit + 0x10000 : unit;
}

function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x80) length += unit >= 0x800 && (unit < 0xd800 || unit >= 0xe000) ? 2 : 1;
  }
  return length;
}

/** Short texts of ASCII are made faster so than by a decoder. */
const SHORT = 24;

function decode(bytes: Uint8Array): string {
  if (bytes.length <= SHORT && bytes.every((byte) => byte < 128)) {
    return String.fromCharCode.apply(null, bytes as unknown as number[]);
  }
  return DECODER.decode(bytes);
}

/** All texts in one, or undefined if one of them is not UTF-8 by itself (W25). */
function decodeAll(bytes: Uint8Array, places: ArrayLike<number>): string | undefined {
  let text;
  try {
    text = decode(bytes);
  } catch {
    return undefined;
  }
  if (text.length < bytes.length) {
    for (let i = 0; i < places.length; i++) {
      const byte = bytes[places[i]!];
      if (byte !== undefined && (byte & 0xc0) === 0x80) return undefined;
    }
  }
  return text;
}

/** Where each text begins in the string of all, in units of UTF-16. */
function unitsAt(bytes: Uint8Array, places: ArrayLike<number>): Uint32Array {
  const units = new Uint32Array(places.length);
  let unit = 0;
  let at = 0;
  for (let i = 0; i < places.length; i++) {
    for (; at < places[i]!; at++) {
      const byte = bytes[at]!;
      if ((byte & 0xc0) !== 0x80) unit += byte >= 0xf0 ? 2 : 1;
    }
    units[i] = unit;
  }
  return units;
}

/** The bytes before the first that is not UTF-8. */
function validUpTo(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at]!;
    const length =
      first < 0x80
        ? 1
        : first < 0xc2
          ? 0
          : first < 0xe0
            ? 2
            : first < 0xf0
              ? 3
              : first < 0xf5
                ? 4
                : 0;
    const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    if (length === 0) return at;
    for (let i = 1; i < length; i++) {
      const byte = bytes[at + i] ?? 0;
      if (byte < (i === 1 ? low : 0x80) || byte > (i === 1 ? high : 0xbf)) return at;
    }
    at += length;
  }
  return at;
}
