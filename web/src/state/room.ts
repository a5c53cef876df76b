/** How much room the board has: a whole number of pixels for each cell, whatever the window. */
import { onMounted, onUnmounted, ref, watchEffect } from "vue";
import { FRAME, GUTTER, cellThatFits } from "../board/measures";
import { game } from "./game";
import { cellPixels } from "./stage";

/** The side of the board on a screen that has room for everything. */
const FULL = 576;

/** A phone: the pad stands under the board, the tabs at the bottom. */
export const isPhone = ref(false);

/** The board's side for a window, without labels and frame. */
export function sideFor(width: number, height: number): number {
  if (width < 480) return width - 30;
  if (width < 900) return Math.min(FULL, width - 2 * 24 - GUTTER - FRAME);
  // The header, the transport, and some air above and below.
  return Math.max(320, Math.min(FULL, height - 56 - 72 - 20 - GUTTER - 24));
}

export function useRoom() {
  const width = ref(1280);
  const height = ref(800);
  const look = () => {
    width.value = document.documentElement.clientWidth;
    height.value = window.innerHeight;
  };
  look();
  onMounted(() => window.addEventListener("resize", look));
  onUnmounted(() => window.removeEventListener("resize", look));
  watchEffect(() => {
    isPhone.value = width.value < 480;
    cellPixels.value = cellThatFits(game.puzzle.shape.size, sideFor(width.value, height.value));
  });
}
