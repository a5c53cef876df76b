import { expect, test } from "vitest";
import { effortOf } from "./rungs";

const use = (technique: string, name: string, count: number) => ({ technique, name, count });
const single = use("naked-single", "Naked Single", 25);
const chain = use("aic", "AIC", 1);
const force = use("brute-force", "Brute Force", 2);

test("brute force is no technique of logic, and never the hardest", () => {
  expect(effortOf({ used: [single, chain, force], hardest: "Brute Force" })).toEqual({
    logic: [single, chain],
    hardest: "AIC",
    lookedUp: 2,
  });
  expect(effortOf({ used: [force], hardest: "Brute Force" }).hardest).toBe(null);
});

test("where logic gets to the end, the library says what was hardest", () => {
  expect(effortOf({ used: [single, chain], hardest: "AIC" })).toEqual({
    logic: [single, chain],
    hardest: "AIC",
    lookedUp: 0,
  });
});
