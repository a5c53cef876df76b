/**
 * How the page uses its window: nothing covers anything else, nothing sticks out, the board has
 * the room there is. Boxes are measured, in windows as people have them.
 */
import { expect } from "vitest";
import { type FlowOptions, type Tab, flow, setUp } from "./harness";
import { boardBox, bottomOf, boxOf, expectInSight, rightOf, sticksOut } from "./boxes";
import { BREAKS_BRUTE_FORCE, X_WING, cells, goTo, openLarge, paste, until, verdict } from "./moves";

setUp();

/** Finned X-Wing on 7: its words name four cells at once. */
const FINNED = `p=${X_WING}&t=explain&s=21`;

async function why({ page }: Tab) {
  await page.getByRole("button", { name: "Why", exact: true }).click();
  await page.locator(".why").waitFor();
}

/** The digit keys, wherever they are. */
const keys = ({ page }: Tab) => page.getByRole("group", { name: "Digits", exact: true });

const LAPTOPS = [
  [1280, 720],
  [1366, 768],
  [1366, 650],
  [1536, 730],
  [1024, 768],
  [960, 540],
  [1280, 800],
  [1920, 1080],
] as const;

async function expectNothingCovered(tab: Tab) {
  for (const [width, height] of LAPTOPS) {
    await tab.page.setViewportSize({ width, height });
    await until("the new size", async () => (await boardBox(tab)).height < height);
    const [board, pad] = [await boardBox(tab), await boxOf(keys(tab))];
    const foot = await boxOf(tab.page.locator(".transport"));
    const size = `at ${width} × ${height}`;
    expect(bottomOf(board), `the board ends above the keys ${size}`).toBeLessThanOrEqual(pad.y);
    expect(bottomOf(pad), `the keys end above the transport ${size}`).toBeLessThanOrEqual(foot.y);
    expectInSight(tab, "the keys", pad);
    expectInSight(tab, "the transport", foot);
    const panel = await boxOf(tab.page.locator(".panel"));
    expect(rightOf(board), `the board ends left of the panel ${size}`).toBeLessThan(panel.x);
    expect(rightOf(pad), `the keys end left of the panel ${size}`).toBeLessThanOrEqual(panel.x);
    for (const key of await keys(tab).getByRole("button").all()) {
      if (await key.isVisible()) expectInSight(tab, "a key", await boxOf(key));
    }
  }
}

flow("on laptops the transport leaves the board and the digit keys free", async (tab) => {
  await tab.visit(FINNED);
  await why(tab);
  await expectNothingCovered(tab);
});

flow("and so it does on 25 × 25, whose keys stand in two rows", async (tab) => {
  await tab.visit();
  await openLarge(tab);
  await expectNothingCovered(tab);
});

const NARROW: [string, { width: number; height: number }][] = [
  ["an old phone", { width: 320, height: 640 }],
  ["a phone", { width: 360, height: 740 }],
  ["a tablet", { width: 820, height: 1180 }],
  ["a small laptop", { width: 1024, height: 768 }],
  ["a laptop", { width: 1280, height: 720 }],
  ["a laptop at 200 %", { width: 640, height: 360 }],
  ["a small laptop at 200 %", { width: 512, height: 384 }],
  ["a wide screen at 200 %", { width: 960, height: 540 }],
];

for (const [name, viewport] of NARROW) {
  flow(
    `nothing sticks out of any view or sheet: ${name}, ${viewport.width} wide`,
    async (tab) => {
      const { page } = tab;
      const found: string[] = [];
      const look = async (view: string) => {
        for (const what of await sticksOut(tab)) found.push(`${view}: ${what}`);
      };
      await tab.visit(FINNED);
      await why(tab);
      await look("Explain");

      await goTo(tab, "Solve");
      await verdict(tab);
      await look("Solve");
      await page.getByRole("button", { name: "Copy", exact: true }).click();
      await page.getByRole("menu").waitFor();
      await look("Copy");
      expectInSight(tab, "the list of formats", await boxOf(page.getByRole("menu")));
      await page.keyboard.press("Escape");

      await goTo(tab, "Race");
      await page.getByRole("slider").waitFor();
      await page.locator(".race-top").getByRole("button", { name: "Start", exact: true }).click();
      await until("the race to end", async () =>
        (await page.locator(".lane").allInnerTexts()).every((lane) => /solved in/.test(lane)),
      );
      await look("Race");
      await page.locator(".race-top").getByText("Engines").click();
      await page.getByRole("group", { name: "Up to six race" }).waitFor();
      await look("Engines");
      await page.keyboard.press("Escape");

      await goTo(tab, "Solve");
      await paste(tab, "[[9],[1,1,1]]");
      await look("Import");
      await page.keyboard.press("Escape");
      await page.keyboard.press("F1");
      await page.getByRole("dialog", { name: "Keys" }).waitFor();
      await look("Help");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Settings", exact: true }).click();
      await look("Settings");
      await page.keyboard.press("Escape");
      const shelf = page.getByRole("button", { name: /^(Shelf|More)$/ }).filter({ visible: true });
      if ((await shelf.count()) > 0) {
        await shelf.click();
        await page.getByRole("dialog").waitFor();
        await look("Shelf");
      }
      expect(found.join("\n")).toBe("");
    },
    { viewport },
  );
}

