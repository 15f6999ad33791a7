import { crc32c } from "../crc.js";
import { findMark, MARK, toBody, toPayload } from "./escape.js";
import { readSection, type Section } from "./section.js";
import type { Window } from "./window.js";

/** Bytes of a header (F1). */
const HEADER = 36;

/** What `first` is below (F1). */
export const FIRST_END = 1n << 56n;

/** The kinds (F3). */
export const SCHEMA = 0x0a;
export const RECORDS = 0x52;
export const COMPRESSED = 0x5a;
export const END = 0x45;

/** The bit of an unknown kind that readers pass over (F3). */
export const SILENT = 0x20;

/** Why a range of bytes holds no good block: the first of these that applies at its start (F11). */
export type Reason = "noise" | "too long" | "truncated" | "checksum" | "malformed";

/** A good block (F9). */
export interface Block {
  readonly at: number;
  /** Where it ends. */
  readonly end: number;
  readonly kind: number;
  readonly count: number;
  /** The body check of the section's schema block; in one, its own. */
  readonly schema: number;
  readonly first: bigint;
  readonly payload: Uint8Array;
  /** What a schema block says. */
  readonly section: Section | undefined;
}

/** Bytes between good blocks (F11). */
export interface Skipped {
  readonly at: number;
  readonly end: number;
  readonly reason: Reason;
}

/** What a generator gives that reads a window: the window, where it is to be filled first. */
export type Reading<Found, Result = void> = Generator<Window | Found, Result, void>;

/**
 * The good block at a place, or the reason why there is none (F9, F11).
 *
 * A body is searched for marks, as it is read, before its check is computed: so no byte is looked
 * at more than a few times, wherever the marks are (F10).
 */
function* look(w: Window, at: number, maxBody: number): Reading<never, Block | Reason> {
  if (w.needs(at, at + HEADER)) yield w;
  const head = w.here(at, at + HEADER);
  for (let i = 0; i < MARK.length; i++) {
    if (i === head.length) return "truncated";
    if (head[i] !== MARK[i]) return "noise";
  }
  if (head.length < HEADER) return "truncated";
  const fields = new DataView(head.buffer, head.byteOffset, HEADER);
  if (fields.getUint32(8, true) !== headerCheck(head)) return "noise";
  const length = fields.getUint32(16, true);
  if (length > maxBody) return "too long";
  const start = at + HEADER;
  const end = start + length;
  if (end > w.size) return "truncated";
  for (let searched = start; ;) {
    const here = Math.min(w.end, end);
    if (findMark(w.here(searched, here), 0) >= 0) return "truncated";
    if (here === end) break;
    // The last bytes may be the start of a mark.
    searched = Math.max(start, here - (MARK.length - 1));
    if (w.needs(at, here + 1)) yield w;
  }
  const body = w.here(start, end);
  const check = fields.getUint32(12, true);
  if (crc32c.of(body) !== check) return "checksum";
  const payload = toPayload(body);
  const first = fields.getBigUint64(28, true);
  if (payload === undefined || first >= FIRST_END) return "malformed";
  const kind = head[7]!;
  const count = fields.getUint32(20, true);
  const schema = fields.getUint32(24, true);
  let section: Section | undefined;
  if (kind === SCHEMA) {
    if (count > 0 || first > 0n || schema !== check) return "malformed";
    section = readSection(at, check, payload);
    if (section === undefined) return "malformed";
  }
  if ((kind === RECORDS || kind === COMPRESSED) && count === 0) return "malformed";
  if (kind === END && (count > 0 || length > 0)) return "malformed";
  return { at, end, kind, count, schema, first, payload, section };
}

/** CRC-32C of the header's bytes but for this. */
function headerCheck(header: Uint8Array): number {
  const rest = new Uint8Array(HEADER - 4);
  rest.set(header.subarray(0, 8));
  rest.set(header.subarray(12), 8);
  return crc32c.of(rest);
}

/**
 * The good blocks whose marks begin from `from` up to `to`, and what lies between (F8 to F11).
 *
 * What lies before the first of them belongs to another part, unless `from` is 0; what lies behind
 * the last of them, to this one. So parts of a file together give everything once (F15).
 */
export function* blocks(
  w: Window,
  from: number,
  to: number,
  maxBody: number,
): Reading<Block | Skipped> {
  if (from >= Math.min(to, w.size)) return;
  let at = from;
  let found: Block | Reason | undefined;
  if (from > 0) {
    [at, found] = yield* nextGood(w, from, to, maxBody);
    if (found === undefined) return;
  }
  while (at < w.size) {
    at = found === undefined ? yield* skipUnused(w, at) : at;
    if (at >= w.size) return;
    found ??= yield* look(w, at, maxBody);
    if (typeof found === "object") {
      if (at >= to) return;
      yield found;
      at = found.end;
      found = undefined;
    } else {
      const [end, next]: [number, Block | undefined] = yield* nextGood(w, at + 1, w.size, maxBody);
      yield { at, end, reason: found };
      at = end;
      found = next;
    }
  }
}

/**
 * The first good block that begins at `from` or behind and before `to`, and where; or the end of
 * the file (F10).
 */
function* nextGood(
  w: Window,
  from: number,
  to: number,
  maxBody: number,
): Reading<never, [at: number, block: Block | undefined]> {
  const end = Math.min(w.size, to + MARK.length - 1);
  for (let at = from; at < to;) {
    if (w.needs(at, at + MARK.length)) yield w;
    const here = Math.min(w.end, end);
    const found = findMark(w.here(at, here), 0);
    if (found < 0) {
      if (here === end) break;
      // The last bytes may be the start of a mark.
      at = Math.max(at, here - (MARK.length - 1));
      continue;
    }
    at += found;
    const block = yield* look(w, at, maxBody);
    if (typeof block === "object") return [at, block];
    at++;
  }
  return [w.size, undefined];
}

/**
 * Where the first byte is, from `from` on, that is not unused space (F8); or the end of the file.
 */
function* skipUnused(w: Window, from: number): Reading<never, number> {
  for (let at = from; at < w.size;) {
    if (w.needs(at, at + 1)) yield w;
    const { bytes } = w;
    let i = at - w.at;
    while (i < bytes.length && (bytes[i] === 0 || bytes[i] === 0xff)) i++;
    at = w.at + i;
    if (i < bytes.length) return at;
  }
  return w.size;
}

/**
 * The bytes of a block (F1, F2), and the check of its body. In a schema block, `schema` is its own.
 */
export function writeBlock(
  kind: number,
  payload: Uint8Array,
  count = 0,
  first = 0n,
  schema?: number,
): { block: Uint8Array<ArrayBuffer>; check: number } {
  const body = toBody(payload);
  if (body.length > 0xffffffff) throw new RangeError("a block of 2^32 bytes or more");
  const check = crc32c.of(body);
  const block = new Uint8Array(HEADER + body.length);
  const fields = new DataView(block.buffer);
  block.set(MARK);
  block[7] = kind;
  fields.setUint32(12, check, true);
  fields.setUint32(16, body.length, true);
  fields.setUint32(20, count, true);
  fields.setUint32(24, schema ?? check, true);
  fields.setBigUint64(28, first, true);
  fields.setUint32(8, headerCheck(block.subarray(0, HEADER)), true);
  block.set(body, HEADER);
  return { block, check };
}
