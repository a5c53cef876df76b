/**
 * The browser's history: views, puzzles and sheets are stops that Back returns to. Moves and
 * steps are not; undo and the step keys are for those.
 *
 * ```text
 *   Solve ── Explain ── Explain, settings open
 *                    ◂── Back, Escape and the cross all close the sheet
 * ```
 *
 * The page changes first, and the history follows: a place that is new is pushed, a sheet that was
 * closed is gone back from, and whatever comes in its stead replaces it.
 */
import { watch } from "vue";
import { isObject } from "./check";
import { game } from "./game";
import { type SheetName, type Tab, isTab, place } from "./place";

export interface Stop {
  /** The round of the game that was on the table. */
  round: number;
  tab: Tab;
  sheet: SheetName;
}

/** Where the history stands; null at an address from elsewhere. */
let at: Stop | null = null;

/** Whether the history is on its way back from a sheet that was closed. */
let isReturning = false;

/** The stop that the browser remembers for the present address. */
export function stopHere(): Stop | null {
  const state: unknown = history.state;
  if (!isObject(state)) return null;
  const { round, tab, sheet } = state;
  const isStop = typeof round === "number" && typeof tab === "string" && isTab(tab);
  return isStop ? { round, tab, sheet: sheet as SheetName } : null;
}

/** Puts an address to the present stop. */
export function writeAddress(fragment: string) {
  if (!isReturning) history.replaceState(history.state, "", `#${fragment}`);
}

/**
 * Starts to keep the history. `bring` is to show a stop that the player has gone back or forward
 * to; `arrived` hears of every change of the address that comes of it.
 */
export function useTrail(bring: (stop: Stop) => void, arrived: () => void) {
  addEventListener("popstate", () => {
    at = stopHere();
    const isOwn = isReturning;
    isReturning = false;
    if (at && !isOwn) bring(at);
    if (at) arrived();
    // Meanwhile the page may have gone on.
    if (isOwn) follow();
  });
  watch(() => [game.round, place.tab, place.sheet], follow, { immediate: true });
}

/** The stop that is shown is to be replaced by the next, not followed by it. */
export function replaceStop() {
  at = null;
}

function follow() {
  if (isReturning) return;
  const next: Stop = { round: game.round, tab: place.tab, sheet: place.sheet };
  const isSamePlace = at?.round === next.round && at.tab === next.tab;
  if (isSamePlace && at?.sheet === next.sheet) return;
  if (isSamePlace && at?.sheet && !next.sheet) {
    isReturning = true;
    return history.back();
  }
  if (at && !at.sheet) history.pushState(next, "");
  else history.replaceState(next, "");
  at = next;
}
