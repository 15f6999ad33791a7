/** The most bytes that COBS of `n` bytes takes, `n` above 0. */
export function cobsLength(n: number): number {
  return n + Math.ceil(n / 254);
}

/** Puts COBS(body) (F3) into `out`, which has room for it, and returns where it ends. */
export function writeCobs(body: Uint8Array, out: Uint8Array): number {
  let start = 0; // of the block, where its first byte goes
  let end = 1;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]!;
    if (byte !== 0) out[end++] = byte;
    const full = end - start === 255;
    // The zero behind the body is dropped after a block of 254.
    if (full && i + 1 === body.length) break;
    if (byte === 0 || full) {
      out[start] = end - start;
      start = end++;
    }
  }
  out[start] = end - start;
  return end;
}

/** Undoes COBS, as the bytes of a frame come in; keeps at most `bound` bytes of the body. */
export class CobsReader {
  /** The bytes that the frame stands for up to here, more than `bound` or not. */
  length = 0;
  private body = new Uint8Array(0);
  /** Bytes that the block still has to have. */
  private left = 0;
  /** Whether a zero follows the block, unless it is the last. */
  private zero = false;

  constructor(private readonly bound: number) {}

  /** Whether the last block is shorter than its first byte says. */
  get isCut(): boolean {
    return this.left > 0;
  }

  /** The body, if it is within the bound: to be copied before the next frame comes. */
  get bytes(): Uint8Array {
    return this.body.subarray(0, this.length);
  }

  /** Begins a frame. */
  begin(): void {
    this.length = 0;
    this.left = 0;
    this.zero = false;
  }

  /** Takes the bytes from `from` up to `to`, none of them 0. */
  take(bytes: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to;) {
      if (this.left === 0) {
        if (this.zero) this.put(ZERO, 0, 1);
        const code = bytes[at++]!;
        this.left = code - 1;
        this.zero = code < 255;
      } else {
        const end = Math.min(to, at + this.left);
        this.put(bytes, at, end);
        this.left -= end - at;
        at = end;
      }
    }
  }

  private put(bytes: Uint8Array, from: number, to: number): void {
    let at = this.length;
    this.length += to - from;
    if (this.length > this.bound) return;
    if (this.length > this.body.length) {
      const more = new Uint8Array(Math.min(this.bound, Math.max(2 * this.length, 64)));
      more.set(this.body.subarray(0, at));
      this.body = more;
    }
    if (to - from > 32) this.body.set(bytes.subarray(from, to), at);
    else for (let i = from; i < to; i++) this.body[at++] = bytes[i]!;
  }
}

const ZERO = Uint8Array.of(0);
