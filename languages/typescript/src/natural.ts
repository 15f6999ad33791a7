/** Values in the JSON that people have: what serde's derives would write. */
import { EncodeError } from "./error.js";
import { type Json, leafFromJson, leafToExactJson, unexpected } from "./json.js";
import { ArrayOf } from "./rows/array.js";
import { Bool } from "./rows/boolean.js";
import { Bytes } from "./rows/bytes.js";
import { Char } from "./rows/char.js";
import { Enum, Result, type Tagged } from "./rows/enumeration.js";
import { type ExtensibleField, ExtensibleStruct } from "./rows/extensible.js";
import { Float, FloatBits, Unit } from "./rows/fixed.js";
import { MapOf, SetOf } from "./rows/map.js";
import { Option, type Some } from "./rows/option.js";
import { Rows } from "./rows/rows.js";
import { Seq } from "./rows/seq.js";
import { Str } from "./rows/text.js";
import { type Field, Struct } from "./rows/tuple.js";
import type { AnyType, Type } from "./type.js";

type Fields = Struct<any, any> | ExtensibleStruct<any, any>;
type Body = "none" | "one" | "tuple" | "fields";

/** The greatest number up to which all are exact in JSON, whatever reads it. */
const EXACT = 2n ** 53n;
const NAN = { 4: "0x7fc00000", 8: "0x7ff8000000000000" } as Record<number, string>;

/** Kinds of JSON, as bits. */
const NULL = 1;
const BOOL = 2;
const INTEGER = 4;
const FLOAT = 8;
const TEXT = 16;
const LIST = 32;
const OBJECT = 64;

/**
 * A value of the type in the JSON that people have: structs as objects, an option as `null` or its value,
 * an enum as `"Name"` or `{"Name": …}`, a map with text keys as an object, bytes as base64. Numbers that
 * those of JSON may round are strings, and so are floats that are not finite. As `onesheet cat`.
 */
export function toJson<T>(type: Type<T, any, any>, value: T): Json {
  return print(type, value);
}

/**
 * The value of the type that JSON stands for, in the form of `toJson`; a field whose type has `null` or a
 * default may be missing.
 *
 * @throws EncodeError if it is none: says where
 */
export function fromJson<T>(type: Type<T, any, any>, json: unknown): T {
  return parse(type, json as Json, "") as T;
}

function bodyOf(type: Fields): Body {
  if (type.fields.length === 0) return "none";
  const isExtensible = type instanceof ExtensibleStruct;
  if (isExtensible || type.fields.some(({ name }, i) => name !== String(i))) return "fields";
  return type.fields.length === 1 ? "one" : "tuple";
}

function isTuple(type: Fields): boolean {
  return typeof type.schema === "object" && "tuple" in type.schema;
}

/** The names, of which one that comes again is followed by `_2`, `_3` and so on. */
function unique(names: readonly string[]): string[] {
  const taken = new Set(names);
  // The next number to try for each name: all below it are taken.
  const numbers = new Map<string, number>();
  return names.map((name) => {
    let number = numbers.get(name) ?? 1;
    let own = name;
    while (number > 1 && taken.has(own)) own = `${name}_${number++}`;
    numbers.set(name, Math.max(number, 2));
    taken.add(own);
    return own;
  });
}

function labels(type: Enum<any>): string[] {
  return unique(type.variants.map(({ name, tag }) => (name === "" ? `#${tag}` : name)));
}

/** The value that is `null`, in a list of one; none if there is none. */
function nullOf(type: AnyType, around: readonly AnyType[] = []): [unknown] | undefined {
  if (around.includes(type)) return undefined;
  const inside = [...around, type];
  if (type instanceof Unit || type instanceof Option) return [null];
  if (type instanceof Rows) return nullOf(type.item, inside);
  if (type instanceof Struct && !isTuple(type) && bodyOf(type) === "one") {
    const value = nullOf(type.fields[0]!.type, inside);
    return value && [type.shape.make(value)];
  }
  if (type instanceof Enum && kindsOf(type)) {
    for (const { tag, fields } of type.variants) {
      const value = nullOf(fields.fields[0]!.type, inside);
      if (value) return [type.value(tag, () => fields.shape.make(value))];
    }
  }
  return undefined;
}

