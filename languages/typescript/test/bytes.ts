/** What several tests need. */
import { fileURLToPath } from "node:url";

export const hex = (data: Uint8Array) => Buffer.from(data).toString("hex");

export const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(text, "hex"));

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.concat(parts));
}

/** A file of the repository, by its path in it. */
export const repository = (path: string) =>
  fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** Numbers from 0 up to 2^32, the same for the same seed. */
export function randomNumbers(seed: number): () => number {
  // xorshift32
  let state = (seed * 0x9e3779b9) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

export function randomBytes(seed: number): (n: number) => Uint8Array<ArrayBuffer> {
  const random = randomNumbers(seed);
  return (n) => Uint8Array.from({ length: n }, () => random() >>> 11);
}
