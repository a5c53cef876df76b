/**
 * A stretch of a search, played on: from the board before its first event to the board
 * after any other. Nothing is worked out here; events list what they write and what they
 * empty.
 *
 * ```text
 *   from ──●──●──●──●──●── …      frameAt(trace, 3): after three events
 * ```
 */
import type { Answer, TraceCounts, TraceEvent } from "../engine/wire";

export type Trace = Answer<"trace">;

export interface Saved {
  cell: number;
  digit: number;
  digits: number[];
}

export interface Ripple {
  cell: number;
  digit: number;
  /** Cells that lost a candidate. */
  touched: number[];
  /** Cells that were filled because of it, so far. */
  solved: { cell: number; digit: number }[];
}

export interface Frame {
  digits: number[];
  depth: number;
  snapshots: Saved[];
  counts: TraceCounts;
  /** The last thing that was done; none at the start. */
  event: TraceEvent | null;
  /** The detour that is still ringing. */
  ripple: Ripple | null;
}

/** Whether the board after `at` events of the search follows from this stretch. */
export function covers(trace: Trace, at: number): boolean {
  return at >= trace.from && at <= trace.from + trace.events.length;
}

/** The board after `at` events of the search, from the start of the stretch. */
export function frameAt(trace: Trace, at: number): Frame {
  const frame: Frame = {
    digits: [...trace.board.digits],
    depth: trace.depth,
    snapshots: [...trace.snapshots],
    counts: { ...trace.before },
    event: null,
    ripple: null,
  };
  return playOn(trace, frame, trace.from, at);
}

/** The board after `at` events, from the one after `since` of them, which stays as it is. */
export function frameAfter(trace: Trace, frame: Frame, since: number, at: number): Frame {
  const { digits, counts } = frame;
  return playOn(trace, { ...frame, digits: [...digits], counts: { ...counts } }, since, at);
}

function playOn(trace: Trace, frame: Frame, since: number, at: number): Frame {
  const n = Math.min(at - trace.from, trace.events.length);
  for (let k = since - trace.from; k < n; k++) play(frame, trace.events[k]!);
  return frame;
}

function play(frame: Frame, event: TraceEvent) {
  const { cell, digit } = event;
  const { counts } = frame;
  frame.event = event;
  frame.depth = event.depth;
  for (const undone of event.undone ?? []) frame.digits[undone] = 0;
  switch (event.kind) {
    case "try":
      counts.tries += 1;
      break;
    case "place":
      counts.placements += 1;
      frame.digits[cell] = digit;
      frame.ripple = frame.ripple && {
        ...frame.ripple,
        solved: [...frame.ripple.solved, { cell, digit }],
      };
      return;
    case "guess":
      counts.placements += 1;
      counts.guesses += 1;
      frame.digits[cell] = digit;
      keepGuess(frame, event);
      break;
    case "split":
      counts.guesses += 1;
      break;
    case "backtrack":
      counts.backtracks += 1;
      break;
    case "detour":
      counts.detours += 1;
      frame.ripple = { cell, digit, touched: event.touched ?? [], solved: [] };
      return;
    case "snapshot":
      counts.snapshots += 1;
      frame.snapshots = frame.snapshots.slice(0, event.depth);
      frame.snapshots.push({ cell: 0, digit: 0, digits: [...frame.digits] });
      break;
  }
  frame.ripple = null;
}

/** A guess is made on the latest board that was saved; those saved later are gone. */
function keepGuess(frame: Frame, event: TraceEvent) {
  if (frame.snapshots.length === 0) return;
  const kept = frame.snapshots.slice(0, event.depth);
  const last = kept.pop();
  if (last) kept.push({ ...last, cell: event.cell, digit: event.digit });
  frame.snapshots = kept;
}
