/** The types of the format, to be put together by hand or by what `onesheet schema ts` writes. */
import { SchemaError } from "./error.js";
import { ArrayOf } from "./rows/array.js";
import { Bool } from "./rows/boolean.js";
import { Bytes } from "./rows/bytes.js";
import { Char } from "./rows/char.js";
import { type Default, type ExtensibleField, ExtensibleStruct } from "./rows/extensible.js";
import { Enum, type EnumVariant, Result } from "./rows/enumeration.js";
import { ACCESS } from "./access.js";
import { Fixed128, FixedNumber, FixedSafe, Float, FloatBits, Unit } from "./rows/fixed.js";
import { bigints, Narrow, NUMBERS, Wide64 } from "./rows/int.js";
import { checkKey, MapOf, SetOf } from "./rows/map.js";
import { Option } from "./rows/option.js";
import { Rows } from "./rows/rows.js";
import { Seq } from "./rows/seq.js";
import { Str } from "./rows/text.js";
import { type Field, Struct } from "./rows/tuple.js";
import { toExactJson } from "./json.js";
import { enumNames, structNames } from "./schema/names.js";
import type { FieldSchema } from "./schema/schema.js";
import { areKeys, ArrayShape, LoneShape, ObjectShape, type Shape } from "./shape.js";
import type { AnyType, Column, Infer, Type } from "./type.js";

type Columns<X extends AnyType> = X["of"]["column"];
type Lists<X extends AnyType> = X["of"]["list"];

export const unit = new Unit();
export const bool = new Bool();
export const char = new Char();
export const str = new Str();

export const u8 = new FixedNumber("u8", ACCESS.u8);
export const i8 = new FixedNumber("i8", ACCESS.i8);
export const u16 = new Narrow<Uint16Array>("u16", Uint16Array);
export const i16 = new Narrow<Int16Array>("i16", Int16Array);
export const u32 = new Narrow<Uint32Array>("u32", Uint32Array);
export const i32 = new Narrow<Int32Array>("i32", Int32Array);
export const u64 = new Wide64("u64", bigints<BigUint64Array>(BigUint64Array));
export const i64 = new Wide64("i64", bigints<BigInt64Array>(BigInt64Array));
export const u128 = new Fixed128("u128");
export const i128 = new Fixed128("i128");
export const f32 = new Float("f32", ACCESS.f32);
export const f64 = new Float("f64", ACCESS.f64);

/** u64 as a number: one beyond 2^53 - 1 is refused. */
export const u64Number = new Wide64("u64", NUMBERS);
/** i64 as a number: one beyond ±(2^53 - 1) is refused. */
export const i64Number = new Wide64("i64", NUMBERS);

/** f32 as its bits, for those to whom NaN is not one value. */
export const f32Bits = new FloatBits("f32", ACCESS.u32);
/** f64 as its bits. */
export const f64Bits = new FloatBits("f64", ACCESS.u64);

/** Integers that are marked fixed (W1). */
export const fixed = {
  u16: new FixedNumber({ fixed: "u16" }, ACCESS.u16),
  i16: new FixedNumber({ fixed: "i16" }, ACCESS.i16),
  u32: new FixedNumber({ fixed: "u32" }, ACCESS.u32),
  i32: new FixedNumber({ fixed: "i32" }, ACCESS.i32),
  u64: new FixedNumber({ fixed: "u64" }, ACCESS.u64),
  i64: new FixedNumber({ fixed: "i64" }, ACCESS.i64),
  u64Number: new FixedSafe({ fixed: "u64" }, false),
  i64Number: new FixedSafe({ fixed: "i64" }, true),
};

/** seq(u8). */
export const bytes = new Bytes(u8);

/** A str of at most `max` bytes. */
export function strMax(max: number): Str {
  return new Str(checkCount(max));
}

/** Bytes, at most `max` of them. */
export function bytesMax(max: number): Bytes {
  return new Bytes(u8, checkCount(max));
}

/** An option: null, or the value; `{some: value}` where the value itself may be null. */
export function option<X extends AnyType>(item: X): Option<Infer<X>, Columns<X>> {
  return new Option<Infer<X>, Columns<X>>(item);
}

/** A seq of at most `max` elements; of numbers a typed array, else an array. */
export function seq<X extends AnyType>(item: X, max?: number): Seq<Infer<X>, Lists<X>, Columns<X>> {
  return new Seq(item, max === undefined ? max : checkCount(max));
}

/** An array of `length` elements; of numbers a typed array. */
export function array<X extends AnyType>(
  item: X,
  length: number,
): ArrayOf<Infer<X>, Lists<X>, Columns<X>> {
  return new ArrayOf(item, checkCount(length));
}

/** A Set, of at most `max` elements. */
export function set<T>(item: Type<T, any, any>, max?: number): SetOf<T> {
  checkKey(item);
  return new SetOf(item, max === undefined ? max : checkCount(max));
}

