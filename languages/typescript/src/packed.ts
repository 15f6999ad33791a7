/** W18: lists of numbers of 1, 2, 4, 8, 16, 32 or 64 bits. */
import type { Output } from "./output.js";
import type { Reader } from "./reader.js";

export const WIDTHS: readonly number[] = [1, 2, 4, 8, 16, 32, 64];

/** Whether typed arrays hold numbers as the wire does. */
export const LITTLE = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

export type Unsigned = Uint8Array | Uint16Array | Uint32Array;

/** Bytes of `n` numbers of `width` bits. */
export function packedLength(width: number, n: number): number {
  return Math.ceil((n * width) / 8);
}

/** Steps over `n` numbers of `width` bits, and gives the place of the first. */
export function takePacked(r: Reader, width: number, n: number): number {
  const at = r.take(packedLength(width, n));
  const used = (n * width) % 8;
  if (used !== 0 && r.data[r.at - 1]! >> used !== 0) {
    throw r.error("W18", r.at - 1, "a bool is not 0 or 1, or an unused bit is set");
  }
  return at;
}

/** The numbers of at most 32 bits each that begin at `at`, into every `step`th place of a list. */
export function unpack(r: Reader, at: number, width: number, into: Unsigned, step = 1): void {
  const { data, view } = r;
  const end = into.length;
  if (width === 8) {
    if (step === 1) into.set(data.subarray(at, at + end));
    else for (let i = 0; i < end; i += step) into[i] = data[at++]!;
  } else if (width === 16) {
    for (let i = 0; i < end; i += step, at += 2) into[i] = view.getUint16(at, true);
  } else if (width === 32) {
    for (let i = 0; i < end; i += step, at += 4) into[i] = view.getUint32(at, true);
  } else {
    const mask = (1 << width) - 1;
    for (let i = 0; i < end; at++) {
      let byte = data[at]!;
      for (let shift = 0; shift < 8 && i < end; shift += width, i += step) {
        into[i] = byte & mask;
        byte >>= width;
      }
    }
  }
}

/** The numbers of 64 bits that begin at `at`, as words. */
export function unpackWords(r: Reader, at: number, words: Uint32Array): void {
  for (let i = 0; i < words.length; i++, at += 4) words[i] = r.view.getUint32(at, true);
}

/** Writes every `step`th number of a list, each less `base`, in `width` bits of at most 32. */
export function pack(out: Output, width: number, list: Unsigned, base: number, step = 1): void {
  const n = list.length / step;
  let at = out.grow(packedLength(width, n));
  const { room, view } = out;
  if (width === 8) {
    for (let i = 0; i < list.length; i += step) room[at++] = list[i]! - base;
  } else if (width === 16) {
    for (let i = 0; i < list.length; i += step, at += 2) view.setUint16(at, list[i]! - base, true);
  } else if (width === 32) {
    for (let i = 0; i < list.length; i += step, at += 4) view.setUint32(at, list[i]! - base, true);
  } else {
    for (let i = 0; i < list.length;) {
      let byte = 0;
      for (let shift = 0; shift < 8 && i < list.length; shift += width, i += step) {
        byte |= (list[i]! - base) << shift;
      }
      room[at++] = byte;
    }
  }
}
