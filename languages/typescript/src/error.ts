/** Input that breaks a rule of the wire format. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";

  /**
   * @param rule `"W27"`; `"max"` for what is longer than the bound that its type declares; `"number"` for
   *   a 64-bit integer beyond ±(2^53 - 1) where the type was told to give numbers
   * @param at where the offending part begins, in bytes from the start of the message
   * @param reason what is wrong there, in a few words
   * @param path the place in the value, such as `.items[].name`; empty for the whole
   */
  constructor(
    readonly rule: string,
    readonly at: number,
    readonly reason: string,
    readonly path: string,
  ) {
    const broken = /^[WS]\d/.test(rule) ? ` (${rule})` : "";
    super(`${reason} at byte ${at}${path && `, in ${path}`}${broken}`);
  }
}

/** A value that is not of the type it is to be encoded as. */
export class EncodeError extends Error {
  override readonly name = "EncodeError";

  /** @param path the place in the value, such as `.items[].name`; empty for the whole */
  constructor(
    readonly reason: string,
    readonly path: string,
  ) {
    super(path ? `at ${path}: ${reason}` : reason);
  }
}

/** A schema, or a declaration by hand, that is no type of the format. */
export class SchemaError extends Error {
  override readonly name = "SchemaError";
}
