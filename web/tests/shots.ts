/**
 * The pictures of the README: every main view, light and dark, at a desk and on a phone.
 * Not a test; `npm run shots` takes them into docs/pictures.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { flow, setUp, type Tab } from "./harness";
import { BREAKS_BRUTE_FORCE, X_WING, cells, openLarge, paste, until, verdict } from "./moves";

setUp();

const FOLDER = new URL("../../docs/pictures/", import.meta.url).pathname;
mkdirSync(FOLDER, { recursive: true });

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

async function take({ page }: Tab, name: string) {
  const path = `${FOLDER}${name}.png`;
  // The same face on every machine that has it, and what most systems show comes close to it.
  await page.addStyleTag({ content: ":root { --sans: Inter, system-ui, sans-serif }" });
  await page.mouse.move(2, 2);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.waitForTimeout(400);
  await page.screenshot({ path });
  // A third of the size, where it is installed.
  spawnSync("pngquant", ["--force", "--strip", "--skip-if-larger", "--output", path, "256", path]);
}

async function solve(tab: Tab) {
  await tab.visit("p=" + X_WING);
  await verdict(tab);
  for (const [cell, digit] of [
    [2, 4],
    [4, 6],
    [12, 8],
  ] as const) {
    await cells(tab).nth(cell).click();
    await tab.page.keyboard.press(String(digit));
  }
  await cells(tab).nth(40).click();
  // The table of numbers is full when the slower engine has been timed, too.
  await until("the numbers", async () => !/…/.test(await tab.page.locator(".panel").innerText()));
}

async function explain(tab: Tab, step: number, heading: RegExp) {
  await tab.visit(`p=${X_WING}&t=explain&s=${step}`);
  await tab.page.locator(".panel h1").getByText(heading).waitFor();
}

async function race(tab: Tab) {
  const { page } = tab;
  await tab.visit(`p=${BREAKS_BRUTE_FORCE.replaceAll("0", ".")}&t=race`);
  const slider = page.getByRole("slider");
  await until("the close-up", async () => Number(await slider.getAttribute("aria-valuemax")) > 1);
  await page.locator(".race-top").getByRole("button", { name: "Start", exact: true }).click();
  await page.waitForTimeout(2500);
  await slider.focus();
  for (let press = 0; press < 10; press++) await page.keyboard.press("PageUp");
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(600);
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const [screen, viewport] of [
    ["desk", DESK],
    ["phone", PHONE],
  ] as const) {
    const name = (view: string) => `${view}-${screen}-${colorScheme}`;
    flow(
      `pictures of ${screen}, ${colorScheme}`,
      async (tab) => {
        await solve(tab);
        await take(tab, name("solve"));
        const other = await tab.elsewhere();
        await explain(other, 19, /X-Wing on 5/);
        await take(other, name("explain"));
        const third = await tab.elsewhere();
        await race(third);
        await take(third, name("race"));
      },
      { viewport, colorScheme },
    );
  }
}

flow("pictures of a chain, an import with an error, and 25 × 25", async (tab) => {
  await explain(tab, 20, /2-String Kite/);
  await take(tab, "chain-desk-light");
  const other = await tab.elsewhere();
  await other.visit("p=" + X_WING);
  await verdict(other);
  await paste(
    other,
    "1..|...|7..\n.2.|...|5..\n6..|38.|...\n-----------\n.78|...|...\n...|6.9|..\n...|...|14.\n-----------\n...|.25|..9\n..3|...|.6.\n..4|...|..2\n",
  );
  await other.page.waitForTimeout(1000);
  await take(other, "import-desk-light");
  const third = await tab.elsewhere();
  await third.visit();
  await openLarge(third);
  await verdict(third);
  await third.page.waitForTimeout(1500);
  await take(third, "large-desk-light");
});
