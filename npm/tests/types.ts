/** How users call the package, as TypeScript sees it. It is compiled, not run. */
import {
  AnswerError,
  type Generated,
  NinefoldError,
  ParseError,
  type Solved,
  type Step,
  ask,
  count,
  doctor,
  explain,
  generate,
  hint,
  inspect,
  rate,
  solve,
  solveMany,
  why,
} from "../dist/index.js";

export async function calls(signal: AbortSignal): Promise<void> {
  const solved: Solved = await solve("53..7....", { engine: "csp", signal });
  const solution: string | null = solved.solution;
  const n: number = (await count("", { limit: 2, worker: true })).count;
  const step: Step | null = (await hint("", { without: ["x-wing"] })).step;
  const steps: Step[] = (await explain("")).steps;
  const number: number | null = (await rate("", { scale: "se" })).number;
  const proofs: number = (await why("", "r4c7=5", { spoil: true })).why.proofs.length;
  const repair: string | undefined = (await doctor("", { signal })).repairs[0]?.puzzle;
  const minimal: boolean | null | undefined = (await inspect("", { seed: 7 })).minimal;
  const made: Generated[] = await generate({ n: 3, clues: [24, 28], level: "hard" });
  const bulk: Int8Array = solveMany(new Uint8Array(81), { errors: "null" }).counts;
  const { position } = await ask("blank", { rows: 3, columns: 3 });
  console.log(solution, n, step, steps, number, made, bulk, position.givens);
  console.log(proofs, repair, minimal);
  // @ts-expect-error: no such scale
  await rate("", { scale: "metric" });
  // @ts-expect-error: a misspelt setting
  await solve("", { enigne: "csp" });
  // @ts-expect-error: a question without a claim
  await why("");
  // @ts-expect-error: puzzles are texts
  await solve(53);
  // @ts-expect-error: no such level
  await generate({ level: "harsh" });
}

export function place(error: unknown): number | null {
  if (error instanceof ParseError) return error.column;
  if (error instanceof AnswerError) return error.problems.length;
  return error instanceof NinefoldError ? error.row : null;
}
