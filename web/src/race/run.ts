/**
 * The race: up to six engines on one puzzle, each at a desk of its own.
 *
 * The clock is each worker's own, so a lane is timed from its start to its end and not
 * by when its news arrive here. Or there is no clock, and all go tick by tick (`ticks.ts`).
 */
import { computed, shallowReactive, shallowRef } from "vue";
import { type Desk, Fault, ask, openDesk } from "../engine/library";
import type { Position, RaceNews } from "../engine/wire";
import { game, position } from "../state/game";
import { say } from "../state/notices";
import { MOST_LANES, USUAL, stepsOf } from "./lanes";
import { duration } from "../ui/numbers";
import { decadesFor } from "./scale";
import { type Ticker, lookAt, tickAt } from "./ticks";

export type LaneState = "ready" | "running" | "solved" | "none" | "cut" | "stopped" | "fault";

export interface Lane {
  engine: string;
  state: LaneState;
  news: RaceNews | null;
  /** How many events were played, where the race goes tick by tick. */
  events: number | null;
  fault: string;
}

export const CLOCKS = [
  { name: "real", title: "Real time" },
  { name: "ticks", title: "Tick by tick" },
] as const;
export type Clock = (typeof CLOCKS)[number]["name"];

export interface EngineChoice {
  name: string;
  title: string;
  about: string;
  refuses: string | null;
}

export const race = shallowReactive({
  lanes: [] as Lane[],
  /** The lane that is looked at closely. */
  closeUp: "detour",
  engines: [] as EngineChoice[],
  chosen: USUAL,
  clock: "real" as Clock,
  /** The puzzle that ran, or is running. */
  puzzle: null as Position | null,
  /** The identity of the puzzle that the engines are lined up for. */
  linedUpFor: "",
});

/** What the puzzle gives: its clues, or what was typed on an empty board. */
export const clues = computed(() => {
  const { givens, limits } = game.puzzle;
  return limits || givens.some(Boolean) ? givens : game.now.entries;
});

/** Which puzzle it is; another one is another race. */
export const identity = computed(() => `${game.round} ${clues.value.join(" ")}`);

const desks = shallowRef<Desk[]>([]);

export const isRunning = computed(() => race.lanes.some((lane) => lane.state === "running"));

/** The engines that will race: those chosen that take this puzzle. */
export const entrants = computed(() => {
  const takes = race.engines.filter((engine) => !engine.refuses).map(({ name }) => name);
  return race.chosen.filter((name) => takes.includes(name)).slice(0, MOST_LANES);
});

/** The title of an engine, which the library gives it. */
export function titleOf(engine: string): string {
  return race.engines.find(({ name }) => name === engine)?.title ?? engine;
}

/** How many decades the picture has. */
export const decades = computed(() => {
  return decadesFor(Math.max(1, ...race.lanes.map(progressOf)));
});

/** How far a lane has come: in steps of its own kind, or in events. */
export function progressOf({ engine, news, events }: Lane): number {
  return events ?? (news ? stepsOf(engine, news.stats) : 0);
}

/** Asks which engines take the puzzle, and lines them up. */
export async function lineUp() {
  const wanted = identity.value;
  const { engines } = await ask("engines", { position: position.value });
  if (wanted !== identity.value) return;
  race.linedUpFor = wanted;
  race.engines = engines;
  stand();
}

/** Everyone at the start. A race that is running is called off. */
export function stand() {
  closeDesks();
  race.puzzle = null;
  race.lanes = entrants.value.map(lane);
  const there = race.lanes.some(({ engine }) => engine === race.closeUp);
  if (!there) race.closeUp = race.lanes.at(-1)?.engine ?? "";
}

const lane = (engine: string): Lane => ({
  engine,
  state: "ready",
  news: null,
  events: null,
  fault: "",
});

/** Another clock is another race. */
export function setClock(clock: Clock) {
  if (race.clock === clock) return;
  race.clock = clock;
  stand();
}

/** Chooses an engine, or leaves it out; more than six do not fit. */
export function choose(name: string, isIn: boolean) {
  const without = race.chosen.filter((other) => other !== name);
  if (isIn && entrants.value.length >= MOST_LANES) return;
  race.chosen = isIn ? [...without, name] : without;
  stand();
}

export function start() {
  stand();
  const puzzle = { ...position.value };
  race.puzzle = puzzle;
  race.lanes = race.lanes.map((lane) => ({ ...lane, state: "running" }));
  const engines = race.lanes.map(({ engine }) => engine);
  void (race.clock === "real" ? open(engines, puzzle) : tick(engines, puzzle));
}

