import { expect, test } from "vitest";
import { besideButton } from "./popup";

const room = { width: 360, height: 640 };
const at = (left: number, top: number) => ({ left, top, right: left + 80, bottom: top + 36 });

test("a menu ends where its button ends, below it", () => {
  expect(besideButton(at(260, 100), { width: 248, height: 200 }, room)).toEqual({
    left: 92,
    top: 140,
  });
});

test("it stays in the window on both sides", () => {
  expect(besideButton(at(10, 100), { width: 248, height: 200 }, room).left).toBe(8);
  expect(besideButton(at(300, 100), { width: 248, height: 200 }, room).left).toBe(104);
});

test("where there is no room below it stands above", () => {
  expect(besideButton(at(10, 560), { width: 248, height: 200 }, room).top).toBe(356);
});

test("a menu as high as the window begins at its top", () => {
  expect(besideButton(at(10, 100), { width: 248, height: 900 }, room).top).toBe(8);
});
