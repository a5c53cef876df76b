/** On paper: the board with its marks, and its title. */
import { expect } from "vitest";
import { flow, setUp } from "./harness";
import { cells, goTo, verdict } from "./moves";

setUp();

/** The number of pages of a print: each has its type in plain text. */
const pagesOf = (print: Buffer) => print.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;

for (const [screen, viewport] of [
  ["a desk", { width: 1280, height: 800 }],
  ["a phone", { width: 390, height: 844 }],
] as const) {
  flow(
    `from ${screen} the board and its title are printed, on one page and nothing else`,
    async (tab) => {
      await tab.visit();
      const { page } = tab;
      await verdict(tab);
      await cells(tab).nth(1).click();
      await page.keyboard.press("Shift+8");
      for (const view of ["Solve", "Explain", "Race"] as const) {
        await page.emulateMedia({ media: "screen" });
        await goTo(tab, view);
        const board = page.locator(view === "Race" ? ".close .bd" : ".stage .bd");
        await board.waitFor();
        await page.emulateMedia({ media: "print", colorScheme: "dark" });
        expect(await page.locator(".print-title").innerText()).toBe("Evil");
        expect(await page.locator("body").innerText()).toMatch(/^Evil[\s\d]*$/);
        expect((await board.boundingBox())?.width).toBeGreaterThan(300);
        for (const unseen of [".head", ".panel", ".transport", ".shelf", ".pad", ".sel"]) {
          for (const part of await page.locator(unseen).all()) {
            expect(await part.isVisible(), `${unseen} in ${view}`).toBe(false);
          }
        }
        // Paper is light, whatever the screen is.
        const ink = await page.locator(".print-title").evaluate((it) => getComputedStyle(it).color);
        expect(ink).toBe("rgb(21, 23, 28)");
        for (const landscape of [false, true]) {
          expect(pagesOf(await page.pdf({ format: "A4", landscape })), view).toBe(1);
        }
      }
      await page.emulateMedia({ media: "screen" });
      await goTo(tab, "Solve");
      await page.emulateMedia({ media: "print" });
      // The corner mark is on the paper, too.
      expect(await page.locator(".stage .cand.own").count()).toBe(1);
    },
    { viewport, colorScheme: "dark" },
  );
}
