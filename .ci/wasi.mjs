// Runs a WebAssembly program as if it were any other: node .ci/wasi.mjs PROGRAM ARGUMENTS
import { readFile } from "node:fs/promises";
import { argv, cwd, env, exit } from "node:process";
import { setFlagsFromString } from "node:v8";
import { WASI } from "node:wasi";

// Quick calls from WebAssembly into Node 20 spoil its memory now and then, and it ends with a
// segmentation fault after a program that has done all it should.
setFlagsFromString("--no-turbo-fast-api-calls");

const args = argv.slice(2);
const wasi = new WASI({ version: "preview1", args, env, preopens: { "/": "/", ".": cwd() } });
const module = await WebAssembly.compile(await readFile(args[0]));
exit(wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject())));
