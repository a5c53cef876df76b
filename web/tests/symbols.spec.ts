/** What is drawn on boards beyond 9 × 9: every letter, and candidates that are no digits. */
import { expect } from "vitest";
import { flow, setUp } from "./harness";
import { cells, goTo, open, openLarge, until } from "./moves";

setUp();

/** A solved 25 × 25 in the letters A to Y, with its diagonal left out. */
function lettered(): string {
  const line = (row: number) =>
    Array.from({ length: 25 }, (_, column) =>
      row === column
        ? "."
        : String.fromCharCode(65 + ((5 * (row % 5) + Math.floor(row / 5) + column) % 25)),
    ).join("");
  return Array.from({ length: 25 }, (_, row) => line(row)).join("\n");
}

flow("every letter up to Y is drawn on 25 × 25, each as itself", async (tab) => {
  await tab.visit();
  await open(tab, lettered());
  await until("the board", async () => (await cells(tab).count()) === 625);
  expect(await cells(tab).nth(1).getAttribute("aria-label")).toMatch(/column 2, B, given/);
  const drawings = await tab.page
    .locator("symbol[id^=g]")
    .evaluateAll((symbols) =>
      symbols.map((symbol) => [...symbol.children].map((path) => path.getAttribute("d")).join()),
    );
  expect(drawings.length).toBe(25);
  expect(new Set(drawings).size, "drawings that differ").toBe(25);
});

flow(
  "on 25 × 25 candidates do not look like digits, and the glass waits for a cell",
  async (tab) => {
    const { page } = tab;
    await tab.visit();
    await openLarge(tab);
    await goTo(tab, "Explain");
    await page.getByRole("button", { name: "Why", exact: true }).click();
    await until("candidates", async () => (await page.locator(".stage use.cand").count()) > 20);
    const heightOf = (kind: string) =>
      page
        .locator(`.stage use.${kind}`)
        .first()
        .evaluate((use) => Number(use.getAttribute("height")));
    expect(await heightOf("cand")).toBeLessThanOrEqual(0.75 * (await heightOf("given")));
    // Nothing is selected, so nothing is magnified.
    expect(await page.locator(".stage .loupe").count()).toBe(0);
    await cells(tab).nth(0).click();
    expect(await page.locator(".stage .loupe").count()).toBe(1);
  },
);
