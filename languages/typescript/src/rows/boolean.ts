/** W4: bools, a bit each. */
import type { Output } from "../output.js";
import { pack, takePacked, unpack } from "../packed.js";
import type { Reader } from "../reader.js";
import { kind, shown } from "../show.js";
import { type Column, Type, Values } from "../type.js";

export class Bool extends Type<boolean> {
  override readonly schema = "bool";
  override readonly weight = 8;

  override write(out: Output, values: ArrayLike<boolean>): void {
    const bits = new Uint8Array(values.length);
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (typeof value !== "boolean") throw out.error(`expected a boolean, found ${kind(value)}`);
      bits[i] = value ? 1 : 0;
    }
    pack(out, 1, bits, 0);
  }

  override open(r: Reader, n: number): Column<boolean> {
    const bits = readBits(r, n, "bool");
    return new Values(n, (i) => bits[i] === 1);
  }

  override none(): Column<boolean> {
    return new Values(0, () => false);
  }

  override compare(a: boolean, b: boolean): number {
    return Number(a) - Number(b);
  }

  override show(value: boolean): string {
    return String(value);
  }
}

/** Bits, a byte each; `what` is what they say, for people. */
export function readBits(r: Reader, n: number, what: string): Uint8Array {
  const start = r.at;
  const at = takePacked(r, 1, n);
  r.claim(n);
  const bits = new Uint8Array(n);
  unpack(r, at, 1, bits);
  r.note(start, "W4", () => `${what} ${shown(n, (i) => String(bits[i] === 1))}`);
  return bits;
}
