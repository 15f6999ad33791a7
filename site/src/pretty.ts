/** JSON for people: what is short stands in one line. */

/** Characters of a line that hold an array or an object. */
const WIDTH = 72;

/** The text of a JSON value, cut behind about `most` characters. */
export function pretty(value: unknown, most: number): { text: string; cut: boolean } {
  const out: string[] = [];
  let length = 0;
  const put = (text: string) => {
    out.push(text);
    length += text.length;
  };
  const write = (value: unknown, indent: string): void => {
    if (length > most) return;
    if (typeof value !== "object" || value === null) return put(leaf(value));
    const short = oneLine(value, WIDTH - indent.length);
    if (short !== undefined) return put(short);
    const deeper = `${indent}  `;
    const array = Array.isArray(value);
    put(array ? "[\n" : "{\n");
    let first = true;
    for (const [key, part] of array ? entriesOf(value) : Object.entries(value)) {
      if (length > most) break;
      put((first ? "" : ",\n") + deeper + (key === undefined ? "" : `${JSON.stringify(key)}: `));
      first = false;
      write(part, deeper);
    }
    put(`\n${indent}${array ? "]" : "}"}`);
  };
  write(value, "");
  const text = out.join("");
  return length > most ? { text: text.slice(0, most), cut: true } : { text, cut: false };
}

/** The text of JSON values, one a line, cut likewise. */
export function prettyLines(
  values: readonly unknown[],
  most: number,
): { text: string; cut: boolean } {
  let text = "";
  for (const value of values) {
    if (text.length > most) return { text: text.slice(0, most), cut: true };
    text += `${oneLine(value, Infinity, "")}\n`;
  }
  return { text, cut: false };
}

function* entriesOf(array: readonly unknown[]): Iterable<[undefined, unknown]> {
  for (const part of array) yield [undefined, part];
}

/** The text of what has no parts; JSON knows a negative zero. */
function leaf(value: unknown): string {
  return Object.is(value, -0) ? "-0" : (JSON.stringify(value) ?? "null");
}

/** The text in one line with at most `room` characters, `space` behind commas and colons. */
function oneLine(value: unknown, room: number, space = " "): string | undefined {
  if (room < 0) return undefined;
  if (typeof value !== "object" || value === null) {
    if (typeof value === "string" && value.length > room) return undefined;
    const text = leaf(value);
    return text.length <= room ? text : undefined;
  }
  const array = Array.isArray(value);
  const parts: string[] = [];
  let left = room - 2;
  for (const [key, part] of array ? entriesOf(value) : Object.entries(value)) {
    const name = key === undefined ? "" : `${JSON.stringify(key)}:${space}`;
    const text = oneLine(part, left - name.length, space);
    if (text === undefined) return undefined;
    parts.push(name + text);
    left -= name.length + text.length + 2;
  }
  const text = parts.join(`,${space}`);
  return array ? `[${text}]` : `{${text}}`;
}