/** A Map, of at most `max` entries. */
export function map<K, V>(
  key: Type<K, any, any>,
  value: Type<V, any, any>,
  max?: number,
): MapOf<K, V> {
  checkKey(key);
  const entry = tuple(key, value) as unknown as Struct<[K, V]>;
  return new MapOf(key, value, entry, max === undefined ? max : checkCount(max));
}

function checkCount(x: number): number {
  if (!Number.isInteger(x) || x < 0) throw new SchemaError(`expected a count, found ${x}`);
  return x;
}

type Tuple<P extends readonly AnyType[]> = { [K in keyof P]: Infer<P[K]> };
type TupleColumns<P extends readonly AnyType[]> = { [K in keyof P]: Columns<P[K]> };

export function tuple<P extends AnyType[]>(...parts: P): Struct<Tuple<P>, TupleColumns<P>> {
  const fields = parts.map((type, i) => ({ name: String(i), type }));
  const schema = () => ({ tuple: parts.map((part) => part.schema) });
  return new Struct(schema, fields, new ArrayShape<Tuple<P>>(parts.length));
}

/** A result: `{tag: "ok", value}` or `{tag: "err", value}`. */
export function result<T, E>(ok: Type<T, any, any>, err: Type<E, any, any>): Result<T, E> {
  return new Result(ok, err);
}

/** Fields by their names; as pairs where names are numbers, whose order an object would change. */
export type Fields<F> = { readonly [K in string]: F } | readonly (readonly [string, F])[];

function listed<F>(fields: Fields<F>): readonly (readonly [string, F])[] {
  return Array.isArray(fields) ? fields : Object.entries(fields);
}

/** A field of an extensible type. */
export interface FieldSpec<T> {
  readonly type: Type<T, any, any>;
  readonly default?: Default<T>;
}

/** A field and the default that it declares (W30). */
export function field<T>(type: Type<T, any, any>, value: NoInfer<T>): FieldSpec<T> {
  return { type, default: { value } };
}

/** A field of which a schema only says that it has a default: undefined where that applies. */
export function unknownDefault<T>(type: Type<T, any, any>): FieldSpec<T | undefined> {
  return { type: type as Type<T | undefined, any, any>, default: "unknown" };
}

type AnyField = AnyType | FieldSpec<any>;
type FieldValue<F> = F extends FieldSpec<infer T> ? T : F extends AnyType ? Infer<F> : never;
type FieldColumn<F> =
  F extends FieldSpec<infer T> ? Column<T, any> : F extends AnyType ? Columns<F> : never;
type Made<F> = number extends keyof F
  ? any
  : 0 extends keyof F
    ? Positional<F>
    : { -readonly [K in keyof F]: FieldValue<F[K]> };
/** The values of fields that are called 0, 1, … . */
type Positional<F, L extends unknown[] = []> = L["length"] extends keyof F
  ? Positional<F, [...L, FieldValue<F[L["length"]]>]>
  : L;
type MadeColumns<F> = { readonly [K in keyof F]: FieldColumn<F[K]> };

function fieldOf([name, spec]: readonly [string, AnyField]): ExtensibleField {
  return "type" in spec ? { name, type: spec.type, default: spec.default } : { name, type: spec };
}

function shapeOf(fields: readonly Field[], make?: (...parts: any[]) => unknown): Shape<any> {
  const names = fields.map((field) => field.name);
  return areKeys(names) ? new ObjectShape(names, make) : new ArrayShape(names.length);
}

/**
 * A struct: an object by the names of its fields, or an array if these are 0, 1, … .
 *
 * `make` builds the object from the fields in their order, which is faster than by their names.
 */
export function struct<F extends Fields<AnyType>>(
  name: string,
  fields: F,
  make?: (...parts: any[]) => Made<F>,
): Struct<Made<F>, MadeColumns<F>> {
  const list = listed<AnyType>(fields).map(fieldOf);
  const schema = (fields: readonly Field[]) => ({
    struct: fields.map((field) => field.type.schema),
    ...structNames(name, fields),
  });
  return new Struct(schema, list, shapeOf(list, make));
}

/** An extensible struct (W12): fields may be added at its end, with defaults for older messages. */
export function extensibleStruct<F extends Fields<AnyField>>(
  name: string,
  fields: F,
  make?: (...parts: any[]) => Made<F>,
): ExtensibleStruct<Made<F>, MadeColumns<F>> {
  const list = listed<AnyField>(fields).map(fieldOf);
  const schema = (fields: readonly ExtensibleField[]) => ({
    ext_struct: fields.map(fieldSchema),
    ...structNames(name, fields),
  });
  return new ExtensibleStruct(schema, list, shapeOf(list, make));
}

