/**
 * Links take lanes. A link between two candidates never crosses a digit: it leaves its ring at
 * 45 degrees, follows the gap between the slots, and runs just inside the edge of the cells.
 *
 *     +-----------+-----------+
 *     |   ,-------|-------.   |    the lane lies between the edge of the
 *     | 1 | 2     |       |   |    cells and their topmost candidates
 *     |  (5)      |   8  (5)  |
 *     +-----------+-----------+
 *
 * Of the lanes above, below, left and right the shortest is taken that meets the fewest rings and
 * runs over no other link. A straight line is drawn only when nothing is in its way.
 */
import type { Measures, Point, Slots } from "../measures";
import { cornerOf } from "../measures";

/** One end of a link: a ring around a candidate. */
export interface End {
  cell: number;
  at: Point;
  ring: number;
}

/** Something a link goes around: a digit or a candidate. */
export interface Obstacle {
  at: Point;
  halfWidth: number;
  halfHeight: number;
}

/** What has been drawn so far: later links avoid it where they can. */
export interface Traffic {
  digits: readonly Obstacle[];
  rings: readonly { at: Point; ring: number }[];
  lines: Segment[];
}

type Segment = readonly [Point, Point];

/** The path of a link for an SVG, and note in `traffic` of the lines it takes. */
export function route(board: Measures, slots: Slots, from: End, to: End, traffic: Traffic): string {
  const direct = [edge(from, to.at), edge(to, from.at)];
  const clear = !crosses(direct, traffic.digits) && meets(direct, traffic.rings, from, to) === 0;
  let best = direct;
  if (!clear) {
    let least = Infinity;
    for (const points of laneRoutes(board, slots, from, to)) {
      const cost =
        length(points) +
        (crosses(points, traffic.digits) ? 1000 * board.cell : 0) +
        2 * board.cell * meets(points, traffic.rings, from, to) +
        board.cell * overlaps(points, traffic.lines);
      if (cost < least - 0.01) [least, best] = [cost, points];
    }
  }
  traffic.lines.push(...segments(best));
  return rounded(best, (9 / 64) * board.cell);
}

/** All ways along lanes: one lane if the cells share a row or column, else one of each. */
function laneRoutes(board: Measures, slots: Slots, from: End, to: End): Point[][] {
  const a = cornerOf(board, from.cell);
  const b = cornerOf(board, to.cell);
  const near = slots.lane;
  const far = board.cell - slots.lane;
  const routes: Point[][] = [];
  if (a.y === b.y) {
    for (const y of [a.y + near, a.y + far]) {
      const out = ontoFlatLane(slots, from, y, Math.sign(to.at.x - from.at.x) || 1);
      const back = ontoFlatLane(slots, to, y, Math.sign(from.at.x - to.at.x) || 1);
      routes.push([...out, ...back.reverse()]);
    }
  }
  if (a.x === b.x) {
    for (const x of [a.x + near, a.x + far]) {
      const out = ontoUprightLane(slots, from, x, Math.sign(to.at.y - from.at.y) || 1);
      const back = ontoUprightLane(slots, to, x, Math.sign(from.at.y - to.at.y) || 1);
      routes.push([...out, ...back.reverse()]);
    }
  }
  if (a.x !== b.x && a.y !== b.y) {
    for (const [first, last] of [
      [from, to],
      [to, from],
    ] as const) {
      const start = cornerOf(board, first.cell);
      const goal = cornerOf(board, last.cell);
      for (const y of [start.y + near, start.y + far]) {
        for (const x of [goal.x + near, goal.x + far]) {
          const out = ontoFlatLane(slots, first, y, Math.sign(x - first.at.x) || 1);
          const back = ontoUprightLane(slots, last, x, Math.sign(y - last.at.y) || 1);
          const points = [...out, { x, y }, ...back.reverse()];
          routes.push(first === from ? points : points.reverse());
        }
      }
    }
  }
  return routes;
}

/** From a ring onto the level lane at `y`, going left (-1) or right (1). */
function ontoFlatLane(slots: Slots, { at, ring }: End, y: number, way: number): Point[] {
  const up = y - at.y;
  // A ring that reaches the lane is left along it.
  if (Math.abs(up) < ring) return [{ x: at.x + way * Math.sqrt(ring * ring - up * up), y }];
  const slant = ring * Math.SQRT1_2;
  const gap = Math.max(slots.side / 2, slant);
  const turn = Math.sign(up);
  const leave = { x: at.x + way * slant, y: at.y + turn * slant };
  if (gap >= Math.abs(up)) return [leave, { x: at.x + way * Math.abs(up), y }];
  return [leave, { x: at.x + way * gap, y: at.y + turn * gap }, { x: at.x + way * gap, y }];
}

