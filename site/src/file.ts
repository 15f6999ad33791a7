/** Files of records: sections, blocks, and what is wrong between them. */
import { type AnyType, array, fingerprint, parseSchema } from "onesheet";
import { type FileEvent, readEventsSync } from "onesheet/files";
import { damageAt } from "./damage.js";
import { EXACT } from "./exact.js";
import { FIELDS, HEADER, MARK, SCHEMA, headerAt, meaning, word } from "./header.js";
import { LINE, type Listing } from "./listing.js";
import { listMessage } from "./message.js";
import { decompressed, lengthOf } from "./zstd.js";

/** Bytes that a block may have. */
const MAX_BODY = 256 << 20;

/** Whether bytes begin as a file does, unused space aside (F4, F8). */
export function isFile(bytes: Uint8Array): boolean {
  const at = unusedTo(bytes, 0);
  return [...MARK, SCHEMA].every((byte, i) => bytes[at + i] === byte);
}

/** What was found, and the records that are whole. */
export interface FileFound {
  summary: string;
  /** Bytes of the records that are whole: enc(T, v1 … vn) of each block, decompressed. */
  length: number;
  lists: readonly List[];
}

/** The records of a block. */
export interface List {
  type: AnyType;
  /** What the section says beside its type. */
  about: ReadonlyMap<string, string>;
  count: number;
  /** enc(T, v1 … vn); throws if it cannot be decompressed. */
  bytes: () => Uint8Array;
}

/** Lists what the bytes of a file mean, and what is damaged or missing in it. */
export function listFile(listing: Listing, bytes: Uint8Array): FileFound {
  const inspector = new Inspector(listing, bytes);
  for (const event of readEventsSync(bytes, { maxBody: MAX_BODY })) inspector.found(event);
  return inspector.finish();
}

/** What is wrong: the rule that has a word for it, that word, and what was found. */
interface Problem {
  rule: string;
  word: string;
  what: string;
}

class Inspector {
  private readonly counts = { sections: 0, blocks: 0, records: 0, problems: 0 };
  private readonly lists: List[] = [];
  private length = 0;
  /** How far the blocks have been shown. */
  private shown = 0;
  /** The check of the section's schema block, and the type that it gives, if it is one. */
  private section: number | undefined;
  private type: AnyType | undefined;
  private about: ReadonlyMap<string, string> = new Map();

  constructor(
    private readonly listing: Listing,
    private readonly bytes: Uint8Array,
  ) {}

  found(event: FileEvent): void {
    const { at } = event;
    this.passedOver(at);
    switch (event.what) {
      case "section": {
        this.section = event.section.check;
        this.about = new Map(event.section.about);
        this.block(at);
        this.counts.sections++;
        const end = this.shown;
        this.listing.note(end, "F5", "fingerprint", event.section.fingerprint);
        this.listing.note(end, "F5", "schema", shownText(event.section.schema));
        for (const [key, value] of event.section.about) {
          this.listing.note(end, "F5", `about.${shownText(key)}`, shownText(value));
        }
        return this.readType(at, event.section.schema, event.section.fingerprint);
      }
      case "records":
        this.counts.records += event.count;
        if (!event.isCompressed) return this.block(at, event);
        this.block(at);
        return this.compressed(event);
      case "orphan":
        this.block(at);
        return this.problem(at, {
          rule: "F13",
          word: "orphan",
          what: `${event.count} records without a schema block before them`,
        });
      case "end":
        return this.block(at);
      case "gap": {
        const { expected, found } = event;
        const what =
          found > expected
            ? `records ${expected} to ${found - 1n} are missing`
            : `expected record ${expected}, found ${found}`;
        return this.problem(at, { rule: "F12", word: "gap", what });
      }
      case "unknown":
        this.block(at);
        return this.problem(at, {
          rule: "F3",
          word: "unknown",
          what: `a block of the unknown kind ${word(event.kind)}`,
        });
      case "skipped": {
        const { length, reason } = event;
        const why = damageAt(this.bytes, at, reason, MAX_BODY);
        const how = at === 0 ? mangled(this.bytes) : undefined;
        const text = how === undefined ? "" : `; the file was sent as text: ${how}`;
        const what = `${length} bytes are not a block: ${why}${text}`;
        this.problem(at, { rule: "F11", word: reason, what }, length);
        this.shown = at + length;
      }
    }
  }

