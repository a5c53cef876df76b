/** The rungs of the hint ladder, and how much of a step each of them shows on the board. */
import type { Answer, Part, Step } from "../../engine/wire";
import type { Extent } from "../../board/overlay/scene";

export const RUNGS = ["Nudge", "Name", "Where", "Why", "Do"] as const;
export const NUDGE = 0;
export const NAME = 1;
export const WHERE = 2;
export const WHY = 3;
export const DO = 4;

/** No technique: the solution is looked up. */
const BRUTE_FORCE = "brute-force";

/** The label of the button that leads one rung on. */
export const NEXT = ["Name it", "Show where", "Say why", "Do it", "Do it"] as const;

export function extentOf(rung: number): Extent {
  return rung >= WHY ? "all" : rung === WHERE ? "cause" : "nudge";
}

/** The words of a rung. */
export function wordsOf(step: Step, rung: number): Part[] {
  switch (rung) {
    case NUDGE:
    case NAME:
      return step.nudge;
    case WHERE:
      return step.where;
    case WHY:
      return step.why;
    default:
      return step.action;
  }
}

/** What a step does, in a few signs: `r9c2 = 5`, `−7 r1c9`, or how many candidates it removes. */
export function effectOf(step: Step, size: number, symbols: readonly string[]): string {
  const name = (cell: number) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`;
  const sign = (digit: number) => symbols[digit - 1] ?? String(digit);
  const [placed] = step.placements;
  if (placed) {
    const more = step.placements.length > 1 ? ` +${step.placements.length - 1}` : "";
    return `${name(placed[0])} = ${sign(placed[1])}${more}`;
  }
  const [gone] = step.eliminations;
  if (gone && step.eliminations.length === 1) return `−${sign(gone[1])} ${name(gone[0])}`;
  return `−${step.eliminations.length}`;
}

type Path = Answer<"path">;
interface Effort {
  logic: Path["used"];
  hardest: string | null;
  lookedUp: number;
}

/** The effort of a path: the techniques of logic, the hardest of them, and the digits that no logic found. */
export function effortOf({ used, hardest }: Pick<Path, "used" | "hardest">): Effort {
  const logic = used.filter(({ technique }) => technique !== BRUTE_FORCE);
  const lookedUp = used.find(({ technique }) => technique === BRUTE_FORCE)?.count ?? 0;
  // They come in order of difficulty, and nothing is harder than what no logic finds.
  return { logic, hardest: lookedUp ? (logic.at(-1)?.name ?? null) : hardest, lookedUp };
}

/** How high a step's bar is in the tempo picture, of 34. */
export function barOf(step: Step): number {
  return [6, 6, 14, 22, 28, 34][step.level] ?? 34;
}
