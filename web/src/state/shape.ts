/** Boards before the library has answered, and the names of cells. */
import blank from "../../../testdata/wire/blank.json";
import type { Position, Shape } from "../engine/wire";

/** The usual symbols of digits: 1 to 9, then letters. */
export const SYMBOLS = "123456789ABCDEFGHIJKLMNOP";

/**
 * The classic board as the library describes it: its answer in `testdata/wire`, whose files are
 * checked against the types by `wire.test.ts`.
 */
export const CLASSIC = blank.answer.position.shape as unknown as Shape;

/** A position with nothing on it. */
export function blankPosition(shape: Shape): Position {
  const empty = new Array<number>(shape.size * shape.size).fill(0);
  return { shape, title: null, givens: empty, entries: empty, marks: null };
}

/** `r4c6`, as players write it. */
export function cellName(size: number, cell: number): string {
  return `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
}
