/** Numbers as they are shown. */
import { expect, test } from "vitest";
import {
  decadeName,
  decadesFor,
  duration,
  grouped,
  logPlace,
  timePlace,
  timeTicks,
} from "./numbers";

test("thousands stand apart", () => {
  expect(grouped(622577597)).toBe("622\u2009577\u2009597");
  expect(grouped(435)).toBe("435");
});

test("times are short", () => {
  expect(duration(0.034)).toBe("0.03 ms");
  expect(duration(4.25)).toBe("4.3 ms");
  expect(duration(812)).toBe("812 ms");
  expect(duration(1830)).toBe("1.8 s");
  expect(duration(125_000)).toBe("2 min 5 s");
});

test("every decade is as long as the next", () => {
  expect(logPlace(0, 6)).toBe(0);
  expect(logPlace(1000, 6)).toBeCloseTo(0.5);
  expect(logPlace(1e9, 6)).toBe(1);
  expect(decadesFor(231)).toBe(6);
  expect(decadesFor(622577597)).toBe(9);
});

test("decades have names", () => {
  expect([0, 3, 6, 8, 9].map(decadeName)).toEqual([
    "1",
    "1\u2009000",
    "1 million",
    "100 million",
    "1 billion",
  ]);
});

test("times have their place between a hundredth of a millisecond and a hundred seconds", () => {
  expect(timePlace(0)).toBe(0);
  expect(timePlace(1000)).toBeCloseTo(timeTicks.find(({ name }) => name === "1 s")!.place);
  expect(timePlace(1e9)).toBe(1);
});
