/**
 * Flows: the built page in a real browser, one fresh profile each.
 *
 * The page is served from a sub-path. A flow fails if the console shows an error, if an exception
 * goes uncaught, if a request fails, or if anything at all is asked of another host.
 */
import { existsSync, mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Site } from "./server";
import { serve } from "./server";

const DIST = new URL("../dist/", import.meta.url).pathname;
const PICTURES_OF_FAILURES = new URL("../test-results/", import.meta.url).pathname;

/** Generous: the machine may be shared and busy. */
export const PATIENCE = 30_000;

export interface Tab {
  page: Page;
  context: BrowserContext;
  /** Where the page is. */
  address: string;
  /** Opens the page, with what follows the `#` of its address if given, and waits for it. */
  visit(fragment?: string): Promise<void>;
  /** A second tab with its own storage, like another browser. */
  elsewhere(): Promise<Tab>;
  /** What went wrong so far. */
  troubles: string[];
}

export interface FlowOptions extends BrowserContextOptions {
  /** Troubles that the flow brings about on purpose. */
  expects?: RegExp;
  /** What to do in each new document, before the page's own code runs. */
  before?: () => void;
}

let browser: Browser;
let site: Site;

/** The browser from Debian or from the variable CHROMIUM. */
export function chromiumPath(): string {
  const places = [process.env["CHROMIUM"], "/usr/bin/chromium", "/usr/bin/chromium-browser"];
  const found = places.find((place) => place !== undefined && existsSync(place));
  if (found === undefined) throw new Error("expected chromium at /usr/bin/chromium, found nothing");
  return found;
}

export function launch(): Promise<Browser> {
  const args = ["--no-sandbox", "--disable-dev-shm-usage"];
  return chromium.launch({ executablePath: chromiumPath(), args });
}

/** Starts the server and the browser once for each file of flows. */
export function setUp() {
  beforeAll(async () => {
    if (!existsSync(DIST + "index.html")) throw new Error("expected web/dist: run `npm run build`");
    [browser, site] = await Promise.all([launch(), serve(DIST, "/some/where/")]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
}

/** One flow through the page, named as a sentence. */
export function flow(
  name: string,
  run: (tab: Tab) => Promise<void>,
  options: FlowOptions = {},
  patience = 120_000,
) {
  test(name, { timeout: patience }, async () => {
    const opened: Tab[] = [];
    const { expects, before, ...context } = options;
    const open = async (): Promise<Tab> => {
      const tab = await openTab(context, open);
      if (before) await tab.context.addInitScript(before);
      opened.push(tab);
      return tab;
    };
    try {
      await run(await open());
      const troubles = opened.flatMap((tab) => tab.troubles);
      expect(troubles.filter((trouble) => !expects?.test(trouble))).toEqual([]);
    } catch (error) {
      await keepPictures(name, opened);
      throw error;
    } finally {
      await Promise.all(opened.map((tab) => tab.context.close()));
    }
  });
}

async function openTab(
  options: BrowserContextOptions,
  elsewhere: () => Promise<Tab>,
): Promise<Tab> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      troubles.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => troubles.push(`uncaught: ${error.message}`));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // What the page gives up itself, on a reload or a stop, has not failed.
    if (why !== "net::ERR_ABORTED") troubles.push(`request: ${request.url()} ${why}`);
  });
  context.on("request", (request) => {
    const url = request.url();
    const own = url.startsWith(site.address) || /^(data|blob):/.test(url);
    if (!own) troubles.push(`another host: ${url}`);
  });
  const visit = async (fragment = "") => {
    await page.goto(site.address + (fragment && `#${fragment}`));
    await page.locator('[role="grid"], .race-view').first().waitFor();
  };
  return { page, context, address: site.address, visit, elsewhere, troubles };
}

async function keepPictures(name: string, tabs: Tab[]) {
  mkdirSync(PICTURES_OF_FAILURES, { recursive: true });
  const file = name.replaceAll(/[^a-z0-9]+/gi, "-").slice(0, 80);
  for (const [index, tab] of tabs.entries()) {
    const path = `${PICTURES_OF_FAILURES}${file}-${index}.png`;
    await tab.page.screenshot({ path }).catch(() => {});
    if (tab.troubles.length > 0) console.error(`${name}:\n  ${tab.troubles.join("\n  ")}`);
  }
}
