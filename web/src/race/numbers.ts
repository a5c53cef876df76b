/** Numbers as the race shows them: thin spaces, short times, and places on a log scale. */

/** `622 577 597`, with thin spaces. */
export function grouped(value: number): string {
  return Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, "\u2009");
}

/** `0.03 ms`, `12 ms`, `1.8 s`, `2 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1) return `${milliseconds.toFixed(2)} ms`;
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

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

/** Where a time lies on it, from 0 to 1. */
export function timePlace(milliseconds: number): number {
  const decades = Math.log10(Math.max(0.01, milliseconds)) + 2;
  return Math.min(1, decades / (TIMES.length - 1));
}
