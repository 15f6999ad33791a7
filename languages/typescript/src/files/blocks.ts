import {
  type AnyType,
  type Column,
  DecodeError,
  fingerprint,
  type Limits,
  parseSchema,
  type Type,
  viewList,
} from "../index.js";
import { MAX_ALLOC } from "../limits.js";
import { COMPRESSED } from "./block.js";
import { obstacle } from "./compatible.js";
import type { FileEvent, ReadOptions, RecordsBlock } from "./events.js";
import { FileProblem } from "./problem.js";
import { readEvents } from "./read.js";
import type { Section } from "./section.js";
import { frameOf } from "./zstd.js";

/**
 * Gives what one Zstandard frame holds: `length` bytes, for which alone it is to claim memory.
 * What it throws is reported as a problem of the block.
 */
export type Decompress = (frame: Uint8Array, length: number) => Uint8Array | Promise<Uint8Array>;

/** How the records of a file are read. */
export interface BlockOptions<T, C extends Column<T, any>> extends ReadOptions {
  /** The type of the records; if not given, that of each section's schema. */
  readonly type?: Type<T, any, C>;
  /** What the records of one block may claim, and their bytes when decompressed (W33, F14). */
  readonly limits?: Limits;
  /** Without it, compressed blocks are of an unknown kind (F14). */
  readonly decompress?: Decompress;
}

/** The records of a block; or a problem, behind which reading goes on. */
export type FileBlock<T, C extends Column<T, any> = Column<T, any>> =
  | {
      readonly problem?: undefined;
      /** Where it begins, in bytes from the start of the file. */
      readonly at: number;
      /** How many records of the section come before. */
      readonly first: bigint;
      /** The records as columns, checked in full: a record is made when it is asked for. */
      readonly columns: C;
      /** The records, made each time they are asked for. */
      readonly records: T[];
      /** The type that they were read by. */
      readonly type: Type<T, any, C>;
      readonly section: Section;
    }
  | { readonly problem: FileProblem; readonly columns?: undefined; readonly records?: undefined };

/**
 * The records of a file, a block at a time, and its problems where they are.
 *
 * All that is whole is given, whatever is damaged before. A section of another type is a problem,
 * unless its fingerprint is that of the type, or the two differ only as W29 to W32 allow (F14).
 *
 * @throws as {@link readEvents}
 */
export async function* readBlocks<T = any, C extends Column<T, any> = Column<T, any>>(
  file: Uint8Array | Blob,
  options: BlockOptions<T, C> = {},
): AsyncGenerator<FileBlock<T, C>, void> {
  /** By what type the records of a section are read, if they can be. */
  const types = new WeakMap<Section, { type: Type<T, any, C> | undefined }>();
  for await (const event of readEvents(file, options)) {
    if (event.what === "section" || event.what === "records") {
      const { section } = event;
      let by = types.get(section);
      if (by === undefined) {
        const found = typeOf(section, options.type);
        by = { type: found instanceof FileProblem ? undefined : found };
        types.set(section, by);
        if (found instanceof FileProblem) yield { problem: found };
      }
      if (by.type && event.what === "records") yield await open(event, section, by.type, options);
    } else if (event.what !== "end") yield { problem: problemOf(event) };
  }
}

/**
 * The records of a file, one after another.
 *
 * @param options.onProblem is told of each problem, and reading goes on behind it
 * @throws as {@link readEvents}; and the first {@link FileProblem}, if there is no `onProblem`
 */
export async function* readRecords<T = any>(
  file: Uint8Array | Blob,
  options: BlockOptions<T, any> & { readonly onProblem?: (problem: FileProblem) => void } = {},
): AsyncGenerator<T, void> {
  for await (const { problem, records } of readBlocks<T, any>(file, options)) {
    if (problem === undefined) yield* records;
    else if (options.onProblem) options.onProblem(problem);
    else throw problem;
  }
}

/** The type that a section's records are read by (F14). */
function typeOf<X extends AnyType>(section: Section, given: X | undefined): X | FileProblem {
  const refuse = (why: string, options?: ErrorOptions) =>
    new FileProblem(
      "type",
      section.at,
      `the records from byte ${section.at} on are of another type: ${why}`,
      options,
    );
  if (given !== undefined && fingerprint(given) === section.fingerprint) return given;
  let own: AnyType;
  try {
    own = parseSchema(section.schema);
  } catch (error) {
    return refuse(`no schema: ${(error as Error).message}`, { cause: error });
  }
  if (fingerprint(own) !== section.fingerprint) {
    return refuse("the schema block's fingerprint is not that of its schema");
  }
  const why = given && obstacle(own.schema, given.schema);
  return why === undefined ? (given ?? (own as X)) : refuse(why);
}

async function open<T, C extends Column<T, any>>(
  event: RecordsBlock,
  section: Section,
  type: Type<T, any, C>,
  options: BlockOptions<T, C>,
): Promise<FileBlock<T, C>> {
  const { at, count, first } = event;
  const { decompress, limits } = options;
  let payload = event.payload;
  if (event.isCompressed) {
    if (!decompress) return { problem: unknown(at, COMPRESSED) };
    const list = await listOf(payload, decompress, limits?.maxAlloc ?? MAX_ALLOC);
    if (typeof list === "string") return { problem: message(at, list) };
    payload = list;
  }
  let columns: C;
  try {
    columns = viewList(type, payload, count, limits);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    return { problem: message(at, error.message, error) };
  }
  return {
    at,
    first,
    columns,
    get records() {
      return Array.from<T>(columns.list(0, count));
    },
    type,
    section,
  };
}

/** What a compressed payload stands for (F3), or why it does not. */
async function listOf(
  payload: Uint8Array,
  decompress: Decompress,
  maxAlloc: number,
): Promise<Uint8Array | string> {
  const found = frameOf(payload, maxAlloc);
  if (typeof found === "string") return found;
  const { frame, length } = found;
  let list: Uint8Array;
  try {
    list = await decompress(frame, length);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return list.length === length ? list : `${list.length} bytes, not ${length}`;
}

/** What is a problem of an event that is neither a section, its records nor its end. */
function problemOf(event: FileEvent): FileProblem {
  const { at } = event;
  switch (event.what) {
    case "skipped":
      return new FileProblem(
        event.reason,
        at,
        `${event.reason}: ${event.length} bytes from byte ${at} on are not a block`,
      );
    case "gap":
      return new FileProblem(
        "gap",
        at,
        `gap: record ${event.found} of the section at byte ${at}, not ${event.expected}`,
      );
    case "unknown":
      return unknown(at, event.kind);
    default:
      return new FileProblem("orphan", at, `orphan: the block at byte ${at} has no schema block`);
  }
}

function unknown(at: number, kind: number): FileProblem {
  const hex = kind.toString(16).padStart(2, "0");
  return new FileProblem("unknown", at, `the block at byte ${at} is of the unknown kind 0x${hex}`);
}

function message(at: number, why: string, cause?: Error): FileProblem {
  const options = cause && { cause };
  return new FileProblem("message", at, `message: in the block at byte ${at}: ${why}`, options);
}
