import { describe, expect, test } from "vitest";
import {
  cellAt,
  cellThatFits,
  digitHeight,
  measures,
  middleOf,
  numeralBox,
  slotOf,
  slotsOf,
} from "./measures";

const board = measures(9, 64);

describe("measures", () => {
  test("slots of a cell of 64 pixels are 18 wide, with a margin of 5", () => {
    expect(board).toEqual({ size: 9, cell: 64, slots: 3, inset: 5, slot: 18, scale: 1 });
    expect(slotOf(board, 0, 1)).toEqual({ x: 14, y: 14 });
    expect(slotOf(board, 10, 9)).toEqual({ x: 64 + 50, y: 64 + 50 });
    expect(slotOf(board, 80, 5)).toEqual(middleOf(board, 80));
  });

  test("every slot lies in its own cell, on every size of board", () => {
    for (const size of [4, 6, 9, 16, 25]) {
      const any = measures(size, 40);
      for (const cell of [0, size - 1, size * size - 1]) {
        for (let digit = 1; digit <= size; digit++) {
          expect(cellAt(any, slotOf(any, cell, digit))).toBe(cell);
        }
      }
    }
  });

  test("a point beside the board is in no cell", () => {
    expect(cellAt(board, { x: -1, y: 5 })).toBeNull();
    expect(cellAt(board, { x: 5, y: 576 })).toBeNull();
  });

  test("cells are whole pixels and the board fits", () => {
    expect(cellThatFits(9, 576)).toBe(64);
    expect(cellThatFits(16, 576)).toBe(36);
    expect(cellThatFits(25, 576)).toBe(23);
    expect(cellThatFits(9, 360)).toBe(40);
    expect(cellThatFits(25, 0)).toBe(1);
  });

  test("in a small cell the digits of a step do not touch each other", () => {
    const small = measures(9, 40);
    for (const only of [[7], [1, 2, 3], [2, 5, 8], [1, 2, 4, 5, 6, 7, 8]]) {
      const slots = slotsOf(small, only);
      const boxes = only.map((digit) => numeralBox(slots.at(0, digit), slots.height));
      boxes.forEach((one, index) => {
        for (const other of boxes.slice(index + 1)) {
          // A numeral has a margin of 2 units around it; its stroke needs about 1 of them.
          const unit = slots.height / 24;
          const beside = Math.abs(one.x - other.x) >= 18 * unit;
          const below = Math.abs(one.y - other.y) >= 26 * unit;
          expect(beside || below, `${only}`).toBe(true);
        }
      });
    }
  });

  test("where a cell has room for one candidate only, it is smaller than a digit", () => {
    for (const cell of [23, 34, 42]) {
      const large = measures(25, cell);
      expect(slotsOf(large, [2]).height).toBeLessThan(0.75 * digitHeight(large));
    }
  });

  test("a numeral stands on the middle of its place", () => {
    const box = numeralBox({ x: 50, y: 50 }, 24);
    expect(box).toEqual({ x: 40, y: 36, width: 20, height: 28 });
  });
});
