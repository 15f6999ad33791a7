/** What is given: a schema, and bytes as hex, as JSON or as a file. */
import { byId, counted } from "./dom.js";
import type { Input, InputKind } from "./protocol.js";
import type { State } from "./state.js";

/** Characters above which a text is not put in an editor, which would be slow. */
const MOST_EDITED = 100_000;

type TextKind = State["kind"];

/** Who is told of changes. */
export interface Changes {
  /** Something is being typed. */
  typed(): void;
  /** Something was given as a whole. */
  given(): void;
  /** Another way of giving bytes was chosen. */
  turned(kind: InputKind): void;
}

export class Given {
  readonly schema = byId<HTMLTextAreaElement>("schema");
  private readonly editors = {
    hex: byId<HTMLTextAreaElement>("hex"),
    json: byId<HTMLTextAreaElement>("json"),
  };
  private readonly radios = document.querySelectorAll<HTMLInputElement>('input[name="kind"]');
  private file: { name: string; bytes: Uint8Array } | undefined;
  /** A text that is too long for its editor, and is only kept. */
  private kept: { kind: TextKind; text: string } | undefined;
  private current: InputKind = "hex";
  private count = 0;

  constructor(private readonly changes: Changes) {
    this.schema.addEventListener("input", () => changes.typed());
    for (const editor of Object.values(this.editors)) {
      editor.addEventListener("input", () => {
        this.count++;
        changes.typed();
      });
      editor.addEventListener("paste", (event) => this.pasted(event));
    }
    for (const radio of this.radios) {
      radio.addEventListener("change", () => changes.turned(radio.value as InputKind));
    }
  }

  get kind(): InputKind {
    return this.current;
  }

  /** Changes with the bytes, so that what comes late does not replace what was given after it. */
  get serial(): number {
    return this.count;
  }

  get hasSchema(): boolean {
    return this.schema.value.trim() !== "";
  }

  /** The editor that is shown, unless its text is only kept. */
  get editor(): HTMLTextAreaElement | undefined {
    const { current } = this;
    return current === "file" || this.kept?.kind === current ? undefined : this.editors[current];
  }

  /** What there is to be read. */
  get input(): Input | undefined {
    const { current } = this;
    if (current === "file") return this.file && { kind: "file", ...this.file };
    const typed = this.editors[current].value;
    const isKept = this.kept?.kind === current && typed === "";
    const text = isKept ? (this.kept?.text ?? "") : typed;
    return text.trim() === "" && !this.hasSchema ? undefined : { kind: current, text };
  }

  /** What a link is to hold; of a file its bytes, given as hex. */
  state(fileHex: string | undefined): State | undefined {
    const { current, input } = this;
    const schema = this.schema.value;
    if (current !== "file") {
      return { schema, kind: current, text: input && "text" in input ? input.text : "" };
    }
    return fileHex === undefined ? undefined : { schema, kind: "hex", text: fileHex };
  }

  set({ schema, kind, text }: State): void {
    this.schema.value = schema;
    this.setText(kind, text);
    this.turn(kind);
  }

  setText(kind: TextKind, text: string): void {
    const editor = this.editors[kind];
    const long = text.length > MOST_EDITED;
    this.count++;
    this.kept = long ? { kind, text } : undefined;
    editor.value = long ? "" : text;
    editor.placeholder = long ? `${counted(text.length, "character")}, too many to edit here` : "";
  }

  /** Takes a file, unless something else is given before it is here; whether it was taken. */
  async take(file: File): Promise<boolean> {
    const serial = ++this.count;
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (serial !== this.count) return false;
    this.file = { name: file.name, bytes };
    byId("file-name").textContent = `${file.name}, ${counted(file.size, "byte")}`;
    this.turn("file");
    return true;
  }

  turn(kind: InputKind): void {
    this.count++;
    this.current = kind;
    for (const radio of this.radios) radio.checked = radio.value === kind;
    for (const pane of ["hex", "json", "file"]) byId(`${pane}-pane`).hidden = pane !== kind;
  }

  /** Keeps a long text out of the editor. */
  private pasted(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length <= MOST_EDITED || this.current === "file") return;
    event.preventDefault();
    this.setText(this.current, text);
    this.changes.given();
  }
}
