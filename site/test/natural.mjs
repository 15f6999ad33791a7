// Natural JSON of values that are given in the exact JSON of tests/vectors/README.md.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const built = await build({
  stdin: {
    contents: 'export * from "./index.js"; export * from "./json.js";',
    resolveDir: fileURLToPath(new URL("../../languages/typescript/src", import.meta.url)),
    loader: "ts",
  },
  bundle: true,
  format: "esm",
  write: false,
});
const { fromExactJson, parseSchema, schemaFromJson, toJson } = await import(
  `data:text/javascript;base64,${Buffer.from(built.outputFiles[0].contents).toString("base64")}`
);

/** The text, in which a negative zero is one. */
function text(json) {
  if (Object.is(json, -0)) return "-0";
  if (Array.isArray(json)) return `[${json.map(text).join(",")}]`;
  if (typeof json !== "object" || json === null) return JSON.stringify(json);
  const members = Object.entries(json).map(([key, value]) => `${JSON.stringify(key)}:${text(value)}`);
  return `{${members.join(",")}}`;
}

/** The natural JSON of a value of a type, which is given as text or as JSON in text. */
export function natural(schema, value) {
  const bits = { floats: "bits" };
  const isJson = /^["{]/.test(schema);
  const type = isJson ? schemaFromJson(JSON.parse(schema), bits) : parseSchema(schema, bits);
  return text(toJson(type, fromExactJson(type, value)));
}
