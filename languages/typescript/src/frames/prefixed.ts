import type { Dropped, FrameEvent } from "./frame.js";

/** Reads length-prefixed frames (F9). */
export class Prefixed {
  /** The bytes of the prefix that came, and what they say. */
  private prefix = 0;
  private value = 0;
  /** The payload's length, when the prefix is whole. */
  private length: number | undefined;
  /** The bytes of the payload that came, and room for more. */
  private payload = new Uint8Array(0);
  private filled = 0;
  private stopped = false;

  constructor(private readonly max: number) {}

  push(bytes: Uint8Array): FrameEvent[] {
    const events: FrameEvent[] = [];
    for (let at = 0; !this.stopped;) {
      if (this.length === undefined) {
        if (at === bytes.length) break;
        const dropped = this.takePrefix(bytes[at++]!);
        if (dropped) {
          this.stopped = true;
          events.push({ dropped });
        }
      } else {
        const end = Math.min(bytes.length, at + this.length - this.filled);
        this.put(bytes, at, end);
        at = end;
        if (this.filled < this.length) break;
        events.push({ payload: this.payload });
        this.begin();
      }
    }
    return events;
  }

  finish(): FrameEvent[] {
    const cut = !this.stopped && (this.prefix > 0 || this.length !== undefined);
    this.begin();
    this.stopped = false;
    return cut ? [{ dropped: "truncated" }] : [];
  }

  private begin(): void {
    this.prefix = 0;
    this.value = 0;
    this.length = undefined;
    this.payload = new Uint8Array(0);
    this.filled = 0;
  }

  private takePrefix(byte: number): Dropped | undefined {
    // What is beyond 2^53 need not be exact: it is above max.
    this.value += (byte & 127) * 128 ** this.prefix;
    this.prefix++;
    const isLast = byte < 128;
    const tooBig = this.prefix === 10 && byte > 1;
    const notShortest = byte === 0 && this.prefix > 1;
    if (tooBig || notShortest) return "noise";
    if (isLast && this.value > this.max) return "too long";
    if (isLast) this.length = this.value;
    return undefined;
  }

  /** Keeps bytes of the payload; claims memory only as they come. */
  private put(bytes: Uint8Array, from: number, to: number): void {
    const filled = this.filled + to - from;
    if (filled > this.payload.length) {
      const more = new Uint8Array(Math.min(this.length!, 2 * filled));
      more.set(this.payload.subarray(0, this.filled));
      this.payload = more;
    }
    this.payload.set(bytes.subarray(from, to), this.filled);
    this.filled = filled;
  }
}
