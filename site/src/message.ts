/** Messages, and lists of records, part by part. */
import { type AnyType, type DecodeError, type Explanation, explain } from "onesheet";
import { LINE, type Listing } from "./listing.js";

/** Lists what the bytes of a message mean, which begin at `at`, and where they break which rule. */
export function listMessage(
  listing: Listing,
  type: AnyType,
  bytes: Uint8Array,
  at: number,
): Explanation<unknown> {
  const explanation = explain(type, bytes);
  let shown = 0;
  for (const part of explanation.parts) {
    listing.part(at + part.at, part.length, part.rule, place(part.path), part.text);
    shown = Math.max(shown, part.at + part.length);
  }
  if (explanation.error) listError(listing, explanation.error, bytes, at, shown);
  return explanation;
}

/** The place that breaks a rule, and what follows it; `shown` bytes have rows already. */
function listError(
  listing: Listing,
  error: DecodeError,
  bytes: Uint8Array,
  at: number,
  shown: number,
): void {
  // A list is rejected as a whole where it begins, but may have been shown up to a later place.
  if (error.at > shown) listing.unread(at + shown, error.at - shown, "read before the error");
  const start = Math.min(error.at, bytes.length);
  const length = Math.min(bytes.length - start, LINE);
  const rule = error.rule.startsWith("W") ? error.rule : "-";
  const path = place(error.path);
  listing.wrong(at + start, length, length, rule, path, `error: ${error.reason}`);
  const rest = bytes.length - Math.max(start + length, shown);
  if (rest > 0) listing.say(at + bytes.length - rest, `and ${rest} bytes that were not read`);
}

/** The path of a part, `.` for the whole value. */
function place(path: string): string {
  return path === "" ? "." : path;
}
