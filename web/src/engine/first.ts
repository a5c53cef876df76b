/**
 * The first worker, and the library: both are started by the head of the page, before the page's
 * own code has even arrived, and come to be beside it and beside each other. What the page asks
 * first finds them there, or on their way.
 *
 * `scripts/first.ts` puts this into the built page as a plain script, and fills in the worker's
 * text and where the library is. Without it (`npm run dev`) the page starts its workers itself.
 */
export interface First {
  /** It is given the library as soon as that is there. */
  worker: Worker;
  /** The library, compiled, for other workers too. */
  module: Promise<WebAssembly.Module>;
}

declare global {
  var ninefoldFirst: First | undefined;
}

declare const WORKER: string;
declare const LIBRARY: string;

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL(LIBRARY, document.baseURI));
  if (!response.ok) throw new Error(`status ${response.status}`);
  // To compile while it comes in needs a header which plain file servers leave out.
  const isNamed = /^application\/wasm$/i.test(response.headers.get("content-type") ?? "");
  if (isNamed) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

try {
  const module = compile();
  const worker = new Worker(URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" })));
  module.then(
    (code) => worker.postMessage({ module: code }),
    // The first question reports it; until then it does not matter.
    () => {},
  );
  globalThis.ninefoldFirst = { worker, module };
} catch {
  // No worker here: the page tries again, and reports it.
}
