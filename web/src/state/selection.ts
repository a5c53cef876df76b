/**
 * Which cells are meant: the cursor, where the keyboard is, and everything selected with it.
 */
import { computed, shallowReactive, watch } from "vue";
import type { Shape } from "../engine/wire";
import { digits, game } from "./game";

export const selection = shallowReactive({
  /** Where the keyboard is. */
  cursor: 0,
  /** The cells that are meant; empty when nothing is selected. */
  cells: new Set<number>() as ReadonlySet<number>,
});

/** The digit under the cursor, if it stands alone. */
export const chosenDigit = computed(() =>
  selection.cells.size === 1 ? (digits.value[selection.cursor] ?? 0) : 0,
);

export type Direction = "up" | "down" | "left" | "right";
const STEPS: Record<Direction, [number, number]> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};

/** The cell one step away; beyond an edge is the other side of the board. */
export function neighbour(size: number, cell: number, direction: Direction): number {
  const [down, across] = STEPS[direction];
  const row = (Math.floor(cell / size) + down + size) % size;
  const column = ((cell % size) + across + size) % size;
  return row * size + column;
}

export function select(cell: number) {
  selection.cursor = cell;
  selection.cells = new Set([cell]);
}

/** Takes a cell in, and moves the cursor there. */
export function extend(cell: number) {
  selection.cells = new Set([...selection.cells, cell]);
  selection.cursor = cell;
}

/** Takes a cell in, or leaves it out if it was in. */
export function toggle(cell: number) {
  const cells = new Set(selection.cells);
  if (!cells.delete(cell)) cells.add(cell);
  selection.cells = cells;
  selection.cursor = cell;
}

/** Every cell from the cursor to `cell`, as a rectangle. */
export function selectTo(cell: number) {
  const { size } = game.puzzle.shape;
  const [from, to] = [selection.cursor, cell];
  const between = (one: number, other: number, value: number) =>
    Math.min(one, other) <= value && value <= Math.max(one, other);
  const row = (at: number) => Math.floor(at / size);
  const inside = digits.value.flatMap((_, at) =>
    between(row(from), row(to), row(at)) && between(from % size, to % size, at % size) ? at : [],
  );
  selection.cells = new Set(inside);
}

export function selectAll() {
  selection.cells = new Set(digits.value.keys());
}

/** All cells with the digit that stands in `cell`. */
export function selectAlike(cell: number) {
  const digit = digits.value[cell];
  if (!digit) return;
  selection.cells = new Set([...digits.value.keys()].filter((at) => digits.value[at] === digit));
  selection.cursor = cell;
}

export function deselect() {
  selection.cells = new Set();
}

/** Moves the cursor; with `keep` what was selected stays so. */
export function move(direction: Direction, keep: boolean) {
  const cell = neighbour(game.puzzle.shape.size, selection.cursor, direction);
  if (keep) extend(cell);
  else select(cell);
}

/** Moves to the next empty cell in a direction, or one step if there is none. */
export function moveToEmpty(direction: Direction) {
  const { size } = game.puzzle.shape;
  let cell = neighbour(size, selection.cursor, direction);
  for (let steps = 1; steps < size && digits.value[cell]; steps++) {
    cell = neighbour(size, cell, direction);
  }
  select(cell);
}

/** Moves to the same place in the next box or region, or the one before. */
export function moveToBox(by: 1 | -1) {
  select(inNextBox(game.puzzle.shape, selection.cursor, by));
}

/** The cell at the same place in the next box; the first comes after the last. */
export function inNextBox({ regions }: Shape, cell: number, by: 1 | -1): number {
  const here = regions?.[cell];
  if (!regions || here === undefined) return cell;
  const cellsOf = (box: number) => [...regions.keys()].filter((at) => regions[at] === box);
  const boxes = Math.max(...regions) + 1;
  const next = cellsOf((here + by + boxes) % boxes);
  return next[cellsOf(here).indexOf(cell)] ?? next[0] ?? cell;
}

/** The middle of the board. */
export function moveHome() {
  const { size } = game.puzzle.shape;
  select(Math.floor(size / 2) * size + Math.floor(size / 2));
}

/** What to write to: the selection, or the cursor where nothing is selected. */
export function meant(): Iterable<number> {
  return selection.cells.size > 0 ? selection.cells : [selection.cursor];
}

/** A new puzzle begins with nothing selected. */
export function useSelection() {
  watch(
    () => game.round,
    () => {
      selection.cursor = 0;
      selection.cells = new Set();
    },
  );
}