function fieldSchema(field: ExtensibleField): FieldSchema {
  const { schema } = field.type;
  if (field.default === undefined) return [schema];
  if (field.default === "unknown") return [schema, { default: null }];
  return [schema, toExactJson(field.type, field.default.value)];
}

/** A variant of an enum: its name, and its fields by name or in their order. */
export interface VariantSpec<N extends string, F> {
  readonly name: N;
  readonly fields: F;
}

export function variant<const N extends string>(name: N): VariantSpec<N, undefined>;
export function variant<
  const N extends string,
  const F extends Fields<AnyField> | readonly AnyField[],
>(name: N, fields: F): VariantSpec<N, F>;
export function variant(name: string, fields?: unknown): VariantSpec<string, unknown> {
  return { name, fields };
}

type Variants = { readonly [tag: number]: VariantSpec<string, any> };
type Key<K, N extends string> = N extends "" | "_" ? `${K & number}` : N;
type VariantValue<F> = F extends readonly [infer One]
  ? FieldValue<One>
  : F extends readonly AnyField[]
    ? { -readonly [K in keyof F]: FieldValue<F[K]> }
    : Made<F>;
type TaggedOf<K, V> =
  V extends VariantSpec<infer N, infer F>
    ? [F] extends [undefined]
      ? { tag: Key<K, N> }
      : { tag: Key<K, N>; value: VariantValue<F> }
    : never;
type EnumValue<V extends Variants> =
  V[keyof V] extends VariantSpec<string, undefined>
    ? { [K in keyof V]: V[K] extends VariantSpec<infer N, any> ? Key<K, N> : never }[keyof V]
    : { [K in keyof V]: TaggedOf<K, V[K]> }[keyof V];

/**
 * An enum: the names of its variants if none has fields, or else `{tag, value}`.
 *
 * The value of a variant is that of its only field if it has no name, an array of the fields if they
 * have none, or an object by their names; a variant without fields has no value.
 */
export function enumeration<V extends Variants>(name: string, variants: V): Enum<EnumValue<V>> {
  const list = variantsOf(variants, (fields, shape) => new Struct(() => "", fields, shape));
  const schema = () => ({
    enum: list.map(({ tag, fields }) => [tag, fields.parts.map((part) => part.schema)] as const),
    ...enumNames(name, list),
  });
  return new Enum(schema, list, false);
}

/** An extensible enum (W13); `other` is the tag of the variant that unknown ones become (W31). */
export function extensibleEnumeration<V extends Variants>(
  name: string,
  variants: V,
  other?: keyof V & number,
): Enum<EnumValue<V>> {
  const list = variantsOf(
    variants,
    (fields, shape) => new ExtensibleStruct(() => "", fields, shape),
  );
  if (
    other !== undefined &&
    list.find((variant) => variant.tag === other)?.fields.fields.length !== 0
  ) {
    throw new SchemaError("the catch-all is no variant without fields (W31)");
  }
  const schema = () => ({
    ext_enum: list.map(({ tag, fields }) => [tag, fields.fields.map(fieldSchema)] as const),
    other: other ?? null,
    ...enumNames(name, list),
  });
  return new Enum(schema, list, true, other);
}

function variantsOf(
  variants: Variants,
  make: (fields: ExtensibleField[], shape: Shape<any>) => EnumVariant["fields"],
): EnumVariant[] {
  const keys = new Set<string>();
  const list = Object.entries(variants).map(([key, { name, fields }]): EnumVariant => {
    const tag = Number(key);
    if (!Number.isInteger(tag) || tag < 0 || tag > 0xffffffff) {
      throw new SchemaError(`expected a tag that fits u32 (W20), found ${key}`);
    }
    const pairs = numbered(fields ?? []);
    const list = listed<AnyField>(pairs).map(fieldOf);
    const lone = list.length === 0 || (list.length === 1 && list[0]!.name === "0");
    const given = name === "_" ? "" : name;
    const free = [given || key, key, `${given}#${key}`].find((key) => !keys.has(key))!;
    keys.add(free);
    return {
      tag,
      name: given,
      key: free,
      fields: make(list, lone ? new LoneShape() : shapeOf(list)),
    };
  });
  return list.sort((a, b) => a.tag - b.tag);
}

/** Fields in their order, by their places. */
function numbered(fields: Fields<AnyField> | readonly AnyField[]): Fields<AnyField> {
  if (!Array.isArray(fields) || Array.isArray(fields[0])) return fields as Fields<AnyField>;
  return (fields as AnyField[]).map((field, i) => [String(i), field] as const);
}

/** Rows (W14): each value by itself. `self` is the type inside itself, by the same name. */
export function rows<T>(name: string, item: (self: Type<T>) => Type<T, any, any>): Rows<T> {
  const type = new Rows<T>(name);
  type.item = item(type);
  return type;
}
