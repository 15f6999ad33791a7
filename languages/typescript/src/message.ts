/** W15: messages and lists, from values to bytes and back. */
import { DecodeError, EncodeError } from "./error.js";
import type { Limits } from "./limits.js";
import { Output } from "./output.js";
import { Reader } from "./reader.js";
import { type AnyType, checkTotal, type Column, openList, type Type, writeList } from "./type.js";

/**
 * The message that holds `value` (W15).
 *
 * @throws EncodeError if it is not of the type: says where
 */
export function encode<T>(type: Type<T, any, any>, value: T): Uint8Array {
  return encodeList(type, [value]);
}

/**
 * enc(T, v1 … vn), the payload of a block of records in a file.
 *
 * @throws EncodeError if a value is not of the type
 */
export function encodeList<T>(type: Type<T, any, any>, values: readonly T[]): Uint8Array {
  const out = new Output();
  deepError(
    () => writeList(type, out, values),
    () => new EncodeError("nested too deeply", ""),
  );
  return out.written();
}

/**
 * The value that a message holds.
 *
 * Typed arrays in it may be views of `data`: copy them if either is to change.
 *
 * @throws DecodeError if `data` is anything but one message of the type, or claims more than the limits
 */
export function decode<T>(type: Type<T, any, any>, data: Uint8Array, limits?: Limits): T {
  return made(data, () => view(type, data, limits).at(0));
}

/** The n values of a list, as `decode`. */
export function decodeList<T>(
  type: Type<T, any, any>,
  data: Uint8Array,
  count: number,
  limits?: Limits,
): T[] {
  const column = viewList(type, data, count, limits);
  return made(data, () => Array.from({ length: count }, (_, i) => column.at(i)));
}

/**
 * A view of the one value of a message: all of it is checked, nothing is made.
 *
 * @throws DecodeError as `decode`
 */
export function view<C extends Column<any, any>>(
  type: Type<any, any, C>,
  data: Uint8Array,
  limits?: Limits,
): C {
  return viewList(type, data, 1, limits);
}

/** A view of the n values of a list, as `view`. */
export function viewList<C extends Column<any, any>>(
  type: Type<any, any, C>,
  data: Uint8Array,
  count: number,
  limits?: Limits,
): C {
  return readAll(type, new Reader(data, limits), count);
}

/** A list and nothing behind it (W23). */
export function readAll<C extends Column<any, any>>(
  type: Type<any, any, C>,
  r: Reader,
  count: number,
): C {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError("a count is 0 or more");
  if (count !== 1) checkTotal(type as AnyType, r, count);
  const read = () => openList(type, r, count);
  const column = deepError(read, () =>
    r.error("W33", r.at, "the value is nested too deeply for the stack"),
  );
  if (r.left > 0) throw r.error("W23", r.at, "bytes follow the message");
  return column;
}

function made<T>(data: Uint8Array, make: () => T): T {
  return deepError(
    make,
    () => new DecodeError("W33", data.length, "the value is nested too deeply for the stack", ""),
  );
}

/** An error of the format where the stack of the machine is used up. */
function deepError<T>(run: () => T, error: () => Error): T {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof RangeError && /call stack/i.test(cause.message)) throw error();
    if (cause instanceof Error && cause.name === "InternalError") throw error(); // Firefox
    throw cause;
  }
}
