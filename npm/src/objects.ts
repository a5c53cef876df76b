/**
 * What the functions of the package ask and what they return: the objects of `ninefold … --json`, which
 * name cells and houses as players do.
 *
 * They are built by `crates/ninefold-workbench/src/wire` and `crates/ninefold-web/src/package.rs`. The
 * files in `testdata/wire/package` hold examples; the tests check them against the types here, and
 * Rust's tests hold the library to the same files. The page's objects, by numbers, are in `wire.ts`.
 */
import type { Problem } from "./errors.js";
import type { TimedStats } from "./wire.js";

/** What every object about a puzzle begins with. */
export interface About {
  /** The board in words, unless it is the usual one of its size: `9x9 with diagonals`. */
  board?: string;
  /** The givens as a line: `53..7....6..`. */
  puzzle: string;
  /** What is odd about the text; left out if nothing is. */
  warnings?: string[];
}

/** What a search found. */
export interface Searched extends About {
  /** The verdict; `invalid` if givens clash, `timeout` if the engine gave up. */
  status: "unique" | "multiple" | "none" | "invalid" | "timeout";
  /** The engine that did the work; null if none was run. */
  engine: string | null;
  /** Its counters, such as `guesses`, and `micros`, the time in microseconds; null likewise. */
  stats: TimedStats | null;
  /** What is wrong, if the puzzle has no solution and the reason can be seen. */
  errors: Problem[];
}

/** A solved puzzle. */
export interface Solved extends Searched {
  /** The only solution, or the first of several; null if there is none. */
  solution: string | null;
  /** All that were looked for: up to two. */
  solutions: string[];
}

/** Counted solutions. */
export interface Counted extends Searched {
  /** The number of solutions, up to the limit. */
  count: number;
  /** Whether that is all of them. */
  exact: boolean;
  /** None is kept; there are these two fields where givens clash. */
  solution?: null;
  /** None is kept. */
  solutions?: [];
}

/** A step of logic: what is placed or rubbed out, and why. */
export interface Step {
  /** `x-wing`. */
  technique: string;
  /** `X-Wing`. */
  name: string;
  /** The step on a line, in the players' notation. */
  notation: string;
  /** Why it holds, in sentences. */
  text: string;
  /** The digits to write in: `r4c7=5`. */
  placements: string[];
  /** The marks to rub out: `r4c7<>5`. */
  eliminations: string[];
  /** The facts that prove it. */
  facts: Fact[];
  /** What a drawn board shows of it. */
  picture: Picture;
}

/** A fact that a step rests on. */
export type Fact =
  | { cell: string }
  | { house: { name: string; digit: number } }
  | { deadly: [cell: string, digit: number, digit: number][] }
  | { lemma: { given: Literals; follows: Literals; facts: Fact[] } }
  | { counting: { truths: [Fact, number][]; covers: [Fact, number][] } };

/** Candidates that hold, and candidates that do not. */
export interface Literals {
  placements?: string[];
  eliminations?: string[];
}

/** What a drawn board shows of a step. */
export interface Picture {
  /** `row 4`, `box 9`. */
  houses: string[];
  /** The candidates that matter, and what for. */
  causes: [candidate: string, role: "cause" | "second" | "fin"][];
  /** How candidates are tied to each other. */
  links: { from: string[]; to: string[]; strong: boolean }[];
}

/** A position in Ninefold's own JSON format: every function reads it, as text. */
export type PositionJson = Record<string, unknown>;

/** The next step. */
export interface Hint extends About {
  /** `hint` if there is a step; else the board is `solved`, or logic is `stuck`. */
  status: "hint" | "solved" | "stuck";
  step: Step | null;
  errors: [];
}

/** The way to the solution by logic. */
export interface Path extends About {
  /** `stuck` if logic does not lead to the end, or only with guesses. */
  status: "solved" | "stuck";
  kind: "path";
  /** Where it begins. */
  start: PositionJson;
  steps: Step[];
  /** HoDoKu's level and score of these steps. */
  level: string;
  score: number;
  /** The hardest technique of the path, such as `x-wing`; null without a step. */
  hardest: string | null;
  /** The number of digits that were looked up in the solution, where logic was at its end. */
  guesses: number;
  errors: [];
}

/** Why a digit must, or cannot, stand in a cell. */
export interface Why extends About {
  /** As in `why`. */
  status: WhyReply["status"];
  why: WhyReply;
  errors: [];
}

/** What is known about a candidate. */
export interface WhyReply {
  /** `r4c7=5`. */
  candidate: string;
  /** `open` if it can be either way, `possible` if nothing is given away. */
  status: "must" | "cannot" | "open" | "possible" | "none" | "timeout";
  /** The same in a sentence. */
  text: string;
  /** Each kind of proof that was found, the one to show first. */
  proofs: Proof[];
  /** A solution with the digit and one without it, if it is open and `spoil` is set. */
  solutions?: { with: string; without: string };
}

