/** Bytes as hexadecimal text. */
import { TextError } from "./place.js";

const DIGITS = "0123456789abcdef";
const SPACE = /\s/;

/**
 * The bytes that a text gives: two digits each, with white space and commas anywhere, and
 * `0x` before a byte.
 */
export function fromHex(text: string): Uint8Array {
  const bytes = new Uint8Array((text.length + 1) >> 1);
  let count = 0;
  let high = -1;
  let highAt = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const digit =
      code >= 48 && code <= 57
        ? code - 48
        : (code | 32) >= 97 && (code | 32) <= 102
          ? (code | 32) - 87
          : -1;
    if (digit < 0) {
      if (code === 32 || code === 10 || code === 44 || SPACE.test(text[i] ?? "")) continue;
      throw new TextError(`${quoted(text, i)} is not a hexadecimal digit`, i);
    }
    if (digit === 0 && high < 0 && (text.charCodeAt(i + 1) | 32) === 120) {
      i++;
    } else if (high < 0) {
      [high, highAt] = [digit, i];
    } else {
      bytes[count++] = (high << 4) | digit;
      high = -1;
    }
  }
  if (high >= 0) throw new TextError("an odd number of hexadecimal digits", highAt);
  return bytes.subarray(0, count);
}

/** A character of a text in quotes. */
export function quoted(text: string, at: number): string {
  return JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0xfffd));
}

/** Bytes as text, two digits each. */
export function toHex(bytes: Uint8Array, between = ""): string {
  const parts = new Array<string>(bytes.length);
  for (let i = 0; i < bytes.length; i++) parts[i] = hexByte(bytes[i] ?? 0);
  return parts.join(between);
}

/** A byte as two digits. */
export function hexByte(byte: number): string {
  return (DIGITS[byte >> 4] ?? "") + (DIGITS[byte & 15] ?? "");
}
