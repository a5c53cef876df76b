/** The browser's Back and Forward: views, puzzles and sheets are stops on the way, moves are not. */
import { expect } from "vitest";
import { flow, setUp } from "./harness";
import {
  X_WING,
  cells,
  digits,
  explanation,
  fragment,
  goTo,
  headline,
  open,
  until,
  verdict,
} from "./moves";

setUp();

flow("Back and Forward go from view to view", async (tab) => {
  await tab.visit(`p=${X_WING}`);
  await verdict(tab);
  const { page } = tab;
  const current = () =>
    page.getByRole("navigation", { name: "Views" }).locator("[aria-current]").innerText();
  await goTo(tab, "Explain");
  await goTo(tab, "Race");
  await fragment(tab, "t=race");
  await page.goBack();
  await until("Explain", async () => (await current()) === "Explain");
  await page.goBack();
  await until("Solve", async () => (await current()) === "Solve");
  await page.goForward();
  await until("Explain again", async () => (await current()) === "Explain");
  await fragment(tab, "t=explain");
  expect((await digits(tab)).replaceAll(".", "")).toHaveLength(28);
});

flow("Back closes a sheet, and a closed sheet is no stop on the way back", async (tab) => {
  await tab.visit(`p=${X_WING}`);
  await verdict(tab);
  const { page } = tab;
  const sheet = page.getByRole("dialog");
  await goTo(tab, "Explain");
  await page.getByRole("button", { name: "Settings" }).click();
  await sheet.waitFor();
  await page.goBack();
  await sheet.waitFor({ state: "detached" });
  await explanation(tab).waitFor();
  await page.goForward();
  await sheet.waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  // Closed, and at once somewhere else.
  await page.getByRole("button", { name: "Help" }).click();
  await sheet.waitFor();
  await page.keyboard.press("Escape");
  await goTo(tab, "Race");
  await page.locator(".race-view").waitFor();
  await page.goBack();
  await explanation(tab).waitFor();
  await page.goBack();
  await verdict(tab);
  expect(await sheet.count()).toBe(0);
});

flow("Back returns to the puzzle before, with its moves, and Forward to the next", async (tab) => {
  await tab.visit();
  await verdict(tab);
  const { page } = tab;
  const first = await digits(tab);
  const empty = first.indexOf(".");
  await cells(tab).nth(empty).click();
  await page.keyboard.press("9");
  const moved = await digits(tab);
  await open(tab, X_WING);
  await cells(tab).nth(2).click();
  await page.keyboard.press("4");
  await page
    .getByRole("button", { name: /^Medium/ })
    .first()
    .click();
  await until("the third puzzle", async () => (await digits(tab))[0] !== "8");
  await page.goBack();
  await until("the second", async () => (await digits(tab)) === X_WING.replace("8..", "8.4"));
  await page.goBack();
  await until("the first", async () => (await digits(tab)) === moved);
  await page.keyboard.press("Control+Z");
  await until("its moves", async () => (await digits(tab)) === first);
  await page.goForward();
  await until("the second", async () => (await digits(tab)) === X_WING.replace("8..", "8.4"));
  await fragment(tab, X_WING);
});

flow("Back still works after a reload, and does not undo a move", async (tab) => {
  await tab.visit();
  await verdict(tab);
  const { page } = tab;
  const first = await digits(tab);
  await open(tab, X_WING);
  await goTo(tab, "Explain");
  await fragment(tab, "t=explain");
  await goTo(tab, "Solve");
  await cells(tab).nth(2).click();
  await page.keyboard.press("4");
  await fragment(tab, "e=..4");
  await page.reload();
  await verdict(tab);
  await page.goBack();
  await explanation(tab).waitFor();
  expect((await digits(tab))[2]).toBe("4");
  await page.goBack();
  await verdict(tab);
  expect((await digits(tab))[2]).toBe("4");
  await page.goBack();
  await until("the first puzzle", async () => (await digits(tab)) === first);
});

flow("a link that is followed is a place to go back from", async (tab) => {
  await tab.visit();
  await verdict(tab);
  const { page } = tab;
  const first = await digits(tab);
  await page.evaluate((puzzle) => (location.hash = `p=${puzzle}&t=explain&s=19`), X_WING);
  await until("the step", async () => (await headline(tab)) === "X-Wing on 5");
  await page.goBack();
  await until("the first puzzle", async () => (await digits(tab)) === first);
  await verdict(tab);
  await page.goForward();
  await until("the step again", async () => (await headline(tab)) === "X-Wing on 5");
});

flow(
  "on a phone a puzzle is chosen in a sheet, and Back leads to the one before",
  async (tab) => {
    await tab.visit();
    await verdict(tab);
    const { page } = tab;
    const first = await digits(tab);
    await page.getByRole("button", { name: "More" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: /^Medium/ }).click();
    await sheet.waitFor({ state: "detached" });
    await until("the other puzzle", async () => (await digits(tab)) !== first);
    const second = await digits(tab);
    await fragment(tab, second);
    await page.goBack();
    await until("the first puzzle", async () => (await digits(tab)) === first);
    expect(await sheet.count()).toBe(0);
    await page.goForward();
    await until("the second puzzle", async () => (await digits(tab)) === second);
    expect(await sheet.count()).toBe(0);
  },
  { viewport: { width: 390, height: 844 } },
);
