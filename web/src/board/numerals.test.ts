import { describe, expect, test } from "vitest";
import { strokesOf } from "./numerals";

describe("numerals", () => {
  test("every figure and every letter has a drawing of its own", () => {
    const symbols = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
    const drawings = symbols.map((symbol) => JSON.stringify(strokesOf(symbol)));
    expect(new Set(drawings).size).toBe(symbols.length);
    expect(drawings).not.toContain(JSON.stringify(strokesOf("*")));
  });

  test("a small letter is drawn like its capital, two figures side by side", () => {
    expect(strokesOf("q")).toEqual(strokesOf("Q"));
    expect(strokesOf("25").map(({ path }) => path)).toEqual(
      [...strokesOf("2"), ...strokesOf("5")].map(({ path }) => path),
    );
  });
});
