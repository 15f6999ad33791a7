import { Delimited } from "./delimited.js";
import { checkMax, crcOf, type Form, type FrameEvent } from "./frame.js";
import { Prefixed } from "./prefixed.js";

/**
 * Reads frames from bytes as they come, in pieces of any size.
 *
 * It keeps no more than one frame: of at most `max` bytes, a checksum of them, and as much room to
 * grow. Each byte is looked at a fixed number of times.
 */
export class FrameReader {
  private readonly reader: Delimited | Prefixed;

  /**
   * @param max the greatest payload length, in bytes
   * @throws RangeError for no form, and for a `max` that is no whole number of 0 or more
   */
  constructor(form: Form, max: number) {
    checkMax(max);
    const crc = crcOf(form);
    this.reader = crc ? new Delimited(crc, max) : new Prefixed(max);
  }

  /**
   * The frames that end in these bytes, and what was dropped.
   *
   * In the form `"length"` it stops after something that it dropped, for no later frame can be
   * found (F9): what comes then is ignored.
   */
  push(bytes: Uint8Array): FrameEvent[] {
    return this.reader.push(bytes);
  }

  /**
   * What is left at the end of the line: `"truncated"`, or nothing. Then the reader begins anew.
   */
  finish(): FrameEvent[] {
    return this.reader.finish();
  }
}