flow("the foot of a search that was cut off stays as high as it is", async (tab) => {
  const { page } = tab;
  await tab.visit(`p=${BREAKS_BRUTE_FORCE.replaceAll("0", ".")}&t=race`);
  await page.locator(".lane", { hasText: "Stack" }).click();
  await page.getByText("cut off there").waitFor();
  for (const [width, height] of LAPTOPS) {
    await page.setViewportSize({ width, height });
    const foot = await boxOf(page.locator(".transport"));
    for (const part of await page.locator(".transport > *, .transport .where > *").all()) {
      if (!(await part.isVisible())) continue;
      const box = await boxOf(part);
      expect(box.y, `${width} × ${height}`).toBeGreaterThanOrEqual(foot.y);
      expect(bottomOf(box), `${width} × ${height}`).toBeLessThanOrEqual(bottomOf(foot));
    }
    expect(await sticksOut(tab), `${width} × ${height}`).toEqual([]);
  }
});

flow("words that can be pressed run on in their sentence like any other", async (tab) => {
  const { page } = tab;
  await tab.visit(FINNED);
  await why(tab);
  for (const width of [320, 360, 390, 820, 1024, 1280, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    const odd = await page.locator(".why").evaluate((sentence) => {
      const words = [...sentence.querySelectorAll(".rc")];
      if (words.length < 5) return [`only ${words.length} words`];
      const found: string[] = [];
      // The same sentence in plain words has each of them at the same place.
      const places = (text: Element) => {
        const { left, top } = text.getBoundingClientRect();
        return [...text.querySelectorAll(".rc")].map((word) =>
          [...word.getClientRects()]
            .map((line) => `${Math.round(line.left - left)},${Math.round(line.top - top)}`)
            .join(" "),
        );
      };
      const plain = sentence.cloneNode(true) as HTMLElement;
      for (const word of plain.querySelectorAll(".rc")) {
        const text = document.createElement("span");
        for (const name of word.getAttributeNames()) {
          text.setAttribute(name, word.getAttribute(name) ?? "");
        }
        text.textContent = (word.textContent ?? "").trim();
        word.replaceWith(text);
      }
      sentence.after(plain);
      const [own, usual] = [places(sentence), places(plain)];
      plain.remove();
      words.forEach((word, at) => {
        if (own[at] !== usual[at]) found.push(`${word.textContent}: ${own[at]}, not ${usual[at]}`);
      });
      // What follows a word without a blank stands on the line the word ends on.
      for (const word of words) {
        const next = word.nextSibling;
        if (!next || !/^[.,:;]/.test(next.textContent ?? "")) continue;
        const range = document.createRange();
        range.setStart(next, 0);
        range.setEnd(next, 1);
        const last = [...word.getClientRects()].at(-1);
        const stop = range.getBoundingClientRect();
        if (!last || Math.abs(last.bottom - stop.bottom) > 8) found.push(word.textContent ?? "");
      }
      return found;
    });
    expect(odd, `${width} wide`).toEqual([]);
  }
  // They still are buttons, for the keyboard too.
  const word = page.locator(".why").getByRole("button", { name: "2", exact: true });
  await word.focus();
  await page.keyboard.press("Enter");
  expect(await page.locator(".stage .lit").count()).toBe(9);
});

flow("on a large screen the board grows with the window", async (tab) => {
  await tab.visit("p=" + X_WING);
  const sides = [];
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
    [2560, 1440],
  ] as const) {
    await tab.page.setViewportSize({ width, height });
    await tab.page.waitForTimeout(100);
    const board = await boardBox(tab);
    expectInSight(tab, "the board", board);
    sides.push(board.height);
    // The bar at the foot stands under the board, as wide as it.
    const bar = await boxOf(tab.page.getByRole("slider"));
    expect(Math.abs(bar.x - board.x)).toBeLessThanOrEqual(3);
    expect(Math.abs(bar.width - board.width)).toBeLessThanOrEqual(3);
  }
  await goTo(tab, "Race");
  await tab.page.locator(".close .bd").waitFor();
  const near = [];
  for (const [width, height] of [
    [1280, 800],
    [1920, 1080],
  ] as const) {
    await tab.page.setViewportSize({ width, height });
    await tab.page.waitForTimeout(100);
    near.push((await boxOf(tab.page.locator(".close .bd"))).width);
  }
  expect(near[1]).toBeGreaterThan(1.4 * (near[0] ?? 0));
  expect(sides[0]).toBe(576);
  expect(sides[1]).toBeGreaterThanOrEqual(800);
  expect(sides[2]).toBeGreaterThan(sides[1] ?? 0);
});

