/**
 * The game: a puzzle, what the player has put on it, and the way back.
 *
 * Every edit makes a new moment and leaves the old ones alone, so undo and redo only
 * move along a line:
 *
 * ```text
 *   o───o───o───●───o       undo ◂ ● ▸ redo; an edit here drops what lies ahead
 * ```
 */
import { computed, shallowReactive } from "vue";
import type { Position } from "../engine/wire";
import { peersOf } from "./peers";
import { CLASSIC, blankPosition } from "./shape";

/** What a player can change. */
export interface Moment {
  /** The clues: those of the puzzle, until the player edits them. */
  givens: number[];
  entries: number[];
  /** Centre marks, or null if there are none yet. */
  marks: number[] | null;
  corners: number[];
  /** Colours of cells, from 1; 0 for none. */
  colours: number[];
}

/** The work of a player that is not part of a position. */
export type Own = Partial<Pick<Moment, "corners" | "colours">>;

export type MarkKind = "corner" | "centre";

export interface Game {
  /** The puzzle itself, with the clues of `now`; what was entered is there. */
  puzzle: Position;
  /** The puzzle's clues before they were edited. */
  clues: number[];
  /** Where it came from. */
  source: string;
  now: Moment;
  past: Moment[];
  future: Moment[];
  /** Goes up with every new puzzle, and is never the same again, not even after a reload. */
  round: number;
}

/** Enough for any game played by hand, and a bound for memory. */
const LONGEST_PAST = 2000;

export const game = shallowReactive<Game>({
  puzzle: blankPosition(CLASSIC),
  clues: blankPosition(CLASSIC).givens,
  source: "",
  now: startOf(blankPosition(CLASSIC)),
  past: [],
  future: [],
  round: 0,
});

/** Whether the clues are not those that the puzzle came with: then it has neither name nor source. */
export const isEdited = computed(() =>
  game.puzzle.givens.some((digit, cell) => digit !== game.clues[cell]),
);

/** Where the puzzle came from, for the line above the verdict. */
export const source = computed(() => (isEdited.value ? "" : game.source));

/** The player's position, as the library takes it. */
export const position = computed<Position>(() => ({
  ...game.puzzle,
  title: isEdited.value ? null : game.puzzle.title,
  entries: game.now.entries,
  marks: game.now.marks,
}));

/** Clues and entries together. */
export const digits = computed(() =>
  game.puzzle.givens.map((given, cell) => given || (game.now.entries[cell] ?? 0)),
);

export const emptyCells = computed(() => digits.value.filter((digit) => digit === 0).length);

/** Puts a puzzle on the table, with what was entered in it already. */
export function load(puzzle: Position, source: string, own: Own = {}) {
  game.puzzle = { ...puzzle, entries: puzzle.givens.map(() => 0), marks: null };
  game.clues = puzzle.givens;
  game.source = source;
  game.now = { ...startOf(puzzle), ...own };
  game.past = [];
  game.future = [];
  game.round = Math.max(Date.now(), game.round + 1);
}

function startOf(puzzle: Position): Moment {
  return {
    givens: puzzle.givens,
    entries: [...puzzle.entries],
    marks: puzzle.marks && [...puzzle.marks],
    corners: puzzle.givens.map(() => 0),
    colours: puzzle.givens.map(() => 0),
  };
}

/** Whether a player has done anything to the bare puzzle. */
export function isTouched({ entries, marks, corners, colours }: Moment): boolean {
  return [entries, marks ?? [], corners, colours].some((list) => list.some(Boolean));
}

/** Makes a new moment the present one. */
export function advance(next: Partial<Moment>) {
  game.past = [...game.past, game.now].slice(-LONGEST_PAST);
  show({ ...game.now, ...next });
  game.future = [];
}

function show(moment: Moment) {
  game.now = moment;
  const { givens } = moment;
  if (givens !== game.puzzle.givens) game.puzzle = { ...game.puzzle, givens };
}

export function undo(): boolean {
  const before = game.past.at(-1);
  if (!before) return false;
  game.future = [game.now, ...game.future];
  game.past = game.past.slice(0, -1);
  show(before);
  return true;
}

export function redo(): boolean {
  const [after, ...rest] = game.future;
  if (!after) return false;
  game.past = [...game.past, game.now];
  game.future = rest;
  show(after);
  return true;
}

/** Back to the bare puzzle; this can be undone, too. */
export function reset() {
  const zeros = game.puzzle.givens.map(() => 0);
  if (isTouched(game.now)) {
    advance({ entries: zeros, marks: null, corners: zeros, colours: zeros });
  }
}

