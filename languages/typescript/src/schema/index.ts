/** Types from schemas, and schemas of types (spec/SCHEMA.md). */
import { SchemaError } from "../error.js";
import type { AnyType, Type } from "../type.js";
import { build, type TypeOptions } from "./build.js";
import { fnv1a, printWire } from "./fingerprint.js";
import { parseText } from "./parse.js";
import { printText } from "./print.js";
import type { Schema } from "./schema.js";

/**
 * The type that a schema describes, in its text or its JSON form.
 *
 * @throws SchemaError if it is none: says where
 */
export function parseSchema(text: string, options?: TypeOptions): Type<any, any, any> {
  const isJson = /^\s*["{]/.test(text);
  return build(isJson ? parseJson(text) : parseText(text), options);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SchemaError(`not JSON: ${(error as Error).message}`);
  }
}

/** As `parseSchema`, from parsed JSON. */
export function schemaFromJson(json: unknown, options?: TypeOptions): Type<any, any, any> {
  return build(json, options);
}

/** The text form of a type. */
export function printSchema(type: AnyType): string {
  return printText(type.schema);
}

/** The JSON form of a type. */
export function schemaToJson(type: AnyType): Schema {
  return type.schema;
}

/** What the wire sees of a type, as text. */
export function wireForm(type: AnyType): string {
  return printWire(type.schema);
}

/** 16 hexadecimal digits that types have in common which read each other's messages. */
export function fingerprint(type: AnyType): string {
  return fnv1a(wireForm(type));
}
