import { expect, test } from "vitest";
import { askLibrary } from "../engine/asked";
import { FIRST, SHELF, firstPosition, patternOf } from "./shelf";
import { SYMBOLS } from "./shape";

const presets = SHELF.flatMap((section) => section.presets);

test("every puzzle on the shelf is a whole board in its own symbols", () => {
  for (const { name, line } of presets) {
    const { size } = patternOf(line);
    expect(line.length, name).toBe(size * size);
    const symbols = SYMBOLS.slice(0, size) + ".";
    expect(
      [...line].every((symbol) => symbols.includes(symbol)),
      name,
    ).toBe(true);
  }
});

test("no two puzzles have the same name", () => {
  expect(new Set(presets.map(({ id }) => id)).size).toBe(presets.length);
});

test("what the shelf says about clues is so", () => {
  for (const { fact, line, name } of presets) {
    const said = /(\d+) clues/.exec(fact)?.[1];
    expect(Number(said), name).toBe(patternOf(line).digits.filter(Boolean).length);
  }
});

test("the first puzzle is what the library reads", async () => {
  const read = await askLibrary("read", { text: FIRST.line, format: "line" });
  if (!read.ok) throw new Error(read.error.message);
  const { limits, ...position } = read.position;
  expect(limits ?? null).toBe(null);
  expect(firstPosition()).toEqual({ ...position, title: FIRST.name });
});