/** What the player wrote becomes the puzzle: for one typed in by hand. */
export function makeClues() {
  const zeros = digits.value.map(() => 0);
  advance({ givens: digits.value, entries: zeros, marks: null, corners: zeros, colours: zeros });
}

/** Writes a clue into cells, or takes it out: if the digit is 0, or all of them hold it already. */
export function enterClues(cells: Iterable<number>, digit: number) {
  const chosen = [...cells];
  const again = chosen.every((cell) => game.puzzle.givens[cell] === digit);
  const clue = again ? 0 : digit;
  const givens = game.puzzle.givens.map((given, cell) => (chosen.includes(cell) ? clue : given));
  // What was entered in a cell gives way to a clue.
  const entries = game.now.entries.map((entry, cell) => (givens[cell] ? 0 : entry));
  if (givens.some((given, cell) => given !== game.puzzle.givens[cell]))
    advance({ givens, entries });
}

/** Writes a digit into cells, or takes it out if all of them hold it already. */
export function enter(cells: Iterable<number>, digit: number, tidyMarks: boolean) {
  const free = [...cells].filter((cell) => !game.puzzle.givens[cell]);
  if (free.length === 0) return;
  const entries = [...game.now.entries];
  const again = free.every((cell) => entries[cell] === digit);
  for (const cell of free) entries[cell] = again ? 0 : digit;
  if (again || !tidyMarks) return advance({ entries });

  const seen = new Set(free.flatMap((cell) => peersOf(game.puzzle.shape, cell)));
  const without = (bits: number, cell: number) =>
    seen.has(cell) ? bits & ~(1 << (digit - 1)) : bits;
  advance({
    entries,
    marks: game.now.marks?.map(without) ?? null,
    corners: game.now.corners.map(without),
  });
}

/** Takes away what stands in cells: the digit if there is one, else the marks, else the colour. */
export function clear(cells: Iterable<number>) {
  const chosen = [...cells];
  const free = chosen.filter((cell) => !game.puzzle.givens[cell]);
  const { entries, marks, corners, colours } = game.now;
  if (free.some((cell) => entries[cell])) {
    advance({ entries: entries.map((digit, cell) => (free.includes(cell) ? 0 : digit)) });
  } else if (free.some((cell) => marks?.[cell] || corners[cell])) {
    const wiped = (bits: number, cell: number) => (free.includes(cell) ? 0 : bits);
    advance({ marks: marks?.map(wiped) ?? null, corners: corners.map(wiped) });
  } else if (chosen.some((cell) => colours[cell])) {
    advance({ colours: colours.map((colour, cell) => (chosen.includes(cell) ? 0 : colour)) });
  }
}

/** Gives cells a colour, clues too, or takes it from them if all of them have it already. */
export function paint(cells: Iterable<number>, colour: number) {
  const chosen = [...cells];
  const colours = [...game.now.colours];
  const again = chosen.every((cell) => colours[cell] === colour);
  for (const cell of chosen) colours[cell] = again ? 0 : colour;
  advance({ colours });
}

/**
 * Pencils a digit into empty cells, or rubs it out if it stands in all of them. Where the
 * player has made no centre marks yet they start from `shown`, the candidates on the screen.
 */
export function mark(
  kind: MarkKind,
  cells: Iterable<number>,
  digit: number,
  shown: number[] | null,
) {
  const free = [...cells].filter((cell) => !digits.value[cell]);
  if (free.length === 0) return;
  const { corners, marks: centre } = game.now;
  const marks = [...(kind === "corner" ? corners : (centre ?? corners.map(() => 0)))];
  if (kind === "centre") for (const cell of free) marks[cell] ||= shown?.[cell] ?? 0;
  const bit = 1 << (digit - 1);
  const again = free.every((cell) => (marks[cell] ?? 0) & bit);
  for (const cell of free) {
    marks[cell] = again ? (marks[cell] ?? 0) & ~bit : (marks[cell] ?? 0) | bit;
  }
  advance(kind === "corner" ? { corners: marks } : { marks });
}

/** Corner marks become centre marks. */
export function cornersToCentre(cells: Iterable<number>) {
  const { corners, marks } = game.now;
  const chosen = new Set(cells);
  if (![...chosen].some((cell) => corners[cell])) return;
  const centre = game.puzzle.givens.map((_, cell) => marks?.[cell] ?? 0);
  for (const cell of chosen) centre[cell] = (centre[cell] ?? 0) | (corners[cell] ?? 0);
  advance({ marks: centre, corners: corners.map((bits, cell) => (chosen.has(cell) ? 0 : bits)) });
}

/** The player's board becomes this position: a step was done, or all of it was solved. */
export function change(next: Position) {
  advance({ entries: next.entries, marks: next.marks });
}
