/**
 * Whether the types of `wire.ts` fit what the library sends: the exchanges in `testdata/wire`,
 * which Rust's tests hold the library to, are compiled as values of those types.
 */
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { ENGINES } from "../race/lanes";
import about from "../../../testdata/wire/about.json";

const FOLDER = new URL("../../../testdata/wire/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, FOLDER), "utf8");

/** The errors of the compiler in a file that would stand beside `wire.ts`. */
function errorsIn(source: string): string[] {
  const path = fileURLToPath(new URL("./wire.golden.ts", import.meta.url));
  const options: ts.CompilerOptions = {
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
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

const HEAD = `import type { Answer, Ask, Op, RaceNews, Step } from "./wire";
type Searched = Omit<Answer<"solve">, "sentence" | "differ" | "because">;
type Exchange<O extends Op> = { op: O; ask: Ask<O>; news?: RaceNews; answer: Answer<O> };
`;

/** The files as a program: each exchange is one of its question, each step a step, each answer one of a search. */
function program(): string {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  const exchanges = files.map((name) => {
    const { op } = JSON.parse(read(name)) as { op: string };
    return `export const ${name.replaceAll(/\W/g, "_")}: Exchange<"${op}"> = ${read(name)};`;
  });
  const numbers = (name: string) => {
    const lines = read(name).trim().split("\n");
    return lines.map((line) => JSON.stringify(JSON.parse(line).numbers)).join(",\n");
  };
  return [
    HEAD,
    ...exchanges,
    `export const steps: Step[] = [${numbers("steps.jsonl")}];`,
    `export const answers: Searched[] = [${numbers("answers.jsonl")}];`,
  ].join("\n");
}

test("every exchange of testdata/wire has the types of wire.ts", () => {
  expect(errorsIn(program())).toEqual([]);
}, 60_000);

test("a field that the types do not have is noticed, and one that is missing", () => {
  const answers = [`{ text: "" }`, `{ text: "", more: 1 }`, `{}`];
  const lines = answers.map((text, k) => `export const x${k}: Answer<"write"> = ${text};`);
  const errors = errorsIn([HEAD, ...lines].join("\n"));
  expect(errors).toHaveLength(2);
  expect(errors[0]).toContain("more");
  expect(errors[1]).toContain("text");
}, 60_000);

test("the page knows every engine of the library, and no others", () => {
  const names = (list: { name: string }[]) => list.map(({ name }) => name).sort();
  expect(Object.keys(ENGINES).sort()).toEqual(names(about.answer.engines));
});
