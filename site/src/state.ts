/** The state of the page in its address: `#schema=…&hex=…` or `#schema=…&json=…`. */

/** What a link can hold: an input that is text. */
export interface State {
  schema: string;
  kind: "hex" | "json";
  text: string;
}

/** Characters of a fragment that programs which pass on links leave whole. */
export const MOST_FRAGMENT = 16_000;

/** The fragment with its `#`, or nothing if it is too long for a link. */
export function toFragment({ schema, kind, text }: State): string | undefined {
  if (schema.length + text.length > MOST_FRAGMENT) return undefined;
  const tidy = kind === "hex" ? text.replace(/\s+/g, "") : text;
  const fragment = `#schema=${escaped(schema)}&${kind}=${escaped(tidy)}`;
  return fragment.length > MOST_FRAGMENT ? undefined : fragment;
}

/** The state that a fragment holds, or what is wrong with it; nothing if it is empty. */
export function fromFragment(fragment: string): State | { wrong: string } | undefined {
  if (fragment.length < 2) return undefined;
  const parts = new Map<string, string>();
  for (const part of fragment.slice(1).split("&")) {
    const at = part.indexOf("=");
    const [key, value] = at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
    if (!["schema", "hex", "json"].includes(key)) {
      return { wrong: `The link has a part that this page does not know: ${clipped(key)}` };
    }
    try {
      parts.set(key, decodeURIComponent(value.replace(/\+/g, " ")));
    } catch {
      return { wrong: `The link is damaged: its ${key} is not percent-encoded UTF-8.` };
    }
  }
  const json = parts.get("json");
  const kind = json === undefined ? "hex" : "json";
  return { schema: parts.get("schema") ?? "", kind, text: json ?? parts.get("hex") ?? "" };
}

function clipped(text: string): string {
  return JSON.stringify(text.length > 20 ? `${text.slice(0, 20)}…` : text);
}

/** Percent-encoded, but for what a fragment may hold and is easier to read as it is. */
function escaped(text: string): string {
  // A lone surrogate has no UTF-8.
  const whole = text.replace(
    /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    "\ufffd",
  );
  return encodeURIComponent(whole).replace(/%(3A|2C|3B|40|2F|3F|24)/g, (code) =>
    decodeURIComponent(code),
  );
}