  finish(): FileFound {
    this.passedOver(this.bytes.length);
    const { sections, blocks, records, problems } = this.counts;
    const found = `sections: ${sections}, blocks: ${blocks}, records: ${records}`;
    const summary = `${found}, problems: ${problems}`;
    this.listing.say(this.bytes.length, summary);
    return { summary, length: this.length, lists: this.lists };
  }

  /** Records that are decompressed when they are looked at. */
  private compressed({ payload, count }: { payload: Uint8Array; count: number }): void {
    const { type, about } = this;
    if (!type) return;
    this.length += lengthOf(payload);
    this.lists.push({ type, about, count, bytes: () => decompressed(payload, MAX_BODY) });
  }

  /** Blocks of which a reader says nothing (F3, F13). */
  private passedOver(to: number): void {
    for (
      let at = unusedTo(this.bytes, this.shown);
      at < to;
      at = unusedTo(this.bytes, this.shown)
    ) {
      this.block(at);
    }
  }

  /** A header field by field, and the body: records part by part, if they stand there. */
  private block(at: number, records?: { payload: Uint8Array; count: number }): void {
    const header = headerAt(this.bytes, at);
    const start = at + HEADER;
    this.counts.blocks++;
    this.shown = start + header.length;
    for (const field of FIELDS) {
      const text = meaning(header, field.name, this.section);
      this.listing.part(at + field.at, field.length, field.rule, field.name, text);
    }
    const { type } = this;
    if (records && type && records.payload.length === header.length) {
      const { payload, count } = records;
      const { error } = listMessage(this.listing, array(type, count), payload, start);
      if (error) this.counts.problems++;
      else {
        this.length += payload.length;
        this.lists.push({ type, about: this.about, count, bytes: () => payload });
      }
    } else if (header.length > 0) {
      const text = `${header.length} bytes, ${word(header.kind)}`;
      this.listing.part(start, header.length, "F2", "body", text);
    }
  }

  /** The type of a section, and what is wrong about it. */
  private readType(at: number, schema: string, stated: string): void {
    this.type = undefined;
    try {
      this.type = parseSchema(schema, EXACT);
    } catch (error) {
      const what = shownText(error instanceof Error ? error.message : String(error));
      return this.problem(at, { rule: "F5", word: "schema", what });
    }
    const own = fingerprint(this.type);
    if (own !== stated) {
      this.problem(at, {
        rule: "F5",
        word: "schema",
        what: `expected the fingerprint ${own}, found ${stated}`,
      });
    }
  }

  /** A row that is wrong; `covers` bytes are skipped. */
  private problem(at: number, { rule, word, what }: Problem, covers = 0): void {
    this.counts.problems++;
    const length = covers > 0 ? Math.min(this.bytes.length - at, LINE) : 0;
    this.listing.wrong(at, length, covers, rule, word, what);
  }
}

/** Where the unused space ends that may begin at a place (F8). */
function unusedTo(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] === 0 || bytes[at] === 0xff)) at++;
  return at;
}

/** A text of strangers in one line: control characters are escaped. */
function shownText(text: string): string {
  return text.replace(/\p{Cc}/gu, (c) => {
    const short = { "\t": "\\t", "\n": "\\n", "\r": "\\r" }[c];
    return short ?? `\\u{${c.charCodeAt(0).toString(16)}}`;
  });
}

/** What is left of the start of a file by programs that take it for text, and what they did. */
const MANGLED: readonly (readonly [string, string])[] = [
  ["\x09os1\r\n\x1a\n", "the high bit of each byte was cleared"],
  ["\x89os1\n\x1a\n", "CRLF became LF"],
  ["\x89os1\r\r\n\x1a\r\n", "LF became CRLF"],
  ["\xc2\x89os1", "bytes became UTF-8, from Latin-1"],
  ["\xe2\x80\xb0os1", "bytes became UTF-8, from Windows-1252"],
  ["\xef\xbf\xbdos1", "bytes that are no UTF-8 were replaced"],
];

/** What made text of a file, if that is what happened. */
function mangled(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  if (start === "\x89os1\r\n" || start === "\x89os1\r\n\x1a") return "it was cut at control-Z";
  return MANGLED.find(([begin]) => start.startsWith(begin))?.[1];
}
