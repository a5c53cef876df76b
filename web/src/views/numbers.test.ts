import { expect, test } from "vitest";
import { count, duration } from "./numbers";
import { pieces } from "./pieces";

test("thousands are set apart by thin spaces", () => {
  expect(count(7)).toBe("7");
  expect(count(1234567)).toBe("1\u2009234\u2009567");
});

test("a time has two figures and one unit", () => {
  expect(duration(0.001)).toBe("< 0.01 ms");
  expect(duration(0.034)).toBe("0.03 ms");
  expect(duration(4.51)).toBe("4.5 ms");
  expect(duration(127)).toBe("130 ms");
  expect(duration(1234)).toBe("1.2 s");
  expect(duration(61_000)).toBe("61 s");
});

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
