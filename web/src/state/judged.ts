/** What the library says of the board after every edit: what clashes, what is left over. */
import { shallowReactive, watch } from "vue";
import { ask } from "../engine/library";
import type { Answer } from "../engine/wire";
import { game, position } from "./game";
import { say, warn } from "./notices";

export const judged = shallowReactive<Answer<"judge">>({
  conflicts: [],
  candidates: [],
  complete: false,
});

export function useJudge() {
  let latest = 0;
  watch(
    position,
    async (asked, before) => {
      const mine = ++latest;
      // What was said of another board is not true of this one.
      if (asked.givens !== before?.givens) Object.assign(judged, CLEAN);
      try {
        const answer = await ask("judge", { position: asked });
        if (mine !== latest) return;
        const more = answer.conflicts.length > judged.conflicts.length;
        Object.assign(judged, answer);
        if (more) say(answer.conflicts.map(({ sentence }) => words(sentence)).join(". "));
        else if (answer.complete && game.past.length > 0) say("Solved.");
      } catch (fault) {
        if (mine === latest) warn(String(fault instanceof Error ? fault.message : fault));
      }
    },
    { immediate: true },
  );
}

const CLEAN = { conflicts: [], candidates: [], complete: false };

function words(parts: { text: string }[]): string {
  return parts.map(({ text }) => text).join("");
}
