/** What the values of several fields are in JavaScript. */
import type { Output } from "./output.js";
import { kind } from "./show.js";

/** How a value is made of its parts, and parted. */
export interface Shape<T> {
  /** Refuses what has no parts. */
  check(out: Output, value: T): void;
  /** The part of the k-th field. */
  part(value: T, k: number): unknown;
  make(parts: unknown[]): T;
}

/** Whether names can be the keys of an object: else the parts are an array. */
export function areKeys(names: readonly string[]): boolean {
  const numbered = names.length > 0 && names.every((name, i) => name === String(i));
  return !numbered && new Set(names).size === names.length && !names.includes("__proto__");
}

export class ObjectShape<T> implements Shape<T> {
  constructor(
    private readonly names: readonly string[],
    private readonly maker?: (...parts: never[]) => T,
  ) {}

  check(out: Output, value: T): void {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      const fields = this.names.join(", ");
      throw out.error(`expected an object {${fields}}, found ${kind(value)}`);
    }
  }

  part(value: T, k: number): unknown {
    return (value as Record<string, unknown>)[this.names[k]!];
  }

  make(parts: unknown[]): T {
    if (this.maker) return (this.maker as (...parts: unknown[]) => T)(...parts);
    const value: Record<string, unknown> = {};
    for (let k = 0; k < parts.length; k++) value[this.names[k]!] = parts[k];
    return value as T;
  }
}

export class ArrayShape<T> implements Shape<T> {
  constructor(private readonly length: number) {}

  check(out: Output, value: T): void {
    if (!Array.isArray(value) || value.length !== this.length) {
      throw out.error(`expected an array of ${this.length}, found ${kind(value)}`);
    }
  }

  part(value: T, k: number): unknown {
    return (value as unknown[])[k];
  }

  make(parts: unknown[]): T {
    return parts.slice() as T;
  }
}

/** One part that stands for itself, or none. */
export class LoneShape<T> implements Shape<T> {
  check(): void {}

  part(value: T): unknown {
    return value;
  }

  make(parts: unknown[]): T {
    return parts[0] as T;
  }
}
