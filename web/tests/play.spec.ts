/** Playing: with the keyboard alone, over a reload, on another screen, on any size. */
import { expect } from "vitest";
import { flow, setUp } from "./harness";
import {
  TWO_SOLUTIONS,
  X_WING,
  X_WING_SOLUTION,
  cells,
  digits,
  expectSolved,
  fragment,
  goTo,
  open,
  openLarge,
  panelText,
  until,
  verdict,
} from "./moves";

setUp();

flow("a puzzle is pasted, opened and solved with the keyboard alone", async (tab) => {
  await tab.visit();
  const { page } = tab;
  await page.evaluate((text) => navigator.clipboard.writeText(text), X_WING);
  await page.keyboard.press("Control+V");
  await page.getByRole("dialog").waitFor();
  await until("the puzzle to be read", async () =>
    /28 clues/.test(await page.getByRole("dialog").innerText()),
  );
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(await verdict(tab)).toMatch(/exactly one solution/i);

  // Tab leads to the board, once; then arrows and digits do the rest.
  const onBoard = () => page.evaluate(() => document.activeElement?.getAttribute("role"));
  for (let presses = 0; (await onBoard()) !== "gridcell"; presses++) {
    expect(presses, "presses of Tab to reach the board").toBeLessThan(80);
    await page.keyboard.press("Tab");
  }
  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 9; column++) {
      const cell = row * 9 + column;
      if (X_WING[cell] === ".") await page.keyboard.press(X_WING_SOLUTION[cell] ?? "");
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("ArrowDown");
  }
  expect(await digits(tab)).toBe(X_WING_SOLUTION);
  await until("the page to say so", async () => /Solved\./.test(await panelText(tab)));

  await page.keyboard.press("Control+Z");
  expect(await digits(tab)).toContain(".");
  await page.keyboard.press("Control+Y");
  expect(await digits(tab)).toBe(X_WING_SOLUTION);
});

flow("the cursor is one tab stop, and each cell is spoken", async (tab) => {
  await tab.visit();
  await open(tab, X_WING);
  const { page } = tab;
  expect(await page.getByRole("grid").getByRole("row").count()).toBe(9);
  expect(await page.locator('.stage [role="gridcell"][tabindex="0"]').count()).toBe(1);
  expect(await cells(tab).nth(0).getAttribute("aria-label")).toBe("row 1 column 1, 8, given");
  await cells(tab).nth(1).click();
  await page.keyboard.press("Control+7");
  await page.keyboard.press("Control+9");
  const spoken = async () => cells(tab).nth(1).getAttribute("aria-label");
  await until("marks to be spoken", async () => /candidates 7 9$/.test((await spoken()) ?? ""));
});

flow("two equal digits in a row are shown at once, by more than colour", async (tab) => {
  await tab.visit();
  await open(tab, X_WING);
  await cells(tab).nth(1).click();
  await tab.page.keyboard.press("8");
  // The 8 in r1c1 and the one in r7c2: three digits clash, in two pairs.
  await until("the clash", async () => (await tab.page.locator(".stage .clash-dot").count()) === 3);
  expect(await tab.page.locator(".stage .clash-arc").count()).toBe(2);
  expect(await cells(tab).nth(1).getAttribute("aria-label")).toContain("clashes");
});

flow("work survives a reload", async (tab) => {
  await tab.visit();
  await open(tab, X_WING);
  await cells(tab).nth(2).click();
  await tab.page.keyboard.press("4");
  await cells(tab).nth(1).click();
  await tab.page.keyboard.press("Shift+7");
  const before = await digits(tab);
  expect(before[2]).toBe("4");
  await tab.page.waitForTimeout(600);
  await tab.page.reload();
  await until("the game to be back", async () => (await digits(tab)) === before);
  expect(await cells(tab).nth(1).getAttribute("aria-label")).toContain("corner marks 7");
});

flow("moves can be undone and redone after a reload, too", async (tab) => {
  await tab.visit();
  await open(tab, X_WING);
  const { page } = tab;
  for (const [cell, digit] of [
    [2, 4],
    [4, 6],
    [12, 8],
  ] as const) {
    await cells(tab).nth(cell).click();
    await page.keyboard.press(String(digit));
  }
  await page.keyboard.press("Control+Z");
  const here = await digits(tab);
  await page.reload();
  await until("the game to be back", async () => (await digits(tab)) === here);
  await page.keyboard.press("Control+Y");
  await until("the last move again", async () => (await digits(tab))[12] === "8");
  for (let move = 0; move < 3; move++) await page.keyboard.press("Control+Z");
  await until("the bare puzzle", async () => (await digits(tab)) === X_WING);
});

