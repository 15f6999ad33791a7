/** The JSON form of a type (spec/SCHEMA.md), as plain data. */
export type Schema =
  | string
  | { readonly fixed: string }
  | { readonly option: Schema }
  | { readonly seq: Schema; readonly max?: number }
  | { readonly set: Schema; readonly max?: number }
  | { readonly map: readonly [Schema, Schema]; readonly max?: number }
  | { readonly result: readonly [Schema, Schema] }
  | { readonly tuple: readonly Schema[] }
  | { readonly array: readonly [Schema, number] }
  | { readonly type: "str" | "bytes"; readonly max: number }
  | {
      readonly struct: readonly Schema[];
      readonly name?: string;
      readonly fields?: readonly string[];
    }
  | ExtensibleStructSchema
  | EnumSchema
  | ExtensibleEnumSchema
  | { readonly rows: Schema }
  | { readonly def: string; readonly type: { readonly rows: Schema } }
  | { readonly ref: string };

/** The type, and the default as a value in JSON if one is declared. */
export type FieldSchema = readonly [Schema] | readonly [Schema, unknown];

export interface ExtensibleStructSchema {
  readonly ext_struct: readonly FieldSchema[];
  readonly name?: string;
  readonly fields?: readonly string[];
}

export interface EnumSchema {
  readonly enum: readonly (readonly [number, readonly Schema[]])[];
  readonly name?: string;
  readonly variants?: readonly string[];
  readonly fields?: readonly (readonly string[])[];
}

export interface ExtensibleEnumSchema {
  readonly ext_enum: readonly (readonly [number, readonly FieldSchema[]])[];
  readonly other: number | null;
  readonly name?: string;
  readonly variants?: readonly string[];
  readonly fields?: readonly (readonly string[])[];
}
