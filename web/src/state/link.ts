/**
 * Links: the part of the address behind `#` holds the puzzle, the tab and the step, so that
 * opening it leads to the same place.
 *
 * ```text
 *   #p=1.....7..…&z=k3f&e=.89562…&t=explain&s=17
 *      clues      check  entries   tab       step
 * ```
 *
 * A puzzle that fits on one line is written as one; any other is in the library's own JSON
 * (`j`). The check distinguishes a link that was cut off from a whole one.
 */
import { COLOURS } from "../board/colours";
import { ask } from "../engine/library";
import type { Position } from "../engine/wire";
import { isNumbers } from "./check";
import { type Own, game, position } from "./game";
import { type Tab, isTab, place } from "./place";
import { SYMBOLS } from "./shape";

/** The contents of a link, before the library has read its puzzle. */
export interface Link {
  /** The puzzle as text, and in which format. */
  text: string;
  format: "line" | "json";
  entries: number[] | null;
  marks: number[] | null;
  corners: number[] | null;
  colours: number[] | null;
  tab: Tab;
  step: number;
  /** The end is missing, or something was changed on the way. */
  damaged: boolean;
}

/** Links longer than this do not fit everywhere; nothing the page makes comes near it. */
const LONGEST = 100_000;

/** The contents of a fragment, or null if it is not about a puzzle. */
export function readFragment(fragment: string): Link | null {
  const text = fragment.replace(/^#/, "").slice(0, LONGEST);
  const fields = new URLSearchParams(text);
  const line = fields.get("p");
  const json = fields.get("j");
  if (line === null && json === null) return null;
  const tab = fields.get("t") ?? "solve";
  const step = Number(fields.get("s") ?? 1);
  const check = fields.get("z");
  return {
    text: line ?? fromBase64(json ?? ""),
    format: line === null ? "json" : "line",
    entries: digitsFrom(fields.get("e")),
    marks: bitsFrom(fields.get("c")),
    corners: bitsFrom(fields.get("k")),
    colours: digitsFrom(fields.get("q")),
    tab: isTab(tab) ? tab : "solve",
    step: Number.isInteger(step) && step > 0 ? step - 1 : 0,
    // A link written by hand has no check.
    damaged: check !== null && checkOf(text.replace(/&z=[^&]*/, "")) !== check,
  };
}

/** A fragment without its `#`. */
export function writeFragment(link: Omit<Link, "damaged">): string {
  const fields = [link.format === "line" ? `p=${link.text}` : `j=${toBase64(link.text)}`];
  if (link.entries?.some(Boolean)) fields.push(`e=${digitsTo(link.entries)}`);
  if (link.marks) fields.push(`c=${bitsTo(link.marks)}`);
  if (link.corners?.some(Boolean)) fields.push(`k=${bitsTo(link.corners)}`);
  if (link.colours?.some(Boolean)) fields.push(`q=${digitsTo(link.colours)}`);
  fields.push(`t=${link.tab}`);
  if (link.tab === "explain") fields.push(`s=${link.step + 1}`);
  const check = `z=${checkOf(fields.join("&"))}`;
  return [fields[0], check, ...fields.slice(1)].join("&");
}

/** What a link leads to, once the library has read its puzzle. */
export function positionOf(link: Link, read: Position): Position {
  const cells = read.givens.length;
  const { size } = read.shape;
  const fits = (list: number[] | null, most: number) => isNumbers(list, cells, most);
  const padded = link.entries && pad(link.entries, cells);
  const entries = fits(padded, size) ? (padded as number[]) : read.entries;
  const marks = link.marks && pad(link.marks, cells);
  return {
    ...read,
    entries: entries.map((digit, cell) => (read.givens[cell] ? 0 : digit)),
    marks: fits(marks, 2 ** size - 1) ? marks : read.marks,
  };
}

/** The corner marks and colours of a link, where they fit the board. */
export function ownOf(link: Link, read: Position): Own {
  const cells = read.givens.length;
  const own: Own = {};
  const corners = link.corners && pad(link.corners, cells);
  if (isNumbers(corners, cells, 2 ** read.shape.size - 1)) own.corners = corners;
  const colours = link.colours && pad(link.colours, cells);
  if (isNumbers(colours, cells, COLOURS.length)) own.colours = colours;
  return own;
}

/** The present puzzle as a link has it, remembered until there is another. */
let known: { givens: number[]; text: string; format: Link["format"] } | null = null;

/** The fragment for the present moment. */
export async function fragmentHere(): Promise<string> {
  const { givens, shape } = game.puzzle;
  if (known?.givens !== givens) {
    const bare = { ...game.puzzle, entries: givens.map(() => 0), marks: null };
    const line = lineOf(bare);
    const back = line === null ? null : await ask("read", { text: line, format: "line" });
    const same =
      back?.ok &&
      sameNumbers(back.position.givens, givens) &&
      sameNumbers(back.position.shape.regions ?? [], shape.regions ?? []) &&
      back.position.shape.variants.join() === shape.variants.join() &&
      back.position.shape.symbols.join() === shape.symbols.join();
    if (same && line !== null) known = { givens, text: line, format: "line" };
    else {
      const { text } = await ask("write", { position: bare, format: "json" });
      known = { givens, text, format: "json" };
    }
  }
  const { entries, marks } = position.value;
  const { corners, colours } = game.now;
  const { tab, step } = place;
  return writeFragment({
    text: known.text,
    format: known.format,
    entries,
    marks,
    corners,
    colours,
    tab,
    step,
  });
}

/** The whole address of the present moment. */
export async function linkHere(): Promise<string> {
  const fragment = await fragmentHere();
  return `${location.href.replace(/#.*$/, "")}#${fragment}`;
}

function lineOf({ givens, shape, limits }: Position): string | null {
  if (limits || shape.symbols.some((symbol) => symbol.length !== 1)) return null;
  return givens.map((digit) => (digit ? shape.symbols[digit - 1] : ".")).join("");
}

function sameNumbers(one: number[], other: number[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function pad(list: number[], length: number): number[] {
  return list.length < length ? [...list, ...new Array(length - list.length).fill(0)] : list;
}

/** Digits as one character each, `.` for none; what is empty at the end is left out. */
function digitsTo(digits: number[]): string {
  return digits
    .map((digit) => (digit ? SYMBOLS[digit - 1] : "."))
    .join("")
    .replace(/\.+$/, "");
}

function digitsFrom(text: string | null): number[] | null {
  return text === null ? null : [...text].map((symbol) => SYMBOLS.indexOf(symbol) + 1);
}

/** Marks in base 32, a dot between cells; what is empty at the end is left out. */
function bitsTo(marks: number[]): string {
  return marks
    .map((bits) => (bits ? bits.toString(32) : ""))
    .join(".")
    .replace(/\.+$/, "");
}

function bitsFrom(text: string | null): number[] | null {
  if (text === null) return null;
  const marks = text.split(".").map((bits) => (bits === "" ? 0 : Number.parseInt(bits, 32)));
  return marks.some(Number.isNaN) ? null : marks;
}

/** A short check sum, to notice a link that lost its end. */
function checkOf(text: string): string {
  let sum = 7;
  for (const symbol of text) sum = (sum * 31 + (symbol.codePointAt(0) ?? 0)) % 46_649;
  return sum.toString(36);
}

/** Text in characters that need no escaping in an address. */
function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const plain = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text: string): string {
  try {
    const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(plain, (symbol) => symbol.charCodeAt(0)));
  } catch {
    return "";
  }
}
