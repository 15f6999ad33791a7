/** Files that are chosen by the button, or dropped anywhere. */
import { byId } from "./dom.js";

/** Gives each file that is chosen or dropped to `take`. */
export function listenToFiles(take: (file: File) => void): void {
  for (const id of ["file", "open"]) {
    const input = byId<HTMLInputElement>(id);
    input.addEventListener("change", () => {
      const file = input.files?.[0];
      if (file) take(file);
      // The same file can be chosen again.
      input.value = "";
    });
  }
  const sign = byId("dropping");
  const withFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => {
    if (!withFiles(event)) return;
    event.preventDefault();
    sign.hidden = false;
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) sign.hidden = true;
  });
  addEventListener("drop", (event) => {
    sign.hidden = true;
    if (!withFiles(event)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
}
