import { events, type FileEvent, type ReadOptions } from "./events.js";
import { Window } from "./window.js";

/**
 * What a file holds, in order, and what of it is damaged: all that spec/FILES.md has a reader
 * report.
 *
 * Of a `Blob` it reads a block at a time: it takes the memory of one, at most as much again, and 1
 * MiB. The time is linear in the size of the file, whatever it holds. A part takes its own bytes,
 * those up to the end of the next block, and the file's first block; if that is not the section's
 * schema block, all bytes before the part.
 *
 * @throws RangeError for options that are none; what the `Blob` rejects with. Nothing that the file
 *   holds makes it throw.
 */
export async function* readEvents(
  file: Uint8Array | Blob,
  options?: ReadOptions,
): AsyncGenerator<FileEvent, void> {
  for (const event of events(new Window(file), options)) {
    if (event instanceof Window) await event.fill();
    else yield event;
  }
}

/** {@link readEvents} of bytes in memory. */
export function* readEventsSync(
  file: Uint8Array,
  options?: ReadOptions,
): Generator<FileEvent, void> {
  for (const event of events(new Window(file), options)) {
    if (!(event instanceof Window)) yield event;
  }
}
