/** What is wrong with bytes that are no good block: what they state, and what was found. */
import { crc32c } from "onesheet/crc";
import { COMPRESSED, END, HEADER, type Header, MARK, RECORDS, SCHEMA, headerAt } from "./header.js";
import { toHex } from "./hex.js";

/** Why the bytes at a place are not a block; `reason` is that of F11. */
export function damageAt(bytes: Uint8Array, at: number, reason: string, maxBody: number): string {
  const head = bytes.subarray(at, at + HEADER);
  if (!MARK.subarray(0, head.length).every((byte, i) => head[i] === byte)) return "no mark";
  if (head.length < HEADER)
    return `the file ends ${HEADER - head.length} bytes before the header does`;
  const header = headerAt(bytes, at);
  const rest = new Uint8Array([...head.subarray(0, 8), ...head.subarray(12)]);
  const check = crc32c.of(rest);
  if (check !== header.check) {
    return `the header's check is ${crcHex(header.check)}, expected ${crcHex(check)}`;
  }
  const { length } = header;
  if (length > maxBody) return `${length} bytes, more than --max-body ${maxBody}`;
  const body = bytes.subarray(at + HEADER, at + HEADER + length);
  if (reason === "truncated") {
    const place = markIn(body);
    if (place >= 0) return `the body ends after ${place} of ${length} bytes: a mark follows`;
    return `the file ends ${length - body.length} bytes before the block does`;
  }
  if (reason === "checksum") {
    return `the body check is ${crcHex(header.bodyCheck)}, expected ${crcHex(crc32c.of(body))}`;
  }
  return brokenRule(header);
}

/** A check as it stands in a header. */
function crcHex(check: number): string {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, check, true);
  return toHex(bytes);
}

function markIn(bytes: Uint8Array): number {
  for (
    let at = bytes.indexOf(MARK[0] as number);
    at >= 0;
    at = bytes.indexOf(MARK[0] as number, at + 1)
  ) {
    if (MARK.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}

/** What a block says that it may not, though its checks are right. */
function brokenRule({ kind, count, first, length, schema, bodyCheck }: Header): string {
  if (first >= 1n << 56n) return "first is not below 2^56 (F1)";
  if (kind === SCHEMA) {
    if (count > 0 || first > 0n) return "a schema block with records (F3)";
    if (schema !== bodyCheck) return "the schema of a schema block is not its own body check (F1)";
    return "the payload is not the message of a schema block (F2, F3)";
  }
  if (kind === END && (count > 0 || length > 0))
    return "an end block with records or a payload (F3)";
  if ((kind === RECORDS || kind === COMPRESSED) && count === 0)
    return "a block of records with no records (F3)";
  return "the body is not that of a payload (F2)";
}
