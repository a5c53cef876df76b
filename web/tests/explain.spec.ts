/** Explain: the ladder to the end of a puzzle, words that light cells, mistakes before hints. */
import { expect } from "vitest";
import { flow, setUp, type Tab } from "./harness";
import {
  X_WING,
  X_WING_SOLUTION,
  cells,
  digits,
  explanation,
  fragment,
  goTo,
  headline,
  open,
  openLarge,
  until,
} from "./moves";

setUp();

async function explain(tab: Tab, puzzle: string) {
  await tab.visit();
  await open(tab, puzzle);
  await goTo(tab, "Explain");
  await explanation(tab)
    .getByRole("list", { name: /how much/i })
    .waitFor();
}

/** The puzzle at its X-Wing, and at the kite after it. */
const AT_X_WING = `p=${X_WING}&t=explain&s=19`;
const AT_KITE = `p=${X_WING}&t=explain&s=20`;

flow("the ladder, rung by rung, shows ever more", async (tab) => {
  await explain(tab, X_WING);
  const { page } = tab;
  expect(await headline(tab)).toMatch(/something to see/);
  expect(await page.locator(".stage [data-mark]").count()).toBe(0);
  await page.getByRole("button", { name: "Name it" }).click();
  expect(await headline(tab)).toMatch(/Single/);
  await page.getByRole("button", { name: "Show where" }).click();
  expect(await page.locator('.stage [data-mark="place"]').count()).toBe(0);
  await page.getByRole("button", { name: "Say why" }).click();
  await page.locator('.stage [data-mark="place"]').waitFor();
  const before = await digits(tab);
  await page.getByRole("button", { name: "Do it" }).click();
  await until("the digit on the board", async () => (await digits(tab)) !== before);
  expect(await headline(tab)).toMatch(/something to see/);
});

flow("the ladder leads to the end of a puzzle, by one key", async (tab) => {
  await explain(tab, X_WING);
  const { page } = tab;
  // Four presses of `?` for each of some sixty steps; every step names itself on the way.
  for (let presses = 0; (await headline(tab)) !== "Solved."; presses++) {
    expect(presses).toBeLessThan(400);
    await page.keyboard.press("?");
  }
  expect(await digits(tab)).toBe(X_WING_SOLUTION);
  await page.keyboard.press("Control+Z");
  await until("a step back", async () => (await headline(tab)) !== "Solved.");
});

flow("an X-Wing is drawn: rings, links, strikes, swept columns, bold rows", async (tab) => {
  await tab.visit(AT_X_WING);
  const { page } = tab;
  await until("the step", async () => (await headline(tab)) === "X-Wing on 5");
  const stage = page.locator(".stage");
  expect(await stage.locator('[data-mark="cause"]').count()).toBe(4);
  expect(await stage.locator('[data-mark="elim"]').count()).toBe(6);
  expect(await stage.locator(".link").count()).toBe(2);
  expect(await stage.locator(".cover").count()).toBe(2);
  expect(await stage.locator(".lab.hot").allTextContents()).toEqual(["3", "5"]);
  expect(await explanation(tab).locator(".key").innerText()).toMatch(/cause.*removed.*swept/s);
});

flow("a word lights its cells, and a cell lights its words", async (tab) => {
  await tab.visit(AT_KITE);
  const { page } = tab;
  const word = explanation(tab).getByRole("button", { name: "r9c2", exact: true }).first();
  await word.focus();
  expect(await page.locator(".stage .lit").count()).toBe(1);
  await word.hover();
  await cells(tab)
    .nth(8 * 9 + 1)
    .hover();
  await until("the word to light up", async () =>
    /lit/.test((await word.getAttribute("class")) ?? ""),
  );
});

flow("steps are scrubbed, stepped and played without touching the board", async (tab) => {
  await explain(tab, X_WING);
  const { page } = tab;
  const where = page.locator(".transport .where");
  await page.getByRole("slider", { name: "Steps" }).focus();
  await page.keyboard.press("End");
  expect(await where.innerText()).toMatch(/Step (\d+) of \1/);
  await page.keyboard.press("Home");
  expect(await where.innerText()).toMatch(/Step 1 of/);
  await page.getByRole("button", { name: "Step forward" }).click();
  expect(await where.innerText()).toMatch(/Step 2 of/);
  await page.getByRole("button", { name: "Play" }).click();
  await until("it to go on by itself", async () => /Step [3-9] of/.test(await where.innerText()));
  await page.getByRole("button", { name: "Pause" }).click();
  await goTo(tab, "Solve");
  expect((await digits(tab)).replaceAll(".", "")).toHaveLength(28);
});

flow("a mistake is announced before any hint, and can be rubbed out", async (tab) => {
  await tab.visit();
  await open(tab, X_WING);
  await cells(tab).nth(2).click();
  await tab.page.keyboard.press("2");
  await goTo(tab, "Explain");
  const { page } = tab;
  await until("the announcement", async () => /wrong/.test(await headline(tab)));
  expect(await explanation(tab).innerText()).toMatch(/r1c3/);
  expect(await page.locator(".stage [data-mark]").count()).toBe(0);
  await page.getByRole("button", { name: "Rub it out" }).click();
  await until("a hint", async () => /something to see/.test(await headline(tab)));
  expect((await digits(tab))[2]).toBe(".");
});

