/** The layers that Explain puts on the board: they follow the scene, whatever step it is of. */
import {
  type FunctionalComponent,
  type Ref,
  type VNodeChild,
  computed,
  h,
  onScopeDispose,
  ref,
  watch,
} from "vue";
import { cornerOf, type Measures } from "../../board/measures";
import { LAST_PHASE, LINKS_PHASE, type Scene, atPhase } from "../../board/overlay/scene";
import StepLinks from "../../board/overlay/StepLinks.vue";
import StepMarks from "../../board/overlay/StepMarks.vue";
import StepTints from "../../board/overlay/StepTints.vue";
import { lit } from "../../state/stage";

/** How long each phase takes; with reduced motion the last one is shown at once. */
const PHASE = 160;

type Layer = FunctionalComponent<{ board: Measures }>;

/** The layers for a scene, what of it is shown by now, and how to skip to the end. */
export function useLayers(scene: Readonly<Ref<Scene | null>>) {
  /** How far the scene has appeared. */
  const phase = ref(LAST_PHASE);
  const shown = computed(() => scene.value && atPhase(scene.value, phase.value));

  let timer: ReturnType<typeof setTimeout> | undefined;
  watch(scene, (next, before) => {
    clearTimeout(timer);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    // A resized board, or one rung less, is no new step to be played.
    const played = next !== null && next.marks.length > 0 && !sameMarks(next, before);
    phase.value = played && !still ? 0 : LAST_PHASE;
    if (phase.value === 0) timer = setTimeout(advance, PHASE);
  });
  onScopeDispose(() => clearTimeout(timer));

  function advance() {
    phase.value += 1;
    if (phase.value < LAST_PHASE) timer = setTimeout(advance, PHASE);
  }

  /** Any key skips to the end. */
  function skip() {
    clearTimeout(timer);
    phase.value = LAST_PHASE;
  }

  const under = layer((board) => shown.value && h(StepTints, { board, scene: shown.value }));
  const between = layer((board) => {
    const drawing = phase.value === LINKS_PHASE;
    return shown.value && h(StepLinks, { scene: shown.value, scale: board.scale, drawing });
  });
  const over = layer((board) => [
    shown.value && h(StepMarks, { board, scene: shown.value }),
    lit.value.map((cell) => {
      const { x, y } = cornerOf(board, cell);
      const side = board.cell - 4;
      return h("rect", { class: "lit", x: x + 2, y: y + 2, width: side, height: side, rx: 3 });
    }),
  ]);
  return { shown, skip, layers: { under, between, over } };
}

function layer(draw: (board: Measures) => VNodeChild): Layer {
  const drawn: Layer = ({ board }) => draw(board);
  drawn.props = ["board"];
  return drawn;
}

function sameMarks(one: Scene, other: Scene | null | undefined): boolean {
  const name = (scene: Scene) =>
    scene.marks.map(({ kind, cell, digit }) => `${kind}${cell}.${digit}`).join();
  return !!other && name(one) === name(other);
}