for (const [width, height] of [
  [844, 390],
  [667, 375],
  [568, 320],
  [932, 430],
] as const) {
  flow(
    `a phone on its side shows the whole board, ${width} × ${height}`,
    async (tab) => {
      await tab.visit("p=" + X_WING);
      await verdict(tab);
      const board = await boardBox(tab);
      expectInSight(tab, "the board", board);
      expect(board.height).toBeGreaterThan(0.75 * height);
      const pad = await boxOf(keys(tab));
      expect(pad.x, "the keys stand beside the board").toBeGreaterThan(rightOf(board));
      // Going on to the numbers leaves the board where it is.
      await tab.page.mouse.wheel(0, 400);
      await tab.page.waitForTimeout(200);
      expectInSight(tab, "the board, further down", await boardBox(tab));
      await tab.page.evaluate(() => scrollTo(0, 0));
      await goTo(tab, "Explain");
      await until("a hint", async () => (await tab.page.locator(".ladder").count()) > 0);
      expectInSight(tab, "the board of Explain", await boardBox(tab));
      expect(await sticksOut(tab)).toEqual([]);
    },
    { viewport: { width, height }, hasTouch: true, isMobile: true },
  );
}

const TABLETS: [string, FlowOptions][] = [
  ["upright", { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true }],
  ["small", { viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true }],
  ["on its side", { viewport: { width: 1180, height: 820 }, hasTouch: true, isMobile: true }],
  [
    "small, on its side",
    { viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true },
  ],
];

for (const [name, options] of TABLETS) {
  flow(
    `a tablet has keys for fingers: ${name}`,
    async (tab) => {
      await tab.visit("p=" + X_WING);
      const board = await boardBox(tab);
      expectInSight(tab, "the board", board);
      const shown = keys(tab).getByRole("button").filter({ visible: true });
      expect(await shown.count()).toBeGreaterThanOrEqual(14);
      for (const key of await shown.all()) {
        const box = await boxOf(key);
        const label = (await key.getAttribute("aria-label")) ?? (await key.innerText());
        expect(Math.min(box.width, box.height), label).toBeGreaterThanOrEqual(44);
        expectInSight(tab, `the key ${label}`, box);
        expect(box.y, label).toBeGreaterThanOrEqual(bottomOf(board));
      }
      const foot = tab.page.locator(".transport");
      if (await foot.isVisible()) {
        const pad = await boxOf(keys(tab));
        expect(bottomOf(pad)).toBeLessThanOrEqual((await boxOf(foot)).y);
      }
    },
    options,
  );
}

flow(
  "a finger that is drawn over the board selects the cells under it",
  async (tab) => {
    await tab.visit("p=" + X_WING);
    await verdict(tab);
    const finger = await tab.context.newCDPSession(tab.page);
    const touch = async (type: "touchStart" | "touchMove" | "touchEnd", cell?: number) => {
      const box = cell === undefined ? null : await boxOf(cells(tab).nth(cell));
      const touchPoints = box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : [];
      await finger.send("Input.dispatchTouchEvent", { type, touchPoints });
    };
    const selected = () =>
      cells(tab).evaluateAll((all) =>
        all.flatMap((cell, at) => (cell.getAttribute("aria-selected") === "true" ? at : [])),
      );
    await touch("touchStart", 10);
    // Down the board and across it: the page does not scroll away under the finger.
    for (const cell of [19, 28, 37, 38, 39]) await touch("touchMove", cell);
    await touch("touchEnd");
    expect(await selected()).toEqual([10, 19, 28, 37, 38, 39]);
    expect(await tab.page.evaluate(() => scrollY)).toBe(0);

    // A tap chooses one cell, a second tap on it none.
    await touch("touchStart", 4);
    await touch("touchEnd");
    expect(await selected()).toEqual([4]);
    // From a cell that is chosen already a finger goes on, too.
    await touch("touchStart", 4);
    await touch("touchMove", 5);
    await touch("touchEnd");
    expect(await selected()).toEqual([4, 5]);
    // A finger that rests on a cell far away takes it in as well.
    await touch("touchStart", 60);
    await until("the cell to be taken in", async () => (await selected()).length === 3);
    await touch("touchEnd");
    expect(await selected()).toEqual([4, 5, 60]);
    await touch("touchStart", 18);
    await touch("touchEnd");
    await touch("touchStart", 18);
    await touch("touchEnd");
    expect(await selected()).toEqual([]);
  },
  { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true },
);
