import { expect, test } from "vitest";
import { ownOf, positionOf, readFragment, writeFragment } from "./link";
import { blankPosition } from "./shape";
import { FOUR } from "./testing";

const PUZZLE = "1..........2....";
const cells = (set: Record<number, number>) =>
  Array.from({ length: 16 }, (_, cell) => set[cell] ?? 0);
const LINK = {
  text: PUZZLE,
  format: "line" as const,
  entries: cells({ 1: 2, 3: 4 }),
  marks: cells({ 5: 0b1010 }),
  corners: cells({ 2: 0b1 }),
  colours: cells({ 0: 3, 7: 6 }),
  tab: "explain" as const,
  step: 16,
};

test("a link says puzzle, entries, marks, tab and step, and is read back", () => {
  const link = readFragment(`#${writeFragment(LINK)}`);
  expect(link).toMatchObject({ text: PUZZLE, tab: "explain", step: 16, damaged: false });
  const read = blankPosition(FOUR);
  const position = link && positionOf(link, read);
  expect(position?.entries).toEqual(LINK.entries);
  expect(position?.marks).toEqual(LINK.marks);
  expect(link && ownOf(link, read)).toEqual({ corners: LINK.corners, colours: LINK.colours });
});

test("text of any kind survives in a link", () => {
  const text = '{"title":"Größe 4 × 4","cells":[1,2]}';
  const link = readFragment(writeFragment({ ...LINK, text, format: "json" }));
  expect(link).toMatchObject({ text, format: "json", damaged: false });
});

test("a link that lost its end is noticed, wherever it was cut", () => {
  const whole = writeFragment(LINK);
  const puzzle = `p=${PUZZLE}`;
  // Within the puzzle the library notices, and right behind it nothing but the puzzle is said.
  for (let end = `${puzzle}&z=`.length; end < whole.length; end++) {
    expect(readFragment(whole.slice(0, end))?.damaged, whole.slice(0, end)).toBe(true);
  }
  expect(readFragment(puzzle)?.damaged).toBe(false);
});

test("a link written by hand needs no check", () => {
  expect(readFragment("#p=12..&t=race")).toMatchObject({
    text: "12..",
    tab: "race",
    damaged: false,
  });
});

test("rubbish behind the # is not a link, or one to the start", () => {
  expect(readFragment("#")).toBeNull();
  expect(readFragment("#about")).toBeNull();
  expect(readFragment("#p=1&t=nowhere&s=-7&c=!!")).toMatchObject({
    tab: "solve",
    step: 0,
    marks: null,
  });
  expect(readFragment("#j=%%%")?.text).toBe("");
});

test("entries and marks that do not fit the board are left out", () => {
  const link = readFragment("#p=1...&e=99&c=zz.zz");
  const read = blankPosition(FOUR);
  expect(link && positionOf(link, read)).toMatchObject({ entries: read.entries, marks: null });
});
