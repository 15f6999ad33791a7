import { encodeList, type Type } from "../index.js";
import { COMPRESSED, END, RECORDS, SCHEMA, writeBlock } from "./block.js";
import { sectionPayload } from "./section.js";

/** What a writer may choose (F18). */
export interface WriterOptions {
  /** What the schema block says beside the type. */
  readonly about?: Readonly<Record<string, string>>;
  /** Bytes of records from which on `append` writes a block: 1 MiB if not given. */
  readonly blockBytes?: number;
  /** The most records that `append` puts in a block: 1,048,576 if not given. */
  readonly blockRecords?: number;
  /** Makes one Zstandard frame of the records of a block (F3). */
  readonly compress?: (list: Uint8Array) => Uint8Array;
}

/**
 * Writes a section of records of a type: its schema block, blocks of records, and an end (F4 to
 * F7).
 *
 * Each block is given to `write` in one piece, which is not changed later; the schema block, at
 * once. So what `write` was given up to any moment is a whole file, and may stand behind another
 * (F6). The same records and options give the same bytes.
 */
export class FileWriter<T> {
  private readonly schema: number;
  private pending: T[] = [];
  /** How many of these there are to be when their size is looked at next. */
  private lookAt = 1;
  private first = 0n;
  private ended = false;
  private readonly blockBytes: number;
  private readonly blockRecords: number;
  private readonly compress: WriterOptions["compress"];

  /** @throws RangeError for options that are none, and what `write` throws */
  constructor(
    private readonly type: Type<T, any, any>,
    private readonly write: (chunk: Uint8Array<ArrayBuffer>) => void,
    options: WriterOptions = {},
  ) {
    this.blockBytes = atLeast1("blockBytes", options.blockBytes ?? 1 << 20);
    this.blockRecords = atLeast1("blockRecords", options.blockRecords ?? 1 << 20);
    this.compress = options.compress;
    const about = new Map(Object.entries(options.about ?? {}));
    const { block, check } = writeBlock(SCHEMA, sectionPayload(type, about));
    this.schema = check;
    write(block);
  }

  /** Records that were given to `write`. */
  get written(): bigint {
    return this.first;
  }

  /**
   * Adds a record, which is not to be changed until its block is written, and writes a block if the
   * records that were added make one.
   *
   * @throws EncodeError for a record that is not of the type, which is found when its block is
   *   written: of that block's records none is kept; what `write` and `compress` throw; Error
   *   behind the end
   */
  append(record: T): void {
    if (this.ended) throw new Error("the writer has ended");
    this.pending.push(record);
    if (this.pending.length >= this.lookAt) this.look();
  }

  /** Adds records. @throws as `append` */
  appendAll(records: Iterable<T>): void {
    for (const record of records) this.append(record);
  }

  /** Writes a block of the records that were added, if there are any. @throws as `append` */
  flush(): void {
    if (this.pending.length === 0) return;
    const records = this.pending;
    this.pending = [];
    this.writeList(encodeList(this.type, records), records.length);
  }

  /**
   * Writes the records that were added, and the end (F7). Nothing may be added then. @throws as
   * `append`
   */
  end(): void {
    if (this.ended) throw new Error("the writer has ended");
    this.flush();
    this.ended = true;
    this.write(writeBlock(END, new Uint8Array(0), 0, this.first, this.schema).block);
  }

  /** Writes a block, if the records that were added make one. */
  private look(): void {
    const records = this.pending;
    const count = records.length;
    if (count >= this.blockRecords) return this.flush();
    // How many fit is known when they are encoded: at first at doubled numbers, then about as many
    // as the last block had. So that these are not encoded twice, an eighth may be missing.
    this.pending = [];
    const list = encodeList(this.type, records);
    const needed = Math.ceil((this.blockBytes * count) / Math.max(list.length, 1));
    this.lookAt = Math.min(needed, 2 * count, this.blockRecords);
    if (list.length < this.blockBytes - Math.floor(this.blockBytes / 8)) this.pending = records;
    else this.writeList(list, count);
  }

  private writeList(list: Uint8Array, count: number): void {
    let kind = RECORDS;
    if (this.compress) {
      const frame = this.compress(list);
      const payload = new Uint8Array(4 + frame.length);
      new DataView(payload.buffer).setUint32(0, list.length, true);
      payload.set(frame, 4);
      list = payload;
      kind = COMPRESSED;
    }
    this.write(writeBlock(kind, list, count, this.first, this.schema).block);
    this.first += BigInt(count);
  }
}

function atLeast1(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1 && value <= 0xffffffff) return value;
  throw new RangeError(`${name} is to be a whole number from 1 up to 2^32 - 1, not ${value}`);
}
