/** What is wrong with the schema or the input, below its editor. */
import { byId, make } from "./dom.js";
import type { Place } from "./place.js";

export type Where = "schema" | "input";

/** Shows what is wrong, and where; an editor that holds the text can be taken to the place. */
export function showProblem(
  where: Where,
  message: string,
  place: Place | undefined,
  editor: HTMLTextAreaElement | undefined,
): void {
  const isSaid = message.startsWith("line ");
  const at = place && !isSaid ? `line ${place.line}, column ${place.column}: ` : "";
  const parts: Node[] = [make("p", {}, at + message)];
  if (place) parts.push(make("pre", {}, place.excerpt));
  if (place && editor) {
    const button = make("button", { type: "button" }, "Go to the place");
    button.addEventListener("click", () => goTo(editor, place.offset));
    parts.push(button);
  }
  byId(`${where}-problem`).replaceChildren(...parts);
  editor?.setAttribute("aria-invalid", "true");
}

export function clearProblems(): void {
  for (const where of ["schema", "input"]) byId(`${where}-problem`).replaceChildren();
  for (const editor of document.querySelectorAll("textarea"))
    editor.removeAttribute("aria-invalid");
}

/** Selects the character at a place of an editor. */
function goTo(editor: HTMLTextAreaElement, offset: number): void {
  editor.focus();
  editor.setSelectionRange(offset, Math.min(offset + 1, editor.value.length));
}
