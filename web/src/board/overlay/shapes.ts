/**
 * The shapes that mean something on a board, as numbers to draw them with.
 *
 *     ring      a candidate that is the cause       strike    a candidate that is removed
 *     diamond   a fin                               square    the second set
 *     disc      a digit that is placed              arc       two equal digits that clash
 */
import type { Measures, Point } from "../measures";
import { columnOf, cornerOf, middleOf, rowOf } from "../measures";

/** A stroke through a candidate from lower left to upper right, longer than the digit. */
export function strike(middle: Point, side: number, only: boolean) {
  const across = (only ? 0.8 : 0.54) * side;
  const up = 0.86 * across;
  return { x1: middle.x - across, y1: middle.y + up, x2: middle.x + across, y2: middle.y - up };
}

/** A diamond around a fin, a little wider than a ring. */
export function diamond({ x, y }: Point, ring: number): string {
  const half = 1.175 * ring;
  return `M${x} ${y - half}L${x + half} ${y}L${x} ${y + half}L${x - half} ${y}Z`;
}

/** A square around a candidate of the second set. */
export function square({ x, y }: Point, ring: number) {
  const side = 2.03 * ring;
  return { x: x - side / 2, y: y - side / 2, width: side, height: side };
}

/** The disc behind a digit that is placed: it fills the cell. */
export function disc(board: Measures, cell: number) {
  const { x, y } = middleOf(board, cell);
  return { cx: x, cy: y, r: (25 / 64) * board.cell };
}

/** The outline of a group of candidates that stand for one: a capsule around their rings. */
export function capsule(places: readonly Point[], ring: number) {
  const room = ring + 3;
  const left = Math.min(...places.map((place) => place.x)) - room;
  const top = Math.min(...places.map((place) => place.y)) - room;
  const right = Math.max(...places.map((place) => place.x)) + room;
  const bottom = Math.max(...places.map((place) => place.y)) + room;
  return { x: left, y: top, width: right - left, height: bottom - top, rx: room };
}

/** An arc between two equal digits, from the edge of one to the edge of the other. */
export function clash(board: Measures, one: number, other: number): { d: string; ends: Point[] } {
  const flat = rowOf(board, one) === rowOf(board, other);
  const reach = (26 / 64) * board.cell;
  const from = middleOf(board, one);
  const to = middleOf(board, other);
  const shift = (point: Point, by: number): Point =>
    flat ? { x: point.x, y: point.y - by } : { x: point.x - by, y: point.y };
  const ends = [shift(from, reach), shift(to, reach)];
  const bend = shift({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, reach + 0.6 * board.cell);
  const [start, end] = ends as [Point, Point];
  return { d: `M${start.x} ${start.y}Q${bend.x} ${bend.y} ${end.x} ${end.y}`, ends };
}

/**
 * The outline of any set of cells, a little inside of it: a box, a row, a region of any shape.
 * Each cell draws the sides on which it has no neighbour in the set; where the outline turns
 * inward, its sides reach over the edge to meet.
 */
export function outline(board: Measures, cells: readonly number[], inside = 2.5): string {
  const within = new Set(cells);
  const { size, cell: side } = board;
  const has = (row: number, column: number) =>
    row >= 0 && column >= 0 && row < size && column < size && within.has(row * size + column);
  const parts: string[] = [];
  for (const cell of cells) {
    const row = rowOf(board, cell);
    const column = columnOf(board, cell);
    const { x, y } = cornerOf(board, cell);
    for (const [down, right] of [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ] as const) {
      if (has(row + down, column + right)) continue;
      // Along the side, each end stops short at a corner and reaches over where it turns inward.
      const end = (way: -1 | 1): number => {
        const [along, across] = right === 0 ? [0, way] : [way, 0];
        if (!has(row + along, column + across)) return -inside;
        return has(row + along + down, column + across + right) ? inside : 0;
      };
      const start = end(-1);
      const finish = end(1);
      if (right === 0) {
        const level = down < 0 ? y + inside : y + side - inside;
        parts.push(`M${x - start} ${level}H${x + side + finish}`);
      } else {
        const level = right < 0 ? x + inside : x + side - inside;
        parts.push(`M${level} ${y - start}V${y + side + finish}`);
      }
    }
  }
  return parts.join("");
}

/** The smallest rectangle around the cells if they fill it: rows, columns and most boxes. */
export function rectangle(board: Measures, cells: readonly number[], inside = 2.5) {
  if (cells.length === 0) return null;
  const rows = cells.map((cell) => rowOf(board, cell));
  const columns = cells.map((cell) => columnOf(board, cell));
  const top = Math.min(...rows);
  const left = Math.min(...columns);
  const height = Math.max(...rows) - top + 1;
  const width = Math.max(...columns) - left + 1;
  if (width * height !== new Set(cells).size) return null;
  return {
    x: left * board.cell + inside,
    y: top * board.cell + inside,
    width: width * board.cell - 2 * inside,
    height: height * board.cell - 2 * inside,
  };
}
