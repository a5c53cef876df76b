/** The library's judgement after every edit: what clashes, which candidates are left. */
import { shallowReactive, watch } from "vue";
import { ask } from "../engine/library";
import type { Answer, Shape } from "../engine/wire";
import { game, position } from "./game";
import { say, warn } from "./notices";
import { learnPeers } from "./peers";

export const judged = shallowReactive<Answer<"judge">>({
  conflicts: [],
  candidates: [],
  complete: false,
});

export function useJudge() {
  watch(() => game.puzzle.shape, listPeers, { immediate: true });
  let latest = 0;
  watch(
    position,
    async (asked, before) => {
      const mine = ++latest;
      // A judgement on another board does not hold for this one.
      if (asked.givens !== before?.givens) Object.assign(judged, CLEAN);
      try {
        const answer = await ask("judge", { position: asked });
        if (mine !== latest) return;
        const more = answer.conflicts.length > judged.conflicts.length;
        Object.assign(judged, answer);
        if (more) say(answer.conflicts.map(({ message }) => words(message)).join(" "));
        else if (answer.complete && game.past.length > 0) say("Solved.");
      } catch (fault) {
        if (mine === latest) warn(String(fault instanceof Error ? fault.message : fault));
      }
    },
    { immediate: true },
  );
}

async function listPeers(shape: Shape) {
  try {
    learnPeers(shape, (await ask("peers", { shape })).peers);
  } catch {
    // The judgement on the same board reports what is wrong; the board is drawn without peers.
  }
}

const CLEAN = { conflicts: [], candidates: [], complete: false };

function words(parts: { text: string }[]): string {
  return parts.map(({ text }) => text).join("");
}
