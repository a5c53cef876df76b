/**
 * The pictures of the README: every main view, light and dark, at a desk, on a laptop, on a tablet
 * and on a phone; and the page's own, its icons and the one it is shared with.
 * Not a test; `npm run shots` takes them into docs/pictures and web/public.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { flow, setUp, type Tab } from "./harness";
import { BREAKS_BRUTE_FORCE, X_WING, cells, openLarge, paste, until, verdict } from "./moves";

setUp();

const FOLDER = new URL("../../docs/pictures/", import.meta.url).pathname;
mkdirSync(FOLDER, { recursive: true });

const DESK = { width: 1280, height: 800 };
const LAPTOP = { width: 1366, height: 650 };
const TABLET = { width: 820, height: 1180 };
const PHONE = { width: 390, height: 844 };

const PUBLIC = new URL("../public/", import.meta.url).pathname;

/** The picture the page is shared with: the board, the name, and what it does. */
const SHARED = `
  .app { position: fixed; inset: 0; --side: 468px }
  .head { position: fixed; left: 640px; top: 0; height: 100vh; border: 0;
    display: flex; flex-direction: column; align-items: flex-start; justify-content: center }
  .head .brand { font-size: 56px; gap: 24px }
  .head .brand svg { width: 60px; height: 60px }
  .head p { width: 480px; margin-top: 20px; font-size: 32px; line-height: 46px; color: var(--ink-2) }
  .tabs, .tools, .shelf, .panel, .transport, .row-keys { display: none !important }
  .main { position: fixed; inset: 0; display: grid; place-content: center start; padding-left: 48px }
  .middle { padding: 0 }
  .stage .bd { width: 552px; height: 552px }
`;

async function take(tab: Tab, name: string, folder = FOLDER) {
  const { page } = tab;
  // The same face on every machine that has it, and what most systems show comes close to it.
  await page.addStyleTag({ content: ":root { --sans: Inter, system-ui, sans-serif }" });
  await page.mouse.move(2, 2);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.waitForTimeout(400);
  await save(page, `${folder}${name}.png`);
}

async function save(page: Page, path: string) {
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

for (const [screen, viewport] of [
  ["laptop", LAPTOP],
  ["tablet", TABLET],
] as const) {
  flow(
    `pictures of ${screen}`,
    async (tab) => {
      await solve(tab);
      await take(tab, `solve-${screen}-light`);
      const other = await tab.elsewhere();
      await explain(other, 19, /X-Wing on 5/);
      await take(other, `explain-${screen}-light`);
    },
    { viewport },
  );
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

/** The mark of the page on paper, `share` of a square of `side` pixels wide. */
async function icon({ page }: Tab, name: string, side: number, share: number) {
  await page.setViewportSize({ width: side, height: side });
  const width = Math.round(side * share);
  const mark = readFileSync(`${PUBLIC}icon.svg`, "utf8").replace("-2 -2 24 24", "0 0 20 20");
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:#f7f7f4">
      <div style="width:${width}px;height:${width}px">${mark}</div>`,
  );
  await save(page, `${PUBLIC}${name}.png`);
}

flow("the page's own pictures: icons, and the one it is shared with", async (tab) => {
  await icon(tab, "icon-180", 180, 0.66);
  await icon(tab, "icon-192", 192, 0.66);
  await icon(tab, "icon-512", 512, 0.66);
  // Launchers cut this one to a shape; what is within a circle of 80 % stays.
  await icon(tab, "icon-masked", 512, 0.5);
  const other = await tab.elsewhere();
  const { page } = other;
  await page.setViewportSize({ width: 1200, height: 630 });
  await explain(other, 19, /X-Wing on 5/);
  await page.addStyleTag({ content: SHARED });
  await page.locator(".head .brand").evaluate((brand) => {
    const words = document.createElement("p");
    words.textContent = "Paste any Sudoku. See why. Watch the engines race.";
    brand.after(words);
  });
  await take(other, "preview", PUBLIC);
});