/** The same with the axes swapped. */
function ontoUprightLane(slots: Slots, end: End, x: number, way: number): Point[] {
  const swapped = { ...end, at: swap(end.at) };
  return ontoFlatLane(slots, swapped, x, way).map(swap);
}

function swap({ x, y }: Point): Point {
  return { x: y, y: x };
}

/** The point of a ring that faces another point. */
function edge({ at, ring }: End, towards: Point): Point {
  const far = Math.hypot(towards.x - at.x, towards.y - at.y) || 1;
  return {
    x: at.x + (ring * (towards.x - at.x)) / far,
    y: at.y + (ring * (towards.y - at.y)) / far,
  };
}

function segments(points: readonly Point[]): Segment[] {
  return points.slice(1).map((point, index) => [points[index] as Point, point]);
}

function length(points: readonly Point[]): number {
  return segments(points).reduce((sum, [a, b]) => sum + Math.hypot(b.x - a.x, b.y - a.y), 0);
}

/** Whether any part of the way runs over a digit. */
export function crosses(points: readonly Point[], digits: readonly Obstacle[]): boolean {
  return segments(points).some((line) => digits.some((digit) => hits(line, digit)));
}

/** Whether a line meets a rectangle: the line is cut at each of its sides in turn. */
function hits([a, b]: Segment, { at, halfWidth, halfHeight }: Obstacle): boolean {
  let enter = 0;
  let leave = 1;
  const cuts = [
    [a.x - at.x, b.x - a.x, halfWidth],
    [a.y - at.y, b.y - a.y, halfHeight],
  ] as const;
  for (const [start, run, half] of cuts) {
    if (run === 0) {
      if (Math.abs(start) >= half) return false;
      continue;
    }
    const one = (-half - start) / run;
    const two = (half - start) / run;
    enter = Math.max(enter, Math.min(one, two));
    leave = Math.min(leave, Math.max(one, two));
  }
  return enter < leave;
}

/** How many rings of other candidates lie in the way. */
function meets(points: readonly Point[], rings: Traffic["rings"], from: End, to: End): number {
  const others = rings.filter(({ at }) => !same(at, from.at) && !same(at, to.at));
  return others.filter(({ at, ring }) =>
    segments(points).some(([a, b]) => distance(at, a, b) < ring),
  ).length;
}

function same(a: Point, b: Point): boolean {
  return Math.abs(a.x - b.x) < 0.01 && Math.abs(a.y - b.y) < 0.01;
}

/** How far a point is from a line between two others. */
function distance(point: Point, a: Point, b: Point): number {
  const run = { x: b.x - a.x, y: b.y - a.y };
  const square = run.x * run.x + run.y * run.y || 1;
  const along = ((point.x - a.x) * run.x + (point.y - a.y) * run.y) / square;
  const share = Math.max(0, Math.min(1, along));
  return Math.hypot(point.x - a.x - share * run.x, point.y - a.y - share * run.y);
}

/** How many lines of earlier links the way would hide, lying along them. */
function overlaps(points: readonly Point[], lines: readonly Segment[]): number {
  const along = (one: Segment, other: Segment, axis: "x" | "y", across: "x" | "y") => {
    const level = [...one, ...other].map((point) => point[across]);
    if (Math.max(...level) - Math.min(...level) > 1) return false;
    const [a, b] = one.map((point) => point[axis]) as [number, number];
    const [c, d] = other.map((point) => point[axis]) as [number, number];
    return Math.min(Math.max(a, b), Math.max(c, d)) - Math.max(Math.min(a, b), Math.min(c, d)) > 2;
  };
  const mine = segments(points);
  return lines.filter((line) =>
    mine.some((own) => along(own, line, "x", "y") || along(own, line, "y", "x")),
  ).length;
}

/** A way with its corners rounded, where there is room for it. */
function rounded(points: readonly Point[], radius: number): string {
  const number = (value: number) => String(Math.round(value * 100) / 100);
  const spot = (point: Point) => `${number(point.x)} ${number(point.y)}`;
  const start = points[0] as Point;
  let path = `M${spot(start)}`;
  for (let index = 1; index < points.length - 1; index++) {
    const [before, corner, after] = points.slice(index - 1, index + 2) as [Point, Point, Point];
    const back = Math.hypot(before.x - corner.x, before.y - corner.y);
    const on = Math.hypot(after.x - corner.x, after.y - corner.y);
    const turn = Math.min(radius, back / 2, on / 2);
    if (turn < 0.5) {
      path += `L${spot(corner)}`;
      continue;
    }
    const enter = towards(corner, before, turn / back);
    const leave = towards(corner, after, turn / on);
    path += `L${spot(enter)}Q${spot(corner)} ${spot(leave)}`;
  }
  return path + `L${spot(points[points.length - 1] as Point)}`;
}

function towards(from: Point, to: Point, share: number): Point {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
