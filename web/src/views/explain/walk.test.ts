import { effectScope, nextTick, shallowRef } from "vue";
import { describe, expect, test } from "vitest";
import type { Answer, Ask, Op, Position, Snapshot, Step } from "../../engine/wire";
import { blankPosition } from "../../state/shape";
import { FOUR } from "../../state/testing";
import { NAME, NUDGE, WHY } from "./rungs";
import { type AskLibrary, useWalk } from "./walk";

/** A library that fills an empty 4 × 4 board one cell a step, in order, always with 1. */
function library() {
  const asked: Position[] = [];
  const ask: AskLibrary = async <O extends Op>(op: O, body: Ask<O>) => {
    const { position } = body as { position: Position };
    if (op === "path") asked.push(position);
    const digits = position.entries.map((entry, cell) => position.givens[cell] || entry);
    const marks = position.marks ?? digits.map(() => 15);
    const boards: Snapshot[] = [{ digits, marks }];
    const steps: Step[] = [];
    for (let cell = digits.indexOf(0); cell >= 0 && steps.length < 3; cell++) {
      if (digits[cell] !== 0) break;
      const last = boards[boards.length - 1] as Snapshot;
      boards.push({ digits: last.digits.with(cell, 1), marks });
      steps.push({ placements: [[cell, 1]] } as unknown as Step);
    }
    const solved = !digits.includes(0);
    return { mistakes: [], steps, boards, solved, hardest: null, used: [] } as unknown as Answer<O>;
  };
  return { ask, asked };
}

function setUp(start: Position) {
  const position = shallowRef<Position>(start);
  const { ask, asked } = library();
  const walk = effectScope().run(() => useWalk(position, ask, (next) => (position.value = next)))!;
  return { position, asked, walk };
}

const clues = (): Position => {
  const empty = blankPosition(FOUR);
  return { ...empty, givens: empty.givens.with(15, 4) };
};

describe("walk", () => {
  test("doing a step moves the player along the path, and undo back", async () => {
    const { position, asked, walk } = setUp(clues());
    await walk.follow(1, 0);
    const before = position.value;
    walk.rung.value = WHY;
    await walk.climb();
    expect(position.value.entries[0]).toBe(1);
    await walk.follow(1, 0);
    expect([walk.at.value, walk.rung.value]).toEqual([1, NUDGE]);
    position.value = before;
    await walk.follow(1, 0);
    expect([walk.at.value, asked.length]).toEqual([0, 1]);
  });

  test("a player who comes back to an unchanged board finds the step and the rung", async () => {
    const { asked, walk } = setUp(clues());
    await walk.follow(1, 0);
    walk.look(2);
    await walk.follow(1, 2);
    expect([walk.at.value, walk.rung.value, asked.length]).toEqual([2, WHY, 1]);
  });

  test("a search that was stopped is begun again when the player comes back", async () => {
    const { asked, walk } = setUp(clues());
    const search = walk.follow(1, 0);
    walk.stop();
    await search;
    await walk.follow(1, 0);
    expect([asked.length, walk.steps.value.length]).toEqual([2, 3]);
  });

  test("any other change of the board asks for a new path", async () => {
    const { position, asked, walk } = setUp(clues());
    await walk.follow(1, 0);
    position.value = { ...position.value, entries: position.value.entries.with(7, 3) };
    await walk.follow(1, 0);
    expect([asked.length, walk.at.value]).toEqual([2, 0]);
  });

  test("a player who has left the path loses no move to it", async () => {
    const { position, walk } = setUp(clues());
    await walk.follow(1, 0);
    walk.rung.value = WHY;
    const left = { ...position.value, entries: position.value.entries.with(7, 3) };
    position.value = left;
    expect(walk.isBehind.value).toBe(true);
    await walk.climb();
    expect(position.value).toBe(left);
    await walk.follow(1, 0);
    expect(walk.isBehind.value).toBe(false);
  });

  test("a link leads to its step, with the whole reason", async () => {
    const { walk } = setUp(clues());
    await walk.follow(1, 2);
    expect([walk.at.value, walk.rung.value]).toEqual([2, WHY]);
  });

  test("a full board is explained from its clues", async () => {
    const start = clues();
    const entries = start.entries.map((_, cell) => (cell === 15 ? 0 : 1));
    const { asked, walk } = setUp({ ...start, entries });
    await walk.follow(1, 0);
    expect(asked[asked.length - 1]?.entries.some(Boolean)).toBe(false);
    expect(walk.steps.value.length).toBe(3);
  });

  test("looking around does not touch the player's board", async () => {
    const { position, walk } = setUp(clues());
    await walk.follow(1, 0);
    const before = position.value;
    walk.look(99);
    await nextTick();
    expect([walk.at.value, walk.step.value]).toEqual([3, null]);
    walk.look(-1);
    expect(walk.at.value).toBe(0);
    expect(position.value).toBe(before);
  });

  test("of the steps only those are known that were reached, the last as far as it was shown", async () => {
    const { walk } = setUp(clues());
    const known = () => [walk.known.value.length, walk.told.value];
    await walk.follow(1, 0);
    expect(known()).toEqual([1, NUDGE]);
    await walk.climb();
    expect(known()).toEqual([1, NAME]);
    walk.rung.value = NUDGE;
    expect(known()).toEqual([1, NAME]);
    await walk.act();
    await walk.follow(1, 0);
    expect(known()).toEqual([2, NUDGE]);
    walk.look(2);
    walk.look(0);
    expect(known()).toEqual([3, WHY]);
    walk.look(3);
    expect(walk.known.value).toEqual(walk.steps.value);
  });

  test("a question that the library cannot answer is reported, and can be asked again", async () => {
    const position = shallowRef<Position>(clues());
    const broken: AskLibrary = () => Promise.reject(new Error("the worker died"));
    const walk = effectScope().run(() => useWalk(position, broken, () => {}))!;
    await walk.follow(1, 0);
    expect([walk.trouble.value, walk.busy.value]).toEqual(["the worker died", false]);
  });
});
