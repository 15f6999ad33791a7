/** Events of files as tests/vectors/files.jsonl has them. */
import assert from "node:assert/strict";

import type { FileEvent } from "../src/files.js";
import { hex } from "./bytes.js";

/**
 * A line with events in it, numbers that may be above 2^53 as strings, for JSON.parse rounds them.
 */
export function parseEvents(line: string): unknown {
  const exact = line
    .replace(/"(first|end)": (\d+)/g, '"$1": "$2"')
    .replace(/"gap": \[(\d+), (\d+)\]/g, '"gap": ["$1", "$2"]');
  return JSON.parse(exact);
}

/** An event as the vectors have it. */
export function plain(event: FileEvent): unknown {
  const { at } = event;
  switch (event.what) {
    case "section": {
      const { schema, fingerprint, about } = event.section;
      assert.equal(event.section.at, at);
      return { at, schema, fingerprint, about: [...about] };
    }
    case "end":
      return { at, end: String(event.first) };
    case "gap":
      return { at, gap: [String(event.expected), String(event.found)] };
    case "unknown":
      return { at, unknown: event.kind };
    case "skipped":
      return { at, [event.reason]: event.length };
    default: {
      const { what, count, first, payload, isCompressed, section } = event;
      assert.equal(what, section ? "records" : "orphan");
      const name = isCompressed && section ? "compressed" : what;
      return { at, [name]: hex(payload), count, first: String(first) };
    }
  }
}

export async function collect<E>(events: AsyncIterable<E>): Promise<E[]> {
  const all: E[] = [];
  for await (const event of events) all.push(event);
  return all;
}
