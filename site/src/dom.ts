/** Elements. All text that is shown goes through here, and none of it is taken for HTML. */

/** The element of an id, which the page has. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element ${id}`);
  return element as T;
}

/** A new element with attributes and children; an attribute that is undefined is left out. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number | undefined> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/** A number with its thousands apart. */
export function grouped(n: number): string {
  return n.toLocaleString("en");
}

/** A noun with its count. */
export function counted(n: number, noun: string): string {
  return `${grouped(n)} ${noun}${n === 1 ? "" : "s"}`;
}

/** The place to go to from `at` of `count` by a key, if it is one that moves. */
export function moved(key: string, at: number, count: number): number | undefined {
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + 10,
    PageUp: at - 10,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? undefined : Math.max(0, Math.min(to, count - 1));
}