flow("cells are given colours, by key and by mouse, and keep them", async (tab) => {
  await tab.visit();
  await open(tab, X_WING);
  const { page } = tab;
  const spoken = async (cell: number) => cells(tab).nth(cell).getAttribute("aria-label");
  await cells(tab).nth(0).click();
  await page.keyboard.press("Control+Shift+Digit2");
  expect(await spoken(0)).toBe("row 1 column 1, 8, given, coloured red");
  await cells(tab).nth(1).click();
  await page.keyboard.press("v");
  await page.keyboard.press("4");
  expect(await spoken(1)).toBe("row 1 column 2, empty, coloured amber");
  await cells(tab).nth(2).click();
  await page.getByRole("button", { name: "violet", exact: true }).click();
  expect(await spoken(2)).toContain("coloured violet");
  // Each has a pattern of its own.
  const fills = await page
    .locator('.stage [class^="t-colour"]')
    .evaluateAll((all) => all.map((cell) => getComputedStyle(cell).fill));
  expect(new Set(fills).size).toBe(3);
  expect(fills.every((fill) => /url/.test(fill))).toBe(true);

  await page.keyboard.press("Control+Z");
  expect(await spoken(2)).toBe("row 1 column 3, empty");
  await page.keyboard.press("z");
  const link = await fragment(tab, "q=");
  const other = await tab.elsewhere();
  await other.visit(link);
  await until("the colour on somebody else's screen", async () =>
    /red/.test((await cells(other).nth(0).getAttribute("aria-label")) ?? ""),
  );
  await page.reload();
  await until("the colour after a reload", async () => /amber/.test((await spoken(1)) ?? ""));
});

flow("the page keys go from box to box, and Tab leaves the board", async (tab) => {
  await tab.visit();
  await open(tab, X_WING);
  const { page } = tab;
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute("data-cell") ?? null);
  await cells(tab).nth(10).click();
  await page.keyboard.press("PageDown");
  await until("the second box", async () => (await focused()) === "13");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("PageUp");
  await until("the last box", async () => (await focused()) === "70");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe(null);
  await page.keyboard.press("Shift+Tab");
  expect(await focused()).toBe("70");
  await page.keyboard.press("Shift+Tab");
  expect(await focused()).toBe(null);
});

flow("on a large board the modes are there for the mouse", async (tab) => {
  await tab.visit();
  const { page } = tab;
  await openLarge(tab);
  const empty = (await digits(tab)).indexOf(".");
  await cells(tab).nth(empty).click();
  await page.getByRole("button", { name: "Corner", exact: true }).click();
  await page.getByRole("button", { name: /^P, / }).click();
  expect(await cells(tab).nth(empty).getAttribute("aria-label")).toContain("corner marks P");
  // All of it is in sight, above the foot of the page.
  const keys = await page.locator(".row-keys").boundingBox();
  const foot = await page.locator(".transport").boundingBox();
  expect(keys && foot && keys.y + keys.height <= foot.y).toBe(true);
});

flow("a link opens the same puzzle, entries and tab in a fresh profile", async (tab) => {
  await tab.visit();
  await open(tab, X_WING);
  await cells(tab).nth(2).click();
  await tab.page.keyboard.press("4");
  await goTo(tab, "Explain");
  await fragment(tab, "t=explain");
  const before = await digits(tab);
  await tab.page.getByRole("button", { name: /share this moment/i }).click();
  await until("the link", async () =>
    tab.page.evaluate(async () => (await navigator.clipboard.readText()).includes("#p=")),
  );
  const link = await tab.page.evaluate(() => navigator.clipboard.readText());

  const other = await tab.elsewhere();
  await other.visit(link.split("#")[1]);
  await until("the same board", async () => (await digits(other)) === before);
  await other.page.getByRole("region", { name: "Explanation" }).waitFor();
});

for (const [name, size] of [
  ["6 × 6", 6],
  ["16 × 16", 16],
  ["25 × 25", 25],
] as const) {
  flow(`${name} is shown and solved`, async (tab) => {
    await tab.visit();
    const { page } = tab;
    await page
      .getByRole("button", { name: new RegExp(name) })
      .first()
      .click();
    await until("the board", async () => (await cells(tab).count()) === size * size);
    expect(await verdict(tab)).toMatch(/exactly one solution/i);
    await page.getByRole("button", { name: "Solve", exact: true }).last().click();
    await until("the solution", async () => !(await digits(tab)).includes("."));
    expectSolved(await digits(tab));
    const board = await page.locator(".stage svg.bd").boundingBox();
    expect(board && board.width <= 640 && board.width > 520).toBe(true);
  });
}

