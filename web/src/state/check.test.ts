import { expect, test } from "vitest";
import { isPosition } from "./check";
import { identityOf } from "./saved";
import { sound } from "./settings";
import { CLASSIC, blankPosition } from "./shape";

const blank = blankPosition(CLASSIC);

test("a position survives being put away and taken out again", () => {
  expect(isPosition(JSON.parse(JSON.stringify(blank)))).toBe(true);
});

test("what is not a position is not taken for one", () => {
  const rubbish: unknown[] = [
    null,
    7,
    [],
    {},
    { ...blank, givens: [1, 2, 3] },
    { ...blank, entries: blank.entries.map(() => 10) },
    { ...blank, marks: blank.entries.map(() => -1) },
    { ...blank, title: 3 },
    { ...blank, shape: { ...blank.shape, size: 1e9 } },
    { ...blank, shape: { ...blank.shape, houses: [{ name: "row 1", kind: "row", cells: [81] }] } },
    { ...blank, shape: { ...blank.shape, symbols: ["1"] } },
  ];
  for (const value of rubbish) expect(isPosition(value), JSON.stringify(value)).toBe(false);
});

test("settings of the wrong kind are forgotten, the others are kept", () => {
  expect(sound({ theme: "pink", peers: false, same: "yes", unknown: 1 })).toEqual({ peers: false });
  expect(sound("rubbish")).toEqual({});
});

test("two games on the same clues are the same puzzle", () => {
  const givens = blank.givens.map((_, cell) => (cell === 0 ? 5 : 0));
  const puzzle = { ...blank, givens };
  const played = { ...puzzle, entries: blank.entries.map((_, cell) => (cell === 1 ? 3 : 0)) };
  expect(identityOf(played)).toBe(identityOf(puzzle));
  expect(identityOf(blank)).not.toBe(identityOf(puzzle));
});
