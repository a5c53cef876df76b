/**
 * A walk along the path that logic takes from where the player stands.
 *
 *     the player's position ──── step 1 ──── step 2 ──── … ──── the end
 *                                  ▲ shown, up to a rung of the ladder
 *
 * The walk only looks ahead; the player's board changes when a step is done. Then, and after an
 * undo, the position is found again on the path; any other change asks for a new path.
 */
import { computed, onScopeDispose, ref, shallowRef, watch } from "vue";
import type { Ref } from "vue";
import type { Answer, Ask, Op, Position, Snapshot, Step } from "../../engine/wire";
import { NUDGE, WHY } from "./rungs";

export type AskLibrary = <O extends Op>(
  op: O,
  ask: Ask<O>,
  options: { signal: AbortSignal },
) => Promise<Answer<O>>;

/** How long a step is shown while the walk plays. */
const BEAT = 1400;

export interface Trip {
  base: Position;
  path: Answer<"path">;
}

export function useWalk(
  position: Readonly<Ref<Position | null>>,
  ask: AskLibrary,
  change: (position: Position) => void,
) {
  const trip = shallowRef<Trip | null>(null);
  const at = ref(0);
  const rung = ref(NUDGE);
  const playing = ref(false);
  /** Every step that there is here, when asked for, and which of them is shown. */
  const here = shallowRef<Answer<"steps"> | null>(null);
  const chosen = ref(0);
  const trouble = ref<string | null>(null);
  const busy = ref(false);

  const steps = computed(() => trip.value?.path.steps ?? []);
  const step = computed<Step | null>(
    () => (here.value ? here.value.steps[chosen.value] : steps.value[at.value]) ?? null,
  );
  const board = computed<Snapshot | null>(
    () => here.value?.board ?? trip.value?.path.boards[at.value] ?? null,
  );
  const mistakes = computed(() => trip.value?.path.mistakes ?? []);

  /** Whether the player has left the path, and the one from where they stand is not here yet. */
  const isBehind = computed(() => {
    const [now, stand] = [trip.value, position.value];
    return !!now && !!stand && placeOn(now, stand) === null && !isFullOn(stand);
  });

  /** The furthest step that was shown, and the highest rung that it was shown to. */
  const reached = ref(0);
  const told = ref(NUDGE);
  /** The steps that may be shown: those ahead are not given away. */
  const known = computed(() => steps.value.slice(0, reached.value + 1));
  watch(
    [at, rung],
    ([now, height]) => {
      if (now > reached.value) [reached.value, told.value] = [now, height];
      else if (now === reached.value) told.value = Math.max(told.value, height);
    },
    { flush: "sync" },
  );

  // A new question ends the one before: only the answer to the latest counts.
  let asking = new AbortController();
  async function answer<O extends Op>(op: O, body: Ask<O>): Promise<Answer<O> | null> {
    asking.abort();
    const mine = (asking = new AbortController());
    busy.value = true;
    trouble.value = null;
    try {
      const said = await ask(op, body, { signal: mine.signal });
      return mine.signal.aborted ? null : said;
    } catch (error) {
      if (!mine.signal.aborted) trouble.value = error instanceof Error ? error.message : `${error}`;
      return null;
    } finally {
      if (mine === asking) busy.value = false;
    }
  }

  /** The position that the walk was last asked to follow. */
  let followed: Position | null = null;

  /** Gives up what is being looked for. */
  function stop() {
    asking.abort();
    followed = null;
    busy.value = false;
  }

  async function explore(base: Position, wanted = 0): Promise<void> {
    if (trip.value && !sameNumbers(trip.value.base.givens, base.givens)) trip.value = null;
    here.value = null;
    playing.value = false;
    const path = await answer("path", { position: base });
    if (!path) return;
    // On a full board nothing is left to explain, but how it got there can be.
    const full = path.solved && path.steps.length === 0 && path.mistakes.length === 0;
    if (full && base.entries.some(Boolean) && (base.givens.some(Boolean) || base.limits)) {
      return explore({ ...base, entries: base.entries.map(() => 0), marks: null }, wanted);
    }
    trip.value = { base, path };
    at.value = Math.max(0, Math.min(wanted, path.steps.length));
    [reached.value, told.value] = [at.value, rung.value];
  }

  let round = -1;
  /**
   * Follows the player: along the path if the position is on it, else on a new one. A puzzle
   * that was not seen before is entered at the step that is `wanted`. While the player stays
   * where they are, so does the walk.
   */
  function follow(puzzle: number, wanted: number) {
    if (!position.value) return;
    const isNew = puzzle !== round;
    if (!isNew && position.value === followed && (trip.value || busy.value)) return;
    round = puzzle;
    followed = position.value;
    const place = trip.value && !isNew ? placeOn(trip.value, position.value) : null;
    if (place === null) {
      if (!isNew && isFullOn(position.value)) return;
      rung.value = isNew && wanted > 0 ? WHY : NUDGE;
      return explore(position.value, isNew ? wanted : 0);
    }
    here.value = null;
    at.value = place;
  }

  /** Whether the board is full, and the way to it is the one that is shown. */
  function isFullOn({ givens, entries }: Position): boolean {
    const last = trip.value?.path.boards.at(-1);
    const digits = givens.map((given, cell) => given || (entries[cell] ?? 0));
    return !!last && !digits.includes(0) && sameNumbers(last.digits, digits);
  }

  /** Looks at another step of the path, all of it. */
  function look(place: number) {
    here.value = null;
    const next = Math.max(0, Math.min(steps.value.length, place));
    if (next === at.value) return;
    at.value = next;
    rung.value = WHY;
  }

  /**
   * Does the step that is shown, on the player's own board. A path that the player has left would
   * take their moves back, so from there nothing is done.
   */
  async function act() {
    const now = trip.value;
    const doing = step.value;
    if (!now || !doing || !position.value || isBehind.value) return;
    rung.value = NUDGE;
    if (here.value) {
      const stand = standingOn(now.base, here.value.board);
      const done = await answer("apply", { position: stand, step: doing });
      if (done) change(done.position);
      return;
    }
    const next = now.path.boards[at.value + 1];
    if (next) change(standingOn(now.base, next));
  }

  /** One rung up the ladder; from "why" on the step is done. */
  function climb() {
    return rung.value >= WHY ? act() : void rung.value++;
  }

  async function showAllHere() {
    const now = board.value;
    if (!trip.value || !now) return;
    const all = await answer("steps", { position: standingOn(trip.value.base, now) });
    if (!all) return;
    chosen.value = 0;
    here.value = all;
    rung.value = WHY;
  }

  function choose(index: number) {
    chosen.value = index;
    rung.value = WHY;
  }

  function closeHere() {
    here.value = null;
  }

  let timer: ReturnType<typeof setInterval> | undefined;
  watch(playing, (on) => {
    clearInterval(timer);
    if (!on) return;
    if (at.value >= steps.value.length) at.value = 0;
    here.value = null;
    rung.value = WHY;
    timer = setInterval(() => {
      if (at.value >= steps.value.length) playing.value = false;
      else look(at.value + 1);
    }, BEAT);
  });
  onScopeDispose(() => clearInterval(timer));

  return {
    trip,
    at,
    rung,
    playing,
    here,
    chosen,
    trouble,
    busy,
    steps,
    step,
    board,
    mistakes,
    isBehind,
    known,
    told,
    stop,
    explore,
    follow,
    look,
    act,
    climb,
    showAllHere,
    choose,
    closeHere,
  };
}

/** The player's position with the digits and marks of a board that the path passed through. */
export function standingOn(base: Position, board: Snapshot): Position {
  const entries = board.digits.map((digit, cell) => (base.givens[cell] ? 0 : digit));
  return { ...base, entries, marks: board.marks };
}

/** Which board of the path a position is, or null if it is none of them. */
export function placeOn(trip: Trip, position: Position): number | null {
  const { base, path } = trip;
  if (!sameNumbers(base.givens, position.givens) || base.shape.size !== position.shape.size) {
    return null;
  }
  if (sameNumbers(base.entries, position.entries) && sameMarks(base.marks, position.marks)) {
    return 0;
  }
  const digits = position.entries.map((entry, cell) => position.givens[cell] || entry);
  const place = path.boards.findIndex(
    (board, index) =>
      index > 0 &&
      sameNumbers(board.digits, digits) &&
      position.marks !== null &&
      digits.every((digit, cell) => digit !== 0 || board.marks[cell] === position.marks?.[cell]),
  );
  return place < 0 ? null : place;
}

function sameNumbers(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function sameMarks(one: readonly number[] | null, other: readonly number[] | null): boolean {
  return one === null || other === null ? one === other : sameNumbers(one, other);
}