/** The kinds of JSON that values of a type may be; 0 if it is not known. */
function kinds(type: AnyType, around: readonly AnyType[] = []): number {
  if (around.includes(type)) return 0;
  const inside = [...around, type];
  if (type instanceof Unit) return NULL;
  if (type instanceof Bool) return BOOL;
  if (type instanceof Float || type instanceof FloatBits) return FLOAT;
  if (type instanceof Char || type instanceof Str || type instanceof Bytes) return TEXT;
  if (type instanceof Rows) return kinds(type.item, inside);
  if (type instanceof Option) {
    const item = kinds(type.item, inside);
    if (item === 0) return 0;
    return item & NULL ? NULL | OBJECT : NULL | item;
  }
  if (type instanceof Struct || type instanceof ExtensibleStruct) {
    if (isTuple(type)) return LIST;
    const body = bodyOf(type);
    if (body === "one") return kinds(type.fields[0]!.type, inside);
    return body === "tuple" ? LIST : OBJECT;
  }
  if (type instanceof MapOf) return type.key instanceof Str ? OBJECT : LIST;
  if (type instanceof Seq || type instanceof SetOf || type instanceof ArrayOf) return LIST;
  if (type instanceof Result) return OBJECT;
  if (type instanceof Enum) {
    const all = kindsOf(type, inside);
    return all ? all.reduce((a, b) => a | b) : TEXT | OBJECT;
  }
  return INTEGER;
}

const known = new WeakMap<object, number[] | null>();

/** The kinds of each variant of an enum whose variants have no names, and of which no two have one in common. */
function kindsOf(type: Enum<any>, around: readonly AnyType[] = []): number[] | undefined {
  const found = known.get(type);
  if (found !== undefined) return found ?? undefined;
  const all: number[] = [];
  let seen = 0;
  let is = !(type instanceof Result) && type.variants.length > 0;
  for (const { name, fields } of type.variants) {
    const one = name === "" && bodyOf(fields) === "one" && !type.extensible;
    const own = one ? kinds(fields.fields[0]!.type, [...around, type]) : 0;
    is &&= own !== 0 && (seen & own) === 0;
    seen |= own;
    all.push(own);
  }
  // A whole number may be written for a float, if nothing else takes it.
  if (!(seen & INTEGER)) all.forEach((own, i) => own & FLOAT && (all[i] = own | INTEGER));
  known.set(type, is ? all : null);
  return is ? all : undefined;
}

function print(type: AnyType, value: any): Json {
  if (type instanceof Rows) return print(type.item, value);
  if (type instanceof Option) {
    if (value === null) return null;
    const item = print(type.item, type.inner(value));
    return nullOf(type.item) ? { some: item } : item;
  }
  if (type instanceof Struct || type instanceof ExtensibleStruct) return printFields(type, value);
  if (type instanceof Result) {
    const { tag, value: inside } = value as { tag: "ok" | "err"; value: unknown };
    return { [tag === "ok" ? "Ok" : "Err"]: print(type[tag], inside) };
  }
  if (type instanceof Enum) return printVariant(type, value);
  if (type instanceof MapOf) {
    const entries = [...value].map(([k, v]) => [print(type.key, k), print(type.value, v)]);
    return type.key instanceof Str ? object(entries as [string, Json][]) : (entries as Json);
  }
  if (type instanceof Bytes) return base64(value);
  if (type instanceof Seq || type instanceof SetOf || type instanceof ArrayOf) {
    return Array.from(value as Iterable<unknown>, (item) => print(type.item, item));
  }
  if (type instanceof Float || type instanceof FloatBits) {
    const bits = leafToExactJson(type, value) as string;
    const number = numberOf(bits);
    if (Number.isFinite(number)) return number;
    if (Number.isNaN(number)) return bits === NAN[type.size!] ? "NaN" : bits;
    return number > 0 ? "Infinity" : "-Infinity";
  }
  if (typeof value === "number" || typeof value === "bigint") {
    const exact = BigInt(value) >= -EXACT && BigInt(value) <= EXACT;
    return exact ? Number(value) : String(value);
  }
  return value;
}

/** The shortest number that reads back. */
function numberOf(bits: string): number {
  const view = new DataView(new ArrayBuffer(8));
  if (bits.length > 10) {
    view.setBigUint64(0, BigInt(bits));
    return view.getFloat64(0);
  }
  view.setUint32(0, Number(bits));
  const single = view.getFloat32(0);
  for (let digits = 1; digits <= 9; digits++) {
    const short = Number(single.toPrecision(digits));
    if (Object.is(Math.fround(short), single)) return short;
  }
  return single;
}

/** An object without a prototype, in which any name is one of its own. */
function object(entries: Iterable<[string, Json]>): { [key: string]: Json } {
  const made = Object.create(null) as { [key: string]: Json };
  for (const [key, value] of entries) made[key] = value;
  return made;
}

