/** The wire form of a type, and its hash (spec/SCHEMA.md). */
import type { FieldSchema, Schema } from "./schema.js";

/** What the wire sees of a type: names, bounds, defaults and catch-alls are left out. */
export function printWire(schema: Schema, around: readonly string[] = []): string {
  const of = (name: string, parts: readonly Schema[]): string =>
    `${name}(${parts.map((part) => printWire(part, around)).join(",")})`;
  const variants = (list: readonly (readonly [number, readonly Schema[]])[]): string =>
    `enum{${list.map(([tag, fields]) => of(String(tag), fields)).join(",")}}`;
  if (typeof schema === "string") return NAMES[schema] ?? schema;
  if ("fixed" in schema) return `fixed ${schema.fixed}`;
  if ("option" in schema) return of("option", [schema.option]);
  if ("seq" in schema) return of("seq", [schema.seq]);
  if ("set" in schema) return of("set", [schema.set]);
  if ("map" in schema) return of("map", schema.map);
  if ("result" in schema) {
    return variants(schema.result.map((type, tag) => [tag, [type]] as const));
  }
  if ("array" in schema) return `array(${printWire(schema.array[0], around)},${schema.array[1]})`;
  if ("tuple" in schema || "struct" in schema) {
    const parts = "tuple" in schema ? schema.tuple : schema.struct;
    if (parts.length === 0) return "unit";
    return parts.length === 1 ? printWire(parts[0]!, around) : of("tuple", parts);
  }
  if ("ext_struct" in schema) return of("extensible struct", schema.ext_struct.map(typeOf));
  if ("enum" in schema) return variants(schema.enum);
  if ("ext_enum" in schema) {
    return `extensible ${variants(schema.ext_enum.map(([tag, f]) => [tag, f.map(typeOf)] as const))}`;
  }
  if ("def" in schema) return `rows(${printWire(schema.type.rows, [schema.def, ...around])})`;
  if ("rows" in schema) return `rows(${printWire(schema.rows, ["", ...around])})`;
  if ("ref" in schema) return `^${around.indexOf(schema.ref)}`;
  return NAMES[schema.type] ?? schema.type;
}

const NAMES: Readonly<Record<string, string>> = { usize: "u64", isize: "i64", bytes: "seq(u8)" };

function typeOf(field: FieldSchema): Schema {
  return field[0];
}

/** FNV-1a of 64 bits, as 16 hexadecimal digits. */
export function fnv1a(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}
