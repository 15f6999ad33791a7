import { DecodeError, decode, type Limits, type Type } from "../index.js";
import type { Dropped, Form, FrameEvent } from "./frame.js";
import { FrameReader } from "./reader.js";

/** What a reader of messages found: one, or something that it dropped. */
export type ReceivedMessage<T> =
  | { message: T; dropped?: undefined }
  | { dropped: Dropped }
  | {
      /** The payload is not a message of the type (F6). */
      dropped: "message";
      /** The rule that it breaks. */
      error: DecodeError;
    };

/**
 * A {@link FrameReader} whose payloads are messages of a type. It goes on after one that is not.
 */
export class MessageReader<T> {
  private readonly frames: FrameReader;

  /**
   * @param max the greatest payload length, in bytes
   * @param limits what decoding one message may claim (W33)
   * @throws RangeError as {@link FrameReader}
   */
  constructor(
    private readonly type: Type<T, any, any>,
    form: Form,
    max: number,
    private readonly limits?: Limits,
  ) {
    this.frames = new FrameReader(form, max);
  }

  /** The messages that end in these bytes, and what was dropped. */
  push(bytes: Uint8Array): ReceivedMessage<T>[] {
    return this.frames.push(bytes).map((event) => this.decode(event));
  }

  /**
   * What is left at the end of the line: `"truncated"`, or nothing. Then the reader begins anew.
   */
  finish(): ReceivedMessage<T>[] {
    return this.frames.finish().map((event) => this.decode(event));
  }

  private decode(event: FrameEvent): ReceivedMessage<T> {
    if (event.payload === undefined) return event;
    try {
      return { message: decode(this.type, event.payload, this.limits) };
    } catch (error) {
      if (error instanceof DecodeError) return { dropped: "message", error };
      throw error;
    }
  }
}
