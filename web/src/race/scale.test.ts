/** Places on a log scale. */
import { expect, test } from "vitest";
import { decadeName, decadesFor, logPlace, timePlace, timeTicks } from "./scale";

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
  expect(timePlace(1_000_000)).toBeCloseTo(timeTicks.find(({ name }) => name === "1 s")!.place);
  expect(timePlace(1e12)).toBe(1);
});
