/**
 * What the page shows of each engine beside its title: a few words about it, the counter that is its
 * step, and its plan in four lines, so that a plan can be followed while a search is played. The
 * numbers beside them are the library's; a test compares the list of engines with the library's.
 */
import type { Stats, TraceEvent } from "../engine/wire";

export interface LaneKind {
  about: string;
  /** The counter that is this engine's measure of work. */
  counter: string;
  unit: string;
  /** The plan, and at which events each line is being followed. */
  plan: { line: string; at: TraceEvent["kind"][] }[];
}

const walk = (last: string): LaneKind["plan"] => [
  { line: "take the first empty cell", at: [] },
  { line: "try the next digit: does it clash?", at: ["try"] },
  { line: "it fits: write it in, go on", at: ["guess"] },
  { line: last, at: ["backtrack"] },
];

const singles = (first: string): LaneKind["plan"] => [
  { line: first, at: ["place", "eliminate"] },
  { line: "nothing left to see? guess", at: ["guess", "split"] },
  { line: "a contradiction? take it back", at: ["backtrack"] },
  { line: "every cell filled: done", at: ["solution"] },
];

export const ENGINES: Record<string, LaneKind> = {
  "generate-and-test": {
    about: "a full copy for every try",
    counter: "tries",
    unit: "tries",
    plan: walk("no digit left: drop the copy"),
  },
  "board-tree": {
    about: "build nine, keep the valid ones",
    counter: "copies",
    unit: "boards",
    plan: walk("no board left: back to the last nine"),
  },
  iterative: {
    about: "one board, walk back",
    counter: "tries",
    unit: "tries",
    plan: walk("no digit left: walk back"),
  },
  "pencil-marks": {
    about: "fewest first, hidden singles, pairs",
    counter: "placements",
    unit: "placements",
    plan: singles("singles, hidden singles, pairs"),
  },
  detour: {
    about: "passes, detours, snapshots",
    counter: "calculations",
    unit: "calculations",
    plan: [
      { line: "one value left? place it", at: ["place"] },
      { line: "detour: drop it from all peers", at: ["detour"] },
      { line: "nothing moved? snapshot, guess", at: ["snapshot", "guess"] },
      { line: "no value left? back to the snapshot", at: ["backtrack"] },
    ],
  },
  "dancing-links": {
    about: "exact cover, fewest rows first",
    counter: "placements",
    unit: "placements",
    plan: singles("a column with one row: take it"),
  },
  csp: {
    about: "singles, then the fewest candidates",
    counter: "placements",
    unit: "placements",
    plan: singles("singles and hidden singles"),
  },
  sat: {
    about: "learns a rule from every dead end",
    counter: "placements",
    unit: "placements",
    plan: singles("what the rules force"),
  },
  fast9: {
    about: "the whole grid in one sweep",
    counter: "nodes",
    unit: "positions",
    plan: singles("sweep the whole grid"),
  },
  auto: {
    about: "picks the engine for the puzzle",
    counter: "nodes",
    unit: "positions",
    plan: singles("look at the puzzle, pick an engine"),
  },
};

/** What is shown of an engine, also of one that is not in the table. */
export function kindOf(engine: string): LaneKind {
  const unknown = { about: "", counter: "nodes", unit: "positions" };
  return ENGINES[engine] ?? { ...unknown, plan: singles("look at the board") };
}

/** How far a lane has come. */
export function stepsOf(engine: string, stats: Stats): number {
  return stats[kindOf(engine).counter] ?? 0;
}

/** The five engines of the origins, which race unless others are chosen. */
export const USUAL = ["generate-and-test", "board-tree", "iterative", "pencil-marks", "detour"];
export const MOST_LANES = 6;
