/** The header of a block (F1 of spec/FILES.md), and what is in its fields. */

/** Bytes of a header. */
export const HEADER = 36;
/** What begins a block. */
export const MARK = Uint8Array.of(0x89, 0x6f, 0x73, 0x31, 0x0d, 0x0a, 0x1a);

/** The kinds (F3), and the bit of those that a reader need not know. */
export const SCHEMA = 0x0a;
export const RECORDS = 0x52;
export const COMPRESSED = 0x5a;
export const END = 0x45;
const STATISTICS = 0x73;
const SILENT = 0x20;

export interface Header {
  kind: number;
  check: number;
  bodyCheck: number;
  length: number;
  count: number;
  schema: number;
  first: bigint;
}

/** The fields of the header that begins at a place, where all of its bytes are there. */
export function headerAt(bytes: Uint8Array, at: number): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, HEADER);
  const number = (at: number) => view.getUint32(at, true);
  return {
    kind: view.getUint8(7),
    check: number(8),
    bodyCheck: number(12),
    length: number(16),
    count: number(20),
    schema: number(24),
    first: view.getBigUint64(28, true),
  };
}

/** A field: its name, the rule that says more about it, and its place in the header. */
export interface Field {
  name: string;
  rule: string;
  at: number;
  length: number;
}

const field = (name: string, rule: string, at: number, length: number): Field => ({
  name,
  rule,
  at,
  length,
});

/** In the order of the page's table. */
export const FIELDS: readonly Field[] = [
  field("mark", "F1", 0, 7),
  field("kind", "F3", 7, 1),
  field("check", "F1", 8, 4),
  field("body check", "F1", 12, 4),
  field("length", "F1", 16, 4),
  field("count", "F3", 20, 4),
  field("schema", "F4", 24, 4),
  field("first", "F12", 28, 8),
];

/** A kind in a word. */
export function word(kind: number): string {
  const words: Record<number, string> = {
    [SCHEMA]: "schema",
    [RECORDS]: "records",
    [COMPRESSED]: "compressed",
    [END]: "end",
    [STATISTICS]: "statistics",
  };
  return words[kind] ?? `0x${kind.toString(16).padStart(2, "0")}`;
}

/** What a field of a good block says; `section` is the check of the section's schema block. */
export function meaning(header: Header, name: string, section: number | undefined): string {
  switch (name) {
    case "mark":
      return "a block, version 1";
    case "kind":
      return kindMeaning(header.kind);
    case "check":
      return "of the header: right";
    case "body check":
      return "right";
    case "length":
      return `${header.length} bytes`;
    case "count":
      return `${header.count} records`;
    case "schema":
      if (header.kind === SCHEMA) return "its own body check";
      return header.schema === section ? "that of the section" : "of no section that is here";
    default:
      return `${header.first} records of the section before`;
  }
}

function kindMeaning(kind: number): string {
  switch (kind) {
    case SCHEMA:
      return "schema: a section begins";
    case RECORDS:
      return "records";
    case COMPRESSED:
      return "records, compressed";
    case END:
      return "end: the writer was done";
    case STATISTICS:
      return "statistics of the next block";
    default:
      return (kind & SILENT) === 0 ? "unknown, to be reported" : "unknown, to be passed over";
  }
}
