/**
 * The questions of the page and the answers of the library: one JSON object each way.
 *
 * The rules of Sudoku stay in Rust. The page asks and draws the answers; it never works out a
 * candidate, a conflict or a peer that is not in them.
 *
 * The objects are those of `crates/ninefold-workbench/src/wire` and `crates/ninefold-web`. The
 * files in `testdata/wire` hold an example of each; the page's `wire.test.ts` checks them against the
 * types here, and Rust's tests hold the library to the same files.
 *
 * The npm package asks all of this, and more: `objects.ts`.
 *
 * Cells are numbers row by row from 0, digits are numbers from 1 (0 is an empty cell),
 * and marks are bits: bit `digit - 1` is set if the digit is pencilled in.
 */

/** The shape of a board: how big, which houses, what its digits look like. */
export interface Shape {
  size: number;
  /** Rows and columns of a box; null for a jigsaw or a board without boxes. */
  box: [number, number] | null;
  /** The box or region of each cell, or null if there are none. */
  regions: number[] | null;
  variants: string[];
  houses: House[];
  /** What digit 1, 2, … look like. */
  symbols: string[];
}

export interface House {
  /** `row 4`, `box 9`, `diagonal`. */
  name: string;
  kind: "row" | "column" | "box" | "region" | "extra";
  cells: number[];
}

/**
 * Where a player stands. Entries on a board without givens are taken as the puzzle.
 */
export interface Position {
  shape: Shape;
  title: string | null;
  givens: number[];
  /** The player's own digits. */
  entries: number[];
  /** The player's own centre marks (candidates), or null if none were made. */
  marks: number[] | null;
  /** What the puzzle itself allows in each cell, where it is stated by pencil marks. */
  limits?: number[] | null;
}

/** Digits and candidates of a board at one moment. */
export interface Snapshot {
  digits: number[];
  marks: number[];
}

export type CandidateRef = [cell: number, digit: number];

/** A piece of a sentence; cells and digits in it can be lit. */
export type Part =
  | { text: string }
  | { text: string; cells: number[] }
  | { text: string; digits: number[] }
  | { text: string; house: number };

export interface Step {
  /** `x-wing`. */
  technique: string;
  /** `X-Wing`. */
  name: string;
  family: string;
  /** 1 (easy) to 5 (extreme). */
  level: number;
  score: number;
  notation: string;
  /** The five rungs of the ladder: where to look, its name, the cells, why, what to do. */
  nudge: Part[];
  where: Part[];
  why: Part[];
  action: Part[];
  placements: CandidateRef[];
  eliminations: CandidateRef[];
  picture: Picture;
}

export interface Picture {
  /** Indexes into `shape.houses`. */
  houses: number[];
  causes: [at: CandidateRef, role: "cause" | "second" | "fin"][];
  links: { from: CandidateRef[]; to: CandidateRef[]; strong: boolean }[];
}

/** Something wrong on the board, and the cells that show it. */
export interface Problem {
  message: Part[];
  /** Left out if no cell shows it. */
  cells?: number[];
}

/** The counters of the library's `Stats`, by name: nodes, tries, guesses, detours, … */
export type Stats = Record<string, number>;

/** The same, with the time of the search in microseconds. */
export type TimedStats = Stats & { micros: number };

export interface Reading {
  format: string;
  title: string;
  about: string;
  certainty: "sure" | "probable" | "possible";
  /** What the reading assumed, in a sentence each. */
  notes: string[];
}

/** Why a text could not be read, in the library's own words. */
export interface ReadError {
  message: string;
  hint: string | null;
  /** Where in the text, in UTF-16 units as JavaScript counts them. */
  start: number;
  end: number;
  line: number;
  column: number;
}

