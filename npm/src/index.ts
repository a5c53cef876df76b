/**
 * Ninefold: a Sudoku workbench. Solve, rate, explain and make puzzles, one or a billion.
 *
 * ```js
 * import { solve } from "ninefold";
 * const { solution } = await solve("12.4 4.21 2143 3412");
 * ```
 *
 * A puzzle is a text in any format and of any size up to 25×25. What comes back is what the program
 * `ninefold` prints with `--json`. Errors are `NinefoldError`s that say where and how to mend it.
 */
import { type Options, call, instanceNow, shown, text, using } from "./client.js";
import { NinefoldError, ParseError } from "./errors.js";
import { CELLS } from "./instance.js";
import type {
  CountSettings,
  Counted,
  Diagnosed,
  GenerateSettings,
  Generated,
  Hint,
  InspectSettings,
  Inspected,
  LogicSettings,
  Path,
  RateSettings,
  Rated,
  SearchSettings,
  Solved,
  Why,
  WhySettings,
} from "./objects.js";

export { type Options, ask, close, ready } from "./client.js";
export { AnswerError, NinefoldError, ParseError, type Place, type Problem } from "./errors.js";
export type * from "./objects.js";
export type { Questions } from "./wire.js";

/**
 * Solves a puzzle, and tells whether that is its only solution.
 *
 * @example
 * const { solution, status } = await solve("12.4 4.21 2143 3412");
 * solution; // "1234432121433412"
 * status; // "unique"
 */
export async function solve(
  puzzle: string,
  options: SearchSettings & Options = {},
): Promise<Solved> {
  return call("solve", { ...options, puzzle: text(puzzle) });
}

/**
 * Counts the solutions of a puzzle, up to `limit` if there is one.
 *
 * Without a limit this may take long: an empty 9×9 board has 6670903752021072936960 solutions.
 *
 * @example
 * (await count(".".repeat(16))).count; // 288
 */
export async function count(
  puzzle: string,
  options: CountSettings & Options = {},
): Promise<Counted> {
  return call("count", { ...options, puzzle: text(puzzle) });
}

/**
 * The next step by logic, from the player's own position.
 *
 * A mistake on the board is an `AnswerError` that says where.
 *
 * @example
 * (await hint("1234341221434.2.")).step.notation; // "Full House: r4c2=3"
 */
export async function hint(puzzle: string, options: LogicSettings & Options = {}): Promise<Hint> {
  return call("hint", { ...options, puzzle: text(puzzle) });
}

/**
 * The way to the solution by logic, as far as logic goes. A step comes with the facts that prove it.
 *
 * @example
 * const { steps, level, score } = await explain("1234 3412 21.. 4...");
 * steps.map((step) => step.technique); // ["full-house", …]
 */
export async function explain(
  puzzle: string,
  options: LogicSettings & Options = {},
): Promise<Path> {
  return call("explain", { ...options, puzzle: text(puzzle) });
}

/**
 * Why a digit must, or cannot, stand in a cell, from the player's own position: the shortest proof first.
 *
 * `r4c7=5` asks why r4c7 is 5, or cannot be. `r4c7<>5` asks why it is not; if it is, the status is
 * `possible`, which gives nothing away, unless `spoil` is set.
 *
 * @example
 * const { status, why } = await why("1234341221434.2.", "r4c2=3");
 * why.text; // "r4c2 must be 3."
 */
export async function why(
  puzzle: string,
  claim: string,
  options: WhySettings & Options = {},
): Promise<Why> {
  return call("why", { ...options, puzzle: text(puzzle), claim });
}

/**
 * How hard a puzzle is, on the scale `hodoku`, `se`, `sukaku` or `look-ahead`.
 *
 * A puzzle without exactly one solution is an `AnswerError`, on most scales.
 *
 * @example
 * const { text, number } = await rate(puzzle);
 * text; // "Hard 578"
 */
export async function rate(puzzle: string, options: RateSettings & Options = {}): Promise<Rated> {
  return call("rate", { ...options, puzzle: text(puzzle) });
}

