/** W16 and W17, on numbers of 64 bits as two words of 32. */
import type { Output } from "./output.js";
import type { Reader } from "./reader.js";

/** A number below 2^64. */
export interface Words {
  readonly low: number;
  readonly high: number;
}

/** Reads a varint of at most `width` bits (W16, W24). */
export function readVarint(r: Reader, width: number): Words {
  const start = r.at;
  const tooLarge = () => r.error("W24", start, "a value is out of range for its type");
  let low = 0;
  let high = 0;
  let overflow = false;
  for (let shift = 0; ; shift += 7) {
    const byte = r.byte();
    const bits = byte & 127;
    if (bits !== 0 && shift > 63) throw tooLarge();
    if (shift < 28) low |= bits << shift;
    else if (shift === 28) {
      low |= bits << 28;
      high = bits >>> 4;
    } else if (shift < 63) high |= bits << (shift - 32);
    else if (shift === 63) {
      high |= bits << 31;
      overflow = bits > 1;
    }
    if (byte < 128) {
      if (byte === 0 && shift > 0) {
        throw r.error("W16", start, "a varint is not in its shortest form");
      }
      break;
    }
  }
  low >>>= 0;
  high >>>= 0;
  if (overflow || (width <= 32 && (high > 0 || low > 2 ** width - 1))) throw tooLarge();
  return { low, high };
}

export function writeVarint(out: Output, low: number, high = 0): void {
  while (high > 0 || low > 127) {
    out.byte((low & 127) | 128);
    low = ((low >>> 7) | (high << 25)) >>> 0;
    high >>>= 7;
  }
  out.byte(low);
}

/** Bits from the lowest to the highest that is set. */
function bitLength(low: number, high: number): number {
  return high > 0 ? 64 - Math.clz32(high) : 32 - Math.clz32(low);
}

/** Bytes of varint(x). */
export function varintLength(low: number, high = 0): number {
  return Math.max(1, Math.ceil(bitLength(low, high) / 7));
}

/** bits(x) (W19). */
export function bits(low: number, high = 0): number {
  if (high > 0) return 64;
  const length = bitLength(low, 0);
  return length <= 1 ? 1 : 2 ** Math.ceil(Math.log2(length));
}

/** Zigzag of a list of words, each as two's complement (W17). */
export function zigzag(words: Uint32Array): void {
  for (let i = 0; i < words.length; i += 2) {
    const low = words[i]!;
    const high = words[i + 1]!;
    const sign = high >> 31;
    words[i] = (low << 1) ^ sign;
    words[i + 1] = ((high << 1) | (low >>> 31)) ^ sign;
  }
}

/** The inverse of `zigzag`. */
export function unzigzag(words: Uint32Array): void {
  for (let i = 0; i < words.length; i += 2) {
    const low = words[i]!;
    const high = words[i + 1]!;
    const sign = -(low & 1);
    words[i] = ((low >>> 1) | (high << 31)) ^ sign;
    words[i + 1] = (high >>> 1) ^ sign;
  }
}
