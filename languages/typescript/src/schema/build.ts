/** From the JSON form (spec/SCHEMA.md) to the type. */
import * as types from "../combinators.js";
import { SchemaError } from "../error.js";
import { fromExactJson } from "../json.js";
import { MAX_TYPE_NESTING } from "../limits.js";
import { checkDefaults } from "../rows/extensible.js";
import { checkKey } from "../rows/map.js";
import { Rows } from "../rows/rows.js";
import type { AnyType } from "../type.js";

/** What values of a schema are where JavaScript has more than one form. */
export interface TypeOptions {
  /** u64 and i64: `"bigint"` if not given. As numbers, those beyond ±(2^53 - 1) are refused. */
  readonly int64?: "bigint" | "number";
  /** f32 and f64: `"number"` if not given, which does not tell one NaN from another. */
  readonly floats?: "number" | "bits";
}

type Json = unknown;
type Place = { readonly scope: ReadonlyMap<string, Rows<any>>; readonly nesting: number };

/**
 * The type that a schema in its JSON form describes.
 *
 * @throws SchemaError if it is none
 */
export function build(json: Json, options: TypeOptions = {}): AnyType {
  const builder = new Builder(options);
  const type = builder.type(json, { scope: new Map(), nesting: MAX_TYPE_NESTING });
  builder.finish();
  return type;
}

class Builder {
  private readonly named: ReadonlyMap<string, AnyType>;
  private readonly fixed: ReadonlyMap<string, AnyType>;
  /** What can be asked only when every `ref` is resolved. */
  private readonly later: (() => void)[] = [];

  constructor({ int64, floats }: TypeOptions) {
    const { unit, bool, char, str, bytes, u8, u16, u32, u128, i8, i16, i32, i128 } = types;
    const simple = { unit, bool, char, str, bytes, u8, u16, u32, u128, i8, i16, i32, i128 };
    const [u64, i64] =
      int64 === "number" ? [types.u64Number, types.i64Number] : [types.u64, types.i64];
    const [f32, f64] = floats === "bits" ? [types.f32Bits, types.f64Bits] : [types.f32, types.f64];
    const wide = { u64, i64, usize: u64, isize: i64, f32, f64 };
    this.named = new Map<string, AnyType>(Object.entries({ ...simple, ...wide }));
    const { u64Number, i64Number, ...marked } = types.fixed;
    const fixed = int64 === "number" ? { ...marked, u64: u64Number, i64: i64Number } : marked;
    this.fixed = new Map<string, AnyType>(Object.entries(fixed));
  }

  finish(): void {
    for (const check of this.later) check();
  }

  type(json: Json, place: Place): AnyType {
    if (typeof json === "string") {
      const type = this.named.get(json);
      if (!type) throw new SchemaError(`unknown type ${JSON.stringify(json.slice(0, 40))}`);
      return type;
    }
    if (place.nesting === 0) throw new SchemaError("the type is nested too deeply");
    const inside = { ...place, nesting: place.nesting - 1 };
    const object = objectOf(json);
    const of = (json: Json) => this.type(json, inside);
    const max =
      object["max"] === undefined || object["max"] === null ? undefined : count(object["max"]);
    if ("fixed" in object) return this.fixedOf(object["fixed"]);
    if ("option" in object) return types.option(of(object["option"]));
    if ("seq" in object) return types.seq(of(object["seq"]), max);
    if ("set" in object) {
      const item = of(object["set"]);
      this.later.push(() => checkKey(item));
      return types.set(item, max);
    }
    if ("map" in object) {
      const [key, value] = pair(object["map"]).map(of);
      this.later.push(() => checkKey(key!));
      return types.map(key!, value!, max);
    }
    if ("array" in object) {
      const [item, length] = pair(object["array"]);
      return types.array(of(item), count(length));
    }
    if ("tuple" in object) return types.tuple(...array(object["tuple"]).map(of));
    if ("result" in object) {
      const [ok, err] = pair(object["result"]).map(of);
      return types.result(ok!, err!);
    }
    if ("struct" in object) {
      const list = array(object["struct"]).map(of);
      return types.struct(text(object["name"]), withNames(list, object["fields"]));
    }
    if ("ext_struct" in object) {
      const list = array(object["ext_struct"]).map((json) => this.field(json, inside));
      const type = types.extensibleStruct(text(object["name"]), withNames(list, object["fields"]));
      this.later.push(() => checkDefaults(type));
      return type;
    }
    if ("enum" in object) {
      const variants = variantsOf(object, object["enum"], of);
      return types.enumeration(text(object["name"]), variants);
    }
    if ("ext_enum" in object) return this.extensibleEnum(object, inside);
    if ("rows" in object) return this.rows("", object["rows"], inside);
    if ("def" in object) {
      const { type } = object;
      if (type === undefined) throw new SchemaError('"def" needs a "type"');
      const says = typeof type === "object" && type !== null && "rows" in type;
      return this.rows(text(object["def"]), says ? type.rows : type, inside);
    }
    if ("ref" in object) {
      const name = text(object["ref"]);
      const type = name === "" ? undefined : place.scope.get(name);
      if (!type) throw new SchemaError(`ref ${name} is not inside a rows type of that name (W14)`);
      return type;
    }
    if (object["type"] === "str") return max === undefined ? types.str : types.strMax(max);
    if (object["type"] === "bytes") return max === undefined ? types.bytes : types.bytesMax(max);
    throw new SchemaError(
      `expected a type, found an object with ${Object.keys(object).join(", ")}`,
    );
  }

