/** What a visitor downloads: the page stays small. */
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const DIST = new URL("../dist/", import.meta.url).pathname;

/** Bytes of all files of such a kind, gzipped. */
function weight(kind: RegExp): number {
  const files = readdirSync(DIST, { recursive: true, encoding: "utf8" });
  const sizes = files
    .filter((file) => kind.test(file))
    .map((file) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length);
  expect(sizes.length, `files like ${kind} in web/dist`).toBeGreaterThan(0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

test("scripts and styles are at most 150 KB gzipped", () => {
  expect(weight(/\.(js|css|html)$/)).toBeLessThanOrEqual(150_000);
});

test("the library is at most 650 KB gzipped", () => {
  expect(weight(/\.wasm$/)).toBeLessThanOrEqual(650_000);
});

test("icons and the picture to be shared with are at most 60 KB", () => {
  expect(weight(/\.(png|svg|webmanifest)$/)).toBeLessThanOrEqual(60_000);
});

test("nothing in the page points to another host", () => {
  const files = readdirSync(DIST, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => /\.(html|css|js)$/.test(name))) {
    const text = readFileSync(join(DIST, file), "utf8");
    expect(text, file).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(text, file).not.toMatch(/(?:url\(|import\s*\(?\s*["'])(?:https?:)?\/\//);
  }
});
