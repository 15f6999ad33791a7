/** Compressed records. */
import { decompress } from "fzstd";
import { frameOf } from "onesheet/files/zstd";

/** Bytes that a compressed payload says it has when decompressed. */
export function lengthOf(payload: Uint8Array): number {
  const found = frameOf(payload, Number.POSITIVE_INFINITY);
  return typeof found === "string" ? 0 : found.length;
}

/** What a compressed payload stands for (F3), of at most so many bytes. */
export function decompressed(payload: Uint8Array, most: number): Uint8Array {
  const found = frameOf(payload, most);
  if (typeof found === "string") throw new Error(found);
  const list = decompress(found.frame, new Uint8Array(found.length));
  if (list.length !== found.length) {
    throw new Error(`${list.length} bytes when decompressed, not ${found.length}`);
  }
  return list;
}
