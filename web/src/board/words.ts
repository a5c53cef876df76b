/** The words of a cell for screen readers: "row 4 column 6, empty, candidates 2 7 9". */
import type { Shape } from "../engine/wire";
import { colourWords } from "./colours";
import { digitsIn } from "./marks";

export interface Spoken {
  shape: Shape;
  givens: number[];
  digits: number[];
  clashing: ReadonlySet<number>;
  colours: number[] | null;
}

export function cellWords(cell: number, board: Spoken, marks: number, corners: number): string {
  const { size, symbols } = board.shape;
  const name = (digit: number) => symbols[digit - 1] ?? String(digit);
  const list = (bits: number) => digitsIn(bits).map(name).join(" ");
  const words = [`row ${Math.floor(cell / size) + 1} column ${(cell % size) + 1}`];
  const digit = board.digits[cell];
  if (digit) {
    words.push(`${name(digit)}${board.givens[cell] ? ", given" : ""}`);
    if (board.clashing.has(cell)) words.push("clashes");
  } else {
    words.push("empty");
    if (marks) words.push(`candidates ${list(marks)}`);
    if (corners) words.push(`corner marks ${list(corners)}`);
  }
  const colour = board.colours?.[cell];
  if (colour) words.push(colourWords(colour));
  return words.join(", ");
}
