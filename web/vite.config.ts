/** How the page is built: plain files with relative addresses, so any sub-path will do. */
import vue from "@vitejs/plugin-vue";
import { defineConfig } from "vitest/config";
import { first } from "./scripts/first";
import { offline } from "./scripts/offline";

export default defineConfig({
  base: "./",
  plugins: [vue(), first(), offline()],
  build: { target: "es2022", assetsInlineLimit: 0 },
  worker: { format: "es" },
  // The board before the library has answered is in the repository's testdata.
  server: { fs: { allow: [".."] } },
  test: { include: ["src/**/*.test.ts"] },
});
