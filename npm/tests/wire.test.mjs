/**
 * Whether the types of `objects.ts` fit what the library sends: the exchanges in `testdata/wire/package`,
 * which Rust's tests hold the library to, are compiled as values of those types; and whether the library
 * that is packed sends them.
 */
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import * as ninefold from "ninefold";
import ts from "../../web/node_modules/typescript/lib/typescript.js";

const WIRE = new URL("../../testdata/wire/", import.meta.url);
const FOLDER = new URL("package/", WIRE);
const read = (name) => readFileSync(new URL(name, FOLDER), "utf8");
const files = readdirSync(FOLDER);

/** The errors of the compiler in a file that would stand beside `objects.ts`. */
function errorsIn(source) {
  const path = fileURLToPath(new URL("../src/wire.golden.ts", import.meta.url));
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, version) =>
    name === path ? ts.createSourceFile(name, source, version) : getSourceFile(name, version);
  const program = ts.createProgram([path], options, host);
  const flat = ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n");
  return ts.getPreEmitDiagnostics(program).map(flat);
}

const HEAD = `import type { Functions, Outcome, Searched, Step } from "./objects";
type Exchange<F extends keyof Functions> =
  { op: \`npm:\${F}\`; ask: Functions[F]["ask"]; answer: Outcome<Functions[F]["answer"]> };
type Found = Omit<Searched, "puzzle">;
`;

test("every exchange of testdata/wire/package has the types of objects.ts", () => {
  const exchanges = files
    // It asks what the types forbid.
    .filter((name) => name !== "usage-error.json")
    .map((name) => {
      const op = JSON.parse(read(name)).op.replace("npm:", "");
      return `export const ${name.replaceAll(/\W/g, "_")}: Exchange<"${op}"> = ${read(name)};`;
    });
  const named = (name) =>
    readFileSync(new URL(name, WIRE), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.stringify(JSON.parse(line).names));
  const steps = `export const steps: Step[] = [${named("steps.jsonl").join(",\n")}];`;
  const answers = `export const answers: (Found & { solution: string | null; solutions: string[] })[]
    = [${named("answers.jsonl").join(",\n")}];`;
  assert.deepEqual(errorsIn([HEAD, ...exchanges, steps, answers].join("\n")), []);
});

test("a field that the types do not have is noticed, and one that is missing", () => {
  const step = JSON.parse(read("hint.json")).answer.value.step;
  const { notation, ...less } = step;
  const values = [step, { ...step, more: 1 }, less];
  const lines = values.map((value, k) => `export const x${k}: Step = ${JSON.stringify(value)};`);
  const errors = errorsIn([HEAD, ...lines].join("\n"));
  assert.equal(errors.length, 2);
  assert.match(errors[0], /more/);
  assert.match(errors[1], /notation/);
  assert.ok(notation);
});

test("the library that is packed sends what testdata has", async () => {
  for (const name of files) {
    const exchange = JSON.parse(read(name));
    const answer = await ninefold.ask(exchange.op, exchange.ask);
    if (answer.value?.stats) answer.value.stats.micros = exchange.answer.value.stats.micros;
    assert.deepEqual(answer, exchange.answer, name);
  }
});

test("every operation of the library is a function of the package, by the same name", () => {
  const source = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
  const table = source("../../crates/ninefold-web/src/package.rs");
  const operations = [...table.matchAll(/^ {4}\("(\w+)", \|/gm)].map(([, name]) => name);
  assert.ok(operations.length >= 6);
  assert.deepEqual(
    operations.filter((name) => typeof ninefold[name] !== "function"),
    [],
  );
  const asked = [...source("../src/index.ts").matchAll(/call\("(\w+)"/g)].map(([, name]) => name);
  assert.deepEqual(asked.sort(), operations.sort());
});
