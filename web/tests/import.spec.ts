/** Paste anything: each origin's puzzle in its own format, and what is no puzzle at all. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { flow, setUp } from "./harness";
import { cells, digits, open, panelText, paste, until, verdict } from "./moves";

const sample = (name: string) =>
  readFileSync(new URL(`../../testdata/formats/${name}`, import.meta.url), "utf8");

/** One of the boards that origin 001 defines. */
const board001 = (name: string) =>
  new RegExp(`\\(define ${name}\\s[^)]*\\)\\)`).exec(sample("origin001-boards.txt"))?.[0] ?? "";

setUp();

const ORIGINS: [name: string, text: string, says: RegExp][] = [
  [
    "origin 000's nested arrays with null",
    sample("origin000-transcript.txt"),
    /exactly one solution/i,
  ],
  ["origin 001's easy board in Racket", board001("BD4"), /exactly one solution/i],
  ["origin 001's hard board, which has a slip", board001("BD5"), /no solution/i],
  ["origin 001's board without a solution", board001("BD6"), /no solution/i],
  ["origin 002's block of numbers", sample("origin002-board.txt"), /exactly one solution/i],
  ["origin 002's possible values", sample("origin002-possible-values.txt"), /solution/i],
  ["origin 003's table", sample("origin003-table.txt"), /exactly one solution/i],
  ["origin 003's 4 × 4 without a solution", "0104\n0020\n2300\n4010", /no solution/i],
  ["origin 004's sdk", sample("origin004-sdk.txt"), /exactly one solution/i],
  ["origin 004's ss", sample("origin004-ss.txt"), /exactly one solution/i],
  ["origin 004's old ss", sample("origin004-old-ss.txt"), /exactly one solution/i],
  [
    "origin 004's sdk with 0 for blanks",
    sample("origin004-sdk.txt").replaceAll(".", "0"),
    /exactly one solution/i,
  ],
];

flow("each origin's puzzle, pasted in its own format, gets the right verdict", async (tab) => {
  await tab.visit();
  for (const [name, text, says] of ORIGINS) {
    expect(text, name).not.toBe("");
    await open(tab, text);
    expect(await verdict(tab), name).toMatch(says);
  }
});

flow("where origin 001's slip fails is named", async (tab) => {
  await tab.visit();
  await open(tab, board001("BD5"));
  await verdict(tab);
  expect(await panelText(tab)).toMatch(/7 has no place in (box|column) 9/);
});

flow("a board of 16 × 16 with equal digits in a column: they are named and marked", async (tab) => {
  await tab.visit();
  const row = (digit: string) => digit.padEnd(16, ".");
  await open(
    tab,
    [row("F"), ...Array(10).fill(row(".")), row("F"), ...Array(4).fill(row("."))].join("\n"),
  );
  await verdict(tab);
  expect(await panelText(tab)).toMatch(/two (Fs|15s).*r1c1 and r12c1/);
  expect(await cells(tab).nth(0).getAttribute("aria-label")).toContain("clashes");
  expect(await tab.page.locator(".stage .clash").count()).toBeGreaterThan(0);
});

flow("rubbish is underlined, with the library's own words, and nothing is lost", async (tab) => {
  await tab.visit();
  const before = await digits(tab);
  await paste(tab, "[[9],[1,1,1]]");
  const dialog = tab.page.getByRole("dialog");
  await until("an error", async () => /expected .*found/.test(await dialog.innerText()));
  expect(await dialog.locator("u").count()).toBeGreaterThan(0);
  await tab.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await digits(tab)).toBe(before);
});

flow("lines are numbered, and a row that is too short says so where it stands", async (tab) => {
  await tab.visit();
  await paste(tab, "1..2\n..3.\n4..\n...1");
  const dialog = tab.page.getByRole("dialog");
  const fault = dialog.locator(".line-of.bad");
  await fault.waitFor();
  expect(await fault.innerText()).toBe("4..");
  expect(await fault.getAttribute("data-note")).toBe("row 3 has 3 cells, the others 4");
  expect(await dialog.locator(".line-of").count()).toBe(4);
  // Every line of the text lies over the line that is drawn for it.
  const [drawn, written] = await Promise.all([
    fault.evaluate((line) => line.getBoundingClientRect().top),
    dialog.locator("textarea").evaluate((field) => {
      const { paddingTop, lineHeight } = getComputedStyle(field);
      return (
        field.getBoundingClientRect().top + parseFloat(paddingTop) + 2 * parseFloat(lineHeight)
      );
    }),
  ]);
  expect(Math.abs(drawn - written)).toBeLessThan(1);
});

flow("a text that can be read in two ways: the other way is one press away", async (tab) => {
  await tab.visit();
  const { page } = tab;
  await paste(tab, "1234341221434321".replaceAll("1", "0"));
  const readings = page.getByRole("dialog").getByRole("group", { name: "Read as" });
  await readings.locator(".chip.ok").waitFor();
  expect(await readings.innerText()).toMatch(/sure|probable|possible/);
});

flow("five megabytes of rubbish: a plain message, and the page goes on", async (tab) => {
  await tab.visit();
  const { page } = tab;
  const before = await digits(tab);
  await paste(tab, "sudoku? no, this is a novel. ".repeat(180_000));
  const dialog = page.getByRole("dialog");
  await until("an answer", async () =>
    /expected|found|not/.test(await dialog.locator(".said").innerText()),
  );
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await digits(tab)).toBe(before);
});

flow("five megabytes of puzzles: the first is shown, and how many there are", async (tab) => {
  await tab.visit();
  const line =
    "1.....7...2....5..6..38.....78.........6.9.........14.....25..9..3....6...4.....2\n";
  await paste(tab, line.repeat(64_000));
  const dialog = tab.page.getByRole("dialog");
  await until("the number of puzzles", async () =>
    /of 64.?000 puzzles/.test(await dialog.innerText()),
  );
});

flow(
  "a text that takes long to read: Escape ends it, and the page answers at once",
  async (tab) => {
    await tab.visit();
    const { page } = tab;
    await verdict(tab);
    await paste(tab, "a text without an end. ".repeat(50_000));
    const dialog = page.getByRole("dialog");
    await until("the reading", async () => /Reading…/.test(await dialog.innerText()));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    // A clash is reported by the worker that was busy with the text.
    await cells(tab).nth(1).click();
    await page.keyboard.press("1");
    await page.locator(".stage .clash-dot").first().waitFor();
  },
  {
    before: () => {
      // A worker that is asked to read a long text never comes back from it.
      const Original = Worker;
      window.Worker = class extends Original {
        override postMessage(message: { question?: string; module?: unknown }) {
          const { question = "" } = message;
          if (/"op":"read"/.test(question) && question.length > 1_000_000) this.stuck = true;
          if (!this.stuck) super.postMessage(message);
        }
        stuck = false;
      };
    },
  },
);

flow("a file dropped on the page is read like text that is pasted", async (tab) => {
  await tab.visit();
  const { page } = tab;
  const text = sample("origin004-ss.txt");
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], "puzzle.ss", { type: "text/plain" }));
    return transfer;
  }, text);
  await page.dispatchEvent(".app", "drop", { dataTransfer: data });
  await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
  expect(await verdict(tab)).toMatch(/exactly one solution/i);
});
