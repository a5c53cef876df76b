/** Numbers as the page writes them: thin spaces between thousands, short times, a unit once. */

/** `622 577 597`, with thin spaces. */
export function grouped(value: number): string {
  return String(Math.round(value)).replaceAll(/\B(?=(\d{3})+$)/g, "\u2009");
}

/** `0.03 ms`, `4.5 ms`, `812 ms`, `1.8 s`, `2 min 5 s`, of a time in microseconds. */
export function duration(micros: number): string {
  const milliseconds = micros / 1000;
  if (milliseconds < 0.005) return "< 0.01 ms";
  if (milliseconds < 1) return `${milliseconds.toFixed(2)} ms`;
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}
