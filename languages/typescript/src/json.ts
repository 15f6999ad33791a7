/** Values in JSON: that of people, and the exact one of tests/vectors/README.md. */
import { EncodeError } from "./error.js";
import { ArrayOf } from "./rows/array.js";
import { Bool } from "./rows/boolean.js";
import { Bytes } from "./rows/bytes.js";
import { Char } from "./rows/char.js";
import { Enum, Result, type Tagged } from "./rows/enumeration.js";
import { ExtensibleStruct } from "./rows/extensible.js";
import { Float, FloatBits, Unit } from "./rows/fixed.js";
import { MapOf, SetOf } from "./rows/map.js";
import { Option, type Some } from "./rows/option.js";
import { Rows } from "./rows/rows.js";
import { Seq } from "./rows/seq.js";
import { Str } from "./rows/text.js";
import { type Field, Struct } from "./rows/tuple.js";
import type { Schema } from "./schema/schema.js";
import { kind } from "./show.js";
import type { Shape } from "./shape.js";
import type { AnyType, Type } from "./type.js";

/** What JSON.parse gives. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export { fromJson, toJson } from "./natural.js";

/** A value of the type in the JSON of tests/vectors/README.md, without loss. */
export function toExactJson<T>(type: Type<T, any, any>, value: T): Json {
  return print(type, value);
}

/**
 * The value of the type that exact JSON stands for; integers may be numbers where these are exact, floats
 * numbers, and the fields of a struct an object by their names.
 *
 * @throws EncodeError if it is none: says where
 */
export function fromExactJson<T>(type: Type<T, any, any>, json: unknown): T {
  return parse(type, json as Json, "") as T;
}

function print(type: AnyType, value: any): Json {
  if (type instanceof Rows) return print(type.item, value);
  if (value === undefined) return { default: null };
  if (type instanceof Option) {
    return value === null ? null : { some: print(type.item, type.inner(value)) };
  }
  if (type instanceof Struct || type instanceof ExtensibleStruct) return printFields(type, value);
  if (type instanceof Result) {
    const { tag, value: inside } = value as { tag: "ok" | "err"; value: unknown };
    return { [tag]: print(type[tag], inside) };
  }
  if (type instanceof Enum) {
    const { tag, fields } = type.variants[type.slotOf(value)!]!;
    return [tag, printFields(fields, type.plain ? undefined : (value as Tagged).value)];
  }
  if (type instanceof MapOf) {
    const entries = [...value] as [unknown, unknown][];
    return entries.map(([k, v]) => [print(type.key, k), print(type.value, v)]);
  }
  if (type instanceof Bytes) return hex(value);
  if (type instanceof Seq || type instanceof SetOf || type instanceof ArrayOf) {
    return Array.from(value as Iterable<unknown>, (item) => print(type.item, item));
  }
  return leafToExactJson(type, value);
}

function printFields(type: { fields: readonly Field[]; shape: Shape<any> }, value: any): Json {
  return type.fields.map((field, k) => print(field.type, type.shape.part(value, k)));
}

/** A value with no others inside. */
export function leafToExactJson(type: AnyType, value: any): Json {
  if (type instanceof Float || type instanceof FloatBits) {
    const width = type.size!;
    const view = new DataView(new ArrayBuffer(8));
    if (type instanceof FloatBits) view.setBigUint64(0, BigInt(value));
    else if (width === 4) view.setFloat32(4, value as number);
    else view.setFloat64(0, value as number);
    return `0x${hex(new Uint8Array(view.buffer, 8 - width))}`;
  }
  return typeof value === "number" || typeof value === "bigint" ? String(value) : value;
}

