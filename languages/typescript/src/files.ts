/** Files of records: spec/FILES.md. */
export type { Reason } from "./files/block.js";
export {
  type BlockOptions,
  type Decompress,
  type FileBlock,
  readBlocks,
  readRecords,
} from "./files/blocks.js";
export type { FileEvent, ReadOptions, RecordsBlock } from "./files/events.js";
export { FileProblem } from "./files/problem.js";
export { readEvents, readEventsSync } from "./files/read.js";
export type { Section } from "./files/section.js";
export { FileWriter, type WriterOptions } from "./files/writer.js";
