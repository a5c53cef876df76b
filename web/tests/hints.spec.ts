/** Hints that do not spoil, and words that are true: of mistakes, of brute force, of two solutions. */
import { expect } from "vitest";
import { flow, setUp, type Tab } from "./harness";
import {
  BEYOND_LOGIC,
  NO_SOLUTION,
  SWORDFISH,
  TWO_SOLUTIONS,
  X_WING,
  cells,
  digits,
  explanation,
  goTo,
  headline,
  notice,
  open,
  panelText,
  until,
  verdict,
} from "./moves";

setUp();

async function explain(tab: Tab, puzzle: string) {
  await tab.visit(`p=${puzzle}&t=explain`);
  await explanation(tab)
    .getByRole("list", { name: /how much/i })
    .waitFor();
}

const rows = async (tab: Tab) =>
  (await explanation(tab).getByRole("list", { name: "Steps", exact: true }).innerText())
    .split(/\n+/)
    .filter(Boolean);

flow("the list says no more than the ladder has, and nothing of what lies ahead", async (tab) => {
  await explain(tab, X_WING);
  const { page } = tab;
  const of = await page.locator(".transport .where").innerText();
  const ahead = Number(/Step 1 of (\d+)/.exec(of)?.[1]) - 1;
  expect(await rows(tab)).toEqual(["1", "This one", `${ahead} more steps ahead`]);
  await page.getByRole("button", { name: "Name it" }).click();
  expect((await rows(tab))[1]).toMatch(/Single$/);
  await page.getByRole("button", { name: "Show where" }).click();
  expect(await rows(tab)).toHaveLength(3);
  await page.getByRole("button", { name: "Say why" }).click();
  expect((await rows(tab))[2]).toMatch(/^r\dc\d = \d$/);
  await page.getByRole("button", { name: "Do it" }).click();
  await until("the next step", async () => (await rows(tab)).length === 6);
  expect((await rows(tab)).slice(3)).toEqual(["2", "This one", `${ahead - 1} more steps ahead`]);
  // At the end all has been seen.
  await page.getByRole("button", { name: "Last step" }).click();
  await until("the end", async () => (await headline(tab)) === "Solved.");
  expect((await rows(tab)).join()).not.toMatch(/This one|ahead/);
});

flow("where to look does not ring the digit that is to be written", async (tab) => {
  await explain(tab, X_WING);
  const { page } = tab;
  await explanation(tab).getByRole("button", { name: "Where", exact: true }).click();
  await page.locator(".stage .step-tints rect").first().waitFor();
  expect(await page.locator(".stage [data-mark]").count()).toBe(0);
});

for (const [screen, viewport] of [
  ["a desk", { width: 1280, height: 800 }],
  ["a phone", { width: 390, height: 844 }],
] as const) {
  flow(
    `the main button keeps its place on every rung, on ${screen}`,
    async (tab) => {
      await explain(tab, SWORDFISH);
      const main = explanation(tab).locator(".actions .primary");
      const place = async () => {
        const box = await main.boundingBox();
        return [box?.x, box?.y];
      };
      const before = await place();
      for (const rung of ["Name", "Where", "Why", "Do"]) {
        await explanation(tab).getByRole("button", { name: rung, exact: true }).click();
        expect(await place(), rung).toEqual(before);
      }
    },
    { viewport },
  );
}

flow("a wrong digit is shown on request, by Check or by a setting", async (tab) => {
  await tab.visit();
  await open(tab, X_WING);
  await verdict(tab);
  const { page } = tab;
  await cells(tab).nth(2).click();
  await page.keyboard.press("2");
  await page.waitForTimeout(300);
  expect(await panelText(tab)).not.toMatch(/wrong|mistake/i);
  await page.getByRole("button", { name: "Check", exact: true }).click();
  expect(await notice(tab)).toBe("r1c3 is wrong.");
  expect(await panelText(tab)).not.toMatch(/wrong/);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("checkbox", { name: /Mistakes/ }).check();
  await page.keyboard.press("Escape");
  await until("the wrong digit", async () => /r1c3 is wrong/.test(await panelText(tab)));
});

flow("brute force is never said to be logic", async (tab) => {
  await tab.visit(`p=${BEYOND_LOGIC}`);
  await verdict(tab);
  await until("what it needs", async () => /more than Ninefold knows/.test(await panelText(tab)));
  expect(await panelText(tab)).not.toMatch(/Brute Force/);
  expect(await tab.page.locator(".transport").innerText()).not.toMatch(/Brute Force/);
  await goTo(tab, "Explain");
  await tab.page.getByRole("button", { name: "Last step" }).click();
  await until("the end", async () => (await headline(tab)) === "Solved.");
  const said = await panelText(tab);
  expect(said).not.toMatch(/by eye|hardest is Brute Force|Every step follows/);
  expect(said).toMatch(/Logic alone does not get there: \d digits were looked up in the solution/);
});

flow("a puzzle without a solution: what is offered leads on", async (tab) => {
  await tab.visit(`p=${NO_SOLUTION}`);
  expect(await verdict(tab)).toMatch(/no solution/i);
  await goTo(tab, "Explain");
  await until("the fault", async () => /no solution/.test(await explanation(tab).innerText()));
  const offered = await explanation(tab).locator(".actions").innerText();
  expect(offered).toBe("Edit the clues");
  const { page } = tab;
  await page.getByRole("button", { name: "Edit the clues" }).click();
  await page.getByText("Digits are clues now").waitFor();
  await cells(tab).nth(0).click();
  await page.keyboard.press("Backspace");
  await until("another verdict", async () => !/no solution/i.test(await verdict(tab)));
  expect((await digits(tab))[0]).toBe(".");
});

flow("two clues that clash are no mark to be put back", async (tab) => {
  await tab.visit(`p=${X_WING.replace("8..5", "8.85")}&t=explain`);
  await until("the fault", async () => /r1c1 and r1c3/.test(await explanation(tab).innerText()));
  expect(await explanation(tab).locator(".actions").innerText()).toBe("Edit the clues");
});

flow("several solutions: Explain says so at every step and at the end", async (tab) => {
  await explain(tab, TWO_SOLUTIONS);
  expect(await panelText(tab)).toMatch(/The puzzle has several solutions/);
  await tab.page.getByRole("button", { name: "Last step" }).click();
  await until("the end", async () => (await headline(tab)) === "Logic ends here.");
  expect(await panelText(tab)).toMatch(/several solutions, so logic cannot decide/);
  expect(await panelText(tab)).not.toMatch(/no technique/);
});

flow("a finned swordfish is drawn with a link for each of its rows", async (tab) => {
  await explain(tab, SWORDFISH);
  await explanation(tab).getByRole("button", { name: "Why", exact: true }).click();
  expect(await headline(tab)).toBe("Finned Swordfish on 9");
  const stage = tab.page.locator(".stage");
  expect(await stage.locator(".link").count()).toBe(3);
  // Two rows have more than two places: a group stands at the end of their links.
  expect(await stage.locator(".group").count()).toBe(2);
  expect(await stage.locator('[data-mark="fin"]').count()).toBe(1);
});
