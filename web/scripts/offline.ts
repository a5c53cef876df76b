/**
 * Makes the built page work without a network: writes a service worker that keeps every file of
 * the site. Its text changes with the files, so a new version of the page is taken up by itself.
 */
import { createHash } from "node:crypto";
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
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const files = ["./", ...Object.keys(bundle).map((file) => `./${file}`)].sort();
      // Names carry a hash of what is in the files, except that of the page itself.
      const page = bundle["index.html"];
      const text = page?.type === "asset" ? String(page.source) : "";
      const hash = createHash("sha256")
        .update(files.join() + text + KEEPER)
        .digest("hex");
      const version = `const VERSION = "ninefold-${hash.slice(0, 12)}";`;
      const source = `${version}\nconst FILES = ${JSON.stringify(files)};\n${KEEPER.trim()}\n`;
      this.emitFile({ type: "asset", fileName: "offline.js", source });
    },
  };
}
