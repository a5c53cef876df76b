/** A made-up stretch of a search, played to and fro. */
import { expect, test } from "vitest";
import type { TraceEvent } from "../engine/wire";
import { type Trace, covers, frameAfter, frameAt } from "./replay";

const event = (kind: TraceEvent["kind"], more: Partial<TraceEvent> = {}): TraceEvent => ({
  kind,
  cell: 0,
  digit: 0,
  depth: 0,
  ...more,
});

const trace: Trace = {
  from: 10,
  board: { digits: [1, 0, 0, 0], marks: [0, 6, 6, 6] },
  depth: 0,
  snapshots: [],
  before: { tries: 0, placements: 3, guesses: 0, backtracks: 0, detours: 2, snapshots: 0 },
  events: [
    event("snapshot"),
    event("guess", { cell: 1, digit: 2, depth: 1 }),
    event("detour", { cell: 1, digit: 2, depth: 1, touched: [2, 3] }),
    event("place", { cell: 2, digit: 3, depth: 1 }),
    event("place", { cell: 3, digit: 3, depth: 1 }),
    event("backtrack", { undone: [3, 2, 1] }),
    event("guess", { cell: 1, digit: 3, depth: 1 }),
  ],
  profile: [],
  total: 40,
  complete: true,
  stats: {},
};

test("events write digits and take them back", () => {
  expect(frameAt(trace, 10).digits).toEqual([1, 0, 0, 0]);
  expect(frameAt(trace, 15).digits).toEqual([1, 2, 3, 3]);
  expect(frameAt(trace, 16).digits).toEqual([1, 0, 0, 0]);
  expect(frameAt(trace, 17).digits).toEqual([1, 3, 0, 0]);
  expect(trace.board.digits).toEqual([1, 0, 0, 0]);
});

test("it is all the same whether a stretch is played at once or piece by piece", () => {
  let frame = frameAt(trace, 10);
  for (let at = 11; at <= 17; at++) {
    frame = frameAfter(trace, frame, at - 1, at);
    expect(frame).toEqual(frameAt(trace, at));
  }
});

test("a detour rings on while it fills cells, and no longer", () => {
  expect(frameAt(trace, 12).ripple).toBeNull();
  expect(frameAt(trace, 13).ripple).toMatchObject({ cell: 1, digit: 2, touched: [2, 3] });
  expect(frameAt(trace, 15).ripple?.solved).toEqual([
    { cell: 2, digit: 3 },
    { cell: 3, digit: 3 },
  ]);
  expect(frameAt(trace, 16).ripple).toBeNull();
});

test("a snapshot remembers the board, and which guess stands on it", () => {
  expect(frameAt(trace, 12).snapshots).toEqual([{ cell: 1, digit: 2, digits: [1, 0, 0, 0] }]);
  expect(frameAt(trace, 17).snapshots).toEqual([{ cell: 1, digit: 3, digits: [1, 0, 0, 0] }]);
});

test("counters go on from where the stretch began", () => {
  expect(frameAt(trace, 17).counts).toEqual({
    tries: 0,
    placements: 7,
    guesses: 2,
    backtracks: 1,
    detours: 3,
    snapshots: 1,
  });
});

test("a stretch knows what it covers", () => {
  expect(covers(trace, 9)).toBe(false);
  expect(covers(trace, 10)).toBe(true);
  expect(covers(trace, 17)).toBe(true);
  expect(covers(trace, 18)).toBe(false);
});
