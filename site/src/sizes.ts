/** How long a value is in JSON and in MessagePack, both with the names of the type in it. */

/** A type in the JSON form of spec/SCHEMA.md. */
type Schema = string | Record<string, unknown>;

/** Bytes of a value, or of several one after another. */
export interface Sizes {
  json: number;
  messagePack: number;
}

/** A value as other formats see it. */
type Plain =
  | { kind: "null" }
  | { kind: "bool"; value: boolean }
  | { kind: "integer"; value: bigint }
  | { kind: "float"; value: number; single: boolean }
  | { kind: "text"; value: string }
  | { kind: "bytes"; length: number }
  | { kind: "list"; length: number; items: () => Iterable<Plain> }
  | { kind: "map"; length: number; entries: () => Iterable<readonly [Plain, Plain]> };

/** A list whose parts are made when they are asked for: there may be many. */
function list<T>(values: readonly T[], part: (value: T, i: number) => Plain): Plain {
  return { kind: "list", length: values.length, items: () => lazy(values, part) };
}

function map<T>(
  values: readonly T[],
  entry: (value: T, i: number) => readonly [Plain, Plain],
): Plain {
  return { kind: "map", length: values.length, entries: () => lazy(values, entry) };
}

function* lazy<T, U>(values: readonly T[], part: (value: T, i: number) => U): Iterable<U> {
  for (let i = 0; i < values.length; i++) yield part(values[i] as T, i);
}

/**
 * The sizes of a value, given in JSON without loss (tests/vectors/README.md). Both get it as serde
 * writes it: a struct and the fields of a variant are a map by their names, a variant without
 * fields its name, bytes in JSON base64.
 */
export function sizesOf(schema: unknown, value: unknown): Sizes {
  const plain = new Reader([]).read(schema as Schema, value);
  return { json: jsonSize(plain), messagePack: messagePackSize(plain) };
}

const text = (value: string): Plain => ({ kind: "text", value });
const NULL: Plain = { kind: "null" };

/** Reads JSON values by their types. */
class Reader {
  /** The rows types around a place, the innermost last. */
  constructor(private readonly around: readonly { name: string; row: Schema }[]) {}

  read(schema: Schema, value: unknown): Plain {
    if (typeof schema === "string") return leaf(schema, value);
    if (typeof schema.type === "string") return leaf(schema.type, value);
    if (typeof schema.fixed === "string") return leaf(schema.fixed, value);
    if (isDefault(value)) return NULL;
    const part = (key: string) => schema[key] as Schema;
    const parts = (key: string) => schema[key] as readonly Schema[];
    if ("option" in schema) {
      return value === null ? NULL : this.read(part("option"), (value as { some: unknown }).some);
    }
    for (const key of ["seq", "set"]) if (key in schema) return this.list(part(key), value);
    if ("array" in schema) return this.list(parts("array")[0] ?? "unit", value);
    if ("tuple" in schema) return this.tuple(parts("tuple"), value as readonly unknown[]);
    if ("map" in schema) {
      const [key, item] = parts("map");
      const entries = value as readonly (readonly [unknown, unknown])[];
      return map(entries, ([k, v]) => [this.read(key ?? "unit", k), this.read(item ?? "unit", v)]);
    }
    if ("result" in schema) {
      const [tag, inside] = Object.entries(value as object)[0] as [string, unknown];
      const [ok, err] = parts("result");
      const read = this.read((tag === "ok" ? ok : err) ?? "unit", inside);
      return map([read], (value) => [text(tag === "ok" ? "Ok" : "Err"), value]);
    }
    if ("struct" in schema) {
      return this.fields(parts("struct"), schema.fields, value as readonly unknown[]);
    }
    if ("ext_struct" in schema) {
      const types = (schema.ext_struct as readonly (readonly [Schema])[]).map(([type]) => type);
      return this.fields(types, schema.fields, value as readonly unknown[]);
    }
    for (const key of ["enum", "ext_enum"]) {
      if (key in schema) return this.variant(schema, key, value as readonly [number, unknown[]]);
    }
    if ("ref" in schema) {
      let i = this.around.length - 1;
      while (i > 0 && this.around[i]?.name !== schema.ref) i--;
      const row = this.around[i]?.row ?? "unit";
      return new Reader(this.around.slice(0, i + 1)).read(row, value);
    }
    // rows, with a name around it or without
    const named = "def" in schema ? (schema.type as Schema) : schema;
    const row = typeof named === "object" && "rows" in named ? (named.rows as Schema) : named;
    const name = typeof schema.def === "string" ? schema.def : "";
    return new Reader([...this.around, { name, row }]).read(row, value);
  }

  private list(item: Schema, value: unknown): Plain {
    return list(value as readonly unknown[], (v) => this.read(item, v));
  }

  private tuple(types: readonly Schema[], values: readonly unknown[]): Plain {
    return list(types, (type, i) => this.read(type, values[i]));
  }

  private fields(types: readonly Schema[], names: unknown, values: readonly unknown[]): Plain {
    const name = (i: number) => (names as string[] | undefined)?.[i] ?? String(i);
    if (types.length > 0 && types.every((_, i) => name(i) === String(i))) {
      if (types.length === 1) return this.read(types[0] ?? "unit", values[0]);
      return this.tuple(types, values);
    }
    return map(types, (type, i) => [text(name(i)), this.read(type, values[i])]);
  }

