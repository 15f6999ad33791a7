/**
 * A CRC that reflects input and output, and whose init and xorout have all bits set (F2 of
 * FRAMES.md).
 */
export class Crc {
  /** What a byte does to the state when 0 to 7 more bytes have passed; 256 entries for each. */
  private readonly table = new Int32Array(8 * 256);
  private readonly ones: number;

  /**
   * @param size its bytes: 2 or 4
   * @param polynomial its lowest bit first
   */
  constructor(
    readonly size: number,
    polynomial: number,
  ) {
    this.ones = size === 4 ? -1 : (1 << (8 * size)) - 1;
    const table = this.table;
    for (let byte = 0; byte < 256; byte++) {
      let state = byte;
      for (let bit = 0; bit < 8; bit++) state = (state >>> 1) ^ (state & 1 ? polynomial : 0);
      table[byte] = state;
    }
    for (let i = 256; i < table.length; i++) {
      const before = table[i - 256]!;
      table[i] = (before >>> 8) ^ table[before & 255]!;
    }
  }

  /** The CRC of the bytes from `from` up to `to`, as an unsigned number. */
  of(bytes: Uint8Array, from = 0, to = bytes.length): number {
    const t = this.table;
    let state = this.ones;
    let i = from;
    // Eight look-ups that do not wait for one another.
    for (; i + 8 <= to; i += 8) {
      const low =
        state ^ (bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24));
      state =
        t[1792 + (low & 255)]! ^
        t[1536 + ((low >>> 8) & 255)]! ^
        t[1280 + ((low >>> 16) & 255)]! ^
        t[1024 + (low >>> 24)]! ^
        t[768 + bytes[i + 4]!]! ^
        t[512 + bytes[i + 5]!]! ^
        t[256 + bytes[i + 6]!]! ^
        t[bytes[i + 7]!]!;
    }
    for (; i < to; i++) state = (state >>> 8) ^ t[(state ^ bytes[i]!) & 255]!;
    return (state ^ this.ones) >>> 0;
  }
}

/** CRC-16/IBM-SDLC, the frame check sequence of HDLC and PPP. */
export const crc16 = /* @__PURE__ */ new Crc(2, 0x8408);

/** CRC-32C (Castagnoli), as in iSCSI. */
export const crc32c = /* @__PURE__ */ new Crc(4, 0x82f63b78);
