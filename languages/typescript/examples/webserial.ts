/**
 * Readings of a device on a serial line, each a frame with a CRC-16, shown in a page: WebSerial,
 * which Chromium has.
 *
 * In a program of your own, import from "onesheet" and "onesheet/frames".
 */
import { messageStream } from "../src/frames.js";
import { f32, type Infer, struct, u8 } from "../src/index.js";

/** What the firmware declares: `onesheet schema` prints it. */
export const reading = struct("Reading", { sensor: u8, celsius: f32 });

export type Reading = Infer<typeof reading>;

/** What of a SerialPort is needed here. */
export interface Port {
  readonly readable: ReadableStream<Uint8Array> | null;
  open(options: { baudRate: number }): Promise<void>;
}

/** Lets the user choose a port: to be called when a button is pressed. */
export function choosePort(): Promise<Port> {
  const { serial } = navigator as unknown as { serial: { requestPort(): Promise<Port> } };
  return serial.requestPort();
}

/** Reads until the device is gone. */
export async function readDevice(
  port: Port,
  show: (reading: Reading) => void,
  warn: (reason: string) => void,
): Promise<void> {
  await port.open({ baudRate: 115200 });
  // Behind an error of the line, the port has another stream; when the device is gone, none.
  while (port.readable) {
    const messages = port.readable.pipeThrough(messageStream(reading, "crc16", 64));
    try {
      for await (const received of messages) {
        // The first frame may well be cut: reading began in the middle of it.
        if (received.dropped) warn(received.dropped);
        else show(received.message);
      }
    } catch (error) {
      warn(String(error));
    }
  }
}
