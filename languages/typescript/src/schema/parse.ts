/** From the text form (spec/SCHEMA.md) to the JSON form. */
import { SchemaError } from "../error.js";
import { MAX_TYPE_NESTING } from "../limits.js";
import type { FieldSchema, Schema } from "./schema.js";

/** A character of a name that needs no quotes, as a regular expression. */
export const LETTER = String.raw`(?:[0-9A-Za-z_#]|[^\0-\x7F\p{White_Space}])`;

const WORD = new RegExp(`${LETTER}*`, "uy");

interface ParsedField {
  readonly name: string;
  readonly type: Schema;
  readonly default: boolean;
}

interface ParsedVariant {
  readonly tag: number;
  readonly name: string;
  readonly fields: readonly ParsedField[];
  readonly other: boolean;
}

/**
 * The JSON form of a schema in its text form.
 *
 * @throws SchemaError with line and column
 */
export function parseText(text: string): Schema {
  const parser = new Parser(text);
  const schema = parser.type();
  if (parser.peek() !== "") throw parser.expected("the end of the type");
  return schema;
}

export const SIMPLE: ReadonlySet<string> = new Set(
  "unit bool char f32 f64 u8 u16 u32 u64 u128 i8 i16 i32 i64 i128 usize isize str bytes".split(" "),
);

class Parser {
  private at = 0;
  private nesting = 0;

  constructor(private readonly text: string) {}

  type(): Schema {
    this.nesting += 1;
    if (this.nesting > MAX_TYPE_NESTING) throw new SchemaError("the type is nested too deeply");
    const schema = this.typeInside();
    this.nesting -= 1;
    return schema;
  }

  private typeInside(): Schema {
    const start = this.skipSpace();
    const word = this.word();
    switch (word) {
      case "fixed":
        return { fixed: this.word() };
      case "str":
      case "bytes": {
        if (!this.take("(")) return word;
        const max = this.max();
        this.expect(")");
        return { type: word, max };
      }
      case "option": {
        this.expect("(");
        const option = this.type();
        this.expect(")");
        return { option };
      }
      case "seq":
        return this.bounded((max) => {
          const item = this.type();
          const bound = max();
          if (item !== "u8") return { seq: item, ...bound };
          return bound.max === undefined ? "bytes" : { type: "bytes", max: bound.max };
        });
      case "set":
        return this.bounded((max) => ({ set: this.type(), ...max() }));
      case "map":
        return this.bounded((max) => ({ map: this.pair(), ...max() }));
      case "result": {
        this.expect("(");
        const result = this.pair();
        this.expect(")");
        return { result };
      }
      case "array": {
        this.expect("(");
        const item = this.type();
        this.expect(",");
        const length = this.number();
        this.expect(")");
        return { array: [item, length] };
      }
      case "tuple":
        this.expect("(");
        return { tuple: this.list(")", () => this.type()) };
      case "struct": {
        const { name, fields } = this.struct();
        const [wrong] = fields.filter((field) => field.default);
        if (wrong)
          throw new SchemaError(
            `at .${wrong.name}: a default in a type that is not extensible (W30)`,
          );
        return { struct: fields.map((field) => field.type), name, fields: names(fields) };
      }
      case "enum":
        return this.enumeration();
      case "extensible":
        switch (this.word()) {
          case "struct": {
            const { name, fields } = this.struct();
            return { ext_struct: fields.map(fieldSchema), name, fields: names(fields) };
          }
          case "enum":
            return this.extensibleEnumeration();
          default:
            throw this.expected("struct or enum");
        }
      case "rows": {
        const name = this.name();
        this.expect("(");
        const rows = this.type();
        this.expect(")");
        return name === "" ? { rows } : { def: name, type: { rows } };
      }
      case "ref":
        return { ref: this.name() };
      default:
        if (SIMPLE.has(word)) return word;
        this.at = start;
        throw this.expected("a type");
    }
  }

  /** What stands in parentheses, with `, max N` behind it if that is there. */
  private bounded(inside: (max: () => { max?: number }) => Schema): Schema {
    this.expect("(");
    const schema = inside(() => (this.take(",") ? { max: this.max() } : {}));
    this.expect(")");
    return schema;
  }

  private pair(): [Schema, Schema] {
    const first = this.type();
    this.expect(",");
    return [first, this.type()];
  }

  private max(): number {
    if (this.word() !== "max") throw this.expected("max");
    return this.number();
  }

