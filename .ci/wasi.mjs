// Runs a WebAssembly program as if it were any other: node .ci/wasi.mjs PROGRAM ARGUMENTS
import { readFile } from "node:fs/promises";
import { argv, cwd, env } from "node:process";
import { WASI } from "node:wasi";

const args = argv.slice(2);
const wasi = new WASI({ version: "preview1", args, env, preopens: { "/": "/", ".": cwd() } });
const module = await WebAssembly.compile(await readFile(args[0]));
wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
