import { expect, test } from "vitest";
import type { TraceEvent } from "../engine/wire";
import type { Trace } from "./replay";
import { type Ticker, lookAt, tickAt } from "./ticks";

/** A library whose searches write 1 into r1c1, take it back, and so on, `total` events long. */
function ticker(total: number, more: Partial<Trace> = {}): Ticker & { asked: number[] } {
  const asked: number[] = [];
  const ask = async (_: string, { from, count }: { from: number; count: number }) => {
    asked.push(from);
    const start = Math.min(from, total);
    const event = (k: number): TraceEvent =>
      k % 2 === 0
        ? { kind: "guess", cell: 0, digit: 1, depth: 1 }
        : { kind: "backtrack", cell: 0, digit: 1, depth: 0, undone: [0] };
    return {
      from: start,
      board: { digits: [start % 2], marks: [] },
      depth: start % 2,
      snapshots: [],
      before: { tries: 0, placements: 0, guesses: 0, backtracks: 0, detours: 0, snapshots: 0 },
      events: Array.from({ length: Math.min(count, total - start) }, (_, k) => event(start + k)),
      profile: [],
      total,
      complete: true,
      stats: { solutions: 1 },
      ...more,
    };
  };
  return { engine: "x", desk: { ask: ask as never }, trace: null, asked };
}
const nowhere = {} as never;

test("the ticks come ten times as fast after every two seconds", () => {
  expect([0, 2000, 4000, 12_000].map(tickAt)).toEqual([1, 10, 100, 1_000_000]);
});

test("an engine is shown at the tick, from one stretch while that reaches so far", async () => {
  const lane = ticker(5000);
  expect(await lookAt(lane, nowhere, 1)).toMatchObject({ digits: [1], events: 1, end: null });
  expect(await lookAt(lane, nowhere, 1000)).toMatchObject({ digits: [0], events: 1000 });
  expect(lane.asked).toEqual([1]);
  expect(await lookAt(lane, nowhere, 4999)).toMatchObject({ digits: [1], events: 4999 });
  expect(lane.asked).toEqual([1, 4999]);
});

test("beyond its end an engine stands there as it ended", async () => {
  const lane = ticker(7);
  expect(await lookAt(lane, nowhere, 9)).toMatchObject({ events: 7, end: "solved" });
  expect(await lookAt(lane, nowhere, 900)).toMatchObject({ events: 7, end: "solved" });
  expect(lane.asked).toEqual([9]);
  expect((await lookAt(ticker(7, { stats: {} }), nowhere, 7)).end).toBe("none");
  expect((await lookAt(ticker(7, { complete: false }), nowhere, 7)).end).toBe("cut");
});
