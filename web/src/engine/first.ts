/**
 * The first worker: it is started by the head of the page, before the page's own code has even
 * arrived, and fetches and compiles the library beside it. What the page asks first finds the
 * library there, or on its way.
 *
 * `scripts/first.ts` puts this into the built page as a plain script, and fills in the worker's
 * text and where the library is. Without it (`npm run dev`) the page starts its workers itself.
 */
import type { FromWorker } from "./wire";

export interface First {
  worker: Worker;
  /** The library, compiled, for other workers; or why there is none. */
  module: Promise<WebAssembly.Module>;
}

declare global {
  var ninefoldFirst: First | undefined;
}

declare const WORKER: string;
declare const LIBRARY: string;

try {
  const worker = new Worker(URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" })));
  const module = new Promise<WebAssembly.Module>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      if ("module" in data) resolve(data.module);
      else if ("lost" in data) reject(new Error(data.lost));
    });
    worker.addEventListener("error", () => reject(new Error("the worker did not start")));
  });
  // Whoever asks is told; until then nobody needs to be.
  module.catch(() => {});
  worker.postMessage({ address: new URL(LIBRARY, document.baseURI).href });
  globalThis.ninefoldFirst = { worker, module };
} catch {
  // No worker here: the page tries again, and says so.
}
