/** What a Zstandard frame begins with (RFC 8878, 3.1.1). */
const MAGIC = 0xfd2fb528;

/** The frame of a compressed payload, and the bytes that it stands for (F3), or what is wrong. */
export function frameOf(
  payload: Uint8Array,
  maxAlloc: number,
): { frame: Uint8Array; length: number } | string {
  if (payload.length < 4) return "shorter than the 4 bytes of its length";
  const length = new DataView(payload.buffer, payload.byteOffset).getUint32(0, true);
  if (length > maxAlloc) {
    return `${length} bytes when decompressed, above the bound of ${maxAlloc}`;
  }
  const frame = payload.subarray(4);
  return frameProblem(frame, length) ?? { frame, length };
}

/**
 * What stands against these bytes as one Zstandard frame of so many bytes when decompressed, as far
 * as its headers say; nothing if they agree.
 *
 * A decompressor may take several frames for one, or claim the memory that a frame states.
 */
export function frameProblem(bytes: Uint8Array, length: number): string | undefined {
  const not = "not one Zstandard frame";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 6 || view.getUint32(0, true) !== MAGIC) return not;
  const descriptor = bytes[4]!;
  const isSingle = (descriptor & 0x20) !== 0;
  // The window's byte, the dictionary, the content's size (3.1.1.1).
  let at = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][descriptor & 3]!;
  const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6]!;
  if (at + sizeBytes > bytes.length) return not;
  if (sizeBytes > 0) {
    let size = sizeBytes === 2 ? 256 : 0;
    for (let i = 0; i < sizeBytes; i++) size += bytes[at + i]! * 256 ** i;
    if (size !== length) return `a frame of ${size} bytes when decompressed, not ${length}`;
  }
  at += sizeBytes;
  for (let isLast = false; !isLast;) {
    if (at + 3 > bytes.length) return not;
    const header = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
    isLast = (header & 1) !== 0;
    const kind = (header >> 1) & 3;
    // A block of kind 1 is one byte, repeated (3.1.1.2).
    at += 3 + (kind === 1 ? 1 : header >> 3);
  }
  if ((descriptor & 4) !== 0) at += 4;
  return at === bytes.length ? undefined : not;
}
