/** The examples do what they say. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { type Port, readDevice, type Reading, reading } from "../examples/webserial.js";
import { encodeFrame } from "../src/frames.js";
import { encode } from "../src/index.js";

test("WebSerial: readings are shown, also behind an error of the line", async () => {
  const frame = (sensor: number) =>
    encodeFrame(encode(reading, { sensor, celsius: sensor / 2 }), "crc16");
  const stream = (...steps: (Uint8Array | Error)[]) =>
    new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const step = steps.shift();
          if (step === undefined) controller.close();
          else if (step instanceof Error) controller.error(step);
          else controller.enqueue(step);
        },
      },
      { highWaterMark: 0 },
    );
  const streams = [
    stream(frame(1).subarray(2), frame(2), new Error("a framing error")),
    stream(frame(3)),
  ];
  const port: Port = {
    open: async () => {},
    get readable() {
      if (streams[0]?.locked) streams.shift();
      return streams[0] ?? null;
    },
  };
  const shown: Reading[] = [];
  const warned: string[] = [];
  await readDevice(
    port,
    (reading) => shown.push(reading),
    (reason) => warned.push(reason),
  );
  assert.deepEqual(shown, [
    { sensor: 2, celsius: 1 },
    { sensor: 3, celsius: 1.5 },
  ]);
  assert.deepEqual(warned, ["checksum", "Error: a framing error"]);
});
