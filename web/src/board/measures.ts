/**
 * The measures of a drawn board: where its cells are, and where in a cell each candidate sits.
 *
 * Everything is in pixels from the board's upper left corner. Candidates have fixed slots, k by k
 * in a cell, so that a missing digit leaves a gap that can be seen:
 *
 *     +-----------+
 *     | 1   2   3 |    a cell of 64 pixels: a margin of 5, then
 *     | 4   5   6 |    three slots of 18 each way
 *     | 7   8   9 |
 *     +-----------+
 */

export interface Point {
  x: number;
  y: number;
}

export interface Measures {
  /** Cells in a row. */
  size: number;
  /** The side of a cell. */
  cell: number;
  /** Slots in a row of a cell. */
  slots: number;
  /** The margin between the edge of a cell and its slots. */
  inset: number;
  /** The side of a slot. */
  slot: number;
  /** How much thinner lines are than on a cell of 64 pixels; never below 0.72. */
  scale: number;
}

/** The measures of a board of `size` by `size` cells, each `cell` pixels wide. */
export function measures(size: number, cell: number): Measures {
  const slots = Math.ceil(Math.sqrt(size));
  const inset = (5 / 64) * cell;
  const slot = (cell - 2 * inset) / slots;
  const scale = Math.max(0.72, Math.min(1, cell / 64));
  return { size, cell, slots, inset, slot, scale };
}

/** The widest cell, in whole pixels, with which a board fits into `room` pixels. */
export function cellThatFits(size: number, room: number): number {
  return Math.max(1, Math.floor(room / size));
}

export function rowOf(board: Measures, cell: number): number {
  return Math.floor(cell / board.size);
}

export function columnOf(board: Measures, cell: number): number {
  return cell % board.size;
}

/** The upper left corner of a cell. */
export function cornerOf(board: Measures, cell: number): Point {
  return { x: columnOf(board, cell) * board.cell, y: rowOf(board, cell) * board.cell };
}

/** The middle of a cell. */
export function middleOf(board: Measures, cell: number): Point {
  const { x, y } = cornerOf(board, cell);
  return { x: x + board.cell / 2, y: y + board.cell / 2 };
}

/** The middle of the slot of a candidate. Digits count from 1. */
export function slotOf(board: Measures, cell: number, digit: number): Point {
  const { x, y } = cornerOf(board, cell);
  const across = (digit - 1) % board.slots;
  const down = Math.floor((digit - 1) / board.slots);
  return {
    x: x + board.inset + (across + 0.5) * board.slot,
    y: y + board.inset + (down + 0.5) * board.slot,
  };
}

/** The cell under a point, or null beside the board. */
export function cellAt(board: Measures, { x, y }: Point): number | null {
  const column = Math.floor(x / board.cell);
  const row = Math.floor(y / board.cell);
  const inside = column >= 0 && row >= 0 && column < board.size && row < board.size;
  return inside ? row * board.size + column : null;
}

/** How high a digit is that fills its cell. */
export function digitHeight(board: Measures): number {
  return (board.size >= 16 ? 0.5 : 0.515) * board.cell;
}

/** Where to put a numeral (16 by 24 units with a margin of 2) so that it is `height` high. */
export function numeralBox(middle: Point, height: number) {
  const width = (20 / 24) * height;
  const whole = (28 / 24) * height;
  return { x: middle.x - width / 2, y: middle.y - whole / 2, width, height: whole };
}

/** Whether candidates can be read: below ten pixels a slot only the selected cell shows them. */
export function showsCandidates(board: Measures): boolean {
  return board.slot >= 10;
}
