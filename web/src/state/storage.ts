/**
 * The browser's cupboard. It may be full, forbidden or hold rubbish: then the page reports it
 * once and goes on without.
 */
import { warn } from "./notices";

const PREFIX = "ninefold.";
let complained = false;

/** What was put away under a name, or null; rubbish is as good as nothing. */
export function recall(name: string): unknown {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** Stores something, and returns whether that worked. A small loss goes `quietly`. */
export function keep(name: string, value: unknown, quietly = false): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    if (!complained && !quietly) {
      complained = true;
      warn("This browser does not let the page save: your work lasts until the tab is closed.");
    }
    return false;
  }
}

/** Throws away what was put there under a name. */
export function drop(name: string) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Where nothing can be kept, nothing is there.
  }
}
