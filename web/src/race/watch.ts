/**
 * One engine's search, watched: played, paused, stepped and scrubbed.
 *
 * The library plays a search again from its start and sends a stretch of it; a
 * stretch is enough to go back and forth in, and when the end of it comes near the next
 * one is asked for.
 *
 * ```text
 *   0 ────────┃═══════════●═════════════┃──────────── total
 *             └ the stretch at hand     └ ask for the next before it is reached
 * ```
 */
import { computed, shallowReactive } from "vue";
import { Stopped, openDesk } from "../engine/library";
import { position } from "../state/game";
import { type Frame, type Trace, covers, frameAfter, frameAt } from "./replay";

/** Events in a stretch, and how many of them lie before the place that was asked for. */
const STRETCH = 2400;
const BEHIND = 600;

/** Milliseconds from one picture to the next, at least, while a search is played. */
const PICTURE = 50;

/** Events a second. */
export const SPEEDS = [2, 8, 30, 120, 1000, 10_000] as const;

export const watched = shallowReactive({
  engine: "",
  trace: null as Trace | null,
  /** How deep the search was, from its start to its end. */
  profile: [] as number[],
  /** How many events have been played. */
  at: 0,
  playing: false,
  speed: 8 as number,
  fault: "",
});

const desk = openDesk();

export const total = computed(() => watched.trace?.total ?? 0);

/** Whether the engine reports placements at all; one that works on the whole grid does not. */
export const isShown = computed(() => (watched.trace?.stats["placements"] ?? 0) > 0);

/** The picture that was shown last, and of what. */
let shown: { trace: Trace; at: number; frame: Frame } | null = null;

export const frame = computed<Frame | null>(() => {
  const { trace, at } = watched;
  // While a stretch is on its way the last picture stays.
  if (trace && covers(trace, at)) {
    const goesOn = shown?.trace === trace && shown.at <= at;
    const frame = goesOn ? frameAfter(trace, shown!.frame, shown!.at, at) : frameAt(trace, at);
    shown = { trace, at, frame };
  }
  return shown?.frame ?? null;
});

/** Starts watching an engine, from the start of its search. */
export function watchEngine(engine: string) {
  pause();
  shown = null;
  Object.assign(watched, { engine, trace: null, profile: [], at: 0, fault: "" });
  if (engine) void fetchHere();
}

/** Goes to a place in the search. */
export function go(at: number) {
  watched.at = Math.max(0, Math.min(total.value, Math.round(at)));
  const { trace } = watched;
  const isNear =
    trace !== null &&
    covers(trace, watched.at) &&
    (watched.at + BEHIND < trace.from + trace.events.length || endsWith(trace));
  if (!isNear) void fetchHere();
}

const endsWith = (trace: Trace) => trace.from + trace.events.length >= trace.total;

let isFetching = false;

/** Asks for the stretch around the place, and again if the place has moved on meanwhile. */
async function fetchHere() {
  if (isFetching) return;
  isFetching = true;
  try {
    let isThere = false;
    while (!isThere && watched.engine) {
      const { engine, at } = watched;
      const from = Math.max(0, at - BEHIND);
      const question = { position: position.value, engine, from, count: STRETCH };
      const trace = await desk.ask("trace", question);
      if (watched.engine !== engine) continue;
      watched.trace = trace;
      // It is the same for every stretch of a search.
      if (watched.profile.length === 0) watched.profile = trace.profile;
      watched.at = Math.min(watched.at, trace.total);
      isThere = covers(trace, watched.at);
    }
  } catch (error) {
    if (!(error instanceof Stopped)) watched.fault = (error as Error).message;
  } finally {
    isFetching = false;
  }
}

let timer = 0;
let before = 0;
let owed = 0;

export function play() {
  if (watched.at >= total.value) go(0);
  watched.playing = true;
  before = performance.now();
  owed = 0;
  timer = requestAnimationFrame(tick);
}

export function pause() {
  watched.playing = false;
  cancelAnimationFrame(timer);
}

function tick(now: number) {
  if (!watched.playing) return;
  if (now - before < PICTURE) {
    timer = requestAnimationFrame(tick);
    return;
  }
  owed += ((now - before) / 1000) * watched.speed;
  before = now;
  const steps = Math.floor(owed);
  if (steps > 0 && watched.trace && covers(watched.trace, watched.at)) {
    owed -= steps;
    go(watched.at + steps);
  }
  if (total.value > 0 && watched.at >= total.value) return pause();
  timer = requestAnimationFrame(tick);
}

/** Leaves: nothing runs on behind the scenes. */
export function leave() {
  pause();
  desk.close();
}
