/** Which row is looked at: by the pointer for a moment, or by the focus until it moves. */

export type Seen = "pointer" | "focus";

export class Selection {
  private focused = -1;
  private pointed = -1;
  private readonly listeners: ((row: number, seen: Seen) => void)[] = [];

  /** The row, or -1. */
  get row(): number {
    return this.pointed >= 0 ? this.pointed : this.focused;
  }

  onChange(listener: (row: number, seen: Seen) => void): void {
    this.listeners.push(listener);
  }

  point(row: number): void {
    if (row === this.pointed) return;
    this.pointed = row;
    this.tell("pointer");
  }

  focus(row: number): void {
    this.pointed = -1;
    this.focused = row;
    this.tell("focus");
  }

  clear(): void {
    this.focus(-1);
  }

  private tell(seen: Seen): void {
    for (const listener of this.listeners) listener(this.row, seen);
  }
}
