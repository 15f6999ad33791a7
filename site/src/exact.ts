/** How schemas are taken here: with no number rounded, and every NaN kept. */
export const EXACT = { int64: "bigint", floats: "bits" } as const;
