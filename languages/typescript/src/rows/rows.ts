/** W14: rows, each value by itself; only through them may a type contain itself. */
import { SchemaError } from "../error.js";
import type { Output } from "../output.js";
import type { Reader } from "../reader.js";
import type { Schema } from "../schema/schema.js";
import { type AnyType, type Column, openList, Type, Values, writeList } from "../type.js";

export class Rows<T> extends Type<T> {
  override readonly weight = 128;
  override parts: readonly AnyType[] = [];
  /** While the schema is printed, or a question about the type is asked, inside itself. */
  private asked = false;

  /** @param name what the type is called inside itself; empty if it is not */
  constructor(readonly name: string) {
    super();
  }

  /** The type of each row, which is set once it is complete. */
  get item(): Type<T, any, any> {
    const [row] = this.parts;
    if (!row) throw new SchemaError(`rows ${this.name} is used before it is complete`);
    return row;
  }

  set item(item: Type<T, any, any>) {
    this.parts = [item];
  }

  override get schema(): Schema {
    return this.ask<Schema>({ ref: this.name }, () => {
      const rows = { rows: this.item.schema };
      return this.name === "" ? rows : { def: this.name, type: rows };
    });
  }

  /** The answer for the type inside itself is given; what the rest of it says decides. */
  private ask<A>(inside: A, answer: () => A): A {
    if (this.asked) return inside;
    this.asked = true;
    try {
      return answer();
    } finally {
      this.asked = false;
    }
  }

  override get mayBeEmpty(): boolean {
    return this.ask(true, () => this.item.mayBeEmpty);
  }

  override get takesNoBytes(): boolean {
    return this.ask(true, () => this.item.takesNoBytes);
  }

  override get nullable(): boolean {
    return this.ask(false, () => this.item.nullable);
  }

  override write(out: Output, values: ArrayLike<T>): void {
    for (let i = 0; i < values.length; i++) writeList(this.item, out, [values[i]!]);
  }

  override open(r: Reader, n: number): Column<T> {
    const rows = r.deeper(() => {
      const rows = new Array<Column<T, unknown>>(n);
      for (let i = 0; i < n; i++) rows[i] = openList(this.item, r, 1);
      return rows;
    });
    return new Values(n, (i) => rows[i]!.at(0));
  }

  override none(): Column<T> {
    return new Values<T>(0, () => undefined as T);
  }

  override compare(a: T, b: T): number {
    return this.item.compare(a, b);
  }

  override show(value: T): string {
    return this.item.show(value);
  }
}
