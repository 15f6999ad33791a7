/** `explainText` against `onesheet inspect`, for every vector; ONESHEET names the command. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { explainText, schemaFromJson } from "../src/index.js";
import { vectors } from "./vectors.js";

const command = process.env["ONESHEET"];

test("says what the command says", { skip: command ? false : "ONESHEET names no command" }, () => {
  for (const { name, type, hex, rule } of vectors()) {
    if (rule === "W33") continue; // how much memory a value claims is each one's own estimate
    const args = ["inspect", "--full", "--color", "never", "--type", JSON.stringify(type), "--hex"];
    const { stdout } = spawnSync(command!, args, { input: hex, encoding: "utf8" });
    assert.equal(explainText(schemaFromJson(type), Buffer.from(hex, "hex")), stdout, name);
  }
});
