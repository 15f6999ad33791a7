import type { FieldSchema, Schema } from "../schema/schema.js";

/** The rows types around a place, from the innermost. */
interface Scope {
  readonly name: string | undefined;
  readonly row: Schema;
  readonly around: Scope | undefined;
}

/** A type, and where it stands. */
type Place = readonly [schema: Schema, scope: Scope | undefined];

/**
 * What stands against reading all messages of the type `old` by the type `now`, if the two differ
 * in more than W29 to W32 allow (F14), and where; nothing if they do not.
 *
 * As in the fingerprint (SCHEMA.md), names, bounds, and defaults and catch-alls that are not needed
 * make no difference.
 */
export function obstacle(old: Schema, now: Schema): string | undefined {
  const found = new Comparison().types([old, undefined], [now, undefined], "");
  return found && `${found.path || "the type"}: ${found.what}`;
}

interface Obstacle {
  readonly path: string;
  readonly what: string;
}

class Comparison {
  /** The rows that were compared, or are: old ones, each with the new ones. */
  private readonly rows = new Map<Schema, Set<Schema>>();

  types(old: Place, now: Place, path: string): Obstacle | undefined {
    const [a, aScope] = bare(old);
    const [b, bScope] = bare(now);
    const changed = { path, what: "another type" };
    if (typeof a === "string" || typeof b === "string") return a === b ? undefined : changed;
    const inside = (x: Schema, y: Schema, place: string) =>
      this.types([x, aScope], [y, bScope], path + place);
    if (isRows(a) && isRows(b)) return this.enter([a, aScope], [b, bScope], path);
    if ("fixed" in a && "fixed" in b) return a.fixed === b.fixed ? undefined : changed;
    if ("option" in a && "option" in b) return inside(a.option, b.option, "?");
    if ("seq" in a && "seq" in b) return inside(a.seq, b.seq, "[]");
    if ("set" in a && "set" in b) return inside(a.set, b.set, "[]");
    if ("map" in a && "map" in b) {
      return inside(a.map[0], b.map[0], "[].key") ?? inside(a.map[1], b.map[1], "[].value");
    }
    if ("array" in a && "array" in b) {
      return a.array[1] === b.array[1] ? inside(a.array[0], b.array[0], "[]") : changed;
    }
    if ("tuple" in a && "tuple" in b) {
      if (a.tuple.length !== b.tuple.length) return changed;
      return first(a.tuple, (part, i) => inside(part, b.tuple[i]!, `.${i}`));
    }
    if ("enum" in a && "enum" in b) {
      const known = new Map(b.enum);
      const isSame = a.enum.length === b.enum.length && a.enum.every(([tag]) => known.has(tag));
      if (!isSame) return { path, what: "an enum of other variants" };
      return first(a.enum, ([tag, parts]) =>
        inside({ tuple: parts }, { tuple: known.get(tag)! }, `.${tag}`),
      );
    }
    const fields = (x: readonly FieldSchema[], y: readonly FieldSchema[], at: string) =>
      first(y, (field, i): Obstacle | undefined => {
        const place = `${at}.${i}`;
        const was = x[i];
        if (was !== undefined) return inside(was[0], field[0], place);
        if (field.length === 2 || takesNoBytes(field[0])) return undefined;
        return { path: path + place, what: "the field is missing, and has no default" };
      });
    if ("ext_struct" in a && "ext_struct" in b) return fields(a.ext_struct, b.ext_struct, "");
    if ("ext_enum" in a && "ext_enum" in b) {
      const known = new Map(b.ext_enum);
      return first(a.ext_enum, ([tag, was]): Obstacle | undefined => {
        const variant = known.get(tag);
        if (variant !== undefined) return fields(was, variant, `.${tag}`);
        if (b.other !== null) return undefined;
        return {
          path: `${path}.${tag}`,
          what: "the variant is unknown, and there is no catch-all",
        };
      });
    }
    return changed;
  }

  private enter(old: Place, now: Place, path: string): Obstacle | undefined {
    const a = row(old);
    const b = row(now);
    if (!a || !b) return { path, what: "a reference to no rows type" };
    const compared = this.rows.get(a.row) ?? new Set();
    if (compared.has(b.row)) return undefined;
    this.rows.set(a.row, compared.add(b.row));
    return this.types([a.row, a], [b.row, b], path);
  }
}

/** The type as the wire has it (SCHEMA.md, wire form). */
function bare([schema, scope]: Place): [Exclude<Schema, { struct: unknown }>, Scope | undefined] {
  for (;;) {
    if (schema === "usize" || schema === "isize") schema = schema === "usize" ? "u64" : "i64";
    else if (schema === "bytes") schema = { seq: "u8" };
    else if (schema === "unit") schema = { tuple: [] };
    else if (typeof schema === "string") return [schema, scope];
    else if ("type" in schema && !("def" in schema)) schema = schema.type;
    else if ("result" in schema) {
      schema = { enum: schema.result.map((part, tag) => [tag, [part]] as const) };
    } else if ("struct" in schema) schema = { tuple: schema.struct };
    else if ("tuple" in schema && schema.tuple.length === 1) schema = schema.tuple[0]!;
    else return [schema, scope];
  }
}

type RowsSchema = Extract<Schema, { rows: Schema } | { def: string } | { ref: string }>;

function isRows(schema: Schema): schema is RowsSchema {
  return typeof schema !== "string" && ("rows" in schema || "def" in schema || "ref" in schema);
}

/** The row of a rows type, or of a reference to one, and what is around that. */
function row([schema, scope]: Place): Scope | undefined {
  const rows = schema as RowsSchema;
  if ("rows" in rows) return { name: undefined, row: rows.rows, around: scope };
  if ("def" in rows) return { name: rows.def, row: rows.type.rows, around: scope };
  let around = scope;
  while (around && around.name !== rows.ref) around = around.around;
  return around;
}

/** Whether a list takes no bytes (W30). What refers to rows around it takes some, or had no end. */
function takesNoBytes(schema: Schema): boolean {
  const [type] = bare([schema, undefined]);
  if (typeof type === "string" || "ref" in type) return false;
  if ("def" in type) return takesNoBytes(type.type.rows);
  if ("rows" in type) return takesNoBytes(type.rows);
  if ("tuple" in type) return type.tuple.every(takesNoBytes);
  return "array" in type && (type.array[1] === 0 || takesNoBytes(type.array[0]));
}

function first<X>(
  list: readonly X[],
  f: (x: X, i: number) => Obstacle | undefined,
): Obstacle | undefined {
  for (let i = 0; i < list.length; i++) {
    const found = f(list[i]!, i);
    if (found) return found;
  }
  return undefined;
}
