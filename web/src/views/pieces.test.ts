import { expect, test } from "vitest";
import { linesOf, pieces } from "./pieces";

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

test("a text has its lines, and the one at fault a note", () => {
  const error = { start: 5, end: 8, line: 2, hint: "row 2 has 3 cells, the others 4" };
  const lines = linesOf("1...\n..2\n\n....", error);
  expect(lines.map(({ note }) => note)).toEqual([null, error.hint, null, null]);
  expect(lines.map((line) => line.pieces.map(({ text }) => text).join(""))).toEqual([
    "1...",
    "..2",
    "",
    "....",
  ]);
  expect(lines[1]?.pieces).toEqual([{ text: "..2", bad: true }]);
});

test("nothing of a long text is lost", () => {
  const text = "12\n".repeat(3000);
  const lines = linesOf(text, null);
  expect(lines.length).toBeLessThanOrEqual(1001);
  const again = lines.map((line) => line.pieces.map((piece) => piece.text).join("")).join("\n");
  expect(again.trimEnd()).toBe(text.trimEnd());
});
