import { DecodeError } from "./error.js";
import { type Limits, MAX_ALLOC, MAX_DEPTH } from "./limits.js";

/** Is told what the bytes of a message mean, part after part. */
export type Trace = (part: Part) => void;

/** A part of a message. */
export interface Part {
  /** Where it begins, in bytes from the start of the message. */
  readonly at: number;
  /** Its bytes; 0 for what is said without any, such as a default that is filled in. */
  readonly length: number;
  /** The rule that says so: `"W2"`. */
  readonly rule: string;
  /** The place in the value: `.name[].0`, with `[]` for all elements; empty for the whole. */
  readonly path: string;
  /** What it holds, for people. */
  readonly text: string;
}

/** The input, a place in it, and what may still be claimed while it is read (W33). */
export class Reader {
  readonly view: DataView;
  at = 0;
  /** Where this input ends: that of the message, or of an extensible struct in it (W29). */
  end: number;
  private readonly limit: number;
  private unclaimed: number;
  private tracer: Trace | undefined;
  private depthLeft: number;
  private readonly places: string[] = [];

  constructor(
    readonly data: Uint8Array,
    limits: Limits = {},
    trace?: Trace,
  ) {
    if (!(data instanceof Uint8Array)) throw new TypeError("a message is a Uint8Array");
    this.view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.end = data.length;
    this.limit = limits.maxAlloc ?? MAX_ALLOC;
    this.unclaimed = this.limit;
    this.depthLeft = limits.maxDepth ?? MAX_DEPTH;
    this.tracer = trace;
  }

  /** Whether anyone is told what the bytes mean. */
  get trace(): boolean {
    return this.tracer !== undefined;
  }

  get left(): number {
    return this.end - this.at;
  }

  error(rule: string, at: number, reason: string): DecodeError {
    return new DecodeError(rule, at, reason, this.places.join(""));
  }

  /** Steps over `size` bytes, and gives the place of the first (W22). */
  take(size: number): number {
    if (!(size <= this.left)) throw this.error("W22", this.end, "the input ends early");
    this.at += size;
    return this.at - size;
  }

  byte(): number {
    return this.data[this.take(1)]!;
  }

  /** Bytes of memory that have been claimed. */
  get claimed(): number {
    return this.limit - this.unclaimed;
  }

  /** Counts bytes of memory against the bound, before they are claimed (W33, W34). */
  claim(size: number): void {
    if (!(size <= this.unclaimed))
      throw this.error("W33", this.at, "decoding needs more memory than maxAlloc allows");
    this.unclaimed -= size;
  }

  /** Reads one more row inside the rows around it (W33). */
  deeper<T>(read: () => T): T {
    if (this.depthLeft <= 0) {
      throw this.error("W33", this.at, "values are nested deeper than maxDepth allows");
    }
    this.depthLeft -= 1;
    const value = read();
    this.depthLeft += 1;
    return value;
  }

  /** Reads what lies at `place` of the value. */
  inside<T>(place: string, read: () => T): T {
    this.places.push(place);
    const value = read();
    this.places.pop();
    return value;
  }

  /** Says what the bytes from `start` to here mean. */
  note(start: number, rule: string, text: () => string): void {
    this.tracer?.({
      at: start,
      length: this.at - start,
      rule,
      path: this.places.join(""),
      text: text(),
    });
  }

  /** Reads what has been explained already. */
  untraced<T>(read: () => T): T {
    const { tracer } = this;
    this.tracer = undefined;
    const value = read();
    this.tracer = tracer;
    return value;
  }
}
