/** Numbers as the page writes them: thin spaces between thousands, a unit once. */

export function count(value: number): string {
  return String(Math.round(value)).replaceAll(/\B(?=(\d{3})+$)/g, "\u2009");
}

/** Two figures that matter: `0.03 ms`, `4.5 ms`, `12 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 0.005) return "< 0.01 ms";
  if (milliseconds < 1) return `${milliseconds.toFixed(2)} ms`;
  if (milliseconds < 1000) return `${Number(milliseconds.toPrecision(2))} ms`;
  const seconds = milliseconds / 1000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}
