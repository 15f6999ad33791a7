/** What the page asks its worker, and what that answers. */
import type { Row } from "./listing.js";
import type { Place } from "./place.js";

/** What is to be explained. */
export type Input =
  | { kind: "hex"; text: string }
  | { kind: "json"; text: string }
  | { kind: "file"; name: string; bytes: Uint8Array };

export type InputKind = Input["kind"];

/** `read` begins anew; the others ask for more of what was read last. */
export type Ask =
  | { op: "read"; schema: string; input: Input }
  | { op: "rows"; from: number; to: number }
  | { op: "dump"; from: number; to: number }
  | { op: "rowBytes"; row: number }
  | { op: "text" }
  | { op: "table"; from: number; to: number }
  | { op: "value" };

/** A row with the first of its bytes. */
export interface ShownRow extends Row {
  index: number;
  bytes: Uint8Array;
}

/** A format, and how many bytes the value has in it. */
export type Size = readonly [format: string, bytes: number];

/** A column of the records of a file, and the bytes that it takes before they are compressed. */
export interface Column {
  name: string;
  type: string;
  bytes: number;
}

/** Bytes that follow each other in a dump and belong to one row, or to none: -1. */
export interface Run {
  at: number;
  length: number;
  row: number;
  wrong: boolean;
}

/** What was read, as a whole. */
export interface Head {
  as: "message" | "file";
  /** Bytes in all, and these as hex unless they are many. */
  length: number;
  hex: string | undefined;
  /** How many rows there are. */
  rows: number;
  /** What is to be said about the whole. */
  summary: string;
  /** The first row that is wrong. */
  wrong: ShownRow | undefined;
}

export type Tell =
  | { op: "problem"; where: "schema" | "input"; message: string; place: Place | undefined }
  | { op: "schema"; fingerprint: string; text: string }
  | ({ op: "head" } & Head)
  | { op: "rows"; from: number; rows: ShownRow[] }
  | { op: "dump"; from: number; bytes: Uint8Array; runs: Run[] }
  | { op: "rowBytes"; row: number; bytes: Uint8Array }
  | { op: "value"; text: string; cut: boolean }
  | { op: "noValue"; why: string }
  /** Records from one on, of all that there are; a cell that is null is none. */
  | {
      op: "table";
      from: number;
      count: number;
      schema: string;
      columns: readonly Column[];
      rows: (string | null)[][];
    }
  | { op: "sizes"; sizes: readonly Size[] }
  | { op: "text"; text: string }
  /** Nothing more comes as an answer. */
  | { op: "done" };

/** Each question has a number, which its answers repeat. */
export type Request = Ask & { id: number };
export type Answer = Tell & { id: number };
