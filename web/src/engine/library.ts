/**
 * The library, as the rest of the page sees it: ask, and an answer is promised.
 *
 * ```text
 *   ask("judge", …) ──▶ desk for quick questions ──▶ worker
 *   ask("path", …)  ──▶ desk for long ones       ──▶ worker      stop() empties it
 *   openDesk()      ──▶ a desk of one's own      ──▶ worker      a lane of a race
 * ```
 *
 * The desk that is asked first gets the worker that the head of the page has started (`first.ts`).
 */
import { Desk, Fault, type AskOptions, type Opened } from "../../../npm/src/desk";
import wasm from "./ninefold.wasm?url";
import type { Answer, Ask, Op } from "./wire";
import EngineWorker from "../../../npm/src/worker?worker&inline";

export { Fault, Stopped, type AskOptions, type Desk } from "../../../npm/src/desk";

/** What the page's head has started: a worker, until it is taken, and the library. */
let firstWorker = globalThis.ninefoldFirst?.worker ?? null;
let firstModule = globalThis.ninefoldFirst?.module ?? null;

let compiled: Promise<WebAssembly.Module> | null = null;

/** The library's code, fetched and compiled once; tried again after a failure. */
function moduleOnce(): Promise<WebAssembly.Module> {
  compiled ??= (firstModule ?? compile()).catch((error: unknown) => {
    compiled = null;
    firstModule = null;
    throw new Fault(`The solver could not be loaded (${String(error)}). Reload to try again.`);
  });
  return compiled;
}

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasm);
  if (!response.ok) throw new Error(`status ${response.status}`);
  // Not compileStreaming: that insists on a header which plain file servers leave out.
  return WebAssembly.compile(await response.arrayBuffer());
}

function openWorker(): Opened {
  const worker = firstWorker;
  firstWorker = null;
  // The worker's few lines are part of the page: a new one needs no network.
  return worker ? { worker, isTold: true } : { worker: new EngineWorker(), isTold: false };
}

/** A desk of one's own, for work that is to run beside everything else. */
export const openDesk = () => new Desk(openWorker, moduleOnce);

const LONG: ReadonlySet<Op> = new Set(["solve", "path", "hint", "steps"]);
const quick = openDesk();
const long = openDesk();

/** Asks the library. Long questions do not hold up quick ones. */
export function ask<O extends Op>(
  op: O,
  body: Ask<O>,
  options: AskOptions = {},
): Promise<Answer<O>> {
  return (LONG.has(op) ? long : quick).ask(op, body, options);
}

/** Gives up the long questions: a solution, a path, a hint. */
export function stop(): void {
  long.stop();
}
