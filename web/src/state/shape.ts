/** A plain board, for the moment before the library has answered; a test compares the two. */
import type { House, Position, Shape } from "../engine/wire";

/** The usual symbols of digits: 1 to 9, then letters. */
export const SYMBOLS = "123456789ABCDEFGHIJKLMNOP";

/** A board of boxes of `rows` × `columns` cells, with rows, columns and boxes as houses. */
export function plainShape(rows: number, columns: number): Shape {
  const size = rows * columns;
  const all = Array.from({ length: size * size }, (_, cell) => cell);
  const row = (cell: number) => Math.floor(cell / size);
  const column = (cell: number) => cell % size;
  const box = (cell: number) =>
    Math.floor(row(cell) / rows) * rows + Math.floor(column(cell) / columns);
  const houses = (kind: House["kind"], of: (cell: number) => number) =>
    Array.from({ length: size }, (_, index) => ({
      name: `${kind} ${index + 1}`,
      kind,
      cells: all.filter((cell) => of(cell) === index),
    }));
  return {
    size,
    box: [rows, columns],
    regions: all.map(box),
    variants: [],
    houses: [...houses("row", row), ...houses("column", column), ...houses("box", box)],
    symbols: [...SYMBOLS.slice(0, size)],
  };
}

/** A position with nothing on it. */
export function blankPosition(shape: Shape): Position {
  const empty = new Array<number>(shape.size * shape.size).fill(0);
  return { shape, title: null, givens: empty, entries: empty, marks: null };
}

/** `r4c6`, as players write it. */
export function cellName(size: number, cell: number): string {
  return `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
}
