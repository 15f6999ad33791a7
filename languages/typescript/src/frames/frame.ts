import { cobsLength, writeCobs } from "../cobs.js";
import { type Crc, crc16, crc32c } from "../crc.js";

/**
 * How payloads stand on a line: delimited, with a CRC-16 or a CRC-32C (F1 to F7), for lines that
 * damage or lose bytes; or with their length before them (F8, F9), for streams that keep every
 * byte.
 */
export type Form = "crc16" | "crc32c" | "length";

/** Why a reader dropped something (F6, F9). */
export type Dropped = "too long" | "truncated" | "noise" | "checksum";

/** What a reader found: a payload, or something that it dropped. */
export type FrameEvent =
  { payload: Uint8Array; dropped?: undefined } | { payload?: undefined; dropped: Dropped };

/** The CRC of a form, if it is delimited. */
export function crcOf(form: Form): Crc | undefined {
  switch (form) {
    case "crc16":
      return crc16;
    case "crc32c":
      return crc32c;
    case "length":
      return undefined;
    default:
      throw new RangeError(`form must be crc16, crc32c or length, not ${form as string}`);
  }
}

/** Checks a bound on payloads, in bytes. */
export function checkMax(max: number): void {
  if (!Number.isSafeInteger(max) || max < 0) {
    throw new RangeError(`the greatest payload length is to be 0 or more bytes, not ${max}`);
  }
}

/**
 * One payload as a frame (F1 to F4, F8).
 *
 * Where a delimited line may hold noise, at the start, after a pause or an error, one byte 0 is to
 * be sent before (F5).
 *
 * @param max the greatest payload length that the other end takes, in bytes
 * @throws RangeError for a longer payload
 */
export function encodeFrame(
  payload: Uint8Array,
  form: Form,
  max?: number,
): Uint8Array<ArrayBuffer> {
  if (max !== undefined) {
    checkMax(max);
    if (payload.length > max) {
      throw new RangeError(`a payload of ${payload.length} bytes, above the bound of ${max}`);
    }
  }
  const crc = crcOf(form);
  return crc ? delimit(payload, crc) : prefix(payload);
}

function delimit(payload: Uint8Array, crc: Crc): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(payload.length + crc.size);
  body.set(payload);
  const check = crc.of(payload);
  for (let i = 0; i < crc.size; i++) body[payload.length + i] = check >>> (8 * i);
  const out = new Uint8Array(cobsLength(body.length) + 1);
  return out.subarray(0, writeCobs(body, out) + 1);
}

function prefix(payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const varint = [];
  let rest = payload.length;
  for (; rest >= 128; rest = Math.floor(rest / 128)) varint.push((rest % 128) + 128);
  varint.push(rest);
  const out = new Uint8Array(varint.length + payload.length);
  out.set(varint);
  out.set(payload, varint.length);
  return out;
}
