/** The race: engines side by side, live, stopped at once, and a page that never stands still. */
import { expect } from "vitest";
import { flow, setUp, type Tab } from "./harness";
import { BREAKS_BRUTE_FORCE, X_WING, goTo, open, until } from "./moves";
import { workDuring } from "./probe";

setUp();

const lanes = ({ page }: Tab) => page.locator(".lane");
const button = ({ page }: Tab, name: string) =>
  page.locator(".race-top").getByRole("button", { name, exact: true });

/** How many steps each lane has counted. */
const counted = (tab: Tab) =>
  tab.page
    .locator(".lane .counts b")
    .evaluateAll((all) =>
      all.map((count) => Number((count.textContent ?? "").replaceAll(/\D/g, ""))),
    );

async function race(tab: Tab, puzzle: string) {
  await tab.visit();
  await open(tab, puzzle);
  await goTo(tab, "Race");
  await until("the engines to line up", async () => (await lanes(tab).count()) >= 5);
}

flow("engines race on one puzzle, and every lane ends with its time", async (tab) => {
  await race(tab, X_WING);
  await button(tab, "Start").click();
  await until("all to be there", async () =>
    (await lanes(tab).allInnerTexts()).every((lane) => /solved in/.test(lane)),
  );
  expect((await counted(tab)).every((steps) => steps > 0)).toBe(true);
});

flow("a page that stands still would be seen to", async (tab) => {
  await tab.visit();
  const { longest } = await workDuring(tab, async () => {
    await tab.page.evaluate(() => {
      const end = performance.now() + 600;
      while (performance.now() < end);
    });
    await tab.page.waitForTimeout(500);
  });
  expect(longest).toBeGreaterThan(100);
});

flow(
  "five engines race on the puzzle that breaks brute force: live, and stopped at once",
  async (tab) => {
    await race(tab, BREAKS_BRUTE_FORCE);
    const { page } = tab;
    const { longest } = await workDuring(tab, async () => {
      await button(tab, "Start").click();
      const brute = async () => Math.max(...(await counted(tab)));
      await until("the counters to move", async () => (await brute()) > 100_000);
      const early = await brute();
      await until("the counters to go on", async () => (await brute()) > early);
      await page.waitForTimeout(4000);
      await button(tab, "Stop").click();
      await button(tab, "Start").waitFor();
    });
    expect(longest, "the longest task of the page's own thread, in ms of work").toBeLessThan(100);

    const texts = await lanes(tab).allInnerTexts();
    expect(texts.some((lane) => /stopped after/.test(lane))).toBe(true);
    expect(texts.some((lane) => /solved in/.test(lane))).toBe(true);
    const still = await counted(tab);
    await page.waitForTimeout(500);
    expect(await counted(tab), "nothing runs on after Stop").toEqual(still);
  },
);

flow("Stop takes effect within a tenth of a second", async (tab) => {
  await race(tab, BREAKS_BRUTE_FORCE);
  await button(tab, "Start").click();
  await until("the race to run", async () => Math.max(...(await counted(tab))) > 1000);
  const took = await tab.page.evaluate(async () => {
    const stop = [...document.querySelectorAll<HTMLElement>(".race-top button")].find(
      (found) => found.textContent?.trim() === "Stop",
    );
    const start = performance.now();
    stop?.click();
    while (!/stopped after/.test(document.querySelector(".lanes")?.textContent ?? "")) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (performance.now() - start > 5000) break;
    }
    return performance.now() - start;
  });
  // A tenth of a second is the promise; the rest is room for a machine that is busy elsewhere.
  console.log(`stopped within ${took.toFixed(0)} ms`);
  expect(took).toBeLessThan(500);
});

flow("a search is played, stepped and scrubbed from near, with its snapshots", async (tab) => {
  await race(
    tab,
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
  );
  const { page } = tab;
  await lanes(tab)
    .filter({ hasText: /detour/i })
    .first()
    .click();
  const where = page.locator(".transport .where");
  await until("the search to be described", async () =>
    /Event .* of/.test(await where.innerText()),
  );
  await page.getByRole("button", { name: "One event on" }).click();
  expect(await where.innerText()).toMatch(/Event 1 of/);
  await page.getByRole("button", { name: "One event back" }).click();
  expect(await where.innerText()).toMatch(/Event 0 of/);
  // Whatever happens on the board has a colour of its own: a cell without one would be black.
  await page.getByRole("slider").focus();
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press("ArrowRight");
    const fills = await page
      .locator('.close [class^="t-"]')
      .evaluateAll((all) => all.map((tint) => getComputedStyle(tint).fill));
    expect(fills).not.toContain("rgb(0, 0, 0)");
  }
  await page.keyboard.press("End");
  await until("the end", async () => {
    const [, at, total] = /Event (.*) of (.*)/.exec(await where.innerText()) ?? [];
    return at !== undefined && at === total;
  });
  await page
    .getByRole("button", { name: "Play" })
    .click()
    .catch(() => {});
});

flow("tick by tick all engines have done as much, until they are there", async (tab) => {
  await race(tab, X_WING);
  const { page } = tab;
  await page.getByRole("button", { name: "Tick by tick" }).click();
  await button(tab, "Start").click();
  const seen = () =>
    lanes(tab).evaluateAll((all) =>
      all.map((lane) => ({
        events: Number(lane.querySelector(".counts b")?.textContent?.replaceAll(/\D/g, "")),
        isThere: /solved by event/.test(lane.textContent ?? ""),
      })),
    );
  await until("all to be there", async () => {
    const now = await seen();
    const under = now.filter(({ isThere }) => !isThere).map(({ events }) => events);
    expect(new Set(under).size, "all that are under way stand at one tick").toBeLessThan(2);
    return under.length === 0;
  });
  const ends = (await seen()).map(({ events }) => events);
  // Logic takes far fewer than the walk through the first empty cell, whose three ways are one tree.
  expect(Math.min(...ends)).toBeGreaterThan(50);
  expect(Math.max(...ends)).toBeGreaterThan(1000);
  await page.getByRole("button", { name: "Real time" }).click();
  await button(tab, "Start").click();
  await until("the race by the clock", async () =>
    (await lanes(tab).allInnerTexts()).every((lane) => /solved in/.test(lane)),
  );
});

flow("tick by tick a long search is live, and stopped at once", async (tab) => {
  await race(tab, BREAKS_BRUTE_FORCE);
  const { page } = tab;
  await page.getByRole("button", { name: "Tick by tick" }).click();
  const { longest } = await workDuring(tab, async () => {
    await button(tab, "Start").click();
    // Stopped here, not after the work is counted: a search is sent up to its millionth event,
    // and that comes twelve seconds after the start.
    await until("events", async () => Math.max(...(await counted(tab))) > 20_000);
    await button(tab, "Stop").click();
    await button(tab, "Start").waitFor();
  });
  expect(longest, "the longest task of the page's own thread, in ms of work").toBeLessThan(100);
  expect((await lanes(tab).allInnerTexts()).join()).toMatch(/stopped/);
  const stopped = await counted(tab);
  await page.waitForTimeout(500);
  expect(await counted(tab)).toEqual(stopped);
});
