import type { Reason } from "./block.js";

/**
 * Something in a file that is not as it should be: damage (F11), a gap (F12), an orphan (F13),
 * records of another type or that are none (F14), a kind that the reader does not know (F3).
 */
export class FileProblem extends Error {
  override readonly name = "FileProblem";

  /**
   * @param what a reason of F11, or `"gap"`, `"orphan"`, `"type"`, `"message"`, `"unknown"`
   * @param at where it begins, in bytes from the start of the file
   */
  constructor(
    readonly what: Reason | "gap" | "orphan" | "type" | "message" | "unknown",
    readonly at: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
