import {
  type Block,
  blocks,
  COMPRESSED,
  END,
  type Reading,
  type Reason,
  RECORDS,
  SILENT,
} from "./block.js";
import type { Section } from "./section.js";
import { Window } from "./window.js";

/** A block of records. */
export interface RecordsBlock {
  /** Where it begins, in bytes from the start of the file. */
  readonly at: number;
  /** How many records it holds. */
  readonly count: number;
  /** How many records of the section come before. */
  readonly first: bigint;
  /** The body check of the section's schema block. */
  readonly schema: number;
  /**
   * enc(T, v1 … vn), or what is compressed of it (F3). It may be a view of the file, and is not to
   * be changed.
   */
  readonly payload: Uint8Array;
  readonly isCompressed: boolean;
}

/** What a reader found in a file, and where: `at` is in bytes from the start of the file. */
export type FileEvent =
  /** A section begins (F4). */
  | { readonly what: "section"; readonly at: number; readonly section: Section }
  | (RecordsBlock & { readonly what: "records"; readonly section: Section })
  /** Records of another section, whose schema block is missing (F13). */
  | (RecordsBlock & { readonly what: "orphan"; readonly section?: undefined })
  /** The writer was done: `first` is how many records the section has (F7). */
  | { readonly what: "end"; readonly at: number; readonly first: bigint; readonly section: Section }
  /**
   * The block that comes next, at the same place, is not the one expected: it says that `found`
   * records of the section come before it, where there were to be `expected` (F12).
   */
  | { readonly what: "gap"; readonly at: number; readonly expected: bigint; readonly found: bigint }
  /** A block of a kind that this reader does not know (F3). */
  | { readonly what: "unknown"; readonly at: number; readonly kind: number }
  /** Bytes without a good block (F11). */
  | {
      readonly what: "skipped";
      readonly at: number;
      readonly length: number;
      readonly reason: Reason;
    };

/** Which part of a file is read, and with what bound. */
export interface ReadOptions {
  /**
   * The bytes whose blocks are read: those that begin in [from, to) (F15). The whole file if not
   * given.
   */
  readonly part?: readonly [from: number, to: number];
  /** The most bytes that the body of a block may have: 64 MiB if not given. */
  readonly maxBody?: number;
}

const MAX_BODY = 64 * 1024 * 1024;

/** A section that blocks may be of, and the next `first`; none where any may come (F15). */
interface Place {
  readonly section: Section;
  expected: bigint | undefined;
}

/**
 * What a file holds, or the window where it is to be filled first: F12, F13, F15.
 *
 * @throws RangeError for a part or a bound that is none
 */
export function* events(window: Window, options: ReadOptions = {}): Reading<FileEvent> {
  const { part: [from, to] = [0, Infinity], maxBody = MAX_BODY } = options;
  if (!(Number.isSafeInteger(from) && from >= 0 && to >= 0)) {
    throw new RangeError(`a part of a file is [from, to) in bytes, not [${from}, ${to})`);
  }
  if (!(maxBody >= 0)) throw new RangeError(`maxBody must be 0 or more, not ${maxBody}`);
  let places = new Map<number, Place>();
  const before = new Before(window, from, maxBody);
  for (const found of blocks(window, from, to, maxBody)) {
    if (found instanceof Window) {
      yield found;
      continue;
    }
    const { at } = found;
    if ("reason" in found) {
      yield { what: "skipped", at, length: found.end - at, reason: found.reason };
      continue;
    }
    const { kind, schema, count, first, payload } = found;
    if (found.section !== undefined) {
      places = new Map([[schema, { section: found.section, expected: 0n }]]);
      before.over = true;
      yield { what: "section", at, section: found.section };
      continue;
    }
    if (kind !== RECORDS && kind !== COMPRESSED && kind !== END) {
      if ((kind & SILENT) === 0) yield { what: "unknown", at, kind };
      continue;
    }
    let place = places.get(schema);
    if (place === undefined) {
      const section = yield* before.find(schema);
      place = section && { section, expected: undefined };
      if (place) places.set(schema, place);
    }
    if (place) {
      const { expected } = place;
      if (expected !== undefined && expected !== first) {
        yield { what: "gap", at, expected, found: first };
      }
      place.expected = first + BigInt(count);
    }
    const section = place?.section;
    if (kind !== END) {
      const block = { at, count, first, schema, payload, isCompressed: kind === COMPRESSED };
      if (section) yield { what: "records", ...block, section };
      else yield { what: "orphan", ...block };
    } else if (section) yield { what: "end", at, first, section };
  }
}

/** The sections that begin before a part (F15). */
class Before {
  /** Whether none is of interest, for a section began in the part. */
  over: boolean;
  private searched: "nothing" | "the first block" | "all" = "nothing";
  private readonly found = new Map<number, Section>();

  constructor(
    private readonly window: Window,
    private readonly from: number,
    private readonly maxBody: number,
  ) {
    this.over = from === 0;
  }

  /** The section of a check: that of the file's first block, or else of one before the part. */
  *find(schema: number): Reading<never, Section | undefined> {
    if (this.over) return undefined;
    if (this.searched === "nothing") yield* this.search(true);
    if (!this.found.has(schema) && this.searched !== "all") yield* this.search(false);
    return this.found.get(schema);
  }

  private *search(onlyFirst: boolean): Reading<never> {
    this.searched = onlyFirst ? "the first block" : "all";
    for (const found of blocks(this.window.again(), 0, this.from, this.maxBody)) {
      if (found instanceof Window) yield found;
      else {
        const section = sectionOf(found);
        if (section && !this.found.has(section.check)) this.found.set(section.check, section);
        if (onlyFirst) return;
      }
    }
  }
}

function sectionOf(found: Block | { reason: Reason }): Section | undefined {
  return "section" in found ? found.section : undefined;
}
