/**
 * The stage: the one big board of the page, and what a view puts on it.
 *
 * The board never moves. It shows the player's game, unless the view beside it has set a
 * scene: another position, layers drawn over it, cells that light up.
 */
import {
  type Component,
  type Ref,
  computed,
  onUnmounted,
  ref,
  shallowReactive,
  shallowRef,
} from "vue";
import { type Measures, type Slots, measures } from "../board/measures";
import { game } from "./game";
import { type Tab, place } from "./place";

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

/** What each view wants on the stage. */
const settings = shallowReactive(new Map<Tab, Readonly<Ref<Setting | null>>>());

/** What is on the stage: the setting of the tab that is shown, or null for the game. */
export const setting = computed(() => settings.get(place.tab)?.value ?? null);

/**
 * Gives a view its own setting, as long as it is mounted. Vue mounts a view before it unmounts
 * the last one, so a setting that all views shared would be cleared by the view that leaves.
 */
export function useSetting(tab: Tab, wanted: Readonly<Ref<Setting | null>>) {
  settings.set(tab, wanted);
  onUnmounted(() => {
    if (settings.get(tab) === wanted) settings.delete(tab);
  });
}

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
