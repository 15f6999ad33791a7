/** What decoding one message may claim (W33). */
export interface Limits {
  /** Bytes of memory, by a cautious estimate: 256 MiB if not given. */
  readonly maxAlloc?: number;
  /** Depth of nested rows: 128 if not given. */
  readonly maxDepth?: number;
}

export const MAX_ALLOC = 256 * 1024 * 1024;
export const MAX_DEPTH = 128;

/** Types that may lie inside one another in a schema. */
export const MAX_TYPE_NESTING = 128;
