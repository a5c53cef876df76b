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

/** Half the frame's stroke stands outside the cells; the labels of rows and columns need more. */
export const FRAME = 2;
export const GUTTER = 24;

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
  /** How much wider lines are than on a cell of 64 pixels; never below 0.72, nor above 1.5. */
  scale: number;
}

/** The measures of a board of `size` by `size` cells, each `cell` pixels wide. */
export function measures(size: number, cell: number): Measures {
  const slots = Math.ceil(Math.sqrt(size));
  const inset = (5 / 64) * cell;
  const slot = (cell - 2 * inset) / slots;
  const scale = Math.max(0.72, Math.min(1.5, cell / 64));
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

/** Where the candidates of a board are drawn, and how big. */
export interface Slots {
  /** The middle of a candidate's place. */
  at(cell: number, digit: number): Point;
  /** The side of a place. */
  side: number;
  /** How high a candidate is, and how high one that takes part in a step. */
  height: number;
  marked: number;
  /** The radius of the ring around a candidate. */
  ring: number;
  /** How far inside the edge of a cell a link runs, clear of all candidates. */
  lane: number;
}

/** Below this a cell shows only the digits of the step that is being explained. */
export const SMALL_CELL = 48;

/**
 * The places of candidates. A small cell has no room for all of them: when a step is shown there,
 * `only` its digits are drawn, larger; and if the slots are too small even for that, its digits
 * share the cell between them.
 */
export function slotsOf(board: Measures, only: readonly number[] | null = null): Slots {
  if (only === null || only.length === 0 || board.cell >= SMALL_CELL) {
    const side = board.slot;
    return places((cell, digit) => slotOf(board, cell, digit), side, 0.61, 0.66, 0.52);
  }
  if (board.slot >= 9) {
    // One above the other they would touch if they filled their slots.
    const stacked = only.some((digit) => only.includes(digit + board.slots));
    const height = stacked ? 0.78 : 0.95;
    const ring = only.length === 1 ? 0.82 : stacked ? 0.5 : 0.56;
    return places((cell, digit) => slotOf(board, cell, digit), board.slot, height, height, ring);
  }
  const across = Math.ceil(Math.sqrt(only.length));
  const shared = { ...board, slots: across, slot: (board.cell - 2 * board.inset) / across };
  // One alone in its cell stays as small as a pencil mark, or it would pass for a digit.
  const [height, marked] = across === 1 ? [0.42, 0.55] : [0.72, 0.72];
  const place = (cell: number, digit: number) =>
    slotOf(shared, cell, Math.max(0, only.indexOf(digit)) + 1);
  return places(place, shared.slot, height, marked, 0.5);

  function places(
    at: Slots["at"],
    side: number,
    height: number,
    marked: number,
    ring: number,
  ): Slots {
    const beside = board.inset + ((1 - height) / 2) * side - 2 * board.scale;
    return {
      at,
      side,
      height: height * side,
      marked: marked * side,
      ring: ring * side,
      lane: Math.max(1.5, Math.min((6.5 / 64) * board.cell, beside)),
    };
  }
}

/** Whether candidates can be read: below ten pixels a slot only the selected cell shows them. */
export function showsCandidates(board: Measures): boolean {
  return board.slot >= 10;
}