/** One lane a frame: to open a worker takes the page a moment, to open six takes six. */
async function open(engines: string[], puzzle: Position) {
  for (const engine of engines) {
    if (race.puzzle !== puzzle || !isRunning.value) return;
    desks.value = [...desks.value, run(engine, puzzle)];
    await new Promise((next) => setTimeout(next, 16));
  }
}

export function stop() {
  closeDesks();
  race.lanes = race.lanes.map((lane) =>
    lane.state === "running" ? { ...lane, state: "stopped" } : lane,
  );
  say("The race was stopped.");
}

function closeDesks() {
  heard.clear();
  for (const desk of desks.value) desk.close();
  desks.value = [];
}

function run(engine: string, puzzle: Position): Desk {
  const desk = openDesk();
  const isOurs = () => race.puzzle === puzzle;
  const news = (news: RaceNews) => isOurs() && noteNews(engine, news);
  desk.ask("race", { position: puzzle, engine }, { news }).then(
    ({ news, verdict }) => {
      desk.close();
      if (!isOurs()) return;
      change(engine, { news, state: verdict });
      const found = verdict === "solved" ? "solved it" : "proved that there is no solution";
      say(`${titleOf(engine)} ${found} in ${duration(news.stats.micros)}.`);
    },
    (error: unknown) => {
      desk.close();
      // A lane that was stopped shows that already.
      if (isOurs() && error instanceof Fault) {
        change(engine, { state: "fault", fault: error.message });
      }
    },
  );
  return desk;
}

/** All lanes at the same tick, ten times a second; a lane that has ended stays as it is. */
async function tick(engines: string[], puzzle: Position) {
  const tickers = engines.map((engine): Ticker => ({ engine, desk: openDesk(), trace: null }));
  desks.value = tickers.map(({ desk }) => desk as Desk);
  // All workers are there before it begins: one worker a frame, as above.
  const ready = [];
  for (const ticker of tickers) {
    if (race.puzzle !== puzzle || !isRunning.value) return;
    ready.push(laneAt(ticker, puzzle, 0));
    await new Promise((next) => setTimeout(next, 16));
  }
  await Promise.all(ready);
  const begin = performance.now();
  while (race.puzzle === puzzle && isRunning.value) {
    const at = tickAt(performance.now() - begin);
    const running = tickers.filter(({ engine }) =>
      race.lanes.some((lane) => lane.engine === engine && lane.state === "running"),
    );
    const next = await Promise.all(running.map((ticker) => laneAt(ticker, puzzle, at)));
    if (race.puzzle !== puzzle || !isRunning.value) return;
    // Together, so that at any moment all have done as much.
    race.lanes = race.lanes.map((lane) => {
      const place = running.findIndex(({ engine }) => engine === lane.engine);
      return { ...lane, ...next[place] };
    });
    await new Promise((wait) => setTimeout(wait, 100));
  }
}

/** What is new about a lane at a tick. */
async function laneAt(ticker: Ticker, puzzle: Position, at: number): Promise<Partial<Lane>> {
  try {
    const { digits, depth, events, end, stats } = await lookAt(ticker, puzzle, at);
    if (end === "solved") say(`${titleOf(ticker.engine)} solved it by event ${events}.`);
    const news = { digits, depth, stats: { ...stats, micros: 0 } };
    return { news, events, state: end ?? "running" };
  } catch (error) {
    // A lane that was stopped shows that already.
    return error instanceof Fault ? { state: "fault", fault: error.message } : {};
  }
}

/** News of all lanes are shown together, ten times a second. */
const heard = new Map<string, RaceNews>();
let timer: ReturnType<typeof setTimeout> | undefined;

function noteNews(engine: string, news: RaceNews) {
  heard.set(engine, news);
  timer ??= setTimeout(() => {
    timer = undefined;
    race.lanes = race.lanes.map((lane) => {
      const news = lane.state === "running" ? heard.get(lane.engine) : undefined;
      return news ? { ...lane, news } : lane;
    });
    heard.clear();
  }, 100);
}

function change(engine: string, next: Partial<Lane>) {
  race.lanes = race.lanes.map((lane) => (lane.engine === engine ? { ...lane, ...next } : lane));
}

/** What the board of a lane shows: the givens until there is news. */
export function digitsOf(lane: Lane): number[] {
  return lane.news?.digits ?? clues.value;
}
