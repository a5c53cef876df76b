/**
 * How long the page's own thread was busy at a stretch.
 *
 * What counts is the work that a task did on its thread, not how long it took by the clock: on a
 * machine that is busy with other things a short task may be put aside in the middle.
 */
import { expect } from "vitest";
import type { Tab } from "./harness";

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds by the clock, and of work on the thread. */
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

export interface Work {
  /** The longest task, and all of them together. */
  longest: number;
  total: number;
}

/** The work of the page's own thread while `run` was going on, in milliseconds. */
export async function workDuring({ page, context }: Tab, run: () => Promise<void>): Promise<Work> {
  const browser = context.browser();
  if (!browser) throw new Error("expected a browser, found none");
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  await run();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const events = trace.traceEvents;
  const threads = events.filter(
    ({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain",
  );
  const own = new Set(threads.map(({ pid, tid }) => `${pid}.${tid}`));
  const tasks = events.filter(
    ({ ph, pid, tid, name }) => ph === "X" && own.has(`${pid}.${tid}`) && /RunTask/.test(name),
  );
  // A probe that sees nothing would never find fault with anything.
  expect(tasks.length).toBeGreaterThan(0);
  expect(tasks.some(({ tdur }) => tdur !== undefined)).toBe(true);
  const work = tasks.map(({ tdur }) => (tdur ?? 0) / 1000);
  return { longest: Math.max(...work), total: work.reduce((sum, each) => sum + each, 0) };
}
