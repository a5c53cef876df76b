/**
 * A step turned into a scene: what to tint, ring, strike and join on the board.
 *
 * The step lists which candidates are the cause, how they are tied and what follows; here it is
 * decided how that looks, as far as the rung of the ladder lets on: first only where to look,
 * then the cause, then everything. Until then nothing points at the answer, not even a cause
 * that is part of it.
 */
import type { CandidateRef, House, Shape, Snapshot, Step } from "../../engine/wire";
import type { Measures, Point, Slots } from "../measures";
import { digitHeight, middleOf, showsCandidates, slotsOf, SMALL_CELL } from "../measures";
import type { End, Obstacle, Traffic } from "./lanes";
import { route } from "./lanes";
import { capsule, disc, outline, rectangle } from "./shapes";

export type Tint = "cause" | "second" | "fin" | "elim" | "place";
export type MarkKind = "cause" | "end" | "second" | "fin" | "elim" | "place";

export interface Mark {
  kind: MarkKind;
  cell: number;
  digit: number;
  at: Point;
}

export interface Scene {
  /** The digits that are drawn at all in small cells, or null for all. */
  only: number[] | null;
  slots: Slots;
  tints: { cell: number; tint: Tint }[];
  /** Houses that are swept of a digit (dashed) or that the cause lies in. */
  houses: { swept: boolean; rect: ReturnType<typeof rectangle>; path: string }[];
  groups: ReturnType<typeof capsule>[];
  links: { path: string; strong: boolean }[];
  marks: Mark[];
  /** Rows and columns whose labels turn bold, from 0. */
  rows: number[];
  columns: number[];
  /** Candidates that the overlay draws, so that the board leaves them out. */
  drawn: Set<string>;
}

/** How much of a step is shown: only the house that the nudge names, its cause, or all of it. */
export type Extent = "nudge" | "cause" | "all";

export const keyOf = (cell: number, digit: number) => `${cell}.${digit}`;

export function sceneOf(
  board: Measures,
  shape: Shape,
  snapshot: Snapshot,
  step: Step,
  extent: Extent,
): Scene {
  const open = extent === "all" ? step : withoutWritten(step, snapshot);
  const told = extent === "all" ? step : withoutAnswer(open);
  const digits = extent === "nudge" ? [] : stepDigits(told);
  const only = board.cell < SMALL_CELL && digits.length > 0 ? digits : null;
  const slots = slotsOf(board, only);
  const scene: Scene = {
    only,
    slots,
    tints: [],
    houses: [],
    groups: [],
    links: [],
    marks: [],
    rows: [],
    columns: [],
    drawn: new Set(),
  };
  if (extent === "nudge") {
    addHouses(scene, board, shape, { ...told, picture: { ...told.picture, houses: named(step) } });
    return scene;
  }
  addHouses(scene, board, shape, step);
  // A cell to look at is tinted, whatever will be in it.
  addTints(scene, open, extent);
  addMarks(scene, snapshot, told, extent);
  addLinks(scene, board, snapshot, told, extent);
  return scene;
}

/** The house that the nudge names. */
function named(step: Step): number[] {
  return step.nudge.flatMap((part) => ("house" in part ? part.house : []));
}

/** A step without the written digits among its causes: those of a single point at the answer. */
function withoutWritten(step: Step, snapshot: Snapshot): Step {
  const isEmpty = ([cell]: CandidateRef) => (snapshot.digits[cell] ?? 0) === 0;
  const { houses, causes, links } = step.picture;
  return {
    ...step,
    picture: {
      houses,
      causes: causes.filter(([at]) => isEmpty(at)),
      links: links.filter(({ from, to }) => [...from, ...to].every(isEmpty)),
    },
  };
}

/** A step without its conclusions, and without what is one of them among its causes. */
function withoutAnswer(step: Step): Step {
  const answer = new Set([...step.placements, ...step.eliminations].map((at) => keyOf(...at)));
  const isOpen = (at: CandidateRef) => !answer.has(keyOf(...at));
  const { houses, causes, links } = step.picture;
  return {
    ...step,
    placements: [],
    eliminations: [],
    picture: {
      houses,
      causes: causes.filter(([at]) => isOpen(at)),
      links: links.filter(({ from, to }) => [...from, ...to].every(isOpen)),
    },
  };
}

/** The phases in which a step appears: house, tint, ring, links, strikes, and then it rests. */
export const LINKS_PHASE = 3;
export const LAST_PHASE = 5;

