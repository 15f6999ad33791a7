/** The onesheet wire format 1: messages from values and back, and types from schemas. */
export * from "./combinators.js";
export { DecodeError, EncodeError, SchemaError } from "./error.js";
export { explain, explainText, type Explanation } from "./explain.js";
export type { Limits } from "./limits.js";
export { decode, decodeList, encode, encodeList, view, viewList } from "./message.js";
export type { Part } from "./reader.js";
export type { NumberColumn } from "./column.js";
export type { ArrayColumn } from "./rows/array.js";
export type { EnumColumn, Tagged } from "./rows/enumeration.js";
export type { MapColumn } from "./rows/map.js";
export type { OptionColumn, Optional, Some } from "./rows/option.js";
export type { SeqColumn } from "./rows/seq.js";
export type { StructColumn } from "./rows/tuple.js";
export type { TypeOptions } from "./schema/build.js";
export * from "./schema/index.js";
export type { Schema } from "./schema/schema.js";
export type { AnyType, Column, Infer, Type } from "./type.js";
