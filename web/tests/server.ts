/**
 * A server for the built page, as any static host would be: files under a sub-path, nothing else.
 */
import { createServer } from "node:http";
import type { Server } from "node:http";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { extname, join, normalize, resolve } from "node:path";

const KINDS: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

export interface Site {
  /** Where the page is, with its sub-path and a slash at the end. */
  address: string;
  close(): Promise<void>;
}

/** Serves `folder` under `path`, which begins and ends with a slash. */
export async function serve(folder: string, path: string): Promise<Site> {
  const root = resolve(folder);
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const inside = pathname.startsWith(path) ? pathname.slice(path.length) || "index.html" : null;
    const file = inside === null ? null : normalize(join(root, decodeURIComponent(inside)));
    try {
      if (file === null || !file.startsWith(root)) throw new Error("not on this site");
      const body = await readFile(file);
      response.writeHead(200, { "content-type": KINDS[extname(file)] ?? "text/plain" }).end(body);
    } catch {
      response.writeHead(404).end("not found");
    }
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${path}`,
    close: () => closed(server),
  };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => server.close(() => done()));
}
