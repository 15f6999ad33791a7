import type { TypedArray, TypedArrayOf } from "./column.js";

/** How numbers of one width are read from a buffer and put into it. */
export interface Access<T, L extends TypedArray<T>> {
  readonly of: TypedArrayOf<T, L>;
  get(view: DataView, at: number): T;
  put(view: DataView, at: number, value: T): void;
}

/** How the numbers of a typed array are read from a buffer and put into it, as the wire has them. */
export const ACCESS = {
  u8: access8<Uint8Array>(Uint8Array, "getUint8", "setUint8"),
  i8: access8<Int8Array>(Int8Array, "getInt8", "setInt8"),
  u16: accessOf<Uint16Array>(Uint16Array, "getUint16", "setUint16"),
  i16: accessOf<Int16Array>(Int16Array, "getInt16", "setInt16"),
  u32: accessOf<Uint32Array>(Uint32Array, "getUint32", "setUint32"),
  i32: accessOf<Int32Array>(Int32Array, "getInt32", "setInt32"),
  u64: <Access<bigint, BigUint64Array>>{
    of: BigUint64Array,
    get: (view: DataView, at: number) => view.getBigUint64(at, true),
    put: (view: DataView, at: number, value: bigint) => view.setBigUint64(at, value, true),
  },
  i64: <Access<bigint, BigInt64Array>>{
    of: BigInt64Array,
    get: (view: DataView, at: number) => view.getBigInt64(at, true),
    put: (view: DataView, at: number, value: bigint) => view.setBigInt64(at, value, true),
  },
  f32: accessOf<Float32Array>(Float32Array, "getFloat32", "setFloat32"),
  f64: accessOf<Float64Array>(Float64Array, "getFloat64", "setFloat64"),
};

type Getter = "getUint16" | "getInt16" | "getUint32" | "getInt32" | "getFloat32" | "getFloat64";
type Setter = "setUint16" | "setInt16" | "setUint32" | "setInt32" | "setFloat32" | "setFloat64";

function accessOf<
  L extends Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array,
>(of: Access<number, L>["of"], get: Getter, set: Setter): Access<number, L> {
  return {
    of,
    get: (view, at) => view[get](at, true),
    put: (view, at, value) => view[set](at, value, true),
  };
}

function access8<L extends Uint8Array | Int8Array>(
  of: Access<number, L>["of"],
  get: "getUint8" | "getInt8",
  set: "setUint8" | "setInt8",
): Access<number, L> {
  return { of, get: (view, at) => view[get](at), put: (view, at, value) => view[set](at, value) };
}
