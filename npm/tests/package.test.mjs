/** What is packed, and whether it is what it says it is. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const HERE = new URL("../", import.meta.url).pathname;
const manifest = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8"));

test("the package has the version of the workspace", () => {
  const workspace = readFileSync(join(HERE, "../Cargo.toml"), "utf8");
  assert.equal(manifest.version, /^version = "(.+)"$/m.exec(workspace)[1]);
});

test("what is packed is what users need, and at most 1 MB", () => {
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: HERE, encoding: "utf8" }),
  );
  const modules = "client desk errors host index instance objects wire worker worker-node";
  const expected = modules.split(" ").flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
  expected.push("dist/ninefold.wasm", "LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json");
  assert.deepEqual(packed.files.map(({ path }) => path).sort(), expected.sort());
  console.log(`packed: ${packed.size} bytes, unpacked: ${packed.unpackedSize}`);
  assert.ok(packed.size <= 1_000_000, `${packed.size} bytes`);
});

test("it works where it is installed, and a program ends that has used a worker", () => {
  const home = mkdtempSync(join(tmpdir(), "ninefold-"));
  try {
    for (const name of [...manifest.files, "package.json"]) {
      cpSync(join(HERE, name), join(home, "node_modules/ninefold", name), { recursive: true });
    }
    const program = `
      import { count, solve, solveMany } from "ninefold";
      const bytes = new TextEncoder().encode(".".repeat(81));
      const apart = await solve("12.4 4.21 2143 3412", { worker: true });
      const stopped = new AbortController();
      const long = count(".".repeat(81), { signal: stopped.signal });
      setTimeout(() => stopped.abort(), 50);
      const why = await long.catch((error) => error.name);
      console.log(apart.solution, solveMany(bytes).counts[0], why);`;
    const run = spawnSync("node", ["--input-type=module", "-e", program], {
      cwd: home,
      encoding: "utf8",
      timeout: 60_000,
    });
    assert.equal(run.stderr, "");
    assert.equal(run.stdout, "1234432121433412 2 AbortError\n");
    assert.equal(run.status, 0);
  } finally {
    rmSync(home, { recursive: true });
  }
});
