/** What survives a reload: the game under way with its moves, and the puzzles put by. */
import { shallowRef, watch } from "vue";
import { COLOURS } from "../board/colours";
import type { Position } from "../engine/wire";
import { isNumbers, isObject, isPosition } from "./check";
import { game, position, source } from "./game";
import { readHistory, writeHistory } from "./history";
import { tell } from "./notices";
import { drop, keep, recall } from "./storage";

export interface Saved {
  id: string;
  name: string;
  /** When, as an ISO date. */
  when: string;
  position: Position;
  corners: number[];
  colours?: number[];
}

/** As many as a shelf can hold. */
const MOST = 200;

/** The player's own puzzles, newest first. */
export const mine = shallowRef<Saved[]>(listFrom(recall("mine")));

function listFrom(value: unknown): Saved[] {
  return Array.isArray(value) ? value.filter(isSaved).slice(0, MOST) : [];
}

function isSaved(value: unknown): value is Saved {
  return (
    isObject(value) &&
    typeof value["id"] === "string" &&
    typeof value["name"] === "string" &&
    typeof value["when"] === "string" &&
    isPosition(value["position"]) &&
    isNumbers(value["corners"], value["position"].givens.length, 2 ** 25) &&
    (value["colours"] === undefined || isColours(value["colours"], value["position"]))
  );
}

function isColours(value: unknown, { givens }: Position): value is number[] {
  return isNumbers(value, givens.length, COLOURS.length);
}

/** Puts the game by, under its own name; the same puzzle is kept once, as it stands now. */
export function putBy(name: string) {
  const id = identityOf(position.value);
  const others = mine.value.filter((saved) => saved.id !== id);
  const { corners, colours } = game.now;
  const now = { id, name, when: new Date().toISOString(), corners, colours };
  mine.value = [{ ...now, position: position.value }, ...others].slice(0, MOST);
  if (keep("mine", mine.value)) tell(`Saved as ${name}.`);
}

export function forget(id: string) {
  const before = mine.value;
  mine.value = before.filter((saved) => saved.id !== id);
  keep("mine", mine.value);
  const undo = () => {
    mine.value = before;
    keep("mine", before);
  };
  tell("Removed from your shelf.", { action: { label: "Undo", run: undo } });
}

/** The clues of a puzzle: two games on the same ones are the same puzzle. */
export function identityOf({ givens, entries, shape }: Position): string {
  const clues = givens.some(Boolean) ? givens : entries;
  return `${shape.size}${shape.variants.join()}:${clues.join(".")}`;
}

export interface Kept {
  position: Position;
  corners: number[];
  colours: number[];
  source: string;
  round: number;
  /** The fragment of the address at that time, to distinguish an old link from a new one. */
  fragment: string;
  /** When it was kept: the history that was kept with it has the same. */
  stamp: number;
}

/** The game that was under way. */
export function recallGame(): Kept | null {
  const value = recall("game");
  if (!isObject(value) || !isPosition(value["position"])) return null;
  const { corners, colours, source, round, fragment, stamp } = value;
  const cells = value["position"].givens.length;
  const none = new Array<number>(cells).fill(0);
  return {
    position: value["position"],
    corners: isNumbers(corners, cells, 2 ** 25) ? corners : none,
    colours: isColours(colours, value["position"]) ? colours : none,
    source: typeof source === "string" ? source : "",
    round: typeof round === "number" ? round : Date.now(),
    fragment: typeof fragment === "string" ? fragment : "",
    stamp: typeof stamp === "number" ? stamp : 0,
  };
}

/** The moves of the game under way, to undo and redo; none if they are not of this game. */
export function recallHistory(stamp: number) {
  const value = recall("history");
  const isOfThis = isObject(value) && value["stamp"] === stamp;
  return isOfThis ? readHistory(value, game.now, game.puzzle.shape.size) : null;
}

/** Keeps the game as it is played. */
export function useSaving(fragment: () => string) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const { now, round } = game;
    const kept: Kept = {
      position: position.value,
      corners: now.corners,
      colours: now.colours,
      source: source.value,
      round,
      fragment: fragment(),
      stamp: Date.now(),
    };
    // The game comes first: if there is no room for both, it is the moves that go.
    if (!keep("game", kept, true)) {
      drop("history");
      if (!keep("game", kept)) return;
    }
    const history = writeHistory(game.past, now, game.future);
    if (!keep("history", { stamp: kept.stamp, ...history }, true)) drop("history");
  };
  watch([position, () => game.now, fragment], () => (timer ??= setTimeout(write, 150)));
  // A tab that is closed has no time for timers.
  addEventListener("pagehide", () => timer && write());
}
