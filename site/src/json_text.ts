/** JSON text, read without loss and with the place of what is wrong. */
import { quoted } from "./hex.js";
import { TextError } from "./place.js";

/** Brackets that may be open at once. */
const MAX_NESTING = 1000;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const SPACE = /[ \t\r\n]*/y;
const WORDS = new Map<string, unknown>([
  ["null", null],
  ["true", true],
  ["false", false],
]);

/**
 * The value of a JSON text. Digits that a number does not hold exactly are refused: in a string
 * they are exact. Objects have no prototype.
 */
export function parseJson(text: string): unknown {
  return new Parser(text).whole();
}

/**
 * Where a part of the value stands in a JSON text, given its place in the type (`.items[3].name`), as
 * near as the text tells.
 */
export function offsetOfPath(text: string, path: string): number {
  const parser = new Parser(text);
  let value = parser.whole();
  let offset = text.search(/\S/);
  const step = (key: string | number) => {
    const places =
      typeof value === "object" && value !== null ? parser.places.get(value) : undefined;
    const found = places?.get(String(key));
    if (found === undefined) return false;
    offset = found;
    value = (value as Record<string | number, unknown>)[key];
    return true;
  };
  for (const [part] of path.matchAll(/\.[^.[?:]+|\[\d+\]|\?|::[^.[?:]+/g)) {
    // What an option holds stands in its place, or in `some`.
    if (part === "?") step("some");
    else if (!step(part.replace(/^::|[.[\]]/g, ""))) break;
  }
  return offset;
}

class Parser {
  /** Where the parts of arrays and objects begin. */
  readonly places = new Map<object, Map<string, number>>();
  private at = 0;
  private nesting = 0;

  constructor(private readonly text: string) {}

  whole(): unknown {
    const value = this.value();
    this.space();
    if (this.at < this.text.length) this.fail("the end of the JSON");
    return value;
  }

  private value(): unknown {
    this.space();
    const c = this.text[this.at];
    if (c === "{" || c === "[") {
      if (++this.nesting > MAX_NESTING) {
        throw new TextError(`nested more than ${MAX_NESTING} deep`, this.at);
      }
      const value = c === "{" ? this.object() : this.array();
      this.nesting--;
      return value;
    }
    if (c === '"') return this.string();
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    return this.number();
  }

  private object(): unknown {
    const object = Object.create(null) as Record<string, unknown>;
    const places = this.placesOf(object);
    this.at++;
    if (this.take("}")) return object;
    do {
      this.space();
      const at = this.at;
      const key = this.string();
      if (key in object) throw new TextError(`the key ${JSON.stringify(key)} is there twice`, at);
      if (!this.take(":")) this.fail('":"');
      this.space();
      places.set(key, this.at);
      object[key] = this.value();
    } while (this.take(","));
    if (!this.take("}")) this.fail('"," or "}"');
    return object;
  }

  private array(): unknown {
    const array: unknown[] = [];
    const places = this.placesOf(array);
    this.at++;
    if (this.take("]")) return array;
    do {
      this.space();
      places.set(String(array.length), this.at);
      array.push(this.value());
    } while (this.take(","));
    if (!this.take("]")) this.fail('"," or "]"');
    return array;
  }

  private placesOf(container: object): Map<string, number> {
    const places = new Map<string, number>();
    this.places.set(container, places);
    return places;
  }

  private string(): string {
    if (this.text[this.at] !== '"') this.fail("a string");
    let end = this.at + 1;
    while (end < this.text.length && this.text[end] !== '"') end += this.text[end] === "\\" ? 2 : 1;
    if (end >= this.text.length) throw new TextError("a string that does not end", this.at);
    const found = this.text.slice(this.at, end + 1);
    try {
      const string = JSON.parse(found) as string;
      this.at = end + 1;
      return string;
    } catch {
      throw new TextError(
        "a string with a character that must be escaped, or a wrong escape",
        this.at,
      );
    }
  }

  private number(): unknown {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text);
    if (found === null) this.fail("a JSON value");
    const number = Number(found[0]);
    const whole = found[1] === undefined && found[2] === undefined;
    if (whole && !isExact(found[0], number)) {
      throw new TextError("a number that JSON may round: write its digits in quotes", this.at);
    }
    this.at = NUMBER.lastIndex;
    return number;
  }

  private take(c: string): boolean {
    this.space();
    if (this.text[this.at] !== c) return false;
    this.at++;
    return true;
  }

  private space(): void {
    SPACE.lastIndex = this.at;
    SPACE.test(this.text);
    this.at = SPACE.lastIndex;
  }

  private fail(expected: string): never {
    const found = this.at < this.text.length ? quoted(this.text, this.at) : "the end";
    throw new TextError(`expected ${expected}, found ${found}`, this.at);
  }
}

/** Whether a number is what its digits say. */
function isExact(digits: string, number: number): boolean {
  return (
    Number.isSafeInteger(number) || (Number.isFinite(number) && BigInt(digits) === BigInt(number))
  );
}
