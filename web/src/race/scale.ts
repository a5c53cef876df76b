/** The log scales of the race: steps from one to millions, times from 0.01 ms to 100 s. */
import { grouped } from "../ui/numbers";

/** Where a number lies between 1 and ten to the `decades`, from 0 to 1. */
export function logPlace(value: number, decades: number): number {
  if (value <= 1) return 0;
  return Math.min(1, Math.log10(value) / decades);
}

/** How many decades a picture needs for this number; at least six, up to a million. */
export function decadesFor(largest: number): number {
  return Math.max(6, Math.ceil(Math.log10(Math.max(1, largest))));
}

/** `1`, `1 000`, `1 million`, `1 billion`. */
export function decadeName(power: number): string {
  if (power >= 9) return `${grouped(10 ** (power - 9))} billion`;
  if (power >= 6) return `${grouped(10 ** (power - 6))} million`;
  return grouped(10 ** power);
}

/** The time axis of the race: from a hundredth of a millisecond to a hundred seconds. */
const TIMES = ["0.01 ms", "0.1", "1", "10", "100", "1 s", "10", "100 s"];
export const timeTicks = TIMES.map((name, k) => ({ name, place: k / (TIMES.length - 1) }));

/** Where a time in microseconds lies on it, from 0 to 1. */
export function timePlace(micros: number): number {
  const decades = Math.log10(Math.max(10, micros)) - 1;
  return Math.min(1, decades / (TIMES.length - 1));
}
