/** Values in a few words, for people. */

/** Most parts that are shown of anything. */
const SHOWN = 8;
/** Most characters of a text that are shown. */
const SHOWN_CHARS = 60;

/** The first of `n` parts. */
export function shown(n: number, part: (i: number) => string): string {
  const parts = Array.from({ length: Math.min(n, SHOWN) }, (_, i) => part(i));
  return parts.join(", ") + (n > SHOWN ? `, … ${n} in all` : "");
}

export function showBytes(bytes: Uint8Array): string {
  return bytes.length <= SHOWN ? bytes.join(", ") : `${bytes.length} bytes`;
}

export function showText(text: string, bytes: number): string {
  const start = Array.from(text.slice(0, 2 * SHOWN_CHARS))
    .slice(0, SHOWN_CHARS)
    .join("");
  return start.length < text.length ? `${quoted(start)}… ${bytes} bytes` : quoted(start);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\0": "\\0",
  "\t": "\\t",
  "\r": "\\r",
  "\n": "\\n",
  "\\": "\\\\",
};

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Zs}\p{Grapheme_Extend}\\]/gu;

/** A text in quotes; what cannot be seen as an escape. */
export function quoted(text: string, quote = '"'): string {
  const escaped = text.replace(UNSEEN, (c) => {
    if (c === " ") return c;
    return ESCAPES[c] ?? `\\u{${c.codePointAt(0)!.toString(16)}}`;
  });
  return quote + escaped.replaceAll(quote, `\\${quote}`) + quote;
}

/** A float by the fewest digits that tell it from its neighbours. */
export function showFloat(x: number, single: boolean): string {
  if (Number.isNaN(x)) return "NaN";
  if (!Number.isFinite(x)) return x < 0 ? "-inf" : "inf";
  if (x === 0) return Object.is(x, -0) ? "-0.0" : "0.0";
  let digits = x.toExponential();
  if (single) {
    for (let precision = 0; precision < 9; precision++) {
      digits = x.toExponential(precision);
      if (Math.fround(Number(digits)) === x) break;
    }
  }
  const [mantissa = "", exponent = "0"] = digits.split("e");
  const e = Number(exponent);
  const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  if (Math.abs(x) >= 1e16 || Math.abs(x) < 1e-4) return `${short}e${e}`;
  const sign = x < 0 ? "-" : "";
  const figures = short.replace("-", "").replace(".", "");
  if (e < 0) return `${sign}0.${"0".repeat(-e - 1)}${figures}`;
  const whole = figures.slice(0, e + 1).padEnd(e + 1, "0");
  return `${sign}${whole}.${figures.slice(e + 1) || "0"}`;
}

/** What a value of JavaScript is, for errors. */
export function kind(value: unknown): string {
  if (value === null) return "null";
  switch (typeof value) {
    case "number":
    case "boolean":
    case "undefined":
      return String(value);
    case "bigint":
      return `${value}n`;
    case "string":
      return quoted(value.length > 20 ? `${value.slice(0, 20)}…` : value);
    case "object":
      return Array.isArray(value)
        ? `an array of ${value.length}`
        : `a ${value.constructor?.name ?? "object"}`;
    default:
      return `a ${typeof value}`;
  }
}
