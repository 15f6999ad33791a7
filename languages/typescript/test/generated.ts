/**
 * Answers requests of the conformance protocol (tests/vectors/README.md) with modules that
 * `onesheet schema ts` writes, one for each type:
 *
 *     onesheet conformance -- node dist-test/test/generated.js DIR onesheet
 *
 * Types get names, good and bad ones, which the protocol lacks. DIR keeps each module as N.ts, that
 * of `--int64 number` as N.number.ts, and beside each one that ends in .inferred.ts and compiles if
 * the combinators infer what the module declares.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import type { Type } from "../src/index.js";
import { fromExactJson, toExactJson } from "../src/json.js";
import { answer as answerDynamic } from "./conformance.js";

interface Generated {
  readonly Root: Type<any, any, any>;
  encodeRoot(value: unknown): Uint8Array;
  decodeRoot(data: Uint8Array): unknown;
}

type Json = any;

const TYPES = [
  ...["Point", "Point", "Line", "Root", "Größe", "a b", "encodeRoot", "self", "self2", "*/"],
  ...["Map", "Type", "string", "never", "NaN", "class", "seq", "Uint8Array", "r#type", "1", ""],
];
const FIELDS = [
  ...["x", "y", "z", "name", "type", "value", "tag", "größe", "_0", "self", "u8", "Map", "make"],
  ...["class", "new", "a b", "", "\u2028", "constructor", "toString", "length", "__proto__", "7"],
];

/** Numbers that depend on a text only. */
function random(text: string): (below: number) => number {
  let state = 1;
  for (let i = 0; i < text.length; i++) state = (Math.imul(state, 31) + text.charCodeAt(i)) | 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

/** The type with names for what is declared; some fields keep their places. */
function named(type: Json, pick: (below: number) => number): Json {
  if (Array.isArray(type)) return type.map((part) => named(part, pick));
  if (typeof type !== "object" || type === null) return type;
  const name = (list: string[]) => list[pick(list.length)]!;
  // Some twice, which makes them no names.
  const fields = (list: Json[]) => {
    const from = pick(4) === 0 ? FIELDS : FIELDS.filter((name) => !/^(7|__proto__)$/.test(name));
    const at = pick(from.length);
    return list.map((_, i) => (pick(30) === 0 ? name(from) : from[(at + 3 * i) % from.length]!));
  };
  const { struct, ext_struct: extStruct, enum: variants, ext_enum: extVariants, ...rest } = type;
  const parts = (list: Json[]) => list.map(([part, ...value]) => [named(part, pick), ...value]);
  if (struct || extStruct) {
    const list: Json[] = struct ?? extStruct;
    const inside = struct ? { struct: named(struct, pick) } : { ext_struct: parts(extStruct) };
    return { ...inside, name: name(TYPES), ...(pick(3) > 0 && { fields: fields(list) }) };
  }
  if (variants || extVariants) {
    const list: Json[] = variants ?? extVariants;
    const insideOf = ([tag, fields]: Json) => [tag, variants ? named(fields, pick) : parts(fields)];
    const names = {
      name: name(TYPES),
      variants: list.map(() => name(FIELDS)),
      ...(pick(3) > 0 && { fields: list.map((variant) => fields(variant[1])) }),
    };
    return { [variants ? "enum" : "ext_enum"]: list.map(insideOf), ...rest, ...names };
  }
  return Object.fromEntries(Object.entries(type).map(([key, part]) => [key, named(part, pick)]));
}

/** Whether a default holds floats: then NaN is one value, or else the bits tell them apart. */
function hasFloatDefault(type: Json): boolean {
  if (typeof type !== "object" || type === null) return false;
  const lists: Json[] = [type.ext_struct ?? [], ...(type.ext_enum ?? []).map((v: Json) => v[1])];
  const fields: Json[] = lists.flat().filter((field) => field.length === 2);
  if (fields.some(([part]) => /"f(32|64)"/.test(JSON.stringify(part)))) return true;
  return Object.values(type).some(hasFloatDefault);
}

/** Whether a default is a NaN of which JavaScript has no literal. */
function hasOtherNaN(type: Json): boolean {
  const floats = JSON.stringify(type).matchAll(/"0x([0-9a-f]{8}|[0-9a-f]{16})"/g);
  return [...floats].some(([, digits]) => {
    const bits = Buffer.from(digits!, "hex");
    const float = bits.length === 4 ? bits.readFloatBE() : bits.readDoubleBE();
    return Number.isNaN(float) && !/^7f(c|f8)0+$/.test(digits!);
  });
}

/** The module without what it says of its types, which it compares with what is inferred. */
function inferred(source: string): string {
  const declared = /^export const (\S+): Type<\1(?:, \w+)?> =/gm;
  const names = [...source.matchAll(declared)].map(([, name]) => name!);
  const same = names.map(
    (name, i) => `export const same${i}: Same<Infer<typeof ${name}>, ${name}> = true;`,
  );
  return [
    source.replace(declared, "export const $1 ="),
    'import type { Infer } from "onesheet";',
    'import type { Same } from "same";',
    "export type AnyType = Type<unknown>;",
    ...same,
    "",
  ].join("\n");
}

const [directory, command] = process.argv.slice(2) as [string, string];
const modules = new Map<string, Promise<Generated>>();

function written(schema: string, ...options: string[]): string {
  const args = ["schema", "ts", "-", "--name", "Root", ...options];
  const { status, stdout, stderr } = spawnSync(command, args, { input: schema });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout.toString();
}

function keep(name: string, source: string): void {
  writeFileSync(join(directory, `${name}.ts`), source);
  writeFileSync(join(directory, `${name}.inferred.ts`), inferred(source));
}

async function generate(type: Json, n: number): Promise<Generated> {
  const schema = JSON.stringify(named(type, random(JSON.stringify(type))));
  const source = written(schema);
  keep(`${n}`, source);
  if (/"[ui](64|size)"/.test(schema)) {
    try {
      keep(`${n}.number`, written(schema, "--int64", "number"));
    } catch (error) {
      // A default may be no number.
      if (!(error as Error).message.includes("not exact as a number")) throw error;
    }
  }

  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 },
  });
  const index = new URL("../src/index.js", import.meta.url).href;
  const script = outputText.replace(/import \{(.*?)\} from "onesheet"/s, (_, names: string) => {
    const bits = hasFloatDefault(type) ? names : names.replace(/\bf(32|64)\b/g, "f$1Bits as f$1");
    return `import {${bits}} from ${JSON.stringify(index)}`;
  });
  const path = join(directory, `${n}.mjs`);
  writeFileSync(path, script);
  return (await import(pathToFileURL(path).href)) as Generated;
}

async function answer(line: string): Promise<object> {
  try {
    const { op, type, value, hex } = JSON.parse(line);
    if (hasOtherNaN(type)) return answerDynamic(line);
    const key = JSON.stringify(type);
    if (!modules.has(key)) modules.set(key, generate(type, modules.size));
    const module = await modules.get(key)!;
    if (op === "enc") {
      const data = module.encodeRoot(fromExactJson(module.Root, value));
      return { hex: Buffer.from(data).toString("hex") };
    }
    return { value: toExactJson(module.Root, module.decodeRoot(Buffer.from(hex, "hex"))) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

if (process.argv[1] === import.meta.filename && directory !== undefined) {
  for await (const line of createInterface({ input: process.stdin })) {
    console.log(JSON.stringify(await answer(line)));
  }
}
