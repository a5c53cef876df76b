import { expect, test } from "vitest";
import { duration, grouped } from "./numbers";

test("thousands are set apart by thin spaces", () => {
  expect(grouped(7)).toBe("7");
  expect(grouped(435)).toBe("435");
  expect(grouped(622577597)).toBe("622\u2009577\u2009597");
});

test("times are short, with their unit", () => {
  expect(duration(1)).toBe("< 0.01 ms");
  expect(duration(34)).toBe("0.03 ms");
  expect(duration(4510)).toBe("4.5 ms");
  expect(duration(812_000)).toBe("812 ms");
  expect(duration(1_830_000)).toBe("1.8 s");
  expect(duration(125_000_000)).toBe("2 min 5 s");
});
