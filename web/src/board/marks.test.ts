import { expect, test } from "vitest";
import { CLASSIC } from "../state/shape";
import { digitsIn, markPlaces } from "./marks";
import { measures } from "./measures";
import { strokesOf } from "./numerals";
import { cellWords } from "./words";

test("marks are the bits of a number", () => {
  expect(digitsIn(0)).toEqual([]);
  expect(digitsIn(0b101000010)).toEqual([2, 7, 9]);
  expect(digitsIn(1 << 24)).toEqual([25]);
});

test("corner marks stay inside their cell, however many there are", () => {
  const board = measures(9, 64);
  const marks = markPlaces(board, 10, 0b111111111, 0b111111111);
  expect(marks).toHaveLength(18);
  for (const { box } of marks) {
    expect(box.x).toBeGreaterThanOrEqual(64);
    expect(box.y).toBeGreaterThanOrEqual(64);
    expect(box.x + box.width).toBeLessThanOrEqual(128);
    expect(box.y + box.height).toBeLessThanOrEqual(128);
  }
});

test("a number of two figures has two strokes, and a strange symbol still has one", () => {
  expect(strokesOf("7")).toHaveLength(1);
  expect(strokesOf("12")).toHaveLength(2);
  expect(strokesOf("ß").length).toBeGreaterThan(0);
});

test("a cell is spoken as a player would", () => {
  const board = {
    shape: CLASSIC,
    givens: new Array<number>(81).fill(0),
    digits: new Array<number>(81).fill(0),
    clashing: new Set([0]),
    colours: null,
  };
  board.digits[0] = board.givens[0] = 5;
  expect(cellWords(0, board, 0, 0)).toBe("row 1 column 1, 5, given, clashes");
  expect(cellWords(32, board, 0b101000010, 0)).toBe("row 4 column 6, empty, candidates 2 7 9");
});