/**
 * Why a puzzle is broken, and what was probably meant: the proper puzzles that one slip of the hand or the
 * eye, or two, may have changed into this one, the likeliest first.
 *
 * A text is read even if a character is lost, too many or illegible. If it is no puzzle at all, that is a
 * `ParseError`.
 *
 * @example
 * const { sentence, repairs } = await doctor(puzzle);
 * sentence; // "no solution: r1c8=7, r4c7=7, r7c9=8, r8c9=9 and r9c5=7 leave no place for 7 in box 9"
 * repairs[0]?.sentence; // "`7 5` in row 4 one cell to the left: r4c6 7, r4c7 5"
 */
export async function doctor(puzzle: string, options: Options = {}): Promise<Diagnosed> {
  return call("doctor", { ...options, puzzle: text(puzzle) });
}

/**
 * All about a puzzle, for those who make puzzles: how many solutions it has, which candidates occur in one,
 * which clues could be left out, which would make it proper, and more.
 *
 * Up to a million solutions are counted; beyond that, `seed` decides the random probes of an estimate.
 *
 * @example
 * const { minimal, symmetry, redundant } = await inspect(puzzle);
 * symmetry; // "half-turn"
 */
export async function inspect(
  puzzle: string,
  options: InspectSettings & Options = {},
): Promise<Inspected> {
  return call("inspect", { ...options, puzzle: text(puzzle) });
}

/**
 * Makes puzzles with one solution.
 *
 * A puzzle depends on `(seed, index)` and on what was wished for, on nothing else: the same seed makes
 * the same puzzles on every machine, as the program does, and ranges of tries can be made anywhere, in
 * any order. To go on, `start` at one above the last `index`.
 *
 * @example
 * const puzzles = await generate({ n: 10, seed: 7, symmetry: "half-turn" });
 * puzzles[0].puzzle;
 */
export async function generate(options: GenerateSettings & Options = {}): Promise<Generated[]> {
  return call("generate", { ...options, n: options.n ?? 1, seed: options.seed ?? drawn() });
}

/** A seed at random, which a number can hold. */
function drawn(): number {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 11) * 2 ** 32 + low;
}

/** The answers to rows in bulk. */
export interface Bulk {
  /** The first solution of each row, 81 bytes each; zeros if there is none. */
  solutions: Uint8Array;
  /** The number of solutions: 0, 1, 2 for two or more, and -1 for a row that is no puzzle. */
  counts: Int8Array;
}

/** Settings of `solveMany`. */
export interface BulkSettings {
  /**
   * What to do about rows that are no puzzles. `raise`, the default: the first of them throws a
   * `ParseError` with its row. `null`: their solutions are zeros and their counts -1.
   */
  errors?: "raise" | "null";
}

/**
 * Solves many classic 9×9 puzzles at once, 81 bytes each: characters, `1` to `9` and `.` or `0`, or
 * the numbers 0 to 9, 0 for a blank. A row's solution is written as the row is.
 *
 * It works in this thread, without a promise: a worker of your own may call it for its part, since each
 * row is answered by itself, however rows are cut. In browsers, `await ready()` before.
 *
 * @example
 * const puzzles = new TextEncoder().encode(list.join(""));
 * const { solutions, counts } = solveMany(puzzles);
 */
export function solveMany(puzzles: Uint8Array, { errors = "raise" }: BulkSettings = {}): Bulk {
  if (!(puzzles instanceof Uint8Array)) {
    throw new NinefoldError(`expected a Uint8Array of puzzles, found ${shown(puzzles)}`);
  }
  if (errors !== "raise" && errors !== "null") {
    throw new NinefoldError(`expected 'raise' or 'null' as 'errors', found ${shown(errors)}`);
  }
  if (puzzles.length % CELLS !== 0) {
    throw new ParseError(`expected ${CELLS} bytes for each puzzle, found ${puzzles.length} in all`);
  }
  const { solutions, counts, fault } = using(instanceNow(), (library) =>
    library.solveMany(puzzles),
  );
  if (fault && errors === "raise") throw fault;
  return { solutions, counts };
}
