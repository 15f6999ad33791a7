import { EncodeError } from "./error.js";

/** The bytes that are written, and the place in the value that is being written. */
export class Output {
  private data = new Uint8Array(64);
  private dataView = new DataView(this.data.buffer);
  private readonly places: string[] = [];
  length = 0;

  /** Makes room for `size` bytes more, and gives the place of the first. */
  grow(size: number): number {
    const at = this.length;
    const needed = at + size;
    if (needed > this.data.length) {
      const grown = new Uint8Array(Math.max(needed, 2 * this.data.length));
      grown.set(this.data.subarray(0, at));
      this.data = grown;
      this.dataView = new DataView(grown.buffer);
    }
    this.length = needed;
    return at;
  }

  /** Valid until the next call of `grow`. */
  get view(): DataView {
    return this.dataView;
  }

  /** All room there is, written or not; valid until the next call of `grow`. */
  get room(): Uint8Array {
    return this.data;
  }

  byte(x: number): void {
    const at = this.grow(1);
    this.data[at] = x;
  }

  bytes(data: Uint8Array): void {
    const at = this.grow(data.length);
    this.data.set(data, at);
  }

  /** The bytes written so far. */
  written(): Uint8Array {
    return this.data.slice(0, this.length);
  }

  error(reason: string): EncodeError {
    return new EncodeError(reason, this.places.join(""));
  }

  /** Writes what lies at `place` of the value. */
  inside(place: string, write: () => void): void {
    this.places.push(place);
    write();
    this.places.pop();
  }

  /** What `write` writes, by itself, and with the same place in errors (W12). */
  apart(write: (out: Output) => void): Uint8Array {
    const out = new Output();
    out.places.push(...this.places);
    write(out);
    return out.written();
  }
}
