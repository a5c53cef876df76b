/** The present event of a watched search, in a sentence or two. */
import type { Shape } from "../engine/wire";
import { cellName } from "../state/shape";
import type { Frame, Ripple } from "./replay";

export interface Caption {
  /** Shown in bold. */
  lead: string;
  rest: string;
}

const symbol = (shape: Shape, digit: number) => shape.symbols[digit - 1] ?? String(digit);
const placed = (shape: Shape, { cell, digit }: { cell: number; digit: number }) =>
  `${cellName(shape.size, cell)}=${symbol(shape, digit)}`;

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

const many = (n: number, one: string, more: string) => (n === 1 ? `1 ${one}` : `${n} ${more}`);

export function caption(frame: Frame, shape: Shape): Caption {
  if (frame.ripple) return rings(frame.ripple, shape);
  const { event } = frame;
  if (!event) return { lead: "The start.", rest: "The givens are on the board, nothing else." };
  const cell = cellName(shape.size, event.cell);
  const digit = symbol(shape, event.digit);
  switch (event.kind) {
    case "try":
      return { lead: `Does ${digit} fit in ${cell}?`, rest: "It is held against the rules." };
    case "place":
      return { lead: `${digit} goes in ${cell}.`, rest: "Nothing else can stand there." };
    case "eliminate":
      return { lead: `${digit} is ruled out in ${cell}.`, rest: "" };
    case "guess":
      return {
        lead: `${digit} is written in ${cell},`,
        rest: `one choice of several. ${many(event.depth, "such choice stands", "such choices stand")}.`,
      };
    case "split":
      return {
        lead: "The position is split in two.",
        rest: `${many(event.depth, "such choice stands", "such choices stand")}.`,
      };
    case "backtrack":
      return {
        lead: "A dead end.",
        rest: `The last choice is taken back: ${many(event.undone?.length ?? 0, "cell is", "cells are")} empty again.`,
      };
    case "snapshot":
      return { lead: "Nothing moves any more.", rest: "The board is saved before a guess." };
    case "solution":
      return { lead: "Solved.", rest: "Every cell is filled." };
    default:
      return { lead: "", rest: "" };
  }
}

function rings({ cell, digit, touched, solved }: Ripple, shape: Shape): Caption {
  const lose = many(touched.length, "loses", "lose");
  const shock = solved.map((one) => placed(shape, one));
  return {
    lead: `${symbol(shape, digit)} lands in ${cellName(shape.size, cell)}`,
    rest:
      "and rings out to its peers. " +
      (touched.length > 0 ? `${lose} a candidate` : "None loses a candidate") +
      (shock.length > 0 ? `; the shock solves ${listed(shock)}.` : "."),
  };
}