  private struct(): { name: string; fields: ParsedField[] } {
    const name = this.name();
    this.expect("{");
    return { name, fields: this.list("}", () => this.field()) };
  }

  private field(): ParsedField {
    const name = this.name();
    this.expect(":");
    const type = this.type();
    return { name, type, default: this.keyword("default") };
  }

  private variants(): { name: string; list: ParsedVariant[] } {
    const name = this.name();
    this.expect("{");
    const list = this.list("}", (): ParsedVariant => {
      const tag = this.number();
      const name = this.name();
      const fields = this.take("{") ? this.list("}", () => this.field()) : [];
      return { tag, name, fields, other: this.keyword("other") };
    });
    return { name, list: list.sort((a, b) => a.tag - b.tag) };
  }

  private enumeration(): Schema {
    const { name, list } = this.variants();
    if (list.some((variant) => variant.other)) {
      throw new SchemaError("a catch-all in an enum that is not extensible (W31)");
    }
    if (list.some((variant) => variant.fields.some((field) => field.default))) {
      throw new SchemaError("a default in a type that is not extensible (W30)");
    }
    return {
      enum: list.map(({ tag, fields }) => [tag, fields.map((field) => field.type)] as const),
      ...variantNames(name, list),
    };
  }

  private extensibleEnumeration(): Schema {
    const { name, list } = this.variants();
    const others = list.filter((variant) => variant.other);
    if (others.length > 1) throw new SchemaError("two catch-all variants");
    return {
      ext_enum: list.map(({ tag, fields }) => [tag, fields.map(fieldSchema)] as const),
      other: others[0]?.tag ?? null,
      ...variantNames(name, list),
    };
  }

  private list<T>(end: string, part: () => T): T[] {
    const parts: T[] = [];
    if (this.take(end)) return parts;
    for (;;) {
      parts.push(part());
      if (!this.take(",")) {
        this.expect(end);
        return parts;
      }
    }
  }

  /** A name; empty for `_`. */
  private name(): string {
    if (this.peek() === '"') {
      const quoted = /^"(?:[^"\\]|\\.)*"/su.exec(this.text.slice(this.at))?.[0];
      let name: unknown;
      try {
        name = JSON.parse(quoted ?? "");
      } catch {
        throw this.expected("a name in quotes, as in JSON");
      }
      this.at += quoted!.length;
      return name as string;
    }
    const name = this.word();
    if (name === "") throw this.expected("a name");
    return name === "_" ? "" : name;
  }

  private number(): number {
    const start = this.skipSpace();
    const word = this.word();
    if (/^\d{1,16}$/.test(word) && Number.isSafeInteger(Number(word))) return Number(word);
    this.at = start;
    throw this.expected("a number");
  }

  /** The letters and digits that come next. */
  private word(): string {
    this.skipSpace();
    WORD.lastIndex = this.at;
    const [word] = WORD.exec(this.text)!;
    this.at += word.length;
    return word;
  }

  private keyword(keyword: string): boolean {
    const start = this.at;
    if (this.word() === keyword) return true;
    this.at = start;
    return false;
  }

  private take(c: string): boolean {
    if (this.peek() !== c) return false;
    this.at += c.length;
    return true;
  }

  private expect(c: string): void {
    if (!this.take(c)) throw this.expected(`'${c}'`);
  }

  peek(): string {
    this.skipSpace();
    const c = this.text.codePointAt(this.at);
    return c === undefined ? "" : String.fromCodePoint(c);
  }

  private skipSpace(): number {
    while (/^\p{White_Space}$/u.test(this.text.charAt(this.at))) this.at += 1;
    return this.at;
  }

  expected(what: string): SchemaError {
    const c = this.peek();
    const before = this.text.slice(0, this.at).split("\n");
    const column = [...before[before.length - 1]!].length + 1;
    const word = [...this.word()].slice(0, 60).join("");
    const found = c === "" ? "the end" : word === "" ? `'${c}'` : `"${word}"`;
    return new SchemaError(
      `line ${before.length}, column ${column}: expected ${what}, found ${found}`,
    );
  }
}

function names(fields: readonly ParsedField[]): string[] {
  return fields.map((field) => field.name);
}

function fieldSchema(field: ParsedField): FieldSchema {
  return field.default ? [field.type, { default: null }] : [field.type];
}

function variantNames(name: string, list: readonly ParsedVariant[]) {
  return {
    name,
    variants: list.map((variant) => variant.name),
    fields: list.map((variant) => names(variant.fields)),
  };
}
