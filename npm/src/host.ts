/**
 * What differs between Node, Deno and browsers: where the library's code comes from, and workers.
 *
 * Node's modules are got at run time, so that bundlers for browsers find none of them here.
 */
import { NinefoldError } from "./errors.js";
import type { WorkerLike } from "./desk.js";

const LIBRARY = new URL("./ninefold.wasm", import.meta.url);

type Node = { getBuiltinModule?(name: string): unknown };

/** A module of Node, or undefined elsewhere. */
function builtin<T>(name: string): T | undefined {
  const node = (globalThis as { process?: Node }).process;
  return node?.getBuiltinModule?.(name) as T | undefined;
}

/** The library's code as a file of this machine; undefined where it has to be fetched. */
function file(): Uint8Array<ArrayBuffer> | undefined {
  if (LIBRARY.protocol !== "file:") return undefined;
  return builtin<typeof import("node:fs")>("node:fs")?.readFileSync(LIBRARY);
}

/** The library's code, compiled at once; undefined where that cannot be. */
export function compiledNow(): WebAssembly.Module | undefined {
  const bytes = file();
  return bytes && new WebAssembly.Module(bytes);
}

/** The library's code, compiled. */
export async function compiled(): Promise<WebAssembly.Module> {
  try {
    const bytes = file();
    if (bytes) return await WebAssembly.compile(bytes);
    const response = await fetch(LIBRARY);
    if (!response.ok) throw new Error(`status ${response.status}`);
    // To compile while it comes in needs a header which plain file servers leave out.
    const isNamed = /^application\/wasm$/i.test(response.headers.get("content-type") ?? "");
    if (isNamed) return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    throw new NinefoldError(`the library could not be loaded from ${LIBRARY.href}: ${error}`, {
      hint: "ninefold.wasm has to lie beside index.js",
    });
  }
}

/** A worker that a program need not wait for to end. */
export interface HostWorker extends WorkerLike {
  /** Whether the program goes on as long as the worker is there. */
  hold(isHeld: boolean): void;
}

type Threads = typeof import("node:worker_threads");

export function openWorker(): HostWorker {
  const threads = builtin<Threads>("node:worker_threads");
  if (threads) return new Thread(threads);
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  // A page waits for no worker.
  return Object.assign(worker, { hold: () => {} });
}

/** A worker of Node, as browsers have them. */
class Thread implements HostWorker {
  onmessage: HostWorker["onmessage"] = null;
  onerror: HostWorker["onerror"] = null;
  #worker: InstanceType<Threads["Worker"]>;

  constructor(threads: Threads) {
    // The options of Node that a program was started with may not be for workers.
    const url = new URL("./worker-node.js", import.meta.url);
    const worker = new threads.Worker(url, { execArgv: [] });
    worker.on("message", (data) => this.onmessage?.({ data } as MessageEvent));
    worker.on("error", ({ message }) => this.onerror?.({ message } as ErrorEvent));
    this.#worker = worker;
  }

  postMessage(message: object): void {
    this.#worker.postMessage(message);
  }

  terminate(): void {
    void this.#worker.terminate();
  }

  hold(isHeld: boolean): void {
    if (isHeld) this.#worker.ref();
    else this.#worker.unref();
  }
}