function printFields(type: Fields, value: any): Json {
  const parts = type.fields.map((field, k) => {
    const part = type.shape.part(value, k);
    return part === undefined ? undefined : print(field.type, part);
  });
  const body = bodyOf(type);
  if (isTuple(type) || body === "tuple") return parts as Json[];
  if (body === "one") return parts[0]!;
  const names = unique(type.fields.map(({ name }) => name));
  // A field of which only is known that it has its default is left out.
  return object(names.flatMap((name, k) => (parts[k] === undefined ? [] : [[name, parts[k]!]])));
}

function printVariant(type: Enum<any>, value: any): Json {
  const slot = type.slotOf(value)!;
  const { fields } = type.variants[slot]!;
  const names = labels(type);
  const body = bodyOf(fields);
  if (body === "none") return names[slot]!;
  const json = printFields(fields, (value as Tagged).value);
  if (kindsOf(type) && !needsLabel(kindsOf(type)![slot]!, json, names)) return json;
  return object([[names[slot]!, json]]);
}

/** Whether JSON would be read as another variant than that of these kinds. */
function needsLabel(own: number, json: Json, names: readonly string[]): boolean {
  if (typeof json === "string") return !(own & (TEXT | INTEGER));
  const isObject = typeof json === "object" && json !== null && !Array.isArray(json);
  return isObject && Object.keys(json).some((key) => names.includes(key));
}

