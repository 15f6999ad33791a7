/** The names that a schema has beside the types, left out where there are none. */
import type { EnumVariant } from "../rows/enumeration.js";
import type { Field } from "../rows/tuple.js";

function isNumbered(fields: readonly Field[]): boolean {
  return fields.every((field, i) => field.name === String(i));
}

export function structNames(
  name: string,
  fields: readonly Field[],
): { name?: string; fields?: string[] } {
  if (name === "" && isNumbered(fields)) return {};
  return { name, fields: fields.map((field) => field.name) };
}

export function enumNames(
  name: string,
  variants: readonly EnumVariant[],
): { name?: string; variants?: string[]; fields?: string[][] } {
  const isNamed = variants.some(
    (variant) => variant.name !== "" || !isNumbered(variant.fields.fields),
  );
  if (name === "" && !isNamed) return {};
  return {
    name,
    variants: variants.map((variant) => variant.name),
    fields: variants.map((variant) => variant.fields.fields.map((field) => field.name)),
  };
}
