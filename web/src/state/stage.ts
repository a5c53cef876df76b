/**
 * The stage: the one big board of the page, and what a view puts on it.
 *
 * The board never moves. It shows the player's game, unless the view beside it has set a
 * scene: another position, layers drawn over it, cells that light up.
 */
import { type Component, computed, ref, shallowRef } from "vue";
import { type Measures, type Slots, measures } from "../board/measures";
import { game } from "./game";

export interface Tint {
  kind: string;
  cells: Iterable<number>;
}

export interface Setting {
  /** Shown instead of the game's digits and marks. */
  digits?: number[];
  marks?: number[] | null;
  /** How a candidate is drawn: extra classes, or null to leave it out. */
  candidate?: (cell: number, digit: number) => string | null;
  slots?: Slots;
  tints?: Tint[];
  /** Rows and columns whose labels are lit, from 0. */
  rows?: number[];
  columns?: number[];
  /** Layers drawn on the board; each is given `board`, its measures. */
  under?: Component;
  between?: Component;
  over?: Component;
}

/** What a view has put on the stage; a view that leaves takes its setting away. */
export const setting = shallowRef<Setting | null>(null);

/** The side of a cell in pixels, as the window allows. */
export const cellPixels = ref(64);

/** The measures of the big board. */
export const boardMeasures = computed<Measures>(() =>
  measures(game.puzzle.shape.size, cellPixels.value),
);

/** The cell that is pointed at, if any: its words light up. */
export const pointed = ref<number | null>(null);

/** The cells that a word of the text lights. */
export const lit = shallowRef<readonly number[]>([]);
