/** A text in pieces, so that the part that could not be read can be underlined. */
import type { ReadError } from "../engine/wire";

/** As much of a text as is shown: more than any one puzzle, less than slows a browser down. */
export const SHOWN = 20_000;

export interface Piece {
  text: string;
  bad: boolean;
}

export function pieces(text: string, error: Pick<ReadError, "start" | "end"> | null): Piece[] {
  if (!error || error.start >= text.length) {
    // Something is missing at the end: the last character shows where.
    const cut = error ? Math.max(0, text.trimEnd().length - 1) : text.length;
    return [
      { text: text.slice(0, cut), bad: false },
      { text: text.slice(cut), bad: error !== null },
    ];
  }
  const end = Math.max(error.start + 1, error.end);
  return [
    { text: text.slice(0, error.start), bad: false },
    { text: text.slice(error.start, end), bad: true },
    { text: text.slice(end), bad: false },
  ];
}
