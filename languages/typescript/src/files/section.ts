import {
  type AnyType,
  decode,
  DecodeError,
  encode,
  fingerprint,
  fixed,
  map,
  printSchema,
  str,
  struct,
} from "../index.js";

/** What a schema block says (F3, F4). */
export interface Section {
  /** Where its schema block begins, in bytes from the start of the file. */
  readonly at: number;
  /** The body check of its schema block: what tells to which section a block belongs. */
  readonly check: number;
  /** The fingerprint of the records' type: 16 hexadecimal digits. */
  readonly fingerprint: string;
  /** The text form of its schema, which need not be one. */
  readonly schema: string;
  /** What the writer had to say, by ascending key. */
  readonly about: ReadonlyMap<string, string>;
}

const MESSAGE = /* @__PURE__ */ struct("", {
  fingerprint: fixed.u64,
  schema: str,
  about: map(str, str),
});

/** What the payload of a schema block says, if it is one. */
export function readSection(at: number, check: number, payload: Uint8Array): Section | undefined {
  try {
    const { fingerprint, schema, about } = decode(MESSAGE, payload);
    return { at, check, fingerprint: fingerprint.toString(16).padStart(16, "0"), schema, about };
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** The payload of the schema block of records of a type. */
export function sectionPayload(type: AnyType, about: ReadonlyMap<string, string>): Uint8Array {
  return encode(MESSAGE, {
    fingerprint: BigInt(`0x${fingerprint(type)}`),
    schema: printSchema(type),
    about: new Map(about),
  });
}
