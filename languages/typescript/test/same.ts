/** Whether either type of values can be assigned to the other, with any where both have it. */
export type Same<A, B> = [Marked<A>, Marked<B>] extends [Marked<B>, Marked<A>] ? true : false;

/** The type, to some depth, with a mark for any. */
type Marked<T, Depth extends 0[] = [0, 0, 0, 0, 0, 0]> = 0 extends 1 & T
  ? "any"
  : Depth extends [0, ...infer Less extends 0[]]
    ? T extends Set<infer E>
      ? [Marked<E, Less>]
      : T extends Map<infer K, infer V>
        ? [Marked<K, Less>, Marked<V, Less>]
        : T extends ArrayBufferView | string | number | bigint | boolean | null | undefined
          ? T
          : { [K in keyof T]: Marked<T[K], Less> }
    : T;
