import { expect, test } from "vitest";
import { pieces } from "./pieces";

test("the part that could not be read is set apart", () => {
  const found = pieces("12x4", { start: 2, end: 3 });
  expect(found.map(({ text }) => text)).toEqual(["12", "x", "4"]);
  expect(found[1]?.bad).toBe(true);
});

test("a fault behind the end is shown at the last character", () => {
  expect(pieces("123\n", { start: 4, end: 4 }).filter(({ bad }) => bad)).toEqual([
    { text: "3\n", bad: true },
  ]);
  expect(pieces("", { start: 0, end: 0 }).every(({ text }) => text === "")).toBe(true);
});
