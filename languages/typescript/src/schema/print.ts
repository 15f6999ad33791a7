/** From the JSON form to the text form (spec/SCHEMA.md). */
import { LETTER } from "./parse.js";
import type { FieldSchema, Schema } from "./schema.js";

const PLAIN = new RegExp(`^${LETTER}+$`, "u");

/** The text form, in one line. */
export function printText(schema: Schema): string {
  if (typeof schema === "string") return NAMES[schema] ?? schema;
  if ("fixed" in schema) return `fixed ${schema.fixed}`;
  if ("option" in schema) return list("option", [schema.option]);
  if ("seq" in schema) {
    if (schema.seq !== "u8") return list("seq", [schema.seq], schema.max);
    return schema.max === undefined ? "bytes" : `bytes(max ${schema.max})`;
  }
  if ("set" in schema) return list("set", [schema.set], schema.max);
  if ("map" in schema) return list("map", schema.map, schema.max);
  if ("result" in schema) return list("result", schema.result);
  if ("tuple" in schema) return list("tuple", schema.tuple);
  if ("array" in schema) return `array(${printText(schema.array[0])}, ${schema.array[1]})`;
  if ("struct" in schema) {
    const fields = schema.struct.map((type) => [type] as const);
    return `struct ${printName(schema.name)}${printFields(fields, schema.fields)}`;
  }
  if ("ext_struct" in schema) {
    const fields = printFields(schema.ext_struct, schema.fields);
    return `extensible struct ${printName(schema.name)}${fields}`;
  }
  if ("enum" in schema) {
    const variants = schema.enum.map(
      ([tag, types]) => [tag, types.map((type) => [type] as const)] as const,
    );
    return `enum ${printVariants(schema, variants, null)}`;
  }
  if ("ext_enum" in schema) {
    return `extensible enum ${printVariants(schema, schema.ext_enum, schema.other)}`;
  }
  if ("def" in schema) return `rows ${printName(schema.def)}(${printText(schema.type.rows)})`;
  if ("rows" in schema) return `rows _(${printText(schema.rows)})`;
  if ("ref" in schema) return `ref ${printName(schema.ref)}`;
  return `${schema.type}(max ${schema.max})`;
}

const NAMES: Readonly<Record<string, string>> = { usize: "u64", isize: "i64" };

function list(word: string, parts: readonly Schema[], max?: number): string {
  const bound = max === undefined ? [] : [`max ${max}`];
  return `${word}(${[...parts.map(printText), ...bound].join(", ")})`;
}

function printFields(fields: readonly FieldSchema[], names?: readonly string[]): string {
  const parts = fields.map((field, i) => {
    const name = printName(names ? names[i] : String(i));
    return `${name}: ${printText(field[0])}${field.length === 2 ? " default" : ""}`;
  });
  return `{${parts.join(", ")}}`;
}

function printVariants(
  names: {
    readonly name?: string;
    readonly variants?: readonly string[];
    readonly fields?: readonly (readonly string[])[];
  },
  variants: readonly (readonly [number, readonly FieldSchema[]])[],
  other: number | null,
): string {
  const parts = variants.map(([tag, fields], i) => {
    const inside = fields.length === 0 ? "" : printFields(fields, names.fields?.[i]);
    return `${tag} ${printName(names.variants?.[i])}${inside}${tag === other ? " other" : ""}`;
  });
  return `${printName(names.name)}{${parts.join(", ")}}`;
}

/** A name, in quotes where it must be. */
function printName(name = ""): string {
  if (name === "") return "_";
  return name !== "_" && PLAIN.test(name) ? name : JSON.stringify(name);
}
