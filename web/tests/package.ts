/**
 * The npm package in a real browser, from a plain file server and without a bundler. `npm/test` runs
 * this when it has built the package.
 */
import { expect, test } from "vitest";
import { launch } from "./harness";
import { serve } from "./server";

const DIST = new URL("../../npm/dist/", import.meta.url).pathname;

/** What a page does with it. It is text, so that nothing rewrites its import. */
const PROGRAM = `(async () => {
  const ninefold = await import("./index.js");
  const { count, generate, ready, solve, solveMany } = ninefold;
  const rows = new TextEncoder().encode(".".repeat(81));
  const early = (() => {
    try {
      return solveMany(rows);
    } catch (error) {
      return error.hint;
    }
  })();
  await ready();
  const [made] = await generate({ seed: 1 });
  const here = await solve(made.puzzle);
  const apart = await solve(made.puzzle, { worker: true });
  const late = await count(".".repeat(81), { signal: AbortSignal.timeout(200) }).catch(String);
  const unread = await solve("53..7", { worker: true }).catch(({ name }) => name);
  const next = await count(".".repeat(16), { worker: true });
  ninefold.close();
  const again = await solve("12.4 4.21 2143 3412");
  return {
    early,
    made: made.puzzle,
    isSolved: here.solution === made.solution && apart.solution === made.solution,
    late: late.split(":")[0],
    unread,
    next: next.count,
    bulk: solveMany(rows).counts[0],
    again: again.solution,
  };
})()`;

test("it answers in the page and in a worker, and stops", async () => {
  const [browser, site] = await Promise.all([launch(), serve(DIST, "/some/where/")]);
  try {
    const page = await browser.newPage();
    const troubles: string[] = [];
    page.on("pageerror", (error) => troubles.push(error.message));
    // Any document of this site will do.
    await page.goto(`${site.address}index.js`);
    expect(await page.evaluate(PROGRAM)).toEqual({
      early: "await ready() before",
      made: "..3..7.1...8.43..2...1.....52.9.67......8..9................46.1.5....8..495...3.",
      isSolved: true,
      late: "TimeoutError",
      unread: "ParseError",
      next: 288,
      bulk: 2,
      again: "1234432121433412",
    });
    expect(troubles).toEqual([]);
  } finally {
    await browser.close();
    await site.close();
  }
});
