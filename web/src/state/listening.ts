/** Listening to the whole window: keys, paste anywhere, a file dropped on the page. */
import { onMounted, onUnmounted } from "vue";
import { heldMode, mode, perform } from "./act";
import { game } from "./game";
import { actionOf } from "./keys";
import { place } from "./place";
import { pasted } from "./pasted";

export function useListening() {
  const on: [string, (event: never) => void][] = [
    ["keydown", keydown],
    ["keyup", hold],
    ["blur", () => (heldMode.value = null)],
    ["paste", paste],
    ["dragover", dragover],
    ["drop", drop],
  ];
  onMounted(() => on.forEach(([name, hear]) => addEventListener(name, hear as EventListener)));
  onUnmounted(() => on.forEach(([name, hear]) => removeEventListener(name, hear as EventListener)));
}

/** Whether keys belong to what has the focus: text fields, lists, sliders, open sheets. */
function isBusy(target: EventTarget | null): boolean {
  if (place.sheet) return true;
  if (!(target instanceof Element)) return false;
  return target.closest("input, textarea, select, [role=slider], [role=menu]") !== null;
}

function isOnBoard(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=grid]") !== null;
}

function keydown(event: KeyboardEvent) {
  hold(event);
  if (event.defaultPrevented || isBusy(event.target)) return;
  const onControl = event.target instanceof Element && event.target.closest("button, a") !== null;
  const command = event.ctrlKey || event.metaKey;
  // A button that has the focus is pressed by these.
  if (onControl && !command && (event.key === "Enter" || event.key === " ")) return;
  // Marked text is what Ctrl+C is meant for.
  if (command && event.key.toLowerCase() === "c" && getSelection()?.toString()) return;
  const { key, code, shiftKey: shift, altKey: alt } = event;
  const { symbols } = game.puzzle.shape;
  const action = actionOf({ key, code, shift, command, alt }, symbols, mode.value);
  // The page keys scroll, except on the board.
  if (action?.do === "box" && !isOnBoard(event.target)) return;
  if (!action || (place.tab === "race" && !["help", "copy", "paste"].includes(action.do))) return;
  event.preventDefault();
  perform(action);
}

/** While Shift or Ctrl is held the entry mode changes, and can be seen to. */
function hold(event: KeyboardEvent) {
  const { shiftKey: shift } = event;
  const command = event.ctrlKey || event.metaKey;
  heldMode.value = command ? (shift ? "colour" : "centre") : shift ? "corner" : null;
}

function paste(event: ClipboardEvent) {
  const { target } = event;
  if (target instanceof Element && target.closest("input, textarea")) return;
  const file = event.clipboardData?.files[0];
  const text = event.clipboardData?.getData("text/plain");
  if (!text && !file) return;
  event.preventDefault();
  if (text) take(text);
  else if (file) void takeFile(file);
}

function dragover(event: DragEvent) {
  event.preventDefault();
}

function drop(event: DragEvent) {
  event.preventDefault();
  const file = event.dataTransfer?.files[0];
  const text = event.dataTransfer?.getData("text/plain");
  if (file) void takeFile(file);
  else if (text) take(text);
}

function take(text: string) {
  // A link to a moment of this page needs no reading.
  const link = /^\s*\S+#([pj]=\S+)\s*$/.exec(text.slice(0, 100_000));
  if (link?.[1]) {
    location.hash = link[1];
    return;
  }
  pasted.value = text;
  place.sheet = "import";
}

/** Files beyond this are no puzzles, and would only fill the memory. */
export const LARGEST_FILE = 20_000_000;

export async function takeFile(file: File) {
  take(file.size > LARGEST_FILE ? await file.slice(0, LARGEST_FILE).text() : await file.text());
}
