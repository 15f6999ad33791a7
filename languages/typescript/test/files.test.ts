import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  type FileEvent,
  readBlocks,
  readEvents,
  readEventsSync,
  type ReadOptions,
} from "../src/files.js";
import { events } from "../src/files/events.js";
import { Window } from "../src/files/window.js";
import { bytes, repository } from "./bytes.js";
import { collect, parseEvents, plain } from "./events.js";

interface Case {
  note: string;
  max: number;
  hex: string;
  part?: [number, number];
  events: unknown[];
  messages?: number[];
}

const cases = readFileSync(repository("tests/vectors/files.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => parseEvents(line) as Case);

/**
 * The events of a Blob of which `chunk` bytes are read at a time, or as many as a reader cannot do
 * without.
 */
async function* readInChunks(
  data: Uint8Array<ArrayBuffer>,
  chunk: number,
  options: ReadOptions,
): AsyncGenerator<FileEvent> {
  for (const event of events(new Window(new Blob([data]), chunk), options)) {
    if (event instanceof Window) await event.fill();
    else yield event;
  }
}

test("the vectors, from memory and from a Blob, whatever is read at a time", async () => {
  assert.ok(cases.length > 400);
  for (const { note, max, hex: text, part, events: expected } of cases) {
    const data = bytes(text);
    const options = { maxBody: max, ...(part && { part }) };
    assert.deepEqual([...readEventsSync(data, options)].map(plain), expected, note);
    const ways = [
      readEvents(data, options),
      readEvents(new Blob([data]), options),
      readInChunks(data, 1, options),
      readInChunks(data, 7, options),
      readInChunks(data, 40, options),
    ];
    for (const way of ways) assert.deepEqual((await collect(way)).map(plain), expected, note);
  }
});

/** What is in a frame of raw blocks (RFC 8878, 3.1.1.2), which those of the vectors are. */
function decompress(frame: Uint8Array): Uint8Array {
  const pieces: number[] = [];
  for (let at = 6, isLast = false; !isLast;) {
    const header = frame[at]! | (frame[at + 1]! << 8) | (frame[at + 2]! << 16);
    isLast = (header & 1) !== 0;
    pieces.push(...frame.subarray(at + 3, at + 3 + (header >> 3)));
    at += 3 + (header >> 3);
  }
  return Uint8Array.from(pieces);
}

test("payloads that are lists of records, and others, compressed or not", async () => {
  const said = cases.filter(({ messages }) => messages !== undefined);
  assert.ok(said.length > 40);
  for (const { note, hex: text, messages } of said) {
    const found = [];
    for await (const { problem } of readBlocks(bytes(text), { decompress })) {
      if (problem?.what === "message") found.push(problem.at);
    }
    assert.deepEqual(found, messages, note);
  }
});
