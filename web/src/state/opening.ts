/**
 * Opening a puzzle: from the shelf, from text, from a link, or the one from last time. A
 * game that would be lost by it goes to the player's shelf first.
 */
import { computed, ref, watch } from "vue";
import { ask } from "../engine/library";
import type { Position } from "../engine/wire";
import { blankPosition } from "./shape";
import { type Game, type Own, game, isEdited, isTouched, load, position } from "./game";
import { judged } from "./judged";
import { type Link, fragmentHere, ownOf, positionOf, readFragment } from "./link";
import { warn } from "./notices";
import { place } from "./place";
import { type Saved, identityOf, mine, putBy, recallGame, recallHistory, useSaving } from "./saved";
import { FIRST, type Preset, firstPosition } from "./shelf";
import { type Stop, replaceStop, stopHere, useTrail, writeAddress } from "./trail";

const preset = ref("");

/** The preset that is on the table, if it is one and its clues are still its own. */
export const current = computed(() => (isEdited.value ? "" : preset.value));

/** The games of other stops of the browser's history, by their rounds, the latest last. */
const left = new Map<number, { game: Game; preset: string; step: number }>();

/** As many as wait with all their moves; any other is opened again from its address. */
const MOST_LEFT = 20;

/** Leaves the game on the table for another, in such a way that it can be come back to. */
function leaveFor(next: Position) {
  saveFromLoss(next);
  left.delete(game.round);
  left.set(game.round, { game: { ...game }, preset: preset.value, step: place.step });
  const [oldest] = left.keys();
  if (oldest !== undefined && left.size > MOST_LEFT) left.delete(oldest);
}

/** Goes to a stop of the browser's history. */
function bring({ round, tab, sheet }: Stop) {
  const waiting = left.get(round);
  const link = readFragment(location.hash);
  if (round !== game.round && !waiting && link) return void followLink(link);
  if (round !== game.round && waiting) {
    leaveFor({ ...waiting.game.puzzle, entries: waiting.game.now.entries });
    Object.assign(game, waiting.game);
    preset.value = waiting.preset;
    place.step = waiting.step;
  }
  place.tab = tab;
  place.sheet = sheet;
}

/** Puts a puzzle on the table. */
export function open(next: Position, source: string, own?: Own) {
  if (game.round > 0) leaveFor(next);
  preset.value = "";
  place.step = 0;
  load(next, source, own);
}

export async function openPreset(wanted: Preset) {
  try {
    const read = await ask("read", { text: wanted.line, format: "line" });
    if (!read.ok) return warn(read.error.message);
    open({ ...read.position, title: wanted.name }, wanted.source);
    preset.value = wanted.id;
  } catch (fault) {
    offerAgain(fault, () => openPreset(wanted));
  }
}

function openFirst() {
  open(firstPosition(), FIRST.source);
  preset.value = FIRST.id;
}

export function openSaved(saved: Saved) {
  const { position: put, name, corners, colours } = saved;
  open(put, name, colours ? { corners, colours } : { corners });
}

/** A board with nothing on it, of the same shape as the one on the table. */
export function openBlank() {
  open(blankPosition(game.puzzle.shape), "");
}

/** Keeps a game that was begun when the next one is opened. */
function saveFromLoss(next: Position) {
  const same = identityOf(next) === identityOf(position.value);
  if (isTouched(game.now) && !judged.complete && !same) putBy(nameHere());
}

/** What to call the puzzle on the table. */
export function nameHere(): string {
  const { title, shape, givens } = position.value;
  const clues = (givens.some(Boolean) ? givens : game.now.entries).filter(Boolean).length;
  if (title) return title;
  const same = mine.value.find((saved) => saved.id === identityOf(position.value));
  return same?.name ?? `${shape.size} × ${shape.size}, ${clues} clues`;
}

/** The fragment that stands in the address for the present moment. */
const fragment = ref("");

/** The address as it was last written or read: any other is a link that is yet to be followed. */
let seen = "";

/** Counts the moments to be written there; only the latest is. */
let latest = 0;

/** Where the page starts: at a link, where it was left, or with the first puzzle. */
export async function start() {
  const kept = recallGame();
  const stop = stopHere();
  seen = location.hash;
  addEventListener("hashchange", () => {
    // The stops of the page's own history are brought back by it.
    if (stopHere()) return;
    // The address about to be written is out of date now.
    latest++;
    seen = location.hash;
    const next = readFragment(location.hash);
    if (next && location.hash.slice(1) !== fragment.value) void followLink(next);
  });
  const here = seen.replace(/^#/, "");
  const link = readFragment(here);
  if (kept) {
    load(kept.position, kept.source, { corners: kept.corners, colours: kept.colours });
    Object.assign(game, recallHistory(kept.stamp), { round: kept.round });
    fragment.value = kept.fragment;
  }
  const isReload = !!kept && kept.round === stop?.round;
  if (link && here !== kept?.fragment && !isReload) await followLink(link);
  else if (link) showPlace(link);
  else if (!kept) openFirst();
  if (isReload) [place.tab, place.sheet] = [stop.tab, stop.sheet];
  useSaving(() => fragment.value);
  useTrail(bring, keepAddress());
}

/** Goes where a link leads; if it leads nowhere the page stays as it is and reports why. */
async function followLink(link: Link) {
  replaceStop();
  try {
    const read = await ask("read", { text: link.text, format: link.format });
    if (!read.ok) {
      warn(`This link cannot be opened, perhaps it was cut off: ${read.error.message}.`);
      if (!game.puzzle.givens.some(Boolean) && game.round === 0) openFirst();
      return;
    }
    open(positionOf(link, read.position), "From a link", ownOf(link, read.position));
    showPlace(link);
    if (link.damaged) {
      warn("This link seems to have been cut off or changed: what could be read of it is shown.");
    }
  } catch (fault) {
    offerAgain(fault, () => followLink(link));
  }
}

function showPlace({ tab, step }: Link) {
  place.tab = tab;
  place.step = step;
}

/**
 * Keeps the address in step with the game, so that it can be copied at any time. What it returns
 * is to be called when the address has become that of another stop.
 */
function keepAddress(): () => void {
  const update = async () => {
    const mine = ++latest;
    // Typing makes many moments; the address needs only the last.
    await new Promise((resolve) => setTimeout(resolve, 200));
    if (mine !== latest) return;
    try {
      const next = await fragmentHere();
      if (mine !== latest || location.hash !== seen) return;
      fragment.value = next;
      writeAddress(next);
      seen = location.hash;
    } catch {
      // The solver is gone, which is reported elsewhere; the address stays as it was.
    }
  };
  const moment = () => [position.value, game.now, place.tab, place.step];
  watch(moment, () => void update(), { immediate: true });
  return () => {
    seen = location.hash;
    void update();
  };
}

/** Puts the game on the player's shelf. */
export function saveHere() {
  putBy(nameHere());
}

/** The solver failed, and what was to be opened must not be lost with it. */
function offerAgain(fault: unknown, again: () => Promise<void>) {
  const message = fault instanceof Error ? fault.message : String(fault);
  warn(message, { action: { label: "Try again", run: () => void again() } });
}
