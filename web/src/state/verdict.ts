/**
 * The verdict on the puzzle: one solution, none or several, and what it cost to know.
 *
 * It is about the clues alone; what the player has entered is held against it. A board
 * without clues is being typed in, so there the entries count as clues. The verdict is
 * that of the `auto` engine; origin 004's engine and the one chosen run beside it on desks of
 * their own, and only so long.
 */
import { computed, ref, shallowReactive, watch } from "vue";
import { Stopped, openDesk } from "../engine/library";
import type { Answer, Position } from "../engine/wire";
import { digits, game } from "./game";
import { say } from "./notices";
import { settings } from "./settings";

export type Solved = Answer<"solve">;

/** What an engine did: its answer, or why there is none. */
export type Run = { answer: Solved } | { because: string } | null;

/** Origin 004's engine, whose numbers always stand in the table. */
export const ORIGIN_ENGINE = "detour";

/** Engines that only stand in the table are given up after this. */
const PATIENCE = 10_000;
/** Before this the page does not show that it is thinking. */
const SLOW = 400;

/**
 * Searches shorter than this, in microseconds, are timed `REPEATS` times, after `WARM_UP` runs that
 * do not count.
 */
const SHORT = 10_000;
const WARM_UP = 3;
const REPEATS = 20;

export const verdict = shallowReactive({
  answer: null as Solved | null,
  runs: {} as Record<string, Run>,
  /** It takes long enough to show that. */
  slow: false,
  stopped: false,
  fault: "",
});

/** Which of several solutions is on the board, or null for the game. */
export const shownSolution = ref<number | null>(null);

/** The one solution, if there is one. */
export const solution = computed(() =>
  verdict.answer?.status === "unique" ? verdict.answer.solution : null,
);

/** Entries that are not those of the solution. */
export const mistakes = computed(() => {
  const right = solution.value;
  if (!right || !hasClues.value) return [];
  return game.now.entries.flatMap((entry, cell) => (entry && entry !== right[cell] ? cell : []));
});

/** Whether there is a puzzle: clues, or pencil marks that state it. */
export const hasClues = computed(() => game.puzzle.givens.some(Boolean) || !!game.puzzle.limits);

/** What is being judged: the clues. */
const puzzle = computed<Position>((before) => {
  const givens = hasClues.value ? game.puzzle.givens : digits.value;
  if (before?.givens === givens && before.shape === game.puzzle.shape) return before;
  return { ...game.puzzle, givens, entries: givens.map(() => 0), marks: null };
});

/** A desk of its own: the verdict waits for no other question. */
const desk = openDesk();
let asking = new AbortController();

/** Stops every search that runs for the verdict. */
export function stopSolving() {
  asking.abort();
}

export function useVerdict() {
  watch([puzzle, () => settings.engine], () => void judgeAnew(), { immediate: true });
  // While a link is being read there is nothing to judge yet, but soon there will be.
  desk.wake();
}

/** Begins again: a new puzzle, another engine, or a second request. */
export async function judgeAnew() {
  asking.abort();
  const mine = (asking = new AbortController());
  const { signal } = mine;
  const position = puzzle.value;
  Object.assign(verdict, { answer: null, runs: {}, slow: false, stopped: false, fault: "" });
  shownSolution.value = null;
  if (!position.givens.some(Boolean) && !position.limits) return;
  const timer = setTimeout(() => mine === asking && (verdict.slow = true), SLOW);
  signal.addEventListener("abort", () => clearTimeout(timer));
  try {
    const answer = await desk.ask("solve", { position, engine: "auto" }, { signal });
    if (mine !== asking) return;
    // The verdict is known; that it is timed again is no reason to offer Stop.
    clearTimeout(timer);
    verdict.slow = false;
    verdict.answer = answer;
    verdict.runs = { auto: { answer } };
    say(answer.sentence);
    const timed = await timeAgain(answer, () =>
      desk.ask("solve", { position, engine: "auto" }, { signal }),
    );
    if (mine !== asking) return;
    verdict.runs = { auto: { answer: timed } };
  } catch (fault) {
    if (mine !== asking) return;
    if (fault instanceof Stopped) verdict.stopped = true;
    else verdict.fault = messageOf(fault);
    return;
  } finally {
    clearTimeout(timer);
    if (mine === asking) verdict.slow = false;
  }
  const others = new Set([ORIGIN_ENGINE, settings.engine].filter((name) => name !== "auto"));
  if (verdict.answer?.errors.length) return;
  await Promise.all([...others].map((engine) => measure(position, engine, mine)));
}

async function measure(position: Position, engine: string, mine: AbortController) {
  const lane = openDesk();
  const late = AbortSignal.timeout(PATIENCE);
  const signal = AbortSignal.any([mine.signal, late]);
  let run: Run;
  try {
    const solve = () => lane.ask("solve", { position, engine }, { signal });
    run = { answer: await timeAgain(await solve(), solve) };
  } catch (fault) {
    run = { because: fault instanceof Stopped ? "stopped" : messageOf(fault) };
  } finally {
    lane.close();
  }
  if (mine === asking) verdict.runs = { ...verdict.runs, [engine]: run };
}

/**
 * A short search is run again, and its mean time without the first runs is shown: a browser
 * needs those to warm up, and its clock is too coarse for one run alone.
 */
async function timeAgain(answer: Solved, solve: () => Promise<Solved>): Promise<Solved> {
  if (!answer.stats || answer.stats.micros > SHORT) return answer;
  for (let run = 0; run < WARM_UP; run++) await solve();
  let sum = 0;
  for (let run = 0; run < REPEATS; run++) sum += (await solve()).stats?.micros ?? 0;
  return { ...answer, stats: { ...answer.stats, micros: sum / REPEATS } };
}

function messageOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault);
}
