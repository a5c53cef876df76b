/**
 * The one walk of the page. It outlives the tab, so that a player who comes back to Explain finds
 * the step and the rung where they were left.
 */
import { effectScope } from "vue";
import { ask } from "../../engine/library";
import { change, position } from "../../state/game";
import { useWalk } from "./walk";

export const walk = effectScope(true).run(() => useWalk(position, ask, change))!;
