/** The errors: what is wrong, where, and how to mend it. They are those of the Python package. */

/** Where an error is and how to mend it; what is not known is null. */
export interface Place {
  /** The number of the row in a bulk call, from 0. */
  row?: number | null;
  /** The line in the text, from 1. */
  line?: number | null;
  /** The character in the line or the row, from 1. */
  column?: number | null;
  /** What should stand there. */
  expected?: string | null;
  /** What stands there. */
  found?: string | null;
  /** How to mend it. */
  hint?: string | null;
}

/** Something is wrong with a puzzle, or with what was asked about it. */
export class NinefoldError extends Error {
  override name = "NinefoldError";
  /** The number of the row in a bulk call, from 0, or null. */
  readonly row: number | null;
  /** The line in the text, from 1, or null. */
  readonly line: number | null;
  /** The character in the line or the row, from 1, or null. */
  readonly column: number | null;
  /** What should stand there, or null. */
  readonly expected: string | null;
  /** What stands there, or null. */
  readonly found: string | null;
  /** How to mend it, or null. */
  readonly hint: string | null;

  constructor(message: string, place: Place = {}) {
    super(message);
    this.row = place.row ?? null;
    this.line = place.line ?? null;
    this.column = place.column ?? null;
    this.expected = place.expected ?? null;
    this.found = place.found ?? null;
    this.hint = place.hint ?? null;
  }

  /** The place, the message and the hint. */
  override toString(): string {
    const places = [
      ["row", this.row],
      ["line", this.line],
      ["column", this.column],
    ].filter(([, number]) => number !== null);
    const place = places.map(([name, number]) => `${name} ${number}`).join(", ");
    const text = place ? `${place}: ${this.message}` : this.message;
    return `${this.name}: ${text}${this.hint ? ` (${this.hint})` : ""}`;
  }
}

/** A text or a row is no puzzle. */
export class ParseError extends NinefoldError {
  override name = "ParseError";
}

/** Something wrong on a board, and the cells that show it. */
export interface Problem {
  /** `the 5 in r4c7 is wrong`. */
  message: string;
  /** Left out if no cell shows it. */
  cells?: string[];
  /** The place in a text, from 1; only of a text that is no puzzle. */
  line?: number;
  column?: number;
  /** How to mend such a text. */
  hint?: string;
}

/** A puzzle has no such answer: no rating, or no hint because of a mistake on the board. */
export class AnswerError extends NinefoldError {
  override name = "AnswerError";
  /** What has to be put right first; empty if it is nothing on the board. */
  readonly problems: Problem[];

  constructor(message: string, place: Place = {}, problems: Problem[] = []) {
    super(message, place);
    this.problems = problems;
  }
}
