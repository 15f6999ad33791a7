/** Numbers that are dates and times, by what a file says of them. */

const DIGITS: Record<string, number> = { s: 0, ms: 3, "\u00b5s": 6, ns: 9 };
/** Milliseconds of the years 0000 to 9999, of which dates have four digits. */
const FIRST = -62_167_219_200_000;
const LAST = 253_402_300_799_999;

/**
 * The text of a number that stands for a time, as `onesheet cat` has it; none if it is no time, or has
 * no such text.
 *
 * @param kind the data type of Arrow's: `Date32`, `Time32(ms)`, `Timestamp(s, "+02:00")`
 */
export function timeOf(value: unknown, kind: string | undefined): string | undefined {
  const found = /^(Date32|Date64|Time32|Time64|Timestamp)(?:\(([^,)]+)(?:, "([^"]*)")?\))?$/.exec(
    kind ?? "",
  );
  const isNumber =
    typeof value === "number" || (typeof value === "string" && /^-?\d+$/.test(value));
  if (!found || !isNumber) return undefined;
  const [, what, unit = "s", zone] = found;
  const number = BigInt(value);
  if (what === "Date32" || what === "Date64") {
    const millis = what === "Date32" ? number * 86_400_000n : number;
    return millis % 86_400_000n === 0n ? iso(millis)?.slice(0, 10) : undefined;
  }
  const digits = DIGITS[unit];
  if (digits === undefined) return undefined;
  const per = 10n ** BigInt(digits);
  const rest = ((number % per) + per) % per;
  let seconds = (number - rest) / per;
  const offset = /^([+-])(\d\d):(\d\d)$/.exec(zone ?? "");
  if (offset) {
    const minutes = BigInt(offset[2] as string) * 60n + BigInt(offset[3] as string);
    seconds += minutes * (offset[1] === "-" ? -60n : 60n);
  }
  const fraction = digits > 0 ? `.${String(rest).padStart(digits, "0")}` : "";
  const text = iso(seconds * 1000n)?.slice(0, 19);
  if (text === undefined) return undefined;
  if (what !== "Timestamp")
    return seconds < 86_400n && seconds >= 0n ? text.slice(11) + fraction : undefined;
  return text + fraction + (offset ? zone : zone === undefined ? "" : "Z");
}

function iso(millis: bigint): string | undefined {
  const number = Number(millis);
  return number < FIRST || number > LAST ? undefined : new Date(number).toISOString();
}
