/**
 * Where a player's corner marks go: round the edge of the cell in the order of reading,
 * and the centre marks of such a cell in a line across its middle.
 *
 * ```text
 *   1   2 3
 *     457
 *   6   8 9
 * ```
 */
import { type Measures, cornerOf, numeralBox } from "./measures";

export interface Mark {
  key: string;
  digit: number;
  /** Its classes. */
  kind: string;
  box: ReturnType<typeof numeralBox>;
}

/** The corner marks of a cell, and the centre marks that share it with them. */
export function markPlaces(board: Measures, cell: number, corners: number, centre: number): Mark[] {
  const { x, y } = cornerOf(board, cell);
  const outer = digitsIn(corners);
  const inner = digitsIn(centre);
  const cap = Math.max(5, board.cell * 0.17);
  const upper = Math.ceil(outer.length / 2);
  const marks = outer.map((digit, index) => {
    const down = index >= upper;
    const rowLength = down ? outer.length - upper : upper;
    const place = down ? index - upper : index;
    // Two stand in the corners; more share the edge evenly between them.
    const across = rowLength === 1 ? 0 : place / (rowLength - 1);
    const at = {
      x: x + board.cell * (0.16 + 0.68 * across),
      y: y + board.cell * (down ? 0.83 : 0.17),
    };
    return { key: `o${cell}-${digit}`, digit, kind: "cand own", box: numeralBox(at, cap) };
  });
  const pitch = Math.min(cap * 0.85, (board.cell * 0.84) / Math.max(1, inner.length));
  inner.forEach((digit, index) => {
    const across = x + board.cell / 2 + (index - (inner.length - 1) / 2) * pitch;
    const box = numeralBox({ x: across, y: y + board.cell / 2 }, Math.min(cap, pitch / 0.6));
    marks.push({ key: `i${cell}-${digit}`, digit, kind: "cand own", box });
  });
  return marks;
}

/** The digits pencilled in: bit `digit - 1` stands for a digit. */
export function digitsIn(bits: number): number[] {
  const digits = [];
  for (let digit = 1; bits >> (digit - 1) > 0; digit++) {
    if ((bits >> (digit - 1)) & 1) digits.push(digit);
  }
  return digits;
}
