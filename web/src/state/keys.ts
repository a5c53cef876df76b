/**
 * The keyboard: what each key means, as players know it from other programs.
 *
 * Movement, digits, marks, undo: all in one table that can be read and tested without a
 * page. Letters are digits on boards that need them; there they do not move or switch.
 */
import { COLOURS } from "../board/colours";
import type { Direction } from "./selection";

export const MODES = ["digit", "corner", "centre", "colour"] as const;
export type Mode = (typeof MODES)[number];

export type Action =
  | { do: "move"; direction: Direction; keep: boolean }
  | { do: "nextEmpty"; direction: Direction }
  | { do: "box"; by: 1 | -1 }
  | { do: "digit"; digit: number; mode: Mode | null }
  | { do: "mode"; mode: Mode }
  | {
      do:
        | "home"
        | "toggle"
        | "deselect"
        | "all"
        | "erase"
        | "undo"
        | "redo"
        | "toCentre"
        | "hint"
        | "help"
        | "candidates"
        | "check"
        | "solve"
        | "copy"
        | "copyState"
        | "paste";
    };

/** What of a keyboard event matters. */
export interface Key {
  key: string;
  code: string;
  shift: boolean;
  command: boolean;
  alt: boolean;
}

const ARROWS: Record<string, Direction> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};
const LETTERS: Record<string, Direction> = {
  w: "up",
  a: "left",
  s: "down",
  d: "right",
  k: "up",
  h: "left",
  j: "down",
  l: "right",
};
const MODE_KEYS: Record<string, Mode> = { z: "digit", x: "corner", c: "centre", v: "colour" };

/**
 * What a key means on a board with such digits and in such a mode, or null if it means nothing
 * there.
 */
export function actionOf(key: Key, symbols: string[], mode: Mode = "digit"): Action | null {
  const isColour = key.command ? key.shift : mode === "colour" && !key.shift;
  const colour = isColour && !key.alt ? colourOf(key.code, key.key) : null;
  if (colour) return { do: "digit", digit: colour, mode: "colour" };
  return key.command ? withCommand(key, symbols) : plain(key, symbols);
}

function withCommand({ key, code, shift, alt }: Key, symbols: string[]): Action | null {
  if (alt) return null;
  const arrow = ARROWS[key];
  if (arrow)
    return shift
      ? { do: "move", direction: arrow, keep: true }
      : { do: "nextEmpty", direction: arrow };
  const digit = digitOf(key, code, symbols, false);
  if (digit) return { do: "digit", digit, mode: "centre" };
  switch (key.toLowerCase()) {
    case "z":
      return { do: shift ? "redo" : "undo" };
    case "y":
      return { do: "redo" };
    case "a":
      return { do: "all" };
    case "c":
      return { do: shift ? "copyState" : "copy" };
    case "enter":
      return { do: "solve" };
    default:
      return null;
  }
}

function plain({ key, code, shift, alt }: Key, symbols: string[]): Action | null {
  if (alt) return null;
  const arrow = ARROWS[key];
  if (arrow) return { do: "move", direction: arrow, keep: shift };
  const digit = digitOf(key, code, symbols, true);
  // A letter is a digit with or without Shift: capitals are how such digits are written.
  const isLetter = /^[a-z]$/i.test(key);
  if (digit) return { do: "digit", digit, mode: shift && !isLetter ? "corner" : null };
  const letter = key.toLowerCase();
  const direction = LETTERS[letter];
  if (direction) return { do: "move", direction, keep: shift };
  const mode = MODE_KEYS[letter];
  if (mode) return { do: "mode", mode };
  return named(key, letter);
}

function named(key: string, letter: string): Action | null {
  switch (key) {
    case "0":
    case "Backspace":
    case "Delete":
      return { do: "erase" };
    case "Home":
      return { do: "home" };
    case "PageDown":
      return { do: "box", by: 1 };
    case "PageUp":
      return { do: "box", by: -1 };
    case " ":
      return { do: "toggle" };
    case "Escape":
      return { do: "deselect" };
    case "[":
      return { do: "undo" };
    case "]":
      return { do: "redo" };
    case ".":
      return { do: "toCentre" };
    case "?":
      return { do: "hint" };
    case "F1":
      return { do: "help" };
    case "Enter":
      return { do: "check" };
  }
  if (letter === "u") return { do: "undo" };
  if (letter === "p") return { do: "candidates" };
  return null;
}

/**
 * The digit of a key: the one that looks like it on this board. Where Shift or a layout
 * makes something else of a digit key its place on the keyboard counts, and letters stand
 * for ten and up where digits are written as numbers.
 */
function digitOf(key: string, code: string, symbols: string[], letters: boolean): number | null {
  const typed = /^[a-z]$/i.test(key) ? (letters ? key.toUpperCase() : "") : key;
  const place = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1] ?? "";
  for (const name of [typed, place]) {
    const digit = symbols.indexOf(name) + 1;
    if (digit > 0) return digit;
  }
  if (!/^[A-Z]$/.test(typed) || !symbols.includes("10")) return null;
  const digit = typed.charCodeAt(0) - 55;
  return digit <= symbols.length ? digit : null;
}

/** The colour of a key: colours are counted from 1 on any board, whatever its digits look like. */
function colourOf(code: string, key: string): number | null {
  const place = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1] ?? /^[1-9]$/.exec(key)?.[0];
  const colour = Number(place ?? 0);
  return colour > 0 && colour <= COLOURS.length ? colour : null;
}
