import { beforeEach, expect, test } from "vitest";
import { enter, load } from "./game";
import * as chosen from "./selection";
import { blankPosition } from "./shape";
import { FOUR, SIX } from "./testing";

const { selection } = chosen;
const sorted = () => [...selection.cells].sort((one, other) => one - other);

beforeEach(() => {
  load(blankPosition(FOUR), "");
  chosen.select(0);
});

test("beyond an edge is the other side of the board", () => {
  expect(chosen.neighbour(4, 0, "left")).toBe(3);
  expect(chosen.neighbour(4, 0, "up")).toBe(12);
  expect(chosen.neighbour(4, 15, "right")).toBe(12);
});

test("moving selects one cell, or takes it in", () => {
  chosen.move("right", false);
  expect(sorted()).toEqual([1]);
  chosen.move("down", true);
  expect(sorted()).toEqual([1, 5]);
});

test("a rectangle is selected from the cursor on", () => {
  chosen.select(1);
  chosen.selectTo(6);
  expect(sorted()).toEqual([1, 2, 5, 6]);
});

test("filled cells are passed over on the way to an empty one", () => {
  enter([1, 2], 3, true);
  chosen.moveToEmpty("right");
  expect(selection.cursor).toBe(3);
});

test("all cells with the same digit are selected at once", () => {
  enter([1, 6], 3, true);
  chosen.selectAlike(6);
  expect(sorted()).toEqual([1, 6]);
});

test("the next box has the same place in it, and the first comes after the last", () => {
  const shape = SIX;
  expect(chosen.inNextBox(shape, 8, 1)).toBe(11);
  expect(chosen.inNextBox(shape, 11, 1)).toBe(20);
  expect(chosen.inNextBox(shape, 0, -1)).toBe(27);
  expect(chosen.inNextBox({ ...shape, regions: null }, 8, 1)).toBe(8);
});