/** A scene as far as it has appeared. */
export function atPhase(scene: Scene, phase: number): Scene {
  if (phase >= LAST_PHASE) return scene;
  const late = (kind: MarkKind) => kind === "elim" || kind === "place";
  const marks = scene.marks.filter(({ kind }) => phase >= (late(kind) ? 4 : 2));
  return {
    ...scene,
    tints: scene.tints.filter(({ tint }) => phase >= (late(tint) ? 4 : 1)),
    marks,
    groups: phase >= LINKS_PHASE ? scene.groups : [],
    links: phase >= LINKS_PHASE ? scene.links : [],
    drawn: new Set(marks.map(({ cell, digit }) => keyOf(cell, digit))),
  };
}

/** The digits that take part in a step, in order. */
export function stepDigits(step: Step): number[] {
  const refs = [
    ...step.picture.causes.map(([at]) => at),
    ...step.picture.links.flatMap((link) => [...link.from, ...link.to]),
    ...step.placements,
    ...step.eliminations,
  ];
  return [...new Set(refs.map(([, digit]) => digit))].sort((a, b) => a - b);
}

function addHouses(scene: Scene, board: Measures, shape: Shape, step: Step) {
  const causes = new Set(step.picture.causes.map(([[cell]]) => cell));
  const cleared = step.eliminations.map(([cell]) => cell).filter((cell) => !causes.has(cell));
  const houses = step.picture.houses.flatMap((index) => shape.houses[index] ?? []);
  // The houses that a fish is based on are linked; the others take the digit, all of them.
  const isCover = ({ cells }: House) => step.family === "fish" && !isLinked(step, cells);
  const swept = houses.filter(
    (house) => isCover(house) || cleared.some((cell) => house.cells.includes(cell)),
  );
  for (const house of houses) {
    const dashed = swept.includes(house);
    const first = house.cells[0] ?? 0;
    if (house.kind === "row" && !dashed) scene.rows.push(Math.floor(first / shape.size));
    if (house.kind === "column" && !dashed) scene.columns.push(first % shape.size);
    // Beside swept houses the lines that the cause lies in are shown by their labels.
    const told = swept.length > 0 && (house.kind === "row" || house.kind === "column");
    if (dashed || !told) {
      scene.houses.push({
        swept: dashed,
        rect: rectangle(board, house.cells),
        path: outline(board, house.cells),
      });
    }
  }
}

/** Whether a link joins candidates in these cells. */
function isLinked(step: Step, cells: readonly number[]): boolean {
  return step.picture.links.some(({ from, to }) =>
    [...from, ...to].every(([cell]) => cells.includes(cell)),
  );
}

function addTints(scene: Scene, step: Step, extent: Extent) {
  const tints = new Map<number, Tint>();
  if (extent === "all") for (const [cell] of step.eliminations) tints.set(cell, "elim");
  const chain = endsOf(step).length > 0;
  for (const role of ["cause", "second", "fin"] as const) {
    for (const [[cell], part] of step.picture.causes) {
      if (part === role) tints.set(cell, chain && role === "second" ? "cause" : role);
    }
  }
  if (extent === "all") for (const [cell] of step.placements) tints.set(cell, "place");
  scene.tints = [...tints].map(([cell, tint]) => ({ cell, tint }));
}

function addMarks(scene: Scene, snapshot: Snapshot, step: Step, extent: Extent) {
  const ends = new Set(endsOf(step).map(([cell, digit]) => keyOf(cell, digit)));
  const placed = new Set(step.placements.map(([cell]) => cell));
  const add = (kind: MarkKind, [cell, digit]: CandidateRef) => {
    if (extent === "all" && kind !== "place" && placed.has(cell)) return;
    scene.marks.push({ kind, cell, digit, at: scene.slots.at(cell, digit) });
    scene.drawn.add(keyOf(cell, digit));
  };
  for (const [at, role] of step.picture.causes) {
    // A digit that is written in is seen as it is; its cell is tinted.
    if ((snapshot.digits[at[0]] ?? 0) !== 0) continue;
    // In a chain the links keep the two sets apart; all its candidates get rings.
    const kind = ends.size > 0 && role === "second" ? "cause" : role;
    add(kind === "cause" && ends.has(keyOf(...at)) ? "end" : kind, at);
  }
  if (extent !== "all") return;
  for (const at of step.eliminations) add("elim", at);
  for (const at of step.placements) add("place", at);
}