/** The steps that lead to a conclusion, or suppositions that lead nowhere. */
export interface Proof {
  kind: "slice" | "suppose";
  /** The number of its steps, or lines. */
  length: number;
  /** Whether the checker accepts it. */
  checked: boolean;
  /** In a `slice`. */
  steps?: Step[];
  /** In `suppose`. */
  suppositions?: Supposition[];
  /** The fact with one possibility left once the suppositions are out. */
  rest?: Fact;
}

/** A digit that is supposed to stand in a cell, and how that breaks down. */
export interface Supposition {
  supposed: string;
  lines: SupposedLine[];
  /** The fact that no possibility is left for. */
  broken: Fact;
  /** The same in a sentence. */
  text: string;
  /** The facts that prove it wrong. */
  facts: Fact[];
}

/** What follows in a supposition. */
export interface SupposedLine {
  /** `r4c7=5`, or `r4c7<>5`. */
  follows: string;
  holds: boolean;
  /** What it follows by: a fact, or a supposition of its own. */
  fact?: Fact;
  supposition?: Supposition;
  /** The lines that it rests on, counted from 1. */
  needs: number[];
  /** The same in a sentence. */
  text: string;
}

/** The rating of a puzzle on one scale. */
export interface Rating {
  /** The program and version whose rating this is. */
  version: string;
  /** The hardest step; null if there is no step. */
  hardest: HardestStep | null;
  /** The values by name: `level` and `score`; `er`, `ep` and `ed`; `rating`, `tier` and so on. */
  [value: string]: unknown;
}

/** The hardest step of a rated path. */
export interface HardestStep {
  /** What the scale calls it. */
  technique: string;
  value: number | string | boolean;
  /** Its number in the path, from 1. */
  at: number;
  /** The number of steps of the path. */
  of: number;
  /** The board before it and the step, where the scale takes steps of logic. */
  start?: PositionJson;
  step?: Step;
}

/** How hard a puzzle is. */
export interface Rated extends About {
  status: "unique" | "multiple";
  /** What players exchange: `Hard 578`, `6.6/1.2/1.2`. */
  text: string;
  /** The one number that stands for it: 578, 6.6. */
  number: number | null;
  /** The rating in full, by its scale. */
  ratings: Record<string, Rating>;
  errors: [];
}

/** What is wrong with a puzzle, and what was probably meant. */
export interface Diagnosed extends Partial<About> {
  /** The verdict; `invalid` if givens clash, or if the text is only almost a puzzle. */
  status: Searched["status"];
  /** What is wrong. */
  sentence: string;
  /** A few givens that cannot stand together, if there is no solution, and why. */
  conflict: { givens: string[]; sentence: string; steps: string[] } | null;
  /** The number of solutions, if there are several; whether there may be more. */
  solutions: { count: number; at_least: boolean } | null;
  /** The cells in which solutions differ. */
  differ: string[];
  /** Clues that make the puzzle proper, each way as a list. */
  additions: string[][];
  /** The puzzles that were probably meant, the likeliest first. */
  repairs: Repair[];
  /** Whether every grid within one slip was tried. */
  complete: boolean;
  /** What is wrong, and where: givens that clash, a player's mistakes, or the text. */
  errors: Problem[];
}

/** A puzzle that was probably meant. */
export interface Repair {
  /** As a line. */
  puzzle: string;
  /** The kind of slip, such as `shifted`; of two, with a plus between. */
  class: string;
  /** What is different. */
  sentence: string;
  /** Cell by cell; null stands for a blank. */
  changes: { cell: string; from: string | null; to: string | null }[];
  weight: number;
  /** The weight as a part of all weights. */
  share: number;
}

/** All about a puzzle. There is no card if givens clash. */
export interface Inspected extends About, Partial<Card> {
  status: Searched["status"];
  errors: Problem[];
}

/** What the meters say about a puzzle. */
export interface Card {
  /** Counted up to a million; `exact` says whether these are all. */
  solutions: { count: number; exact: boolean; estimate?: Estimate };
  /** The only solution; null if there is none or several. */
  solution: string | null;
  /** The number of clues. */
  clues: number;
  /** Whether there is one solution and each clue is needed; null if that is not known. */
  minimal: boolean | null;
  /** The digits of each cell that occur in some solution. */
  candidates: number[][];
  /** How many more candidates there are of which it is not known whether they occur. */
  unknown: number;
  /** The cells in which solutions differ. */
  differing: string[];
  /** The clues of which each alone could be left out. */
  redundant: Clues;
  /** Clues that can be left out together: the most that were found. */
  spare: string[];
  /** The clues of which each alone would make the puzzle proper. */
  completing: Clues;
  /** Clues that together make it proper, if it needs more than one. */
  enough: string[] | null;
  /** How the clues lie. */
  symmetry: Exclude<Symmetry, "any">;
  /** The smallest isomorph; null if there is none within the limits. */
  canonical: string | null;
  /** The same for all isomorphs: 32 hexadecimal digits. */
  id: string | null;
  /** A text if it is beyond what a number holds. */
  automorphisms: number | string | null;
  /** The fewest digits after which singles solve the rest; null if there is not one solution. */
  backdoor: { at_least: number; digits: string[] | null } | null;
}

