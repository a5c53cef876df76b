/** A text in lines and pieces, so that what could not be read can be found and underlined. */
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

export interface Line {
  pieces: Piece[];
  /** The library's message, if it is the line at fault. */
  note: string | null;
}

/** Lines that are numbered; a longer text goes on without numbers, in one piece. */
const NUMBERED = 1000;

/** The lines of a text, with what is wrong in one of them. */
export function linesOf(
  text: string,
  error: Pick<ReadError, "start" | "end" | "line" | "hint"> | null,
): Line[] {
  const lines: Line[] = [{ pieces: [], note: null }];
  for (const { text: whole, bad } of pieces(text, error)) {
    const room = NUMBERED - lines.length;
    const parts = whole.split("\n");
    const split = [...parts.slice(0, room), ...[parts.slice(room).join("\n")].filter(Boolean)];
    split.forEach((part, index) => {
      if (index > 0) lines.push({ pieces: [], note: null });
      if (part) lines.at(-1)?.pieces.push({ text: part, bad });
    });
  }
  const fault = error && lines[error.line - 1];
  if (fault) fault.note = error.hint ?? "";
  return lines;
}