function hex(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function unexpected(json: Json | undefined, expected: string, path: string): EncodeError {
  const found = typeof json === "object" && json && !Array.isArray(json) ? "an object" : kind(json);
  return new EncodeError(`expected ${expected}, found ${found}`, path);
}

/** The value of the only key of an object. */
function only(json: Json, key: string): Json | undefined {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return undefined;
  return Object.keys(json).length === 1 && Object.hasOwn(json, key) ? json[key] : undefined;
}

function elements(json: Json, path: string, n?: number): Json[] {
  if (!Array.isArray(json) || (n !== undefined && json.length !== n)) {
    throw unexpected(json, n === undefined ? "an array" : `an array of ${n}`, path);
  }
  return json;
}

function parse(type: AnyType, json: Json, path: string): unknown {
  if (type instanceof Rows) return parse(type.item, json, path);
  if (type instanceof Option) {
    if (json === null) return null;
    const some = only(json, "some");
    if (some === undefined) throw unexpected(json, 'null or {"some": value}', path);
    const value = parse(type.item, some, `${path}?`);
    return type.item.nullable ? ({ some: value } satisfies Some<unknown>) : value;
  }
  if (type instanceof Struct || type instanceof ExtensibleStruct) {
    return type.shape.make(parseFields(type.fields, json, path));
  }
  if (type instanceof Result) {
    for (const tag of ["ok", "err"] as const) {
      const inside = only(json, tag);
      const label = tag === "ok" ? "::Ok" : "::Err";
      if (inside !== undefined) return { tag, value: parse(type[tag], inside, path + label) };
    }
    throw unexpected(json, '{"ok": value} or {"err": value}', path);
  }
  if (type instanceof Enum) return parseVariant(type, json, path);
  if (type instanceof MapOf) {
    const entries = elements(json, path).map((entry, i) => {
      const [k, v] = elements(entry, `${path}[${i}]`, 2) as [Json, Json];
      return [
        parse(type.key, k, `${path}[${i}].0`),
        parse(type.value, v, `${path}[${i}].1`),
      ] as const;
    });
    return unique(new Map(entries), entries.length, "a key of a map occurs twice", path);
  }
  if (type instanceof Bytes) return parseBytes(json, path);
  if (type instanceof Seq || type instanceof SetOf || type instanceof ArrayOf) {
    const items = elements(json, path, type.elements).map((item, i) =>
      parse(type.item, item, `${path}[${i}]`),
    );
    if (!(type instanceof SetOf)) return items;
    return unique(new Set(items), items.length, "an element of a set occurs twice", path);
  }
  return leafFromJson(type, json, path);
}

/** A value with no others inside, natural or exact. */
export function leafFromJson(type: AnyType, json: Json, path: string): unknown {
  const value = leaf(type, json);
  if (value === undefined) throw unexpected(json, expectedOf(type), path);
  return value;
}

function unique<T extends { size: number }>(
  value: T,
  size: number,
  twice: string,
  path: string,
): T {
  if (value.size !== size) throw new EncodeError(twice, path);
  return value;
}

function leaf(type: AnyType, json: Json): unknown {
  if (type instanceof Unit) return json === null ? null : undefined;
  if (type instanceof Bool) return typeof json === "boolean" ? json : undefined;
  if (type instanceof Char) {
    return typeof json === "string" && [...json].length === 1 ? json : undefined;
  }
  if (type instanceof Str) return typeof json === "string" ? json : undefined;
  if (type instanceof Float || type instanceof FloatBits) return parseFloatBits(type, json);
  return integer(type, json);
}

function integer(type: AnyType, json: Json): unknown {
  const digits = typeof json === "number" && Number.isSafeInteger(json) ? String(json) : json;
  if (typeof digits !== "string" || !/^-?\d{1,60}$/.test(digits)) return undefined;
  const [sign, width] = intOf(type.schema);
  const x = BigInt(digits);
  const fits = sign === "i" ? BigInt.asIntN(width, x) === x : BigInt.asUintN(width, x) === x;
  if (!fits || (sign === "u" && digits.startsWith("-"))) return undefined;
  return type.integer === "bigint" ? x : Number(x);
}

function intOf(schema: Schema): [string, number] {
  const name = typeof schema === "object" && "fixed" in schema ? schema.fixed : String(schema);
  return [name.charAt(0), Number(name.slice(1))];
}

function parseFloatBits(type: AnyType, json: Json): unknown {
  const view = new DataView(new ArrayBuffer(8));
  const single = type.size === 4;
  if (typeof json === "number") {
    if (single) view.setFloat32(0, json);
    else view.setFloat64(0, json);
  } else {
    const digits = typeof json === "string" ? /^0x([0-9a-fA-F]+)$/.exec(json)?.[1] : undefined;
    if (digits === undefined || digits.length > 2 * type.size!) return undefined;
    if (single) view.setUint32(0, Number(json));
    else view.setBigUint64(0, BigInt(json as string));
  }
  if (type instanceof FloatBits) return single ? view.getUint32(0) : view.getBigUint64(0);
  return single ? view.getFloat32(0) : view.getFloat64(0);
}

function parseBytes(json: Json, path: string): Uint8Array {
  if (typeof json !== "string" || !/^([0-9a-fA-F]{2})*$/.test(json)) {
    throw unexpected(json, "bytes in hex", path);
  }
  return Uint8Array.from({ length: json.length / 2 }, (_, i) =>
    parseInt(json.slice(2 * i, 2 * i + 2), 16),
  );
}

function expectedOf(type: AnyType): string {
  if (type instanceof Unit) return "null";
  if (type instanceof Bool) return "true or false";
  if (type instanceof Char) return "a string of one character";
  if (type instanceof Str) return "a string";
  if (type instanceof Float || type instanceof FloatBits) {
    const one = type.size === 4 ? "0x3f800000" : "0x3ff0000000000000";
    return `the bits of an f${8 * type.size!}, such as "${one}"`;
  }
  const [sign, width] = intOf(type.schema);
  return `${sign}${width} as a decimal string`;
}

function parseFields(fields: readonly Field[], json: Json, path: string): unknown[] {
  let items: Json[];
  if (typeof json === "object" && json !== null && !Array.isArray(json)) {
    const extra = Object.keys(json).find((key) => !fields.some((field) => field.name === key));
    if (extra !== undefined) throw new EncodeError(`unknown field ${JSON.stringify(extra)}`, path);
    items = fields.map(({ name }) => {
      if (!Object.hasOwn(json, name)) throw new EncodeError(`the field ${name} is missing`, path);
      return json[name]!;
    });
  } else {
    items = elements(json, path, fields.length);
  }
  return fields.map(({ name, type }, k) => {
    const item = items[k]!;
    return only(item, "default") === null ? undefined : parse(type, item, `${path}.${name}`);
  });
}

function parseVariant(type: Enum<any>, json: Json, path: string): unknown {
  const [tag, values] = Array.isArray(json) && json.length === 2 ? json : [undefined, undefined];
  if (typeof tag !== "number" || values === undefined)
    throw unexpected(json, "[tag, [fields]]", path);
  const variant = type.variants.find((variant) => variant.tag === tag);
  if (!variant) throw new EncodeError(`the enum has no variant with tag ${tag}`, path);
  const { name, fields } = variant;
  const parts = parseFields(fields.fields, values, `${path}::${name === "" ? tag : name}`);
  return type.value(tag, () => fields.shape.make(parts));
}
