/** Messages one after another on a line: spec/FRAMES.md. */
export { encodeFrame, type Dropped, type Form, type FrameEvent } from "./frames/frame.js";
export { FrameReader } from "./frames/reader.js";
export { MessageReader, type ReceivedMessage } from "./frames/messages.js";
export { frameStream, messageStream } from "./frames/streams.js";
