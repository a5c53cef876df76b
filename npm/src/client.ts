/**
 * The way of a question: to the library in this thread, or to a desk with a worker.
 *
 * ```text
 *   solve(…) ──▶ call ──▶ Instance                    at once; nothing can stop it
 *                  └────▶ Desk ──▶ worker ──▶ library    with `signal` or `worker: true`
 * ```
 *
 * Both are opened when they are needed for the first time, and kept.
 */
import { Desk, Fault, Stopped } from "./desk.js";
import { AnswerError, NinefoldError, ParseError } from "./errors.js";
import { type HostWorker, compiled, compiledNow, openWorker } from "./host.js";
import { Instance } from "./instance.js";
import type { Functions, Outcome, Trouble } from "./objects.js";
import type { Questions } from "./wire.js";

/** How to work on a question. */
export interface Options {
  /**
   * Aborting it rejects the promise with its reason. The work is done in a worker then, since nothing
   * can stop it in this thread.
   */
  signal?: AbortSignal;
  /** Whether to work in a worker: by default if there is a `signal`. */
  worker?: boolean;
}

/** The questions of the package, beside those of the page. */
type Asked = Questions & {
  [F in keyof Functions as `npm:${F}`]: {
    ask: Functions[F]["ask"];
    answer: Outcome<Functions[F]["answer"]>;
  };
};

let module: Promise<WebAssembly.Module> | null = null;
let instance: Instance | null = null;
let worker: HostWorker | null = null;
/** The questions in the worker's hands. */
let pending = 0;

const desk = new Desk<Asked>(() => {
  worker = openWorker();
  worker.hold(pending > 0);
  return { worker, isTold: false };
}, loaded);

/** The library's code, compiled once; tried again after a failure. */
function loaded(): Promise<WebAssembly.Module> {
  module ??= compiled().catch((error: unknown) => {
    module = null;
    throw error;
  });
  return module;
}

/** Loads the library, so that later calls find it there. */
export async function ready(): Promise<void> {
  instance ??= new Instance(await loaded());
}

/** Ends the worker and lets go of the library; a later call opens them again. */
export function close(): void {
  desk.close();
  worker = null;
  instance = null;
  module = null;
}

/** The library in this thread, if it is loaded or can be at once. */
export function instanceNow(): Instance {
  if (!instance) {
    const code = compiledNow();
    if (!code) {
      throw new NinefoldError("the library is not loaded yet", { hint: "await ready() before" });
    }
    instance = new Instance(code);
  }
  return instance;
}

/**
 * Uses the library in this thread. If it breaks down, which would be a bug, its memory cannot be
 * trusted any more.
 */
export function using<T>(library: Instance, work: (library: Instance) => T): T {
  try {
    const result = work(library);
    if (library.isLarge) instance = null;
    return result;
  } catch (error) {
    instance = null;
    throw new NinefoldError(`the library broke down (${String(error)})`);
  }
}

/** Asks one of the page's questions, as the page asks it. */
export async function ask<O extends keyof Asked>(
  op: O,
  body: Asked[O]["ask"],
  { signal, worker: isApart = signal !== undefined }: Options = {},
): Promise<Asked[O]["answer"]> {
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw new NinefoldError(`expected an AbortSignal as 'signal', found ${shown(signal)}`);
  }
  signal?.throwIfAborted();
  if (!isApart) {
    const question = JSON.stringify({ op, ask: body });
    await ready();
    const reply = JSON.parse(using(instanceNow(), (library) => library.ask(question)));
    if ("fault" in reply) throw new NinefoldError(reply.fault);
    return reply.answer;
  }
  pending += 1;
  worker?.hold(true);
  try {
    return await desk.ask(op, body, signal ? { signal } : {});
  } catch (error) {
    if (error instanceof Stopped) throw signal?.aborted ? signal.reason : closed();
    if (error instanceof Fault) throw new NinefoldError(error.message);
    throw error;
  } finally {
    pending -= 1;
    if (pending === 0) worker?.hold(false);
  }
}

const closed = () => new NinefoldError("the library was closed before it could answer");

/** Calls a function of the package. */
export async function call<F extends keyof Functions>(
  name: F,
  settings: Functions[F]["ask"] & Options,
): Promise<Functions[F]["answer"]> {
  const { signal, worker: isApart, ...body } = settings;
  const asked = checked(body) as Functions[F]["ask"];
  const options: Options = {};
  if (signal !== undefined) options.signal = signal;
  if (isApart !== undefined) options.worker = isApart;
  const outcome = (await ask(`npm:${name}`, asked as never, options)) as Outcome<
    Functions[F]["answer"]
  >;
  if ("error" in outcome) throw errorOf(outcome.error);
  return outcome.value;
}

function errorOf({ kind, message, problems, ...place }: Trouble): NinefoldError {
  if (kind === "parse") return new ParseError(message, place);
  if (kind === "answer") return new AnswerError(message, place, problems);
  return new NinefoldError(message, place);
}

/** The settings of a call, if JSON can hold them as they are. */
function checked(settings: object): object {
  for (const [name, value] of Object.entries(settings)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      const isPlain = ["string", "boolean", "undefined"].includes(typeof one);
      if (!isPlain && !Number.isFinite(one)) {
        throw new NinefoldError(`expected a plain value as '${name}', found ${shown(one)}`);
      }
    }
  }
  return settings;
}

/** The most characters of a text with one puzzle; to look through far more takes seconds. */
const MOST_TEXT = 1_000_000;

/** A text that JSON can hold: without halves of characters. */
export function text(puzzle: unknown): string {
  if (typeof puzzle !== "string") {
    throw new ParseError(`expected a puzzle as text, found ${shown(puzzle)}`);
  }
  if (puzzle.length > MOST_TEXT) {
    const found = puzzle.length;
    throw new ParseError(`expected at most ${MOST_TEXT} characters, found ${found}`, {
      hint: "ask about one puzzle at a time; solveMany takes many",
    });
  }
  return puzzle.replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** A value that is not as expected, in a word or two. */
export function shown(value: unknown): string {
  if (value === null || ["number", "boolean", "undefined", "bigint"].includes(typeof value)) {
    return String(value);
  }
  return `a value of type ${Array.isArray(value) ? "array" : typeof value}`;
}
