/**
 * Makes the built page work without a network: writes a service worker that keeps every file of
 * the site. Its text changes with the files, so a new version of the page is taken up by itself.
 */
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** What the service worker does; it runs in the browser, with the list of files before it. */
const KEEPER = `
self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)));
});
self.addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("ninefold-") && name !== VERSION);
  const sweep = async () => Promise.all(old(await caches.keys()).map((name) => caches.delete(name)));
  event.waitUntil(sweep().then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const kept = caches.match(event.request, { ignoreSearch: true });
  event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});
`;

export function offline(): Plugin {
  let folder = "";
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    configResolved({ publicDir }) {
      folder = publicDir;
    },
    generateBundle(_, bundle) {
      // The manifest and the pictures that it and the page's head name are copied as they are.
      const copied = readdirSync(folder);
      const names = [...Object.keys(bundle), ...copied].map((file) => `./${file}`);
      const files = ["./", ...names].sort();
      // Names carry a hash of what is in the files, except those of the page itself and of copies.
      const page = bundle["index.html"];
      const hash = createHash("sha256").update(files.join() + KEEPER);
      if (page?.type === "asset") hash.update(page.source);
      for (const file of copied) hash.update(readFileSync(join(folder, file)));
      const version = `const VERSION = "ninefold-${hash.digest("hex").slice(0, 12)}";`;
      const source = `${version}\nconst FILES = ${JSON.stringify(files)};\n${KEEPER.trim()}\n`;
      this.emitFile({ type: "asset", fileName: "offline.js", source });
    },
  };
}
