/**
 * The flows through the built page, or its pictures, or the npm package: they need web/dist, or
 * npm/dist, and a browser.
 */
import { defineConfig } from "vitest/config";

const { SHOTS, PACKAGE } = process.env;
const folder = new URL(".", import.meta.url).pathname;

export default defineConfig({
  root: folder,
  test: {
    include: [SHOTS ? "shots.ts" : PACKAGE ? "package.ts" : "*.spec.ts"],
    // Two browsers at a time: more would only take turns on a small machine.
    maxWorkers: 2,
    minWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
