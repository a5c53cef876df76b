import { beforeEach, expect, test } from "vitest";
import * as play from "./game";
import { learnPeers } from "./peers";
import { blankPosition } from "./shape";
import { FOUR } from "./testing";
import listed from "../../../testdata/wire/peers.json";

const { game } = play;

/** A board of four with clues in r1c1 and r4c4. */
beforeEach(() => {
  const blank = blankPosition(FOUR);
  const givens = [...blank.givens];
  givens[0] = 1;
  givens[15] = 4;
  play.load({ ...blank, givens }, "a test");
  learnPeers(blank.shape, listed.answer.peers);
});

test("a digit entered twice is taken out again", () => {
  play.enter([1], 2, true);
  expect(game.now.entries[1]).toBe(2);
  play.enter([1], 2, true);
  expect(game.now.entries[1]).toBe(0);
});

test("clues cannot be overwritten or cleared", () => {
  play.enter([0], 3, true);
  play.clear([0]);
  expect(play.digits.value[0]).toBe(1);
  expect(game.past).toHaveLength(0);
});

test("undo and redo walk along the moments, and an edit drops what lay ahead", () => {
  play.enter([1], 2, true);
  play.enter([2], 3, true);
  expect(play.undo()).toBe(true);
  expect(game.now.entries[2]).toBe(0);
  expect(play.redo()).toBe(true);
  expect(game.now.entries[2]).toBe(3);
  play.undo();
  play.enter([3], 4, true);
  expect(play.redo()).toBe(false);
});

test("a digit goes from the marks of the cells that see it", () => {
  play.mark("centre", [2, 10], 2, null);
  play.mark("corner", [2], 2, null);
  play.enter([1], 2, true);
  expect(game.now.marks?.[2]).toBe(0);
  expect(game.now.corners[2]).toBe(0);
  expect(game.now.marks?.[10]).toBe(0b10);
});

test("marks stay as they are when tidying is off", () => {
  play.mark("centre", [2], 2, null);
  play.enter([1], 2, false);
  expect(game.now.marks?.[2]).toBe(0b10);
});

test("the first centre mark of a cell starts from the candidates that are shown", () => {
  const shown = game.puzzle.givens.map(() => 0b1110);
  play.mark("centre", [1], 2, shown);
  expect([game.now.marks?.[1], game.now.marks?.[2]]).toEqual([0b1100, 0]);
  play.mark("centre", [1], 3, shown);
  expect(game.now.marks?.[1]).toBe(0b1000);
});

test("a mark is added to all selected cells before it is taken from all", () => {
  play.mark("corner", [1], 3, null);
  play.mark("corner", [1, 2], 3, null);
  expect([game.now.corners[1], game.now.corners[2]]).toEqual([0b100, 0b100]);
  play.mark("corner", [1, 2], 3, null);
  expect([game.now.corners[1], game.now.corners[2]]).toEqual([0, 0]);
});

test("clearing takes the digit first, then the marks under it", () => {
  play.mark("corner", [1], 3, null);
  play.enter([1], 2, true);
  play.clear([1]);
  expect([game.now.entries[1], game.now.corners[1]]).toEqual([0, 0b100]);
  play.clear([1]);
  expect(game.now.corners[1]).toBe(0);
});

test("any cell can have a colour, also a clue, and loses it last", () => {
  play.paint([0, 1], 2);
  expect(game.now.colours.slice(0, 3)).toEqual([2, 2, 0]);
  play.paint([0, 1, 2], 2);
  play.paint([2], 2);
  expect(game.now.colours.slice(0, 3)).toEqual([2, 2, 0]);
  play.enter([1], 3, true);
  play.clear([0, 1]);
  expect([game.now.entries[1], game.now.colours[1]]).toEqual([0, 2]);
  play.clear([0, 1]);
  expect(game.now.colours.some(Boolean)).toBe(false);
  play.undo();
  expect(game.now.colours[0]).toBe(2);
});

test("corner marks become centre marks", () => {
  play.mark("corner", [1], 3, null);
  play.cornersToCentre([1]);
  expect([game.now.marks?.[1], game.now.corners[1]]).toEqual([0b100, 0]);
});

test("a reset can be undone", () => {
  play.enter([1], 2, true);
  play.reset();
  expect(game.now.entries.every((digit) => digit === 0)).toBe(true);
  play.undo();
  expect(game.now.entries[1]).toBe(2);
});

test("what was typed in by hand can become the puzzle", () => {
  play.load(blankPosition(FOUR), "");
  play.enter([5], 3, true);
  play.makeClues();
  expect(game.puzzle.givens[5]).toBe(3);
  expect(game.now.entries[5]).toBe(0);
});

test("making clues can be undone and redone", () => {
  play.load(blankPosition(FOUR), "");
  play.enter([5], 3, true);
  play.mark("corner", [6], 2, null);
  play.makeClues();
  play.undo();
  expect([game.puzzle.givens[5], game.now.entries[5], game.now.corners[6]]).toEqual([0, 3, 0b10]);
  play.redo();
  expect([game.puzzle.givens[5], game.now.entries[5]]).toEqual([3, 0]);
});

test("clues are edited: written over, rubbed out, added, and what was entered stays", () => {
  play.enter([1], 2, true);
  play.enterClues([0], 3);
  expect([game.puzzle.givens[0], play.digits.value[1]]).toEqual([3, 2]);
  play.enterClues([0], 0);
  play.enterClues([1], 4);
  expect([game.puzzle.givens.slice(0, 2), game.now.entries[1]]).toEqual([[0, 4], 0]);
  play.enterClues([1], 4);
  expect(game.puzzle.givens[1]).toBe(0);
  for (let move = 0; move < 4; move++) play.undo();
  expect([game.puzzle.givens[0], game.now.entries[1]]).toEqual([1, 2]);
});

test("a puzzle with other clues is not the one it came from, until they are as they were", () => {
  play.load({ ...play.position.value, title: "Its name" }, "a test");
  play.enterClues([1], 2);
  expect([play.position.value.title, play.source.value]).toEqual([null, ""]);
  play.undo();
  expect([play.position.value.title, play.source.value]).toEqual(["Its name", "a test"]);
});
