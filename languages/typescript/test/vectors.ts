import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A case of tests/vectors. */
export interface Vector {
  readonly name: string;
  readonly rule: string;
  readonly type: unknown;
  readonly value?: unknown;
  readonly hex: string;
  readonly reject?: boolean;
  readonly decode_only?: boolean;
}

const FOLDER = fileURLToPath(new URL("../../../../tests/vectors/", import.meta.url));

/** The lines of one file. */
export function lines(file: string): any[] {
  const text = readFileSync(FOLDER + file, "utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** All cases of the wire format. */
export function vectors(): Vector[] {
  const others = ["frames.jsonl", "files.jsonl", "serde.jsonl"];
  const files = readdirSync(FOLDER).filter(
    (file) => file.endsWith(".jsonl") && !others.includes(file),
  );
  return files.flatMap(lines);
}
