/**
 * What keys, buttons and the pad do. Views may take over an action while they are shown:
 * in Explain, "hint" climbs the ladder.
 */
import { computed, ref } from "vue";
import { COLOURS } from "../board/colours";
import { ask } from "../engine/library";
import * as game from "./game";
import { judged } from "./judged";
import { type Action, MODES, type Mode } from "./keys";
import { say, tell, warn } from "./notices";
import { place } from "./place";
import * as selection from "./selection";
import { cellName } from "./shape";
import { settings } from "./settings";
import { mistakes, shownSolution, solution, verdict } from "./verdict";
import { copyAs } from "./copy";

/** How digits are entered, and how while Shift or Ctrl is held. */
export const mode = ref<Mode>("digit");
export const heldMode = ref<Mode | null>(null);

/** The round of the game whose clues are being edited, if any. */
const editedRound = ref(-1);

/** Whether digits are written as clues. */
export const isEditing = computed(
  () => place.tab === "solve" && editedRound.value === game.game.round,
);

export function editClues() {
  place.tab = "solve";
  shownSolution.value = null;
  editedRound.value = game.game.round;
}

export function endEditing() {
  editedRound.value = -1;
}

/** Actions that the view shown has taken over. */
export const takenOver = new Map<Action["do"], () => void>();

/** The marks on the board: the player's own, and the library's beside them if wanted or needed. */
export const shownMarks = computed(() => {
  const { marks } = game.game.now;
  if (!settings.candidates && !game.game.puzzle.limits) return marks;
  return judged.candidates.map((bits, cell) => marks?.[cell] || bits);
});

export function perform(action: Action) {
  const instead = takenOver.get(action.do);
  if (instead) return instead();
  switch (action.do) {
    case "move":
      return selection.move(action.direction, action.keep);
    case "nextEmpty":
      return selection.moveToEmpty(action.direction);
    case "box":
      return selection.moveToBox(action.by);
    case "home":
      return selection.moveHome();
    case "toggle":
      if (selection.selection.cells.size === 0) return cycleMode();
      return selection.toggle(selection.selection.cursor);
    case "deselect":
      return selection.deselect();
    case "all":
      return selection.selectAll();
    case "digit":
      return write(action.digit, action.mode ?? mode.value);
    case "mode":
      return setMode(action.mode);
    case "erase":
      return erase();
    case "undo":
      return void (game.undo() || say("Nothing to undo."));
    case "redo":
      return void (game.redo() || say("Nothing to redo."));
    case "toCentre":
      return game.cornersToCentre(selection.meant());
    case "candidates":
      settings.candidates = !settings.candidates;
      return say(settings.candidates ? "Candidates shown." : "Candidates hidden.");
    case "hint":
      place.tab = "explain";
      return;
    case "help":
      place.sheet = "help";
      return;
    case "check":
      return check();
    case "solve":
      return solve();
    case "copy":
      return void copyAs("line");
    case "copyState":
      return void copyAs("pencilmarks");
    case "paste":
      place.sheet = "import";
  }
}

function setMode(next: Mode) {
  mode.value = next;
  say(`${next} mode`);
}

function cycleMode() {
  const next = MODES[(MODES.indexOf(mode.value) + 1) % MODES.length];
  if (next) setMode(next);
}

/** Writes a digit, or pencils it in, or gives the colour of that number. */
export function write(digit: number, how: Mode) {
  shownSolution.value = null;
  if (how === "colour") {
    if (digit <= COLOURS.length) game.paint(selection.meant(), digit);
  } else if (how === "digit" && isEditing.value) game.enterClues(selection.meant(), digit);
  else if (how === "digit") game.enter(selection.meant(), digit, settings.tidyMarks);
  else game.mark(how, selection.meant(), digit, shownMarks.value);
}

function erase() {
  const cells = [...selection.meant()];
  const hasClue = cells.some((cell) => game.game.puzzle.givens[cell]);
  if (isEditing.value && hasClue) game.enterClues(cells, 0);
  else game.clear(cells);
}

/** Fills the board in, if it is known how. */
export function solve() {
  const right = solution.value;
  const answer = verdict.answer;
  if (right) {
    shownSolution.value = null;
    const zeros = right.map(() => 0);
    const entries = right.map((digit, cell) => (game.game.puzzle.givens[cell] ? 0 : digit));
    game.advance({ entries, marks: null, corners: zeros });
    say("Solved.");
  } else if (answer && answer.solutions.length > 1) {
    shownSolution.value = shownSolution.value === 0 ? 1 : 0;
  } else {
    say(answer?.sentence ?? "Nothing to solve yet.");
  }
}

/** One step by logic, on the player's own board. */
export async function step() {
  shownSolution.value = null;
  const position = game.position.value;
  try {
    const hint = await ask("hint", { position });
    const [mistake] = hint.mistakes;
    if (mistake) {
      selection.selection.cells = new Set(mistake.cells);
      return tell(mistake.message.map(({ text }) => text).join(""));
    }
    if (!hint.step) return tell("Logic finds no further step here.");
    const after = await ask("apply", { position, step: hint.step });
    if (game.position.value !== position) return;
    game.change(after.position);
    const done = hint.step.action.map(({ text }) => text).join("");
    tell(`${hint.step.name}: ${done}`);
    say(`${hint.step.name}: ${done}`);
  } catch (fault) {
    warn(fault instanceof Error ? fault.message : String(fault));
  }
}

/** Reports mistakes, clashes or success. */
function check() {
  const { size } = game.game.puzzle.shape;
  const wrong = mistakes.value.map((cell) => cellName(size, cell));
  if (wrong.length > 0) {
    selection.selection.cells = new Set(mistakes.value);
    tell(wrong.length === 1 ? `${wrong[0]} is wrong.` : `Wrong: ${wrong.join(", ")}.`);
  } else if (judged.complete) {
    tell("Solved.");
  } else if (judged.conflicts.length > 0) {
    tell(judged.conflicts[0]?.message.map(({ text }) => text).join("") ?? "");
  } else {
    tell(solution.value ? "No mistakes so far." : (verdict.answer?.sentence ?? "Nothing clashes."));
  }
}