/** Clues that a meter found. */
export interface Clues {
  /** `r4c7=5`. */
  clues: string[];
  /** Whether there are no others; if not, it is not known within the limits. */
  complete: boolean;
}

/** An estimated number of solutions. */
export interface Estimate {
  /** Null if it is beyond what a number holds; so are `low` and `high`. */
  value: number | null;
  /** The interval of 95 %. */
  low: number | null;
  high: number | null;
  /** The logarithm of the value to base 10; null if no probe found a solution. */
  log10: number | null;
  /** Whether the solutions were so few that they were counted. */
  exact: boolean;
  /** The number of random probes, and the seed that decides them. */
  probes: number;
  seed: number;
}

/** A puzzle that was made. */
export interface Generated {
  /** The board in words, unless it is the usual one of its size. */
  board?: string;
  puzzle: string;
  solution: string;
  seed: number;
  /** The number of the try that made it. */
  index: number;
  /** The number of its clues. */
  clues: number;
  /** How its clues lie. */
  symmetry?: string;
  /** The ratings that were wished for, by their scales. */
  ratings?: Record<string, Rating>;
}

/** A number, or the least and the most. */
export type Bounds = number | readonly [least: number, most: number];

/** HoDoKu's levels. */
export type Level = "easy" | "medium" | "hard" | "unfair" | "extreme";

/** How clues may lie. */
export type Symmetry =
  | "none"
  | "half-turn"
  | "quarter-turn"
  | "vertical"
  | "horizontal"
  | "diagonal"
  | "anti-diagonal"
  | "two-mirrors"
  | "two-diagonals"
  | "full"
  | "any";

/** The scales of difficulty. */
export type Scale = "hodoku" | "se" | "sukaku" | "look-ahead";

/** Settings of a search. */
export interface SearchSettings {
  /** The engine by its name, such as `csp` or `sat`; `auto` if none is named. */
  engine?: string;
}

/** Settings of `count`. */
export interface CountSettings extends SearchSettings {
  /** The number to stop at; without one all are counted, however long it takes. */
  limit?: number;
}

/** Settings of `hint` and `explain`. */
export interface LogicSettings {
  /** Techniques to do without: `["x-wing"]`. */
  without?: readonly string[];
}

/** Settings of `why`. */
export interface WhySettings extends LogicSettings {
  /** Also say that a digit is right, and show solutions. */
  spoil?: boolean;
}

/** Settings of `rate`. */
export interface RateSettings {
  /** The scale; `hodoku` if none is named. */
  scale?: Scale;
}

/** Settings of `inspect`. */
export interface InspectSettings {
  /** The seed of estimates, 0 if it is not given. */
  seed?: number;
}

/** Settings of `generate`. */
export interface GenerateSettings {
  /** The number of puzzles, 1 if it is not given. */
  n?: number;
  /** The seed that decides all puzzles; drawn at random if it is not given. */
  seed?: number;
  /** The number of the first try, 0 if it is not given. */
  start?: number;
  /** The most tries. Without it, a kind of puzzle that does not exist is looked for without end. */
  tries?: number;
  /** A board of so many rows, 9 if it is not given; up to 25, but large ones take long. */
  size?: number;
  /** The number of clues; puzzles need not be minimal then. */
  clues?: Bounds;
  /** Whether every clue is needed: by default if `clues` is not given. */
  minimal?: boolean;
  /** How the clues lie; `none` if it is not given. */
  symmetry?: Symmetry;
  /** HoDoKu's level. */
  level?: Level;
  /** HoDoKu's score. */
  score?: Bounds;
  /** Sudoku Explainer's rating, such as `[4.5, 6.6]`. */
  er?: Bounds;
}

/** Every function that asks the library: what it sends, and what comes back. */
export interface Functions {
  solve: { ask: { puzzle: string } & SearchSettings; answer: Solved };
  count: { ask: { puzzle: string } & CountSettings; answer: Counted };
  hint: { ask: { puzzle: string } & LogicSettings; answer: Hint };
  explain: { ask: { puzzle: string } & LogicSettings; answer: Path };
  why: { ask: { puzzle: string; claim: string } & WhySettings; answer: Why };
  rate: { ask: { puzzle: string } & RateSettings; answer: Rated };
  doctor: { ask: { puzzle: string }; answer: Diagnosed };
  inspect: { ask: { puzzle: string } & InspectSettings; answer: Inspected };
  generate: { ask: GenerateSettings & { n: number; seed: number }; answer: Generated[] };
}

/** Why there is no answer. */
export interface Trouble {
  kind: "parse" | "answer" | "usage";
  message: string;
  line?: number;
  column?: number;
  expected?: string;
  found?: string;
  hint?: string;
  problems?: Problem[];
}

/** What the library sends back. */
export type Outcome<T> = { value: T } | { error: Trouble };
