/** What a person does on the page, and what they see: the words of the flows. */
import { expect } from "vitest";
import type { Locator } from "playwright-core";
import { PATIENCE, type Tab } from "./harness";

/** The 17-clue puzzle that needs 622,577,597 tries by first-empty search. */
export const BREAKS_BRUTE_FORCE =
  "000000000000003085001020000000507000004000100090000000500000073002010000000040009";

/** Goes through locked candidates, an X-Wing and more on its way. */
export const X_WING =
  "8..5......3..14.6..16...84.....2.....273.649.....4.....89...31..4.97..5......8..4";
export const X_WING_SOLUTION =
  "874563129932814567516297843498725631127386495365149782789452316643971258251638974";

/** Golden Nugget by tarek, which none of the page's techniques but brute force gets to the end of. */
export const BEYOND_LOGIC =
  ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....";

/** The puzzle of the X-Wing without some of its clues: it has more than one solution. */
export const TWO_SOLUTIONS = X_WING.replace("8..5", "...5").replace("273", "...");

/** The same with a slip in r1c1: nothing clashes, and it has no solution. */
export const NO_SOLUTION = X_WING.replace("8..5", "7..5");

/** It begins with a finned swordfish whose rows hold the digit two, three and four times. */
export const SWORDFISH =
  "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..41.....7..7...3..";

/** Waits until something holds; the error shows what was seen instead. */
export async function until(
  what: string,
  holds: () => Promise<boolean>,
  patience = PATIENCE,
): Promise<void> {
  const end = Date.now() + patience;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`waited in vain for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Opens the shelf's board of 25 × 25. */
export async function openLarge(tab: Tab) {
  await tab.page
    .getByRole("button", { name: /25 × 25/ })
    .first()
    .click();
  await until("the board", async () => (await cells(tab).count()) === 625);
}

/** Pastes with Ctrl+V, wherever the focus is. */
export async function paste({ page }: Tab, text: string) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("Control+V");
  await page.getByRole("dialog").waitFor();
}

/** Pastes a puzzle and opens it. */
export async function open(tab: Tab, text: string) {
  await paste(tab, text);
  const button = tab.page.getByRole("dialog").getByRole("button", { name: "Open", exact: true });
  await until("the text to be read", async () => {
    return (await button.getAttribute("aria-disabled")) !== "true";
  });
  await button.click();
  await tab.page.getByRole("dialog").waitFor({ state: "detached" });
}

/** The sentence of the Solve tab, once there is one. */
export async function verdict({ page }: Tab): Promise<string> {
  const heading = page.getByRole("region", { name: "Verdict" }).locator("h1");
  let sentence = "";
  await until("a verdict", async () => {
    sentence = (await heading.textContent()) ?? "";
    return !/…|Paste anything/.test(sentence);
  });
  return sentence;
}

/** The whole text of the tab's panel. */
export async function panelText({ page }: Tab): Promise<string> {
  return (await page.locator(".panel").first().innerText()).replaceAll(/\s+/g, " ");
}

export function cells({ page }: Tab): Locator {
  return page.locator(".stage").getByRole("gridcell");
}

/** The digits on the board, as they are spoken: one character a cell, `.` for an empty one. */
export async function digits(tab: Tab): Promise<string> {
  const words = await cells(tab).evaluateAll((all) =>
    all.map((cell) => cell.getAttribute("aria-label") ?? ""),
  );
  return words
    .map((spoken) => /column \d+, (\w+)/.exec(spoken)?.[1] ?? "?")
    .join(" ")
    .replaceAll("empty", ".")
    .replaceAll(" ", "");
}

export async function goTo({ page }: Tab, tab: "Solve" | "Explain" | "Race") {
  await page.getByRole("navigation", { name: "Views" }).getByRole("button", { name: tab }).click();
}

/** The panel of the Explain tab. */
export function explanation({ page }: Tab): Locator {
  return page.getByRole("region", { name: "Explanation" });
}

/** Its headline. */
export async function headline(tab: Tab): Promise<string> {
  return (await explanation(tab).locator("h1").innerText()).trim();
}

/** The line at the bottom with faults and news. */
export async function notice({ page }: Tab): Promise<string> {
  const alert = page.getByRole("alert").locator("p");
  await alert.waitFor();
  return (await alert.textContent()) ?? "";
}

/** The part of the address behind `#`, once it stands for the present moment. */
export async function fragment({ page }: Tab, contains: string): Promise<string> {
  await until(`an address with ${contains}`, async () =>
    page.evaluate((text) => location.hash.includes(text), contains),
  );
  return page.evaluate(() => location.hash.slice(1));
}

export function expectSolved(line: string) {
  expect(line).not.toContain(".");
}
