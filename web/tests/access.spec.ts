/** Screen readers, keyboards, and the page on a home screen. */
import { expect } from "vitest";
import { flow, setUp } from "./harness";
import { X_WING, goTo, until, verdict } from "./moves";

setUp();

flow("the first press of Tab offers to skip to the board", async (tab) => {
  const { page } = tab;
  await tab.visit("p=" + X_WING);
  await verdict(tab);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the board" });
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
  const box = await skip.boundingBox();
  expect(box && box.x >= 0 && box.y >= 0, "it can be seen while it has the focus").toBe(true);
  const before = await page.evaluate(() => location.hash);
  await page.keyboard.press("Enter");
  expect(await page.locator(":focus").getAttribute("role")).toBe("gridcell");
  expect(await page.evaluate(() => location.hash)).toBe(before);
  // It is out of sight until it has the focus.
  const away = await skip.boundingBox();
  expect(away && away.y + away.height).toBeLessThanOrEqual(0);

  await goTo(tab, "Race");
  await page.locator(".lane").first().waitFor();
  await page.getByRole("link", { name: "Skip to the race" }).focus();
  await page.keyboard.press("Enter");
  expect(await page.locator(":focus").evaluate((part) => part.tagName)).toBe("MAIN");
});

flow("the first nudge is announced to screen readers", async (tab) => {
  const { page } = tab;
  await tab.visit("p=" + X_WING);
  await verdict(tab);
  // The path is found while Solve is shown, before a hint is asked for.
  await page.locator(".need").waitFor();
  await goTo(tab, "Explain");
  const nudge = page.getByRole("region", { name: "Explanation" }).locator("h1");
  await nudge.getByText("something to see").waitFor();
  const said = (await nudge.innerText()).trim();
  await until("the nudge to be said", async () => {
    return (await page.getByRole("status").innerText()).trim() === said;
  });
});

flow("in the race one button is called Start", async (tab) => {
  const { page } = tab;
  await tab.visit(`p=${X_WING}&t=race`);
  await page.getByRole("slider").waitFor();
  expect(await page.getByRole("button", { name: "Start", exact: true }).count()).toBe(1);
  for (const name of ["First event", "Last event"]) {
    expect(await page.getByRole("button", { name, exact: true }).count()).toBe(1);
  }
});

interface Manifest {
  name: string;
  start_url: string;
  display: string;
  icons: { src: string; sizes: string; type: string; purpose?: string }[];
}

/** The width and height in the header of a PNG. */
function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

flow("the page can be put on a home screen, and has a picture to be shared with", async (tab) => {
  const { page, address } = tab;
  await tab.visit();
  const browser = await tab.context.newCDPSession(page);
  const { url, errors, data } = await browser.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  expect(url.startsWith(address)).toBe(true);
  const manifest = JSON.parse(data ?? "") as Manifest;
  expect(manifest.name).toBe("Ninefold");
  expect(new URL(manifest.start_url, url).href).toBe(address);
  const kept: string[] = [url];
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await tab.context.request.get(new URL(src, url).href);
    expect(icon.headers()["content-type"], src).toBe(type);
    if (type === "image/png") expect(sizeOf(await icon.body()), src).toBe(sizes);
    kept.push(icon.url());
  }
  const all = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? "any"}`);
  expect(all).toEqual(expect.arrayContaining(["192x192 any", "512x512 any", "512x512 maskable"]));

  const touch = page.locator("link[rel=apple-touch-icon]");
  kept.push(await touch.evaluate((link) => (link as HTMLLinkElement).href));
  const preview = await page.locator('meta[property="og:image"]').getAttribute("content");
  const picture = await tab.context.request.get(new URL(preview ?? "", address).href);
  expect(sizeOf(await picture.body())).toBe("1200x630");
  kept.push(picture.url());
  for (const name of ["og:title", "og:description"]) {
    expect(await page.locator(`meta[property="${name}"]`).getAttribute("content")).toBeTruthy();
  }

  // All of it is there without a network, too.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await until("the page to be kept", () =>
    page.evaluate(() => navigator.serviceWorker.controller !== null),
  );
  await tab.context.setOffline(true);
  for (const file of kept) {
    expect(await page.evaluate(async (name) => (await fetch(name)).ok, file), file).toBe(true);
  }
});
