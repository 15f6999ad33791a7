/** W12: extensible structs, an input of its own for all n values. W29 to W31 say what may change. */
import { SchemaError } from "../error.js";
import { Output } from "../output.js";
import { Reader } from "../reader.js";
import type { Schema } from "../schema/schema.js";
import type { Shape } from "../shape.js";
import { type AnyType, type Column, openList, Type, Values, writeList } from "../type.js";
import { readVarint, writeVarint } from "../varint.js";
import { type Field, StructColumn, weightOf, writeFields } from "./tuple.js";

/** What a field takes where a message ends before it (W30). */
export type Default<T> =
  | { readonly value: T }
  /** A default that the schema only says to exist; undefined here. */
  | "unknown";

export interface ExtensibleField extends Field {
  readonly default?: Default<unknown> | undefined;
}

export class ExtensibleStruct<T, F = unknown> extends Type<T, T[], StructColumn<T, F>> {
  override readonly parts: readonly AnyType[];
  override readonly ordered = false;
  override readonly weight: number;

  constructor(
    private readonly describe: (fields: readonly ExtensibleField[]) => Schema,
    readonly fields: readonly ExtensibleField[],
    readonly shape: Shape<T>,
  ) {
    super();
    this.parts = fields.map((field) => field.type);
    this.weight = weightOf(fields);
  }

  override get schema(): Schema {
    return this.describe(this.fields);
  }

  override get mayBeEmpty(): boolean {
    return true;
  }

  override write(out: Output, values: ArrayLike<T>): void {
    const b = out.apart((inner) => writeFields(this, inner, values));
    writeVarint(out, b.length);
    out.bytes(b);
  }

  override open(r: Reader, n: number): StructColumn<T, F> {
    const outer = openBlock(r);
    const columns = this.fields.map((field) => {
      const { name, type } = field;
      return r.inside(`.${name}`, () => {
        // The one value of a type that takes no bytes is known, whether or not its default is.
        const isKnown = field.default !== undefined && field.default !== "unknown";
        if (r.left > 0 || (type.takesNoBytes && !isKnown)) return openList(type, r, n);
        if (field.default !== undefined) return defaults(type, field.default, r, n);
        throw r.error("W30", r.at, "a field without a default is missing");
      });
    });
    closeBlock(r, outer);
    return new StructColumn<T, F>(n, this, columns);
  }

  override none(): StructColumn<T, F> {
    return new StructColumn<T, F>(
      0,
      this,
      this.parts.map((part) => part.none()),
    );
  }

  override show(): string {
    return `${this.fields.length} values`;
  }
}

/** W31: skips what n values of an unknown variant hold. */
export function skipBlock(r: Reader, n: number): void {
  r.claim(32 * n);
  const start = r.at;
  const outer = openBlock(r);
  r.note(start, "W31", () => `${n} of an unknown variant, read as the catch-all`);
  closeBlock(r, outer);
}

/** Makes b an input by itself, and gives the end of the one around it. */
function openBlock(r: Reader): number {
  const start = r.at;
  const { low, high } = readVarint(r, 64);
  const length = low + high * 2 ** 32;
  r.note(start, "W12", () => `extensible, ${(BigInt(high) << 32n) | BigInt(low)} bytes`);
  if (length > r.left) {
    throw r.error("W22", r.end, "the input ends early");
  }
  const outer = r.end;
  r.end = r.at + length;
  return outer;
}

function closeBlock(r: Reader, outer: number): void {
  const start = r.at;
  r.at = r.end;
  r.end = outer;
  if (r.at > start) r.note(start, "W29", () => "unknown fields, skipped");
}

/** The default of a field in all n values. */
function defaults<T>(
  type: Type<T, any, any>,
  value: Default<T>,
  r: Reader,
  n: number,
): Column<unknown> {
  if (value === "unknown") {
    r.claim(n);
    r.note(r.at, "W30", () => "default of the declaration");
    return new Values(n, () => undefined);
  }
  const message = encodedDefault(type, value.value);
  const maker = new Reader(message);
  openList(type, maker, 1);
  r.claim(n * (type.weight + 1 + maker.claimed));
  r.note(r.at, "W30", () => `default ${type.show(value.value)}`);
  // Each is made anew, since one may be changed.
  return new Values(n, () => openList(type, new Reader(message), 1).at(0));
}

function encodedDefault<T>(type: Type<T, any, any>, value: T): Uint8Array {
  const out = new Output();
  try {
    writeList(type, out, [value]);
  } catch (error) {
    throw new SchemaError(`a default is not of its type: ${(error as Error).message}`);
  }
  return out.written();
}

/** Refuses defaults that are not of their types, once the types are complete. */
export function checkDefaults(type: AnyType): void {
  if (!(type instanceof ExtensibleStruct)) return;
  for (const field of type.fields) {
    if (typeof field.default === "object") encodedDefault(field.type, field.default.value);
  }
}
