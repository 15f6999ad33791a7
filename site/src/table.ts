/** The records of a file as a table: their columns, each with its bytes, and the cells as texts. */
import { type AnyType, explain, array, parseSchema, printSchema, schemaToJson } from "onesheet";
import { EXACT } from "./exact.js";
import type { Column } from "./protocol.js";
import { timeOf } from "./time.js";

/** A struct in the JSON form of spec/SCHEMA.md. */
interface Struct {
  struct?: unknown[];
  ext_struct?: [unknown, ...unknown[]][];
  fields?: string[];
}

/** The columns of records of a type, none of which has bytes yet. */
export function columnsOf(type: AnyType): Column[] {
  const schema = schemaToJson(type) as Struct | string;
  const { struct, ext_struct, fields } = typeof schema === "string" ? ({} as Struct) : schema;
  const types = struct ?? ext_struct?.map(([type]) => type);
  if (!types || !fields || fields.length === 0) {
    return [{ name: "value", type: printSchema(type), bytes: 0 }];
  }
  return fields.map((name, i) => ({ name, type: printed(types[i]), bytes: 0 }));
}

/** A part of a schema as text; one that refers to what is around it has none. */
function printed(schema: unknown): string {
  try {
    return printSchema(parseSchema(JSON.stringify(schema), EXACT));
  } catch {
    return "";
  }
}

/** Adds the bytes of a list of records to its columns. */
export function addSizes(columns: Column[], type: AnyType, list: Uint8Array, count: number): void {
  const places = new Map(columns.map(({ name }, i) => [name, i]));
  const isStruct = columns.length > 1 || columns[0]?.name !== "value";
  for (const { path, length } of explain(array(type, count), list).parts) {
    const name = isStruct ? /^(?:\[\d*\])?\.([^.[?:]+)/.exec(path)?.[1] : "value";
    const column = columns[places.get(name ?? "") ?? -1];
    if (column) column.bytes += length;
  }
}

/** The cells of a record in JSON: texts as they are, what is not there as none. */
export function cellsOf(
  columns: readonly Column[],
  json: unknown,
  about: ReadonlyMap<string, string>,
): (string | null)[] {
  const isStruct = typeof json === "object" && json !== null && !Array.isArray(json);
  return columns.map(({ name }) => {
    const value = isStruct && name in json ? (json as Record<string, unknown>)[name] : json;
    if (value === null || value === undefined) return null;
    const time = timeOf(value, about.get(`arrow:${name}`));
    if (time !== undefined) return time;
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}
