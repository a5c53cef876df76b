/**
 * A desk: one worker, and the questions that wait for it.
 *
 * It works on one question at a time. To stop is to throw the worker away and open a
 * new one from the module that is compiled already, so it takes a few milliseconds
 * whatever the library is doing. If the worker dies, the waiting questions fail, and the
 * next question opens another.
 */
import type { FromWorker, Questions, RaceNews, ToWorker } from "./wire.js";

/** The library could not answer: a sentence for the player. */
export class Fault extends Error {
  override name = "Fault";
}

/** The question was abandoned. */
export class Stopped extends Error {
  override name = "Stopped";
}

export interface AskOptions {
  /** Aborting it stops the question; the promise is rejected with `Stopped`. */
  signal?: AbortSignal;
  /** Hears of a race while it runs. */
  news?: (news: RaceNews) => void;
}

/** As much of a `Worker` as a desk needs. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToWorker): void;
  terminate(): void;
}

/** A new worker, and whether it was already sent the library when it was started. */
export interface Opened {
  worker: WorkerLike;
  isTold: boolean;
}

interface Job {
  id: number;
  question: string;
  news: ((news: RaceNews) => void) | undefined;
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** Questions by name, each with its answer. */
type Exchanges<Q> = { [O in keyof Q]: { ask: unknown; answer: unknown } };

export class Desk<Q extends Exchanges<Q> = Questions> {
  #worker: WorkerLike | null = null;
  #isReady = false;
  #waiting: Job[] = [];
  #current: Job | null = null;
  #lastId = 0;

  constructor(
    private readonly open: () => Opened,
    private readonly load: () => Promise<WebAssembly.Module>,
  ) {}

  ask<O extends keyof Q>(
    op: O,
    ask: Q[O]["ask"],
    options: AskOptions = {},
  ): Promise<Q[O]["answer"]> {
    return new Promise((resolve, reject) => {
      const { signal, news } = options;
      if (signal?.aborted) return reject(new Stopped());
      const question = JSON.stringify({ op, ask });
      const settle = (end: () => void) => {
        signal?.removeEventListener("abort", abort);
        end();
      };
      const job: Job = {
        id: ++this.#lastId,
        question,
        news,
        resolve: (answer) => settle(() => resolve(answer as Q[O]["answer"])),
        reject: (error) => settle(() => reject(error)),
      };
      const abort = () => this.#drop(job);
      signal?.addEventListener("abort", abort);
      this.#waiting.push(job);
      this.#next();
    });
  }

  /** Opens the worker before anything is asked: the first answer will come sooner. */
  wake(): void {
    if (!this.#worker) this.#start();
  }

  /** Gives up what is being worked on and what is waiting. */
  stop(): void {
    const jobs = [...(this.#current ? [this.#current] : []), ...this.#waiting];
    this.#waiting = [];
    if (this.#current) this.#reopen();
    for (const job of jobs) job.reject(new Stopped());
  }

  /** Stops, and needs no worker any more until it is asked again. */
  close(): void {
    this.stop();
    this.#discard();
  }

  #drop(job: Job): void {
    if (this.#current === job) {
      this.#reopen();
    } else {
      this.#waiting = this.#waiting.filter((other) => other !== job);
    }
    job.reject(new Stopped());
    this.#next();
  }

  #discard(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
    this.#current = null;
  }

  /** A new worker in place of the old one, ready before the next question comes. */
  #reopen(): void {
    this.#discard();
    this.#start();
  }

  #start(): void {
    let opened: Opened;
    try {
      opened = this.open();
    } catch (error) {
      return this.#fail(new Fault(`The solver could not be started (${String(error)}).`));
    }
    const { worker, isTold } = opened;
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      if (this.#worker === worker) this.#hear(data);
    };
    worker.onerror = (event) => {
      if (this.#worker !== worker) return;
      const reason = event.message || "it gave no reason";
      this.#fail(new Fault(`The solver stopped working (${reason}). Ask again to restart it.`));
    };
    this.load().then(
      (module) => this.#worker === worker && !isTold && this.#begin({ module }),
      (error: Error) => this.#worker === worker && this.#fail(error),
    );
    if (isTold) this.#begin();
  }

  /** The worker has its library, or will have it: questions may be put to it. */
  #begin(library?: ToWorker): void {
    if (library) this.#worker?.postMessage(library);
    this.#isReady = true;
    this.#next();
  }

  /** Nothing that was asked can be answered; the next question starts from scratch. */
  #fail(error: Error): void {
    const jobs = [...(this.#current ? [this.#current] : []), ...this.#waiting];
    this.#waiting = [];
    this.#discard();
    for (const job of jobs) job.reject(error);
  }

  #next(): void {
    if (this.#current || this.#waiting.length === 0) return;
    if (!this.#worker) return this.#start();
    if (!this.#isReady) return;
    const job = this.#waiting.shift()!;
    this.#current = job;
    this.#worker.postMessage({ id: job.id, question: job.question });
  }

  #hear(data: FromWorker): void {
    const job = this.#current;
    if (job?.id !== data.id) return;
    if ("died" in data) {
      this.#finish(() => job.reject(new Fault(`The solver broke down (${data.died}).`)));
      return;
    }
    const message = JSON.parse(data.message);
    if ("news" in message) job.news?.(message.news);
    else if ("answer" in message) this.#finish(() => job.resolve(message.answer));
    else this.#finish(() => job.reject(new Fault(message.fault)));
  }

  #finish(end: () => void): void {
    this.#current = null;
    end();
    this.#next();
  }
}
