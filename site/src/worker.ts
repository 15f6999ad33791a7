/** Reads what the page is given, beside the page, so that nothing blocks it. */
import {
  type AnyType,
  EncodeError,
  decodeList,
  encode,
  fingerprint,
  parseSchema,
  printSchema,
  schemaToJson,
} from "onesheet";
import { fromJson, toExactJson, toJson } from "onesheet/json";
import { EXACT } from "./exact.js";
import { isFile, listFile } from "./file.js";
import { fromHex, toHex } from "./hex.js";
import { offsetOfPath, parseJson } from "./json_text.js";
import { LINE, Listing, type Row, listingText } from "./listing.js";
import { listMessage } from "./message.js";
import { TextError, offsetOf, placeAt } from "./place.js";
import { pretty, prettyLines } from "./pretty.js";
import type {
  Answer,
  Ask,
  Column,
  Head,
  Input,
  Request,
  Run,
  ShownRow,
  Size,
  Tell,
} from "./protocol.js";
import { type Sizes, sizesOf } from "./sizes.js";
import { addSizes, cellsOf, columnsOf } from "./table.js";

/** Bytes that are read at most, and those of which JSON is made. */
const MOST = 64 << 20;
const MOST_VALUE = 4 << 20;
/** Bytes that the page gets as hex. */
const MOST_HEX = 16 << 10;
/** Rows, and bytes of the dump, that come unasked: the first, and those at an error. */
const FIRST_ROWS = 500;
const LAST_ROWS = 20;
const FIRST_DUMP = 2048;
const AROUND = 256;
/** Bytes of a row that come with it, and when they are asked for. */
const ROW_BYTES = 4 * LINE;
const ROW_BYTES_MORE = 1024 * LINE;
/** Records in the table that come unasked. */
const FIRST_RECORDS = 20;
/** Characters of a value that come, and when more are asked for. */
const VALUE_TEXT = 10_000;
const VALUE_TEXT_MORE = 1_000_000;

type Send = (tell: Tell) => void;

/** What was read last. */
interface Found {
  bytes: Uint8Array;
  rows: readonly Row[];
  head: Head;
  /** The value as JSON with names; of a file, its records. */
  json?: unknown;
  table?: { schema: string; columns: readonly Column[]; rows: (string | null)[][] };
}

let found: Found | undefined;

/** What this file needs of the scope of a worker. */
export interface WorkerScope {
  onmessage: ((event: MessageEvent<Request>) => void) | null;
  postMessage(answer: Answer): void;
}

/** Answers what the page asks. */
export function serve(scope: WorkerScope): void {
  scope.onmessage = ({ data }) => {
    const send: Send = (tell) => scope.postMessage({ ...tell, id: data.id } satisfies Answer);
    if (data.op === "read") read(data.schema, data.input, send);
    else if (found) more(data, found, send);
    send({ op: "done" });
  };
}

function read(schemaText: string, input: Input, send: Send): void {
  found = undefined;
  const problem = (where: "schema" | "input", error: unknown, text: string) => {
    const offset = offsetIn(error, text);
    const place = offset === undefined ? undefined : placeAt(text, offset);
    send({ op: "problem", where, message: messageOf(error), place });
  };

  let type: AnyType | undefined;
  if (schemaText.trim() !== "") {
    try {
      type = parseSchema(schemaText, EXACT);
      send({ op: "schema", fingerprint: fingerprint(type), text: printSchema(type) });
    } catch (error) {
      problem("schema", schemaError(error, schemaText), schemaText);
    }
  }

  let bytes: Uint8Array;
  try {
    if (input.kind === "json") {
      const json = parseJson(input.text);
      if (!type) {
        if (schemaText.trim() === "") throw new Error("JSON needs a schema to be encoded by");
        return;
      }
      bytes = encode(type, fromJson(type, json));
    } else {
      bytes = input.kind === "hex" ? fromHex(input.text) : input.bytes;
    }
    if (bytes.length > MOST)
      throw new Error(`${bytes.length} bytes; at most ${MOST} are read here`);
  } catch (error) {
    problem("input", error, input.kind === "file" ? "" : input.text);
    return;
  }

  // As the command: without a type, it is a file of records.
  const asFile = isFile(bytes) || schemaText.trim() === "";
  if (!asFile && !type) return;
  try {
    if (asFile || !type) readFile(bytes, send);
    else readMessage(type, bytes, send);
  } catch (error) {
    problem("input", error, "");
  }
}

