/** From view to view and back: what each puts on the board is its own, and waits for its return. */
import { expect } from "vitest";
import { flow, setUp, type Tab } from "./harness";
import { X_WING, cells, digits, explanation, goTo, headline, open, until, verdict } from "./moves";

setUp();

/** Candidates on the board, and outlined houses. */
const candidates = ({ page }: Tab) => page.locator(".stage use.cand").count();
const outlines = ({ page }: Tab) => page.locator(".stage .step-houses .house").count();

for (const reducedMotion of ["reduce", "no-preference"] as const) {
  flow(
    `Explain, entered from a warm Solve tab, shows the candidates and where to look (${reducedMotion})`,
    async (tab) => {
      await tab.visit();
      await open(tab, X_WING);
      await verdict(tab);
      // The way is found before the tab is opened: its bar is there.
      await tab.page.locator(".transport .bar").first().waitFor();
      for (let visit = 0; visit < 2; visit++) {
        await goTo(tab, "Explain");
        await until("the hint", async () => /something to see/.test(await headline(tab)));
        expect(await candidates(tab)).toBeGreaterThan(150);
        expect(await outlines(tab)).toBe(1);
        expect(await inkIn(tab, 1)).toBeGreaterThan(0);
        await goTo(tab, "Solve");
        await verdict(tab);
        expect([await candidates(tab), await outlines(tab)]).toEqual([0, 0]);
      }
      await goTo(tab, "Explain");
      await explanation(tab).getByRole("button", { name: "Why", exact: true }).click();
      await tab.page.locator('.stage [data-mark="place"]').waitFor();
      expect(await candidates(tab)).toBeGreaterThan(150);
    },
    { reducedMotion },
  );
}

/** How many pixels of an empty cell are not of the colour of its corner. */
async function inkIn(tab: Tab, cell: number): Promise<number> {
  const box = (await cells(tab).nth(cell).boundingBox())!;
  const inset = 4;
  const clip = {
    x: box.x + inset,
    y: box.y + inset,
    width: box.width - 2 * inset,
    height: box.height - 2 * inset,
  };
  const picture = (await tab.page.screenshot({ clip })).toString("base64");
  return tab.page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d")!;
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height).data;
    let ink = 0;
    for (let at = 0; at < pixels.length; at += 4) {
      if (Math.abs(pixels[at]! - pixels[0]!) > 40) ink++;
    }
    return ink;
  }, picture);
}

flow(
  "a digit entered just before Explain is opened stays on the board while the way is looked for",
  async (tab) => {
    await tab.visit();
    await open(tab, X_WING);
    await tab.page.locator(".transport .bar").first().waitFor();
    await cells(tab).nth(2).click();
    await tab.page.keyboard.press("4");
    await goTo(tab, "Explain");
    // The way from before the digit is known; neither its board nor its words are shown.
    const seen = new Set<string>();
    await until("the hint", async () => {
      seen.add((await digits(tab))[2]!);
      return /something to see/.test(await headline(tab));
    });
    seen.add((await digits(tab))[2]!);
    expect([...seen]).toEqual(["4"]);
  },
  {
    before: () => {
      // From the second way on the library takes its time.
      const Original = Worker;
      let paths = 0;
      window.Worker = class extends Original {
        override postMessage(message: { question?: string }) {
          const isPath = message.question?.startsWith('{"op":"path"') ?? false;
          setTimeout(() => super.postMessage(message), isPath && paths++ > 0 ? 1000 : 0);
        }
      };
    },
  },
);

flow("another tab and back: the step and the rung are where they were left", async (tab) => {
  await tab.visit(`p=${X_WING}&t=explain&s=19`);
  await until("the step", async () => (await headline(tab)) === "X-Wing on 5");
  await explanation(tab).getByRole("button", { name: "Name", exact: true }).click();
  for (const other of ["Solve", "Race"] as const) {
    await goTo(tab, other);
    await goTo(tab, "Explain");
    await until("the step again", async () => (await headline(tab)) === "X-Wing");
    expect(await tab.page.locator(".transport .where").innerText()).toMatch(/Step 19 of/);
  }
});
