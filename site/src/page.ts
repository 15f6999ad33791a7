/** The page: what is given is read, what is found is shown, and the address holds the state. */
import { copy } from "./copy.js";
import { byId, counted, make } from "./dom.js";
import { EXAMPLES, type Example } from "./examples.js";
import { listenToFiles } from "./drop.js";
import { Given } from "./given.js";
import { clearProblems, showProblem } from "./problem.js";
import type { Head, InputKind, Tell } from "./protocol.js";
import { Reader } from "./reader.js";
import { Result } from "./result.js";
import { type State, fromFragment, toFragment } from "./state.js";

/** Between a key and the reading of what was typed. */
const PAUSE_MS = 150;

export function openPage(script: string): void {
  new Page(script).open();
}

class Page {
  private readonly reader: Reader;
  private readonly result = new Result((ask) => this.reader.ask(ask));
  private readonly given = new Given({
    typed: () => this.typed(),
    given: () => this.read(),
    turned: (kind) => this.turnTo(kind),
  });
  private readonly examples = new Map<Example, HTMLElement>();
  /** What was found, while it is that of what is given. */
  private head: Head | undefined;
  private timer = 0;
  /** Whether what is found is to be looked at, wherever on the page it is. */
  private shows = false;
  /** What is to be done with the whole value, once it is here. */
  private wantValue: ((text: string) => void) | undefined;

  constructor(script: string) {
    this.reader = new Reader(
      script,
      (tell) => this.told(tell),
      (why) => this.fail(why),
    );
  }

  open(): void {
    for (const example of EXAMPLES) {
      const button = make("button", { type: "button" }, example.name);
      button.addEventListener("click", () => {
        history.pushState(null, "", toFragment(example));
        this.show(example);
      });
      this.examples.set(example, button);
    }
    byId("examples").append(...this.examples.values());
    byId("copy-link").addEventListener("click", () => this.copyLink());
    listenToFiles((file) => void this.take(file));
    addEventListener("popstate", () => this.restore());
    this.restore();
  }

  // What is given

  private show(state: State): void {
    this.given.set(state);
    this.read();
  }

  /** Shows what the address says, or else the first example. */
  private restore(): void {
    const state = fromFragment(location.hash) ?? (EXAMPLES[0] as Example);
    if (!("wrong" in state)) return this.show(state);
    this.show({ schema: "", kind: "hex", text: "" });
    this.fail(state.wrong);
  }

  private typed(): void {
    clearTimeout(this.timer);
    // An answer to what stood there before is none to this.
    this.reader.forget();
    this.result.busy(true);
    this.head = undefined;
    this.timer = window.setTimeout(() => this.read(), PAUSE_MS);
  }

  private async take(file: File): Promise<void> {
    clearTimeout(this.timer);
    // What was given before is not shown while the file is read.
    this.reader.forget();
    this.result.busy(true);
    try {
      if (!(await this.given.take(file))) return;
    } catch (error) {
      return this.fail(`The file cannot be read: ${String(error)}`);
    }
    history.pushState(null, "", location.href.split("#")[0]);
    this.shows = true;
    this.read();
  }

  /** Turns to another way of giving the same: as hex, JSON or a file. */
  private turnTo(kind: InputKind): void {
    const { head } = this;
    this.given.turn(kind);
    if (kind === "hex" && head?.hex !== undefined) {
      this.given.setText("hex", head.hex.replace(/../g, "$& ").trimEnd());
    }
    if (kind !== "json" || head?.as !== "message" || head.wrong !== undefined) return this.read();
    const { serial } = this.given;
    this.result.busy(true);
    this.wantValue = (text) => {
      // What was typed meanwhile stays.
      if (serial !== this.given.serial) return;
      this.given.setText("json", text);
      this.read();
    };
    this.reader.ask({ op: "value" });
  }

  private read(): void {
    clearTimeout(this.timer);
    this.head = undefined;
    this.wantValue = undefined;
    clearProblems();
    this.note("");
    this.result.busy(true);
    this.keepState();
    const { input } = this.given;
    if (input) return this.reader.ask({ op: "read", schema: this.given.schema.value, input });
    this.reader.stop();
    this.nothing(this.given.kind === "file" ? "No file yet." : "Nothing to explain yet.", false);
  }

  // What is found

  private told(tell: Tell): void {
    switch (tell.op) {
      case "problem": {
        const { where, message, place } = tell;
        const editor = where === "schema" ? this.given.schema : this.given.editor;
        showProblem(where, message, place, editor);
        return this.nothing(`The ${where} has an error.`, true);
      }
      case "schema":
        byId("schema-note").textContent = `fingerprint ${tell.fingerprint}`;
        return;
      case "head":
        return this.found(tell);
      case "value":
      case "noValue":
        if (!this.wantValue) return this.result.add(tell);
        // What was cut is no JSON.
        if (tell.op === "value" && !tell.cut) this.wantValue(tell.text);
        else this.fail("The value is too long to be edited as JSON.");
        this.wantValue = undefined;
        return;
      case "text":
        return void copy(tell.text, byId("copy-listing"));
      case "done":
        return this.result.busy(false);
      default:
        return this.result.add(tell);
    }
  }

  private found(head: Head): void {
    this.head = head;
    this.result.begin(head);
    this.say(head.summary, head.wrong !== undefined);
    this.note(
      `${counted(head.length, "byte")}, as a ${head.as === "file" ? "file of records" : "message"}`,
    );
    if (head.as === "file") {
      const why = this.given.hasSchema
        ? "The bytes begin with the mark of a file: they are"
        : "Without a schema, the bytes are";
      byId("schema-note").textContent = `${why} read as a file, by the schema in it.`;
    }
    this.keepState();
    const status = byId("status");
    if (this.shows && status.getBoundingClientRect().top > innerHeight / 2) status.scrollIntoView();
    this.shows = false;
  }

  /** Says why there is nothing to be shown. */
  private nothing(why: string, wrong: boolean): void {
    this.result.begin(undefined);
    this.result.busy(false);
    this.say(why, wrong);
  }

  private fail(why: string): void {
    this.nothing(why, true);
  }

  private say(text: string, wrong: boolean): void {
    byId("status").textContent = text;
    byId("status").classList.toggle("wrong", wrong);
  }

  private note(text: string): void {
    byId("input-note").textContent = text;
    if (text === "") byId("schema-note").textContent = "";
  }

  // The address

  /** Puts the state in the address, if it has room there. */
  private keepState(): void {
    const state = this.given.state(this.head?.hex);
    const fragment = state && toFragment(state);
    // Of a file this is known when it is read.
    const long = !fragment && (this.given.kind !== "file" || this.head !== undefined);
    byId("link-note").textContent = long
      ? "This is too long for a link: the address does not hold it."
      : "";
    byId("copy-link").setAttribute("aria-disabled", String(!fragment));
    if (fragment !== location.hash) {
      history.replaceState(null, "", fragment ?? location.href.split("#")[0]);
    }
    let about = "";
    for (const [example, button] of this.examples) {
      const same = fragment !== undefined && fragment === toFragment(example);
      button.setAttribute("aria-pressed", String(same));
      if (same) about = example.about;
    }
    byId("about").textContent = about;
  }

  private copyLink(): void {
    const button = byId("copy-link");
    if (button.getAttribute("aria-disabled") !== "true") void copy(location.href, button);
  }
}
