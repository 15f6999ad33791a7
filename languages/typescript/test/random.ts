import { type AnyType, type Schema } from "../src/index.js";
import { fromExactJson } from "../src/json.js";
import { randomNumbers } from "./bytes.js";

/** Random values of a type, the same for the same seed. */
export function randomValues(type: AnyType, count: number, seed: number): unknown[] {
  const next = randomNumbers(seed);
  const value = randomJson((n) => (next() >>> 4) % n);
  return Array.from({ length: count }, () => fromExactJson(type, value(type.schema, undefined, 0)));
}

/** A random value of a type, in the JSON of tests/vectors/README.md. */
function randomJson(below: (n: number) => number) {
  const list = (n: number, item: () => unknown) => Array.from({ length: n }, item);
  const size = () => below(4);
  return function value(type: Schema, rows: Schema | undefined, depth: number): unknown {
    const inside = (inner: Schema) => value(inner, rows, depth);
    if (typeof type === "string") {
      const number = /^([ui])(\d+)$/.exec(type);
      if (number) {
        const bits = BigInt(below(Number(number[2]))) + (number[1] === "u" ? 1n : 0n);
        const magnitude = BigInt(below(1 << 28)) ** 5n % (1n << bits);
        return String(number[1] === "i" && below(2) ? -magnitude : magnitude);
      }
      if (type === "unit") return null;
      if (type === "bool") return below(2) === 1;
      if (type === "f32") return `0x${(0x3f800000 + below(1 << 20)).toString(16)}`;
      if (type === "char") return "aé\u{1f600}"[below(2)];
      if (type === "str") return list(size(), () => "abcé"[below(4)]).join("");
      return ["", "00ff", "896f73310d0a1a", "896f73310d0a1b01"][below(4)];
    }
    if ("fixed" in type) return inside(type.fixed);
    if ("option" in type) return below(2) ? { some: inside(type.option) } : null;
    if ("seq" in type) return list(depth > 3 ? 0 : size(), () => inside(type.seq));
    if ("set" in type) return list(size(), () => 0).map((_, i) => String(10 * i + below(9)));
    if ("map" in type) return list(size(), () => 0).map((_, i) => [`${i}`, inside(type.map[1])]);
    if ("array" in type) return list(type.array[1], () => inside(type.array[0]));
    if ("result" in type)
      return below(2) ? { ok: inside(type.result[0]) } : { err: inside(type.result[1]) };
    if ("struct" in type) return type.struct.map(inside);
    if ("tuple" in type) return type.tuple.map(inside);
    if ("ext_struct" in type) return type.ext_struct.map(([field]) => inside(field));
    if ("enum" in type) {
      const [tag, fields] = type.enum[below(type.enum.length)]!;
      return [tag, fields.map(inside)];
    }
    if ("ext_enum" in type) {
      const [tag, fields] = type.ext_enum[below(type.ext_enum.length)]!;
      return [tag, fields.map(([field]) => inside(field))];
    }
    if ("def" in type) return value(type.type.rows, type.type.rows, depth + 1);
    if ("ref" in type) return value(rows!, rows, depth + 1);
    throw new Error(`no values for ${JSON.stringify(type)}`);
  };
}
