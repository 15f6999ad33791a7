/** The page, or its worker, which runs the same script. */
import { openPage } from "./page.js";
import { type WorkerScope, serve } from "./worker.js";

if (typeof document === "undefined") serve(self as unknown as WorkerScope);
else openPage(document.currentScript?.textContent ?? "");
