/**
 * Puts the start of the solver into the head of the built page: `src/engine/first.ts`, with the
 * text of the worker and the name of the library's file filled in.
 */
import { readFile } from "node:fs/promises";
import { type Plugin, transformWithEsbuild } from "vite";

const read = (path: string) => readFile(new URL(path, import.meta.url), "utf8");

export function first(): Plugin {
  return {
    name: "first",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      async handler(html, { bundle }) {
        const library = Object.keys(bundle ?? {}).find((file) => file.endsWith(".wasm"));
        if (library === undefined) throw new Error("expected the library in the bundle");
        const small = { target: "es2022", minify: true } as const;
        const worker = await transformWithEsbuild(
          await read("../../npm/src/worker.ts"),
          "worker.ts",
          small,
        );
        const start = await transformWithEsbuild(await read("../src/engine/first.ts"), "first.ts", {
          ...small,
          define: { WORKER: JSON.stringify(worker.code), LIBRARY: JSON.stringify(`./${library}`) },
        });
        // Browsers look for the charset in the first kilobyte; nothing else comes before it.
        const charset = '<meta charset="utf-8" />';
        if (!html.includes(charset)) throw new Error(`expected ${charset} in the page`);
        const script = `<script>{${start.code.trim()}}</script>`;
        return html.replace(charset, () => `${charset}\n    ${script}`);
      },
    },
  };
}