function readMessage(type: AnyType, bytes: Uint8Array, send: Send): void {
  const listing = new Listing();
  const { error, value } = listMessage(listing, type, bytes, 0);
  const summary = error ? error.message : `a valid message of ${bytes.length} bytes`;
  if (!error) listing.say(bytes.length, summary);
  publish(bytes, listing, "message", summary, send);
  if (error) return send({ op: "noValue", why: "No value: the message is not valid." });
  publishValue(bytes.length, send, () => {
    const { json, messagePack } = sizesOf(schemaToJson(type), toExactJson(type, value));
    return {
      json: toJson(type, value),
      sizes: [
        ["onesheet", bytes.length],
        ["MessagePack", messagePack],
        ["JSON", json],
      ],
    };
  });
}

function readFile(bytes: Uint8Array, send: Send): void {
  const listing = new Listing();
  const { summary, length, lists } = listFile(listing, bytes);
  publish(bytes, listing, "file", summary, send);
  publishValue(Math.max(bytes.length, length), send, () => {
    const sum: Sizes = { json: 0, messagePack: 0 };
    const json: unknown[] = [];
    // As the last section has them; records of another type have what they have of these.
    const last = lists.at(-1);
    const columns = last ? columnsOf(last.type) : [];
    const rows: (string | null)[][] = [];
    for (const { type, about, count, bytes } of lists) {
      const list = bytes();
      const schema = schemaToJson(type);
      addSizes(columns, type, list, count);
      for (const value of decodeList(type, list, count)) {
        const record = toJson(type, value);
        json.push(record);
        rows.push(cellsOf(columns, record, about));
        const sizes = sizesOf(schema, toExactJson(type, value));
        sum.json += sizes.json + 1;
        sum.messagePack += sizes.messagePack;
      }
    }
    const schema = last ? printSchema(last.type) : "";
    if (found && last) found.table = { schema, columns, rows };
    sendTable(found, 0, FIRST_RECORDS, send);
    const sizes: Size[] = [
      ["onesheet, records", length],
      ["onesheet, file", bytes.length],
      ["MessagePack", sum.messagePack],
      ["JSON lines", sum.json],
    ];
    return { json, sizes };
  });
}

function publish(
  bytes: Uint8Array,
  listing: Listing,
  as: Head["as"],
  summary: string,
  send: Send,
): void {
  const { rows } = listing;
  const index = rows.findIndex((row) => row.kind === "wrong");
  const wrong = rows[index] && shownRow(bytes, rows[index], index);
  const head: Head = {
    as,
    length: bytes.length,
    hex: bytes.length <= MOST_HEX ? toHex(bytes) : undefined,
    rows: rows.length,
    summary,
    wrong,
  };
  found = { bytes, rows, head };
  send({ op: "head", ...head });
  sendDump(found, 0, FIRST_DUMP, send);
  if (wrong && wrong.at >= FIRST_DUMP) {
    const from = Math.max(FIRST_DUMP, (wrong.at & -16) - AROUND);
    sendDump(found, from, from + 2 * AROUND, send);
  }
  sendRows(found, 0, FIRST_ROWS, send);
  if (rows.length > FIRST_ROWS) {
    const from = Math.max(
      FIRST_ROWS,
      Math.min(wrong?.index ?? rows.length, rows.length - LAST_ROWS),
    );
    sendRows(found, from, from + 2 * LAST_ROWS, send);
  }
}

/** @param length bytes of the value, or of what it comes from */
function publishValue(
  length: number,
  send: Send,
  make: () => { json: unknown; sizes: readonly Size[] },
): void {
  if (length > MOST_VALUE) {
    return send({
      op: "noValue",
      why: `More than ${MOST_VALUE} bytes: the value is not shown here.`,
    });
  }
  try {
    const { json, sizes } = make();
    if (found) found.json = json;
    sendValue(found, VALUE_TEXT, send);
    send({ op: "sizes", sizes });
  } catch (error) {
    send({ op: "noValue", why: `No value: ${messageOf(error)}` });
  }
}

