/**
 * The way back and the way ahead, written down small enough to be kept over a reload: of each
 * moment only what is different in it from the moment nearer to the present.
 *
 * ```text
 *   o ◂── o ◂── o ◂── ● ──▸ o        back: three differences, ahead: one
 * ```
 */
import { COLOURS } from "../board/colours";
import { isNumbers, isObject } from "./check";
import type { Moment } from "./game";

/** What changes: cell, value, … for clues, entries, centre marks, corner marks and colours. */
interface Difference {
  g?: number[];
  e?: number[];
  /** Null if there are no centre marks at all in the other moment. */
  m?: number[] | null;
  c?: number[];
  q?: number[];
}

export interface History {
  /** From the present to the past. */
  back: Difference[];
  /** From the present to the future. */
  ahead: Difference[];
}

/** As many characters as either way may take; what is far from the present is left out. */
const LONGEST = 100_000;

export function writeHistory(past: Moment[], now: Moment, future: Moment[]): History {
  return { back: along(now, past.toReversed()), ahead: along(now, future) };
}

/** The moments again, or null if this is not the history of such a moment. */
export function readHistory(
  value: unknown,
  now: Moment,
  size: number,
): { past: Moment[]; future: Moment[] } | null {
  if (!isObject(value)) return null;
  const { back, ahead } = value;
  if (!isWay(back, size) || !isWay(ahead, size)) return null;
  return { past: from(now, back).toReversed(), future: from(now, ahead) };
}

function along(now: Moment, moments: Moment[]): Difference[] {
  const way: Difference[] = [];
  let length = 0;
  let before = now;
  for (const moment of moments) {
    const difference = differenceOf(before, moment);
    length += JSON.stringify(difference).length + 1;
    if (length > LONGEST) break;
    way.push(difference);
    before = moment;
  }
  return way;
}

function from(now: Moment, way: Difference[]): Moment[] {
  let moment = now;
  return way.map((difference) => (moment = changed(moment, difference)));
}

function differenceOf(before: Moment, after: Moment): Difference {
  const difference: Difference = {};
  if (before.givens !== after.givens) difference.g = pairs(before.givens, after.givens);
  if (before.entries !== after.entries) difference.e = pairs(before.entries, after.entries);
  if (before.corners !== after.corners) difference.c = pairs(before.corners, after.corners);
  if (before.colours !== after.colours) difference.q = pairs(before.colours, after.colours);
  if (before.marks !== after.marks) {
    const none = before.entries.map(() => 0);
    difference.m = after.marks && pairs(before.marks ?? none, after.marks);
  }
  return difference;
}

function changed(before: Moment, { g, e, m, c, q }: Difference): Moment {
  const none = before.entries.map(() => 0);
  return {
    givens: g ? written(before.givens, g) : before.givens,
    entries: e ? written(before.entries, e) : before.entries,
    corners: c ? written(before.corners, c) : before.corners,
    colours: q ? written(before.colours, q) : before.colours,
    marks: m ? written(before.marks ?? none, m) : m === null ? null : before.marks,
  };
}

function pairs(before: number[], after: number[]): number[] {
  return after.flatMap((value, cell) => (value === before[cell] ? [] : [cell, value]));
}

function written(list: number[], changes: number[]): number[] {
  const next = [...list];
  for (let at = 0; at + 1 < changes.length; at += 2) next[changes[at]!] = changes[at + 1]!;
  return next;
}

function isWay(value: unknown, size: number): value is Difference[] {
  return Array.isArray(value) && value.every((each) => isDifference(each, size));
}

function isDifference(value: unknown, size: number): value is Difference {
  if (!isObject(value)) return false;
  const { g, e, m, c, q } = value;
  const marks = 2 ** size - 1;
  return (
    (g === undefined || arePairs(g, size, size)) &&
    (e === undefined || arePairs(e, size, size)) &&
    (m === undefined || m === null || arePairs(m, size, marks)) &&
    (c === undefined || arePairs(c, size, marks)) &&
    (q === undefined || arePairs(q, size, COLOURS.length))
  );
}

function arePairs(value: unknown, size: number, most: number): value is number[] {
  return (
    isNumbers(value, null, Math.max(size * size, most)) &&
    value.length % 2 === 0 &&
    value.every((number, at) => number <= (at % 2 === 0 ? size * size - 1 : most))
  );
}