flow("hints go on from the player's own marks", async (tab) => {
  await tab.visit();
  await open(tab, X_WING);
  await tab.page.keyboard.press("p");
  // With 9 rubbed out of r1c2 its 7 is a naked single, which it was not before.
  await cells(tab).nth(1).click();
  await tab.page.keyboard.press("Control+9");
  await goTo(tab, "Explain");
  await explanation(tab).getByRole("list", { name: "Steps" }).waitFor();
  await explanation(tab).getByRole("button", { name: "All steps here" }).click();
  const here = explanation(tab).getByRole("list", { name: "Steps here" });
  await here.waitFor();
  expect(await here.innerText()).toMatch(/r1c2 = 7/);
});

flow("a mark that was rubbed out though it is right is announced, too", async (tab) => {
  await tab.visit();
  await open(tab, X_WING);
  await tab.page.keyboard.press("p");
  await cells(tab).nth(1).click();
  await tab.page.keyboard.press("Control+7");
  await goTo(tab, "Explain");
  await until("the announcement", async () => /r1c2/.test(await explanation(tab).innerText()));
  await tab.page.getByRole("button", { name: "Put it back" }).click();
  await until("a hint", async () => /something to see/.test(await headline(tab)));
});

flow("any of the steps here can be done, and the way goes on from there", async (tab) => {
  await explain(tab, X_WING);
  const { page } = tab;
  await page.getByRole("button", { name: "All steps here" }).click();
  const here = explanation(tab).getByRole("list", { name: "Steps here" });
  await here.getByRole("button").nth(1).click();
  const before = await digits(tab);
  await page.getByRole("button", { name: "Do it" }).click();
  await until("it to be done", async () => (await digits(tab)) !== before);
  await explanation(tab).getByRole("list", { name: "Steps", exact: true }).waitFor();
});

flow("a link to a step shows that step in a fresh profile, to the last line", async (tab) => {
  await explain(tab, X_WING);
  await tab.page.getByRole("slider", { name: "Steps" }).focus();
  await tab.page.keyboard.press("PageUp");
  for (let step = 11; step < 19; step++) await tab.page.keyboard.press("ArrowRight");
  const link = await fragment(tab, "s=19");
  const drawing = ({ page }: Tab) =>
    page
      .locator(".stage svg.bd")
      .evaluate((board) =>
        [...board.querySelectorAll("path, line, circle, use, rect")]
          .map((part) => part.outerHTML.replaceAll(/ (data-v-\w+|tabindex|aria-\w+)="[^"]*"/g, ""))
          .join("\n"),
      );
  const other = await tab.elsewhere();
  await other.visit(link);
  await until("the step", async () => /X-Wing on 5/.test(await headline(other)));
  expect(await drawing(other)).toBe(await drawing(tab));
});

flow(
  "a step appears in phases, and any key skips to the end",
  async (tab) => {
    await tab.visit(`p=${X_WING}&t=explain&s=18`);
    const { page } = tab;
    await page.getByRole("button", { name: "Step forward" }).click();
    await until("the step", async () => (await headline(tab)) === "X-Wing on 5");
    await page.keyboard.press("Shift");
    expect(await page.locator('.stage [data-mark="elim"]').count()).toBe(6);
  },
  { reducedMotion: "no-preference" },
);

flow("on a board of 25 × 25 the first step is drawn with its own digits only", async (tab) => {
  await tab.visit();
  const { page } = tab;
  await openLarge(tab);
  await goTo(tab, "Explain");
  await explanation(tab)
    .getByRole("list", { name: /how much/i })
    .waitFor({ timeout: 90_000 });
  await explanation(tab).getByRole("button", { name: "Why", exact: true }).click();
  await page.locator(".stage [data-mark]").first().waitFor();
  expect(await explanation(tab).innerText()).toMatch(/showing .* only/);
});

flow(
  "on a phone the steps are under the words: folded away, listed, and all those here",
  async (tab) => {
    await tab.visit(AT_KITE);
    const { page } = tab;
    const steps = explanation(tab).getByRole("list", { name: "Steps", exact: true });
    const fold = explanation(tab).getByRole("button", { name: /^\d+ steps$/ });
    expect(await steps.count()).toBe(0);
    await fold.click();
    expect(await fold.getAttribute("aria-expanded")).toBe("true");
    await steps
      .getByRole("button", { name: /X-Wing/ })
      .first()
      .click();
    expect(await headline(tab)).toBe("X-Wing on 5");
    // Back up at the board, where the step is drawn.
    expect(await page.evaluate(() => scrollY)).toBe(0);
    expect(await page.locator('.stage [data-mark="elim"]').count()).toBe(6);

    await explanation(tab).getByRole("button", { name: "All steps here" }).click();
    const here = explanation(tab).getByRole("list", { name: "Steps here" });
    await here
      .getByRole("button", { name: /Jellyfish/ })
      .first()
      .click();
    expect(await headline(tab)).toMatch(/Jellyfish/);
    await explanation(tab).getByRole("button", { name: "Back to the way" }).click();
    expect(await headline(tab)).toBe("X-Wing on 5");
    await fold.click();
    expect(await steps.count()).toBe(0);
    // Nothing is wider than the phone.
    const wide = () => document.documentElement.scrollWidth - innerWidth;
    expect(await page.evaluate(wide)).toBeLessThanOrEqual(0);
  },
  { viewport: { width: 390, height: 844 } },
);