  private variant(
    schema: Record<string, unknown>,
    key: string,
    value: readonly [number, unknown[]],
  ): Plain {
    const variants = schema[key] as readonly (readonly [number, readonly unknown[]])[];
    const i = variants.findIndex(([tag]) => tag === value[0]);
    const name = (schema.variants as string[] | undefined)?.[i] ?? "";
    const label = text(name === "" || name === "_" ? String(value[0]) : name);
    const fields = variants[i]?.[1] ?? [];
    if (fields.length === 0) return label;
    const types = fields.map((f) => (key === "enum" ? f : (f as readonly unknown[])[0]) as Schema);
    const names = (schema.fields as string[][] | undefined)?.[i];
    return map([label], (label) => [label, this.fields(types, names, value[1])]);
  }
}

function isDefault(value: unknown): boolean {
  return typeof value === "object" && value !== null && "default" in value;
}

function leaf(type: string, value: unknown): Plain {
  if (value === null || isDefault(value)) return NULL;
  if (typeof value === "boolean") return { kind: "bool", value };
  const string = String(value);
  if (type === "bytes") return { kind: "bytes", length: string.length / 2 };
  if (type === "f32" || type === "f64") {
    const bits = new DataView(new ArrayBuffer(8));
    bits.setBigUint64(0, BigInt(string));
    const single = type === "f32";
    return { kind: "float", value: single ? bits.getFloat32(4) : bits.getFloat64(0), single };
  }
  return type === "str" || type === "char"
    ? text(string)
    : { kind: "integer", value: BigInt(string) };
}

/** Bytes of a text in UTF-8, of which a lone surrogate takes three too. */
function bytesOf(value: string): number {
  let bytes = value.length;
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (unit < 0x80) continue;
    // Of a pair, each half is two of its four bytes.
    const isPair = (unit & 0xfc00) === 0xd800 && (value.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
    if (isPair) i++;
    bytes += isPair ? 2 : unit < 0x800 ? 1 : 2;
  }
  return bytes;
}

/** Bytes of compact JSON. */
function jsonSize(plain: Plain): number {
  switch (plain.kind) {
    case "null":
      return 4;
    case "bool":
      return plain.value ? 4 : 5;
    case "integer":
      return String(plain.value).length;
    case "float":
      return floatText(plain.value, plain.single).length;
    case "text":
      return bytesOf(JSON.stringify(plain.value));
    case "bytes":
      return 2 + 4 * Math.ceil(plain.length / 3);
    case "list": {
      let size = 2 + Math.max(plain.length - 1, 0);
      for (const item of plain.items()) size += jsonSize(item);
      return size;
    }
    case "map": {
      // A key that is not text, a number or a bool has no place in an object: an array of pairs.
      let size = 2 + Math.max(plain.length - 1, 0);
      for (const [key, value] of plain.entries()) {
        const quotes = ["integer", "bool"].includes(key.kind) ? 2 : 0;
        size +=
          jsonSize(key) +
          quotes +
          1 +
          jsonSize(value) +
          (quotes > 0 || key.kind === "text" ? 0 : 2);
      }
      return size;
    }
  }
}

/** The shortest decimal number that is read as the same float. */
function floatText(value: number, single: boolean): string {
  if (!Number.isFinite(value)) return "null";
  if (Object.is(value, -0)) return "-0";
  if (!single) return JSON.stringify(value);
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return JSON.stringify(short);
  }
  return JSON.stringify(Number(value.toPrecision(9)));
}

/** Bytes of MessagePack, each number in its shortest form. */
function messagePackSize(plain: Plain): number {
  switch (plain.kind) {
    case "null":
    case "bool":
      return 1;
    case "integer":
      return integerSize(plain.value);
    case "float":
      return plain.single ? 5 : 9;
    case "text": {
      const length = bytesOf(plain.value);
      return length + (length < 32 ? 1 : length < 1 << 8 ? 2 : length < 1 << 16 ? 3 : 5);
    }
    case "bytes":
      return plain.length + (plain.length < 1 << 8 ? 2 : plain.length < 1 << 16 ? 3 : 5);
    case "list": {
      let size = headSize(plain.length);
      for (const item of plain.items()) size += messagePackSize(item);
      return size;
    }
    case "map": {
      let size = headSize(plain.length);
      for (const [key, value] of plain.entries())
        size += messagePackSize(key) + messagePackSize(value);
      return size;
    }
  }
}

function headSize(count: number): number {
  return count < 16 ? 1 : count < 1 << 16 ? 3 : 5;
}

function integerSize(value: bigint): number {
  if (value >= -32n && value < 128n) return 1;
  const bits =
    value < 0n
      ? [8n, 16n, 32n, 64n].find((n) => value >= -(1n << (n - 1n)))
      : [8n, 16n, 32n, 64n].find((n) => value < 1n << n);
  // Beyond 64 bits there is no number: the 16 bytes of it.
  return bits === undefined ? 18 : 1 + Number(bits) / 8;
}