  private fixedOf(name: Json): AnyType {
    const type = this.fixed.get(name as string);
    if (!type) throw new SchemaError(`${JSON.stringify(name)} cannot be marked fixed (W1)`);
    return type;
  }

  private rows(name: string, json: Json, { scope, nesting }: Place): AnyType {
    const type = new Rows<any>(name);
    type.item = this.type(json, { scope: new Map(scope).set(name, type), nesting });
    return type;
  }

  private field(json: Json, place: Place): AnyType | types.FieldSpec<any> {
    const [type, value, ...more] = array(json);
    if (type === undefined || more.length > 0)
      throw new SchemaError("a field is [type] or [type, default]");
    const built = this.type(type, place);
    if (value === undefined) return built;
    if (isUnknown(value)) return types.unknownDefault(built);
    // It may hold values of a type that is not complete yet.
    let given: unknown;
    const read = () => (given ??= defaultOf(built, value));
    this.later.push(read);
    return {
      type: built,
      default: {
        get value() {
          return read();
        },
      },
    };
  }

  private extensibleEnum(object: Record<string, Json>, place: Place): AnyType {
    const variants = variantsOf(object, object["ext_enum"], (json) => this.field(json, place));
    const other = object["other"];
    const tag = other === undefined || other === null ? undefined : count(other);
    const type = types.extensibleEnumeration(text(object["name"]), variants, tag);
    this.later.push(() => type.parts.forEach(checkDefaults));
    return type;
  }
}

function defaultOf(type: AnyType, json: Json): unknown {
  try {
    return fromExactJson(type, json);
  } catch (error) {
    throw new SchemaError(`a default is not of its type: ${(error as Error).message}`);
  }
}

function isUnknown(json: Json): boolean {
  if (typeof json !== "object" || json === null) return false;
  return Object.keys(json).length === 1 && (json as Record<string, Json>)["default"] === null;
}

function variantsOf<F extends AnyType | types.FieldSpec<any>>(
  object: Record<string, Json>,
  json: Json,
  field: (json: Json) => F,
): { [tag: number]: types.VariantSpec<string, any> } {
  const names = object["variants"] === undefined ? undefined : array(object["variants"]);
  const fieldNames = object["fields"] === undefined ? undefined : array(object["fields"]);
  const variants: { [tag: number]: types.VariantSpec<string, any> } = {};
  array(json).forEach((json, i) => {
    const [tag, fields] = pair(json);
    const key = count(tag);
    if (key in variants) throw new SchemaError(`two variants have the tag ${key} (W20)`);
    const list = array(fields).map(field);
    variants[key] = { name: text(names?.[i]), fields: withNames(list, fieldNames?.[i]) };
  });
  return variants;
}

function withNames<F>(list: readonly F[], names: Json): (readonly [string, F])[] {
  if (names === undefined || names === null) return list.map((f, i) => [String(i), f] as const);
  if (array(names).length !== list.length)
    throw new SchemaError(`${list.length} names belong to the fields`);
  return list.map((f, i) => [text(array(names)[i]), f] as const);
}

function expected(what: string, json: Json | undefined): SchemaError {
  const found = JSON.stringify(json) ?? "nothing";
  return new SchemaError(`expected ${what}, found ${found}`.slice(0, 200));
}

function objectOf(json: Json): Record<string, Json> {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw expected("a type", json);
  }
  return json as Record<string, Json>;
}

function array(json: Json): readonly Json[] {
  if (!Array.isArray(json)) throw expected("an array", json);
  return json;
}

function pair(json: Json): readonly [Json, Json] {
  const list = array(json);
  if (list.length !== 2) throw new SchemaError(`expected a pair, found an array of ${list.length}`);
  return [list[0], list[1]];
}

function count(json: Json): number {
  if (!Number.isSafeInteger(json) || (json as number) < 0) {
    throw expected("a number of 0 or more", json);
  }
  return json as number;
}

function text(json: Json): string {
  if (json === undefined || json === null) return "";
  if (typeof json !== "string") throw expected("a name", json);
  return json;
}
