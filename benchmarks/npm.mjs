/**
 * The CPU time of the npm package in Node: for each puzzle, in one thread, and until the first answer.
 *
 *     node benchmarks/npm.mjs puzzles.txt
 *
 * The file has a puzzle of 81 characters on each line; its puzzles are repeated up to 200,000. Kinds
 * take turns, and the best of the rounds counts. `npm/build` comes first.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { explain, rate, solve, solveMany } from "../npm/dist/index.js";

const ROUNDS = 7;
const N = 200_000;

const lines = readFileSync(process.argv[2], "utf8")
  .split("\n")
  .filter((line) => line.length >= 81)
  .map((line) => line.slice(0, 81));
const rows = Array.from({ length: N }, (_, k) => lines[k % lines.length]);
const bytes = new TextEncoder().encode(rows.join(""));
const first = (n, call) => async () => {
  for (const row of rows.slice(0, n)) await call(row);
};
const work = {
  solveMany: [N, () => solveMany(bytes)],
  "solveMany, 1,000 rows a call": [
    N,
    () => {
      for (let k = 0; k < N; k += 1000) solveMany(bytes.subarray(81 * k, 81 * (k + 1000)));
    },
  ],
  solve: [2000, first(2000, (row) => solve(row))],
  "rate, hodoku": [50, first(50, (row) => rate(row))],
  explain: [50, first(50, (row) => explain(row))],
};
const best = {};
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, [n, call]] of Object.entries(work)) {
    const start = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(start);
    best[name] = Math.min(best[name] ?? Infinity, (user + system) / n);
  }
}
for (const [name, micros] of Object.entries(best)) {
  console.log(`${name.padEnd(32)}${micros.toFixed(3).padStart(9)} µs`);
}

/** From before the import to the first answer, in a new process: clock and CPU, in ms. */
const program = `
  const start = [performance.now(), process.cpuUsage()];
  const { solve } = await import(${JSON.stringify(new URL("../npm/dist/index.js", import.meta.url))});
  await solve(${JSON.stringify(lines[0])});
  const { user, system } = process.cpuUsage(start[1]);
  console.log(performance.now() - start[0], (user + system) / 1000);`;
const runs = Array.from({ length: 15 }, () => {
  const told = execFileSync(process.execPath, ["--input-type=module", "-e", program]);
  return told.toString().trim().split(" ").map(Number);
});
const least = (of) => Math.min(...runs.map((run) => run[of])).toFixed(1);
console.log(`import and first answer: ${least(0)} ms by the clock, ${least(1)} ms of CPU`);
console.log(`Node ${process.version}, load ${loadavg()[0].toFixed(1)}`);
