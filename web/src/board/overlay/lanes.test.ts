import { describe, expect, test } from "vitest";
import { measures, slotsOf } from "../measures";
import type { End, Obstacle, Traffic } from "./lanes";
import { crosses, route } from "./lanes";

const board = measures(9, 64);
const slots = slotsOf(board);
const end = (row: number, column: number, digit: number): End => {
  const cell = (row - 1) * 9 + column - 1;
  return { cell, at: slots.at(cell, digit), ring: slots.ring };
};
const quiet = (): Traffic => ({ digits: [], rings: [], lines: [] });

/** Every digit of every cell of the board: the fullest board there is. */
function everyCandidateBut(...ends: End[]): Obstacle[] {
  const all: Obstacle[] = [];
  for (let cell = 0; cell < 81; cell++) {
    for (let digit = 1; digit <= 9; digit++) {
      const at = slots.at(cell, digit);
      if (ends.some((other) => other.at.x === at.x && other.at.y === at.y)) continue;
      all.push({ at, halfWidth: slots.height / 3, halfHeight: slots.height / 2 });
    }
  }
  return all;
}

/** The corners of a path, without its roundings. */
function corners(path: string) {
  const numbers = [...path.matchAll(/([MLQ])([-\d.]+) ([-\d.]+)/g)];
  return numbers.map(([, , x, y]) => ({ x: Number(x), y: Number(y) }));
}

describe("lanes", () => {
  test("a straight line when nothing is in the way", () => {
    expect(route(board, slots, end(5, 1, 5), end(5, 1, 1), quiet())).toBe(
      "M25.38 281.38L20.62 276.62",
    );
  });

  test("an X-Wing's link leaves its ring at 45 degrees and runs above the digits", () => {
    const digit: Obstacle = { at: { x: 96, y: 160 }, halfWidth: 11, halfHeight: 17 };
    const path = route(board, slots, end(3, 1, 5), end(3, 9, 5), { ...quiet(), digits: [digit] });
    // The lane is 6.5 pixels below the top of row 3, which is at 128.
    expect(path).toMatch(/^M38.62 153.38L/);
    expect(path).toContain(" 134.5");
    expect(path).toMatch(/L537.38 153.38$/);
  });

  test("a candidate beside the edge is left along the lane", () => {
    const [from, to] = [end(5, 1, 1), end(9, 1, 1)];
    const between: Obstacle = { at: slots.at(54, 1), halfWidth: 5, halfHeight: 6 };
    const path = route(board, slots, from, to, { ...quiet(), digits: [between] });
    expect(path).toMatch(/^M6.5 275\.\d+L6.5 520\.\d+$/);
  });

  test("no link crosses a digit, from anywhere to anywhere, on the fullest board", () => {
    for (const other of [1, 2, 9, 10, 20, 40, 72, 80]) {
      for (let one = 1; one <= 9; one++) {
        for (let two = 1; two <= 9; two++) {
          const from = { cell: 0, at: slots.at(0, one), ring: slots.ring };
          const to = { cell: other, at: slots.at(other, two), ring: slots.ring };
          const digits = everyCandidateBut(from, to);
          const path = route(board, slots, from, to, { digits, rings: [], lines: [] });
          expect(crosses(corners(path), digits), `${one} to ${two} in ${other}: ${path}`).toBe(
            false,
          );
        }
      }
    }
  });

  test("a second link does not hide the first", () => {
    const [from, to] = [end(3, 1, 5), end(3, 9, 5)];
    const digit: Obstacle = { at: { x: 96, y: 160 }, halfWidth: 11, halfHeight: 17 };
    const traffic = { ...quiet(), digits: [digit] };
    const first = route(board, slots, from, to, traffic);
    const second = route(board, slots, from, to, traffic);
    expect(second).not.toBe(first);
    expect(second).toContain(" 185.5");
  });

  test("a link between a row and another column turns once", () => {
    const [from, to] = [end(1, 1, 5), end(9, 9, 5)];
    const digits = everyCandidateBut(from, to);
    const path = route(board, slots, from, to, { digits, rings: [], lines: [] });
    expect(path.startsWith("M")).toBe(true);
    expect(corners(path).length).toBeGreaterThan(4);
  });
});
