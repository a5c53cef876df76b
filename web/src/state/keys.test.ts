import { expect, test } from "vitest";
import { type Key, actionOf } from "./keys";

const NINE = [..."123456789"];
const SIXTEEN = [..."123456789ABCDEFG"];
const press = (key: string, more: Partial<Key> = {}): Key => ({
  key,
  code: "",
  shift: false,
  command: false,
  alt: false,
  ...more,
});

test("a digit is written, with Shift in a corner, with Ctrl in the centre", () => {
  expect(actionOf(press("5", { code: "Digit5" }), NINE)).toMatchObject({ digit: 5, mode: null });
  expect(actionOf(press("%", { code: "Digit5", shift: true }), NINE)).toMatchObject({
    digit: 5,
    mode: "corner",
  });
  expect(actionOf(press("5", { code: "Digit5", command: true }), NINE)).toMatchObject({
    digit: 5,
    mode: "centre",
  });
});

test("with Ctrl and Shift it is a colour, in colour mode without them, on any board", () => {
  const one = press("!", { code: "Digit1", shift: true, command: true });
  expect(actionOf(one, NINE)).toMatchObject({ digit: 1, mode: "colour" });
  const six = press("6", { code: "Digit6" });
  expect(actionOf(six, [..."1234"], "colour")).toMatchObject({ digit: 6, mode: "colour" });
  expect(actionOf(press("0", { code: "Digit0" }), NINE, "colour")).toEqual({ do: "erase" });
  expect(actionOf(press("v"), NINE)).toEqual({ do: "mode", mode: "colour" });
});

test("the page keys go from box to box, and Tab is left to the browser", () => {
  expect(actionOf(press("PageDown"), NINE)).toEqual({ do: "box", by: 1 });
  expect(actionOf(press("PageUp"), SIXTEEN)).toEqual({ do: "box", by: -1 });
  expect(actionOf(press("Tab"), NINE)).toBeNull();
});

test("letters move on a board of nine and are digits on one of sixteen", () => {
  expect(actionOf(press("d"), NINE)).toEqual({ do: "move", direction: "right", keep: false });
  expect(actionOf(press("d"), SIXTEEN)).toMatchObject({ do: "digit", digit: 13 });
  expect(actionOf(press("h"), SIXTEEN)).toEqual({ do: "move", direction: "left", keep: false });
});

test("letters stand for ten and up where digits are written as numbers", () => {
  const numbers = Array.from({ length: 12 }, (_, index) => String(index + 1));
  expect(actionOf(press("b"), numbers)).toMatchObject({ do: "digit", digit: 11 });
  expect(actionOf(press("x"), numbers)).toEqual({ do: "mode", mode: "corner" });
});

test("zero clears, unless it is a digit of the board", () => {
  expect(actionOf(press("0", { code: "Digit0" }), NINE)).toEqual({ do: "erase" });
  const hexadecimal = [..."0123456789ABCDEF"];
  expect(actionOf(press("0", { code: "Digit0" }), hexadecimal)).toMatchObject({ digit: 1 });
});

test("a digit that the board does not have does nothing", () => {
  expect(actionOf(press("7", { code: "Digit7" }), [..."1234"])).toBeNull();
});

test("undo and redo have all the keys that players try", () => {
  for (const key of [press("z", { command: true }), press("["), press("u")]) {
    expect(actionOf(key, NINE)).toEqual({ do: "undo" });
  }
  const again = [
    press("y", { command: true }),
    press("Z", { command: true, shift: true }),
    press("]"),
  ];
  for (const key of again) expect(actionOf(key, NINE)).toEqual({ do: "redo" });
});

test("arrows move, select with Shift, and look for empty cells with Ctrl", () => {
  expect(actionOf(press("ArrowUp"), NINE)).toMatchObject({ do: "move", keep: false });
  expect(actionOf(press("ArrowUp", { shift: true }), NINE)).toMatchObject({ keep: true });
  expect(actionOf(press("ArrowUp", { command: true }), NINE)).toMatchObject({ do: "nextEmpty" });
});

test("keys with Alt are left to the browser", () => {
  expect(actionOf(press("ArrowLeft", { alt: true }), NINE)).toBeNull();
});
