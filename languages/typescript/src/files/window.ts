/** Bytes that are read at a time, at least. */
const CHUNK = 1024 * 1024;

/**
 * The bytes of a file, of which a stretch is in memory.
 *
 * What reads it is a generator that yields the window when it {@link needs} more; whoever runs that
 * then calls {@link Window.fill}. A window over bytes in memory never needs any, so that one reader
 * serves both.
 */
export class Window {
  /**
   * The bytes that are here, and where they begin in the file. Never written to: events show them.
   */
  bytes: Uint8Array;
  at = 0;
  readonly size: number;
  private keep = 0;
  private wanted = 0;

  constructor(
    private readonly file: Uint8Array | Blob,
    private readonly chunk = CHUNK,
  ) {
    const isHere = file instanceof Uint8Array;
    if (!isHere && typeof file?.size !== "number") {
      throw new TypeError("a file is a Uint8Array or a Blob");
    }
    this.bytes = isHere ? file : new Uint8Array(0);
    this.size = isHere ? file.length : file.size;
  }

  /** Another window over the same file. */
  again(): Window {
    return new Window(this.file, this.chunk);
  }

  /** Where the bytes that are here end in the file. */
  get end(): number {
    return this.at + this.bytes.length;
  }

  /**
   * Whether bytes from `from` up to `to`, or to the end of the file, are still to be read. Those
   * before `from` may be let go, and `from` never falls.
   */
  needs(from: number, to: number): boolean {
    this.keep = from;
    this.wanted = Math.min(to, this.size);
    return this.wanted > this.end;
  }

  /** Reads what was asked for, or a chunk if that is more. */
  async fill(): Promise<void> {
    if (this.file instanceof Uint8Array) return;
    // As many again as are kept, so that copying these takes no more time than reading.
    const start = Math.max(this.keep, this.end);
    const kept = this.bytes.subarray(Math.min(this.keep - this.at, this.bytes.length));
    const end = Math.min(
      this.size,
      Math.max(this.wanted, start + Math.max(this.chunk, kept.length)),
    );
    const read = new Uint8Array(await this.file.slice(start, end).arrayBuffer());
    if (read.length !== end - start) throw new Error("the file became shorter while it was read");
    if (kept.length === 0) this.bytes = read;
    else {
      this.bytes = new Uint8Array(kept.length + read.length);
      this.bytes.set(kept);
      this.bytes.set(read, kept.length);
    }
    this.at = this.keep;
  }

  /** The bytes that are here from a place in the file up to another. */
  here(from: number, to: number): Uint8Array {
    return this.bytes.subarray(from - this.at, to - this.at);
  }
}
