import { describe, expect, test } from "vitest";
import { measures } from "../measures";
import { capsule, clash, disc, outline, rectangle, strike } from "./shapes";

const board = measures(9, 64);
const row = (number: number) => Array.from({ length: 9 }, (_, column) => (number - 1) * 9 + column);

describe("shapes", () => {
  test("a strike is longer than the digit and rises to the right", () => {
    const line = strike({ x: 32, y: 32 }, 18, false);
    expect(line.x2 - line.x1).toBeCloseTo(19.44);
    expect(line.y1 - line.y2).toBeCloseTo(16.72, 1);
  });

  test("the disc of a placement fills its cell", () => {
    expect(disc(board, 0)).toEqual({ cx: 32, cy: 32, r: 25 });
  });

  test("a row is a rectangle, a bent region is not", () => {
    expect(rectangle(board, row(3))).toEqual({ x: 2.5, y: 130.5, width: 571, height: 59 });
    expect(rectangle(board, [0, 1, 9])).toBeNull();
    expect(rectangle(board, [])).toBeNull();
  });

  test("the outline of one cell has four sides", () => {
    expect(outline(board, [0])).toBe("M2.5 2.5H61.5M2.5 61.5H61.5M2.5 2.5V61.5M61.5 2.5V61.5");
  });

  test("where a region turns inward its sides meet", () => {
    // r1c1, r1c2 and r2c1: the inner corner is at the lower right of r1c1.
    const path = outline(board, [0, 1, 9]);
    expect(path).toContain("M61.5 61.5H125.5");
    expect(path).toContain("M61.5 61.5V125.5");
  });

  test("a clash in a row bends over it, with a dot at each digit", () => {
    const { d, ends } = clash(board, 6, 8);
    expect(ends).toEqual([
      { x: 416, y: 6 },
      { x: 544, y: 6 },
    ]);
    expect(d.startsWith("M416 6Q480 ")).toBe(true);
  });

  test("a capsule holds the rings of its candidates", () => {
    const { x, width, height } = capsule(
      [
        { x: 20, y: 20 },
        { x: 84, y: 20 },
      ],
      9,
    );
    expect([x, width, height]).toEqual([8, 88, 24]);
  });
});
