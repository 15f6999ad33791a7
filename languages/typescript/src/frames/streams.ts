import type { Limits, Type } from "../index.js";
import type { Form, FrameEvent } from "./frame.js";
import { MessageReader, type ReceivedMessage } from "./messages.js";
import { FrameReader } from "./reader.js";

/**
 * A {@link FrameReader} for Web streams: bytes go in, as they come; payloads and drops come out.
 */
export function frameStream(form: Form, max: number): TransformStream<Uint8Array, FrameEvent> {
  return through(new FrameReader(form, max));
}

/**
 * A {@link MessageReader} for Web streams: bytes go in, as they come; messages and drops come out.
 */
export function messageStream<T>(
  type: Type<T, any, any>,
  form: Form,
  max: number,
  limits?: Limits,
): TransformStream<Uint8Array, ReceivedMessage<T>> {
  return through(new MessageReader(type, form, max, limits));
}

interface Receiver<E> {
  push(bytes: Uint8Array): E[];
  finish(): E[];
}

function through<E>(receiver: Receiver<E>): TransformStream<Uint8Array, E> {
  return new TransformStream({
    transform(bytes, controller) {
      for (const event of receiver.push(bytes)) controller.enqueue(event);
    },
    flush(controller) {
      for (const event of receiver.finish()) controller.enqueue(event);
    },
  });
}