flow("several solutions: two are shown, with where they differ", async (tab) => {
  await tab.visit();
  await open(tab, "1234341221434300");
  await verdict(tab);
  await open(tab, TWO_SOLUTIONS);
  expect(await verdict(tab)).toMatch(/2|two|more/i);
  expect(await panelText(tab)).toMatch(/differ in/);
  await tab.page.getByRole("button", { name: "First" }).click();
  const first = await digits(tab);
  await tab.page.getByRole("button", { name: "Second" }).click();
  const second = await digits(tab);
  expectSolved(first + second);
  expect(first).not.toBe(second);
});

flow("digits made the clues: it can be undone, and a typo in them can be mended", async (tab) => {
  await tab.visit();
  const { page } = tab;
  await page.getByRole("button", { name: "Empty board" }).click();
  // Typed in by hand, with a 7 in r1c1 that should be an 8.
  const typed = X_WING.replace("8..5", "7..5");
  await cells(tab).nth(0).click();
  for (let row = 0; row < 9; row++) {
    for (const digit of typed.slice(9 * row, 9 * row + 9)) {
      if (digit !== ".") await page.keyboard.press(digit);
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("ArrowDown");
  }
  const first = async () => cells(tab).nth(0).getAttribute("aria-label");
  await page.getByRole("button", { name: "Make these digits the clues" }).click();
  expect(await first()).toBe("row 1 column 1, 7, given");
  await page.keyboard.press("Control+Z");
  expect(await first()).toBe("row 1 column 1, 7");
  await page.keyboard.press("Control+Y");
  expect(await first()).toBe("row 1 column 1, 7, given");

  // A digit that is entered stays while the clues are edited.
  await cells(tab).nth(2).click();
  await page.keyboard.press("4");
  await page.getByRole("button", { name: "Edit the clues" }).click();
  await cells(tab).nth(0).click();
  await page.keyboard.press("8");
  await page.getByRole("button", { name: "Done with the clues" }).click();
  expect(await first()).toBe("row 1 column 1, 8, given");
  await until("the verdict", async () => /exactly one/i.test(await verdict(tab)));
  expect(await digits(tab)).toBe(X_WING.replace("8..5", "8.45"));
  // Outside of editing, clues are safe.
  await page.keyboard.press("9");
  expect(await first()).toBe("row 1 column 1, 8, given");

  await fragment(tab, X_WING);
  await page.reload();
  await until("the game to be back", async () => (await digits(tab))[2] === "4");
  for (let move = 0; move < 3; move++) await page.keyboard.press("Control+Z");
  await until("the typed digits", async () => (await first()) === "row 1 column 1, 7");
});

flow("a preset with other clues is not called by its name any more", async (tab) => {
  await tab.visit();
  const { page } = tab;
  const shelf = page.getByRole("navigation", { name: "Shelf" });
  expect(await panelText(tab)).toMatch(/^Evil/);
  await page.getByRole("button", { name: "Edit the clues" }).click();
  await cells(tab).nth(0).click();
  await page.keyboard.press("Backspace");
  await until("a name of its own", async () => /^9 × 9/.test(await panelText(tab)));
  expect(await shelf.locator('[aria-current="true"]').count()).toBe(0);
  await page.keyboard.press("Control+Z");
  await until("its name", async () => /^Evil/.test(await panelText(tab)));
  expect(await shelf.locator('[aria-current="true"]').innerText()).toMatch(/^Evil/);
});

flow("every format of the copy menu gives text that can be pasted back", async (tab) => {
  await tab.visit();
  await open(tab, X_WING);
  await verdict(tab);
  const { page } = tab;
  const before = await digits(tab);
  for (const format of ["Line", "Grid", "Pencil marks", "SDK", "JSON", "SVG", "Link"]) {
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByRole("menuitem", { name: new RegExp(`^${format}`) }).click();
    await until(`${format} to be copied`, async () =>
      /copied/i.test(await page.getByRole("alert").innerText()),
    );
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text.length, format).toBeGreaterThan(80);
    if (format === "SVG") expect(text).toMatch(/^<svg/);
    else if (format === "Link") expect(text).toContain("#p=");
    else {
      await open(tab, text);
      expect(await digits(tab), format).toBe(before);
    }
    await page
      .getByRole("button", { name: "Dismiss" })
      .click()
      .catch(() => {});
  }
});