/** The two ends of a chain, if the links of the step are one; they get a second ring. */
function endsOf(step: Step): CandidateRef[] {
  const { links } = step.picture;
  if (links.length < 3) return [];
  const name = (node: CandidateRef[]) => node.map((at) => keyOf(...at)).join(" ");
  const touched = new Map<string, { node: CandidateRef[]; times: number }>();
  for (const node of links.flatMap((link) => [link.from, link.to])) {
    const entry = touched.get(name(node)) ?? { node, times: 0 };
    touched.set(name(node), { node, times: entry.times + 1 });
  }
  const loose = [...touched.values()].filter(({ times }) => times === 1);
  const straight = [...touched.values()].every(({ times }) => times <= 2);
  const joined = links.length === touched.size - 1;
  return straight && joined && loose.length === 2 ? loose.flatMap(({ node }) => node) : [];
}

function addLinks(scene: Scene, board: Measures, snapshot: Snapshot, step: Step, extent: Extent) {
  const { slots } = scene;
  const placed = new Set(extent === "all" ? step.placements.map(([cell]) => cell) : []);
  const endAt = ([cell, digit]: CandidateRef): End => {
    const isWritten = (snapshot.digits[cell] ?? 0) !== 0;
    if (!placed.has(cell) && !isWritten)
      return { cell, at: slots.at(cell, digit), ring: slots.ring };
    const { cx, cy, r } = disc(board, cell);
    return { cell, at: { x: cx, y: cy }, ring: r };
  };
  const traffic: Traffic = {
    digits: obstacles(scene, board, snapshot, step, placed),
    rings: scene.marks
      .filter(({ kind }) => kind !== "elim")
      .map(({ cell, digit }) => endAt([cell, digit])),
    lines: [],
  };
  const groups = new Set<string>();
  for (const link of step.picture.links) {
    const pair = nearest(link.from.map(endAt), link.to.map(endAt));
    if (pair)
      scene.links.push({ path: route(board, slots, ...pair, traffic), strong: link.strong });
    for (const node of [link.from, link.to]) {
      const name = node.map((at) => keyOf(...at)).join(" ");
      if (node.length > 1 && inLine(board, node) && !groups.has(name)) {
        groups.add(name);
        scene.groups.push(
          capsule(
            node.map((at) => slots.at(...at)),
            slots.ring,
          ),
        );
      }
    }
  }
}

/** The digits on the board and the candidates that no ring is drawn around. */
function obstacles(
  scene: Scene,
  board: Measures,
  snapshot: Snapshot,
  step: Step,
  placed: Set<number>,
): Obstacle[] {
  const box = (at: Point, height: number, room: number): Obstacle => {
    return { at, halfWidth: height / 3 + room, halfHeight: height / 2 + room };
  };
  const ringed = new Set(step.picture.causes.map(([at]) => keyOf(...at)));
  const shown = scene.only ?? (showsCandidates(board) ? allDigits(board.size) : []);
  return snapshot.digits.flatMap((digit, cell) => {
    if (digit !== 0) return [box(middleOf(board, cell), digitHeight(board), 4 * board.scale)];
    if (placed.has(cell)) return [];
    const left = shown.filter(
      (mark) => holds(snapshot.marks[cell] ?? 0, mark) && !ringed.has(keyOf(cell, mark)),
    );
    return left.map((mark) => box(scene.slots.at(cell, mark), scene.slots.height, 1));
  });
}

/** Whether a digit is among the marks. */
export function holds(marks: number, digit: number): boolean {
  return ((marks >>> (digit - 1)) & 1) === 1;
}

export function allDigits(size: number): number[] {
  return Array.from({ length: size }, (_, index) => index + 1);
}

function nearest(from: End[], to: End[]): [End, End] | null {
  let best: [End, End] | null = null;
  let least = Infinity;
  for (const one of from) {
    for (const other of to) {
      const far = Math.hypot(one.at.x - other.at.x, one.at.y - other.at.y);
      if (far > 0 && far < least) [best, least] = [[one, other], far];
    }
  }
  return best;
}

/** Whether candidates of one digit lie in one row or column, so that a capsule holds them all. */
function inLine(board: Measures, node: CandidateRef[]): boolean {
  const digits = new Set(node.map(([, digit]) => digit));
  const rows = new Set(node.map(([cell]) => Math.floor(cell / board.size)));
  const columns = new Set(node.map(([cell]) => cell % board.size));
  return digits.size === 1 && (rows.size === 1 || columns.size === 1);
}