/** Questions, by name, each with its answer. */
export interface Questions {
  about: {
    ask: Record<string, never>;
    answer: {
      /** The version of these objects, and that of the library. */
      schema: number;
      version: string;
      engines: { name: string; title: string; about: string }[];
      formats: { name: string; title: string; about: string; writes: boolean }[];
    };
  };
  /**
   * Any text a user may paste. `format` or `reading` (its place in `readings`) chooses
   * among the readings, `puzzle` (from 0) among the puzzles of a list.
   */
  read: {
    ask: { text: string; format?: string; reading?: number; puzzle?: number };
    answer:
      | { ok: true; position: Position; reading: number; readings: Reading[]; puzzles: number }
      | { ok: false; error: ReadError; readings: Reading[] };
  };
  /** A board of this shape with nothing on it. */
  blank: { ask: { rows: number; columns: number }; answer: { position: Position } };
  /** For each cell the cells that share a house with it. */
  peers: { ask: { shape: Shape }; answer: { peers: number[][] } };
  write: { ask: { position: Position; format: string }; answer: { text: string } };
  /** Quick: after every edit. `candidates` is what the digits on the board leave over. */
  judge: {
    ask: { position: Position };
    answer: { conflicts: Problem[]; candidates: number[]; complete: boolean };
  };
  /** The engines, plainest first, and why one of them does not take this puzzle. */
  engines: {
    ask: { position: Position };
    answer: { engines: { name: string; title: string; about: string; refuses: string | null }[] };
  };
  solve: {
    ask: { position: Position; engine: string };
    answer: {
      /** `invalid` if givens clash. */
      status: "unique" | "multiple" | "none" | "timeout" | "invalid";
      /** The first solution. */
      solution: number[] | null;
      /** Up to two. */
      solutions: number[][];
      /** The engine and its work; null if none was run. */
      engine: string | null;
      stats: TimedStats | null;
      /** Givens that clash. */
      errors: Problem[];
      /** "Exactly one solution." */
      sentence: string;
      /** Cells in which the two solutions differ. */
      differ: number[];
      /** Where it fails, if a house or cell can be named: "7 has no place in box 9". */
      because: Part[];
    };
  };
  /** The whole path by logic; `boards[k]` is the board before step k, the last one the end. */
  path: {
    ask: { position: Position; without?: string[] };
    answer: {
      mistakes: Problem[];
      steps: Step[];
      boards: Snapshot[];
      solved: boolean;
      /** Whether the puzzle has several solutions. */
      several: boolean;
      hardest: string | null;
      /** How often each technique was used, in order of difficulty. */
      used: { technique: string; name: string; count: number }[];
    };
  };
  /** The next step from the player's own position and marks, mistakes first. */
  hint: {
    ask: { position: Position; without?: string[] };
    answer: { mistakes: Problem[]; step: Step | null; board: Snapshot };
  };
  /** The steps there are at this position, easiest first; `more` if there are too many. */
  steps: {
    ask: { position: Position; without?: string[] };
    answer: { mistakes: Problem[]; steps: Step[]; more: boolean; board: Snapshot };
  };
  /** A step carried out: the position after it. */
  apply: { ask: { position: Position; step: Step }; answer: { position: Position } };
  /** A search that reports while it runs (see `RaceNews`), then its end. */
  race: {
    ask: { position: Position; engine: string };
    answer: { news: RaceNews; verdict: "solved" | "none" };
  };
  /** Some events of a search, played again from the start: the same every time. */
  trace: {
    ask: { position: Position; engine: string; from: number; count: number };
    answer: {
      /** The first of these events; less than was asked for if the search is shorter. */
      from: number;
      /** The board before the first of these events, and how many guesses stand. */
      board: Snapshot;
      depth: number;
      /** The boards saved before guesses (detour), oldest first. */
      snapshots: { cell: number; digit: number; digits: number[] }[];
      /** How often each thing was done before the first of these events. */
      before: TraceCounts;
      events: TraceEvent[];
      /** How deep in guesses the search was, from start to end, in pieces of one length. */
      profile: number[];
      /** All events of the search, or as many as were played if it was cut off. */
      total: number;
      complete: boolean;
      stats: Stats;
    };
  };
}

export interface RaceNews {
  digits: number[];
  depth: number;
  stats: TimedStats;
}

export interface TraceEvent {
  kind:
    | "try"
    | "place"
    | "eliminate"
    | "guess"
    | "split"
    | "backtrack"
    | "detour"
    | "snapshot"
    | "solution";
  cell: number;
  digit: number;
  /** How many guesses stand after it. */
  depth: number;
  /** The cells that are empty again. */
  undone?: number[];
  /** The cells that lose a candidate by a detour. */
  touched?: number[];
}

export interface TraceCounts {
  tries: number;
  placements: number;
  guesses: number;
  backtracks: number;
  detours: number;
  snapshots: number;
}

export type Op = keyof Questions;
export type Ask<O extends Op> = Questions[O]["ask"];
export type Answer<O extends Op> = Questions[O]["answer"];

/**
 * To the worker: once the library, compiled, and questions as JSON `{ op, ask }`. They need not
 * wait until the library is there.
 */
export type ToWorker = { module: WebAssembly.Module } | { id: number; question: string };

/**
 * From the worker. A message is JSON: `{ news }` on the way, then `{ answer }` or `{ fault }`;
 * `died` if the library broke down over the question.
 */
export type FromWorker = { id: number; message: string } | { id: number; died: string };
