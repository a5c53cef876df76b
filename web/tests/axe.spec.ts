/** axe-core looks at every view, light and dark, large and small, and finds nothing. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect } from "vitest";
import { flow, setUp, type Tab } from "./harness";
import { X_WING, goTo, open, paste, until, verdict } from "./moves";

setUp();

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  id: string;
  impact: string;
  help: string;
  nodes: { target: string[]; html: string }[];
}

/** What axe finds on the page as it is now. */
async function findings({ page }: Tab, view: string): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run(root: Document): Promise<{ violations: Finding[] }> };
    };
    return (await axe.run(document)).violations;
  });
  return violations.map(({ id, impact, help, nodes }) => {
    const where = nodes
      .slice(0, 4)
      .map((node) => `${node.target.join(" ")} ${node.html.slice(0, 120)}`);
    return `${view}: ${id} (${impact}): ${help}\n    ${where.join("\n    ")}`;
  });
}

const SCREENS = [
  ["a desk, light", { viewport: { width: 1280, height: 800 }, colorScheme: "light" }],
  ["a desk, dark", { viewport: { width: 1280, height: 800 }, colorScheme: "dark" }],
  ["a phone, light", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
  ["a phone, dark", { viewport: { width: 390, height: 844 }, colorScheme: "dark" }],
] as const;

for (const [screen, options] of SCREENS) {
  flow(
    `axe finds nothing on any view, on ${screen}`,
    async (tab) => {
      const { page } = tab;
      const found: string[] = [];
      const look = async (view: string) => found.push(...(await findings(tab, view)));
      await tab.visit();
      await open(tab, X_WING);
      await verdict(tab);
      await look("Solve");

      await goTo(tab, "Explain");
      const panel = page.getByRole("region", { name: "Explanation" });
      await panel.locator("h1").getByText("something to see").waitFor();
      await look("Explain, nudge");
      await panel.getByRole("button", { name: "Why", exact: true }).click();
      await look("Explain, why");
      const fold = panel.getByRole("button", { name: /^\d+ steps$/ });
      if (await fold.isVisible()) {
        await fold.click();
        await look("Explain, all steps");
      }

      await goTo(tab, "Race");
      await page.locator(".lane").first().waitFor();
      await page.locator(".race-top").getByRole("button", { name: "Start", exact: true }).click();
      await until("the race to end", async () =>
        (await page.locator(".lane").allInnerTexts()).every((lane) => /solved in/.test(lane)),
      );
      await look("Race");

      await goTo(tab, "Solve");
      await paste(tab, "[[9],[1,1,1]]");
      await until("the error", async () =>
        /expected/.test(await page.getByRole("dialog").innerText()),
      );
      await look("Import");
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      for (const sheet of ["Help", "Settings"]) {
        const opener = page.getByRole("button", { name: sheet, exact: true });
        if (!(await opener.isVisible())) continue;
        await opener.click();
        await page.getByRole("dialog").waitFor();
        await look(sheet);
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
      expect(found.join("\n")).toBe("");
    },
    options,
  );
}