function base64(bytes: Iterable<number>): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function isObject(json: Json): json is { [key: string]: Json } {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

function parse(type: AnyType, json: Json, path: string): unknown {
  if (type instanceof Rows) return parse(type.item, json, path);
  if (type instanceof Option) {
    if (json === null) return null;
    let inside: Json = json as Json;
    if (nullOf(type.item)) {
      const keys = isObject(json) ? Object.keys(json) : [];
      if (keys.length !== 1 || keys[0] !== "some") {
        throw unexpected(json, 'null or {"some": value}', path);
      }
      inside = (json as { some: Json }).some;
    }
    const value = parse(type.item, inside, `${path}?`);
    return type.item.nullable ? ({ some: value } satisfies Some<unknown>) : value;
  }
  if (type instanceof Struct || type instanceof ExtensibleStruct) {
    return type.shape.make(parseFields(type, json, path));
  }
  if (type instanceof Result) {
    const [label, inside] = only(json, path);
    const tag = { Ok: "ok", Err: "err" }[label] as "ok" | "err" | undefined;
    if (!tag) throw new EncodeError(`unknown variant ${JSON.stringify(label)}`, path);
    return { tag, value: parse(type[tag], inside, `${path}::${label}`) };
  }
  if (type instanceof Enum) return parseVariant(type, json, path);
  if (type instanceof MapOf) return parseMap(type, json, path);
  if (type instanceof Bytes) return parseBytes(json, path);
  if (type instanceof Seq || type instanceof SetOf || type instanceof ArrayOf) {
    const n = type.elements;
    if (!Array.isArray(json) || (n !== undefined && json.length !== n)) {
      throw unexpected(json, n === undefined ? "an array" : `an array of ${n}`, path);
    }
    const items = json.map((item, i) => parse(type.item, item, `${path}[${i}]`));
    if (!(type instanceof SetOf)) return items;
    const set = new Set(items);
    if (set.size < items.length) throw new EncodeError("an element of a set occurs twice", path);
    return set;
  }
  const words: Record<string, number> = { Infinity, "-Infinity": -Infinity };
  if ((type instanceof Float || type instanceof FloatBits) && typeof json === "string") {
    const { size } = type;
    if (json === "NaN") return leafFromJson(type, NAN[size]!, path);
    if (Object.hasOwn(words, json)) return leafFromJson(type, bitsOf(words[json]!, size), path);
  }
  return leafFromJson(type, json, path);
}

function bitsOf(number: number, size: number): string {
  const view = new DataView(new ArrayBuffer(8));
  if (size === 4) view.setFloat32(4, number);
  else view.setFloat64(0, number);
  const bits = view.getBigUint64(0) & (size === 4 ? 0xffffffffn : ~0n);
  return `0x${bits.toString(16).padStart(2 * size, "0")}`;
}

/** The only member of an object. */
function only(json: Json, path: string): [string, Json] {
  const entries = isObject(json) ? Object.entries(json) : [];
  if (entries.length !== 1) {
    throw unexpected(json, "the name of a variant, or an object of it and its fields,", path);
  }
  return entries[0]!;
}

function parseMap(type: MapOf<any, any>, json: Json, path: string): Map<unknown, unknown> {
  const map = new Map<unknown, unknown>();
  let n = 0;
  const put = (k: unknown, v: unknown) => {
    map.set(k, v);
    n++;
  };
  if (isObject(json)) {
    for (const [k, v] of Object.entries(json)) {
      put(parse(type.key, k, path), parse(type.value, v, `${path}.${k}`));
    }
  } else if (Array.isArray(json)) {
    json.forEach((entry, i) => {
      const place = `${path}[${i}]`;
      if (!Array.isArray(entry) || entry.length !== 2) {
        throw unexpected(entry, "an array of 2", place);
      }
      put(parse(type.key, entry[0]!, `${place}.0`), parse(type.value, entry[1]!, `${place}.1`));
    });
  } else {
    throw unexpected(json, "an object, or an array of pairs,", path);
  }
  if (map.size < n) throw new EncodeError("a key of a map occurs twice", path);
  return map;
}

function parseBytes(json: Json, path: string): Uint8Array {
  const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
  if (typeof json !== "string" || !isBase64.test(json)) {
    throw unexpected(json, "bytes in base64", path);
  }
  const bytes = Uint8Array.from(atob(json), (c) => c.charCodeAt(0));
  // Bits behind the last byte are 0.
  if (base64(bytes) !== json) throw unexpected(json, "bytes in base64", path);
  return bytes;
}

function parseFields(type: Fields, json: Json, path: string): unknown[] {
  const fields = type.fields as readonly (Field & Pick<ExtensibleField, "default">)[];
  const body = bodyOf(type);
  if (isTuple(type) || body === "tuple") {
    if (!Array.isArray(json) || json.length !== fields.length) {
      throw unexpected(json, `an array of ${fields.length}`, path);
    }
    return fields.map((field, k) => parse(field.type, json[k]!, `${path}.${field.name}`));
  }
  if (body === "one") return [parse(fields[0]!.type, json, path)];
  if (!isObject(json)) throw unexpected(json, "an object", path);
  const names = unique(fields.map(({ name }) => name));
  const extra = Object.keys(json).find((key) => !names.includes(key));
  if (extra !== undefined) {
    throw new EncodeError(`unknown field ${JSON.stringify(extra)}`, path);
  }
  return fields.map((field, k) => {
    const name = names[k]!;
    if (Object.hasOwn(json, name)) return parse(field.type, json[name]!, `${path}.${name}`);
    if (field.default !== undefined) {
      return field.default === "unknown" ? undefined : field.default.value;
    }
    const none = nullOf(field.type);
    if (!none) throw new EncodeError(`the field ${JSON.stringify(name)} is missing`, path);
    return none[0];
  });
}

function bit(json: Json): number {
  if (json === null) return NULL;
  if (typeof json === "boolean") return BOOL;
  if (typeof json === "string") return TEXT;
  if (typeof json === "number") return Number.isInteger(json) ? INTEGER : FLOAT;
  return Array.isArray(json) ? LIST : OBJECT;
}

function parseVariant(type: Enum<any>, json: Json, path: string): unknown {
  const names = labels(type);
  const all = kindsOf(type);
  const make = (slot: number, json: Json) => {
    const { tag, fields } = type.variants[slot]!;
    const parts = parseFields(fields, json, `${path}::${names[slot]}`);
    return type.value(tag, () => fields.shape.make(parts));
  };
  const isLabelled = isObject(json) && names.includes(Object.keys(json)[0] ?? "");
  if (all && !isLabelled) {
    let slot = all.findIndex((own) => own & bit(json));
    // Digits that a number may round are a string, and JSON here does not tell 1.0 from 1.
    if (typeof json === "string" && slot < 0 && /^-?\d+$/.test(json)) {
      slot = all.findIndex((own) => own & INTEGER);
    }
    if (slot < 0) throw unexpected(json, "a value that a variant takes", path);
    return make(slot, json);
  }
  const slotOf = (label: string) => {
    const slot = names.indexOf(label);
    if (slot < 0) throw new EncodeError(`unknown variant ${JSON.stringify(label)}`, path);
    return slot;
  };
  if (typeof json === "string") {
    const slot = slotOf(json);
    const { tag, fields } = type.variants[slot]!;
    if (fields.fields.length > 0) {
      throw new EncodeError(`${JSON.stringify(json)} without its fields`, path);
    }
    return type.value(tag, () => fields.shape.make([]));
  }
  const [label, inside] = only(json, path);
  const slot = slotOf(label);
  const isEmpty = type.variants[slot]!.fields.fields.length === 0;
  return make(slot, isEmpty && inside === null ? {} : inside);
}
