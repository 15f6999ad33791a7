/** The clipboard. */

/** Copies a text, and says so on the button that was pressed. */
export async function copy(text: string, button: HTMLElement): Promise<void> {
  const label = button.dataset.label ?? button.textContent ?? "";
  button.dataset.label = label;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "The browser does not allow it";
  }
  setTimeout(() => (button.textContent = label), 2000);
}
