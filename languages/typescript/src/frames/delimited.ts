import { CobsReader } from "../cobs.js";
import type { Crc } from "../crc.js";
import type { FrameEvent } from "./frame.js";

/** Reads delimited frames (F6, F7). */
export class Delimited {
  private readonly cobs: CobsReader;
  /** Whether anything came since the last delimiter. */
  private begun = false;

  constructor(
    private readonly crc: Crc,
    private readonly max: number,
  ) {
    this.cobs = new CobsReader(max + crc.size);
  }

  push(bytes: Uint8Array): FrameEvent[] {
    const events: FrameEvent[] = [];
    for (let at = 0; at < bytes.length; at++) {
      const zero = bytes.indexOf(0, at);
      const end = zero < 0 ? bytes.length : zero;
      if (end > at) {
        this.begun = true;
        this.cobs.take(bytes, at, end);
      }
      if (zero >= 0 && this.begun) {
        events.push(this.verdict());
        this.begin();
      }
      at = end;
    }
    return events;
  }

  finish(): FrameEvent[] {
    const begun = this.begun;
    this.begin();
    return begun ? [{ dropped: "truncated" }] : [];
  }

  private begin(): void {
    this.begun = false;
    this.cobs.begin();
  }

  private verdict(): FrameEvent {
    const { cobs, crc } = this;
    const length = cobs.length - crc.size;
    if (length > this.max) return { dropped: "too long" };
    if (cobs.isCut) return { dropped: "truncated" };
    if (length < 0) return { dropped: "noise" };
    const body = cobs.bytes;
    let check = 0;
    for (let i = 0; i < crc.size; i++) check |= body[length + i]! << (8 * i);
    if (crc.of(body, 0, length) !== check >>> 0) return { dropped: "checksum" };
    return { payload: body.slice(0, length) };
  }
}
