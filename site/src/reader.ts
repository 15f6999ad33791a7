/** The worker from the page's side: one reads at a time, and what is new stops what is old. */
import type { Answer, Ask, Request, Tell } from "./protocol.js";

/** After so long a reading is given up. */
const PATIENCE_MS = 30_000;

export class Reader {
  private worker: Worker | undefined;
  private busy = false;
  private id = 0;
  private timer = 0;

  /**
   * @param script the text of the page's script, which the worker runs too
   * @param tell gets the answers to what was asked last
   * @param failed gets why there will be none
   */
  constructor(
    private readonly script: string,
    private readonly tell: (tell: Tell) => void,
    private readonly failed: (why: string) => void,
  ) {}

  /** Asks; to `read` ends all that was asked before. */
  ask(ask: Ask): void {
    if (ask.op === "read") this.forget();
    this.worker ??= this.start();
    this.busy = true;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.stop();
      this.failed(`Given up after ${PATIENCE_MS / 1000} seconds.`);
    }, PATIENCE_MS);
    this.worker.postMessage({ ...ask, id: this.id } satisfies Request);
  }

  /** Ends all that was asked: no answer to it is told any more. */
  forget(): void {
    this.id++;
    if (this.busy) this.stop();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = undefined;
    this.busy = false;
  }

  private start(): Worker {
    const url = URL.createObjectURL(new Blob([this.script], { type: "text/javascript" }));
    const worker = new Worker(url);
    URL.revokeObjectURL(url);
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.id !== this.id) return;
      if (data.op === "done") {
        this.busy = false;
        clearTimeout(this.timer);
      }
      this.tell(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.stop();
      this.failed(`Reading failed: ${event.message}`);
    };
    return worker;
  }
}
