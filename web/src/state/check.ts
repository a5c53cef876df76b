/** Whether something from outside (a link, the browser's storage) is a position at all. */
import type { Position, Shape } from "../engine/wire";

/** The largest board the page draws. */
export const LARGEST = 25;

export function isPosition(value: unknown): value is Position {
  if (!isObject(value) || !isShape(value["shape"])) return false;
  const { size } = value["shape"];
  const { title, givens, entries, marks } = value;
  return (
    (title === null || typeof title === "string") &&
    isNumbers(givens, size * size, size) &&
    isNumbers(entries, size * size, size) &&
    (marks === null || isNumbers(marks, size * size, 2 ** size - 1))
  );
}

function isShape(value: unknown): value is Shape {
  if (!isObject(value)) return false;
  const { size, box, regions, variants, houses, symbols } = value;
  if (typeof size !== "number" || !Number.isInteger(size) || size < 1 || size > LARGEST) {
    return false;
  }
  const cells = size * size;
  return (
    (box === null || isNumbers(box, 2, size)) &&
    (regions === null || isNumbers(regions, cells, cells)) &&
    isStrings(variants) &&
    isStrings(symbols) &&
    symbols.length === size &&
    Array.isArray(houses) &&
    houses.every(
      (house) =>
        isObject(house) &&
        typeof house["name"] === "string" &&
        typeof house["kind"] === "string" &&
        isNumbers(house["cells"], null, cells - 1),
    )
  );
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whole numbers from 0 to `most`; `length` of them, unless it is null. */
export function isNumbers(value: unknown, length: number | null, most: number): value is number[] {
  return (
    Array.isArray(value) &&
    (length === null || value.length === length) &&
    value.every((number) => Number.isInteger(number) && number >= 0 && number <= most)
  );
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
