/**
 * Tick by tick: at every tick each engine does one thing (a try, a placement, a step back), so
 * that the shapes of the searches can be compared, and not how fast a machine runs them.
 *
 * The ticks come ever faster, ten times as fast after every two seconds: on the log scale of the
 * lanes all bars grow at one pace, and a million events take twelve seconds. A lane shows its
 * own search, played again by the library up to that event.
 */
import type { Desk } from "../engine/library";
import type { Position, Stats } from "../engine/wire";
import { type Trace, covers, frameAt } from "./replay";

/** The tick that many milliseconds after the start. */
export function tickAt(milliseconds: number): number {
  return Math.floor(10 ** (Math.max(0, milliseconds) / 2000));
}

/** An engine that is played tick by tick, and the stretch of its search at hand. */
export interface Ticker {
  engine: string;
  desk: Pick<Desk, "ask">;
  trace: Trace | null;
}

export interface Tick {
  digits: number[];
  depth: number;
  /** How many events have been played: the tick, or all there are. */
  events: number;
  /** Whether there is no more to play, and how it ended. */
  end: "solved" | "none" | "cut" | null;
  stats: Stats;
}

/** While ticks are slow a stretch holds many of them; later each is far from the one before. */
const SLOW = 20_000;
const STRETCH = 2400;

/** What an engine has done at a tick. */
export async function lookAt(ticker: Ticker, position: Position, at: number): Promise<Tick> {
  const { engine, desk } = ticker;
  const isAtHand = ticker.trace && (covers(ticker.trace, at) || hasEnded(ticker.trace, at));
  if (!isAtHand) {
    const count = at < SLOW ? STRETCH : 0;
    ticker.trace = await desk.ask("trace", { position, engine, from: at, count });
  }
  const trace = ticker.trace as Trace;
  const events = Math.min(at, trace.total);
  const { digits, depth } = frameAt(trace, events);
  return { digits, depth, events, end: endOf(trace, at), stats: trace.stats };
}

/** Whether the stretch reaches the end of its search, and the tick lies beyond it. */
function hasEnded({ from, events, total }: Trace, at: number): boolean {
  return at >= total && from + events.length >= total;
}

function endOf(trace: Trace, at: number): Tick["end"] {
  if (at < trace.total) return null;
  if (!trace.complete) return "cut";
  return (trace.stats["solutions"] ?? 0) > 0 ? "solved" : "none";
}
