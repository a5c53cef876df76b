/** How much room the board has: a whole number of pixels for each cell, whatever the window. */
import { computed, onMounted, onUnmounted, ref, watchEffect } from "vue";
import { cellThatFits } from "../board/measures";
import { game } from "./game";
import { cellPixels } from "./stage";

/**
 * How the page is laid out, as `styles/tokens.css` has it: beside each other, one under the other,
 * for a phone, or for one on its side.
 */
type Layout = "desk" | "stacked" | "phone" | "lying";
const layout = ref<Layout>("desk");

/** Whether there is room for the board and little else: no labels, no shelf, no transport. */
export const isPhone = computed(() => layout.value === "phone" || layout.value === "lying");

/** Whether fingers press the keys. */
const isTouch = ref(false);

/** Whether the digits are keys for fingers; and whether all of them stand in one row or two. */
export const hasPad = computed(() => isTouch.value || layout.value !== "desk");
export const hasWidePad = computed(() => hasPad.value && !isPhone.value);

/** The board's side, as it is drawn. */
export const side = ref(576);

/** The side of the board that shows a lane of the race from near, as far as there is room for it. */
export const nearSide = ref(324);

/** Beyond this a board is no longer seen at a glance. */
const LARGEST_SIDE = 1080;
const LARGEST_NEAR = 576;

/** The stack of snapshots beside the board that is seen from near, with its gap. */
const SNAPSHOTS = 92;

export function useRoom() {
  const width = ref(1280);
  const height = ref(800);
  const touch = matchMedia("(pointer: coarse)");
  const look = () => {
    // Not the window's inner height: on phones that changes while the page is scrolled.
    const { clientWidth, clientHeight } = document.documentElement;
    [width.value, height.value] = [clientWidth, clientHeight];
    isTouch.value = touch.matches;
  };
  look();
  onMounted(() => window.addEventListener("resize", look));
  onUnmounted(() => window.removeEventListener("resize", look));
  watchEffect(() => {
    const { size } = game.puzzle.shape;
    const style = getComputedStyle(document.documentElement);
    const pixels = (name: string) => parseFloat(style.getPropertyValue(name)) || 0;
    const keys = isTouch.value ? pixels(size > 9 ? "--touch-many" : "--touch") : 0;
    const room = Math.min(
      width.value - pixels("--beside"),
      height.value - pixels("--around") - keys,
      LARGEST_SIDE,
    );
    layout.value = style.getPropertyValue("--layout").trim() as Layout;
    cellPixels.value = cellThatFits(size, room);
    side.value = cellPixels.value * size;
    // Words, numbers and the plan stand under the board that is seen from near, lanes beside it.
    const near = Math.min(height.value - 528, 0.3 * width.value, LARGEST_NEAR);
    nearSide.value = isPhone.value
      ? Math.min(324, width.value - 30 - SNAPSHOTS)
      : Math.max(324, near);
    const { style: own } = document.documentElement;
    own.setProperty("--side", `${side.value}px`);
    own.setProperty("--near", `${nearSide.value + SNAPSHOTS}px`);
  });
}