function more(ask: Exclude<Ask, { op: "read" }>, found: Found, send: Send): void {
  switch (ask.op) {
    case "rows":
      return sendRows(found, ask.from, ask.to, send);
    case "dump":
      return sendDump(found, ask.from, ask.to, send);
    case "rowBytes": {
      const row = found.rows[ask.row];
      if (row)
        send({ op: "rowBytes", row: ask.row, bytes: bytesOf(found.bytes, row, ROW_BYTES_MORE) });
      return;
    }
    case "text":
      return send({ op: "text", text: listingText(found.rows, found.bytes) });
    case "table":
      return sendTable(found, ask.from, ask.to, send);
    case "value":
      return sendValue(found, VALUE_TEXT_MORE, send);
  }
}

function sendRows(found: Found, from: number, to: number, send: Send): void {
  const rows = found.rows.slice(from, to).map((row, i) => shownRow(found.bytes, row, from + i));
  send({ op: "rows", from, rows });
}

function shownRow(bytes: Uint8Array, row: Row, index: number): ShownRow {
  return { ...row, index, bytes: bytesOf(bytes, row, ROW_BYTES) };
}

function bytesOf(bytes: Uint8Array, row: Row, most: number): Uint8Array {
  // A copy: what is sent is all of a buffer.
  return bytes.slice(row.at, row.at + Math.min(row.length, most));
}

function sendDump(found: Found, from: number, to: number, send: Send): void {
  const end = Math.min(to, found.bytes.length);
  send({
    op: "dump",
    from,
    bytes: found.bytes.slice(from, end),
    runs: runsOf(found.rows, from, end),
  });
}

/** Which row the bytes of a range belong to. What is wrong there comes before what was read. */
function runsOf(rows: readonly Row[], from: number, to: number): Run[] {
  const owner = new Int32Array(to - from).fill(-1);
  const put = (row: Row, index: number) =>
    owner.fill(index, Math.max(row.at - from, 0), Math.max(row.at + row.covers - from, 0));
  const wrong: number[] = [];
  rows.forEach((row, i) => {
    if (row.at >= to || row.at + row.covers <= from || row.covers === 0) return;
    if (row.kind === "wrong") wrong.push(i);
    else put(row, i);
  });
  for (const i of wrong) put(rows[i] as Row, i);
  const runs: Run[] = [];
  for (let i = 0; i < owner.length; i++) {
    const row = owner[i] as number;
    const last = runs.at(-1);
    if (last?.row === row) last.length++;
    else runs.push({ at: from + i, length: 1, row, wrong: rows[row]?.kind === "wrong" });
  }
  return runs;
}

function sendTable(found: Found | undefined, from: number, to: number, send: Send): void {
  if (!found?.table) return;
  const { schema, columns, rows } = found.table;
  send({ op: "table", from, count: rows.length, schema, columns, rows: rows.slice(from, to) });
}

function sendValue(found: Found | undefined, most: number, send: Send): void {
  if (!found || !("json" in found)) return send({ op: "noValue", why: "No value." });
  const lines = found.head.as === "file";
  const text = lines ? prettyLines(found.json as unknown[], most) : pretty(found.json, most);
  send({ op: "value", ...text });
}

/** Where an error is in a text, if it says so. */
function offsetIn(error: unknown, text: string): number | undefined {
  if (error instanceof TextError) return error.offset;
  if (error instanceof EncodeError && text) return offsetOfPath(text, error.path);
  const place = /^line ([0-9]+), column ([0-9]+)/.exec(messageOf(error));
  return place && text ? offsetOf(text, Number(place[1]), Number(place[2])) : undefined;
}

/** What is wrong with a schema; where it is no JSON, the place. */
function schemaError(error: unknown, text: string): unknown {
  if (!/^\s*[{["]/.test(text)) return error;
  try {
    parseJson(text);
    return error;
  } catch (inText) {
    return inText;
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // What the engine has no memory or no stack for.
  return error instanceof RangeError
    ? `too much for this browser: ${error.message}`
    : error.message;
}
