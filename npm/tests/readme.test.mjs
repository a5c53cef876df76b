/** The examples of the READMEs and the guide run, and what stands behind `//` is what comes out. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as ninefold from "ninefold";

const examples = ["../README.md", "../../README.md", "../../GUIDE.md"].flatMap((path) => {
  const text = readFileSync(new URL(path, import.meta.url), "utf8");
  const blocks = [...text.matchAll(/^```js\n(.*?)^```$/gms)];
  assert.ok(blocks.length > 0, `${path} has examples`);
  return blocks.map(([, code]) => code);
});
const Program = Object.getPrototypeOf(async () => {}).constructor;

/** `value; // expected` becomes a comparison, and imports become names that are there. */
function compiled(code) {
  return code
    .replaceAll(/^import \{(.+?)\} from "ninefold";$/gms, "const {$1} = ninefold;")
    .replaceAll(/^(.+); \/\/ (.+)$/gm, (_, value, expected) => {
      const declared = /^const (\w+) = /.exec(value)?.[1];
      const name = declared ?? value;
      return `${declared ? `${value};` : ""} compare(${name}, ${expected}, ${JSON.stringify(value)});`;
    });
}

test("every example runs and gives what it says", async () => {
  let compared = 0;
  const compare = (value, expected, code) => {
    compared += 1;
    assert.deepEqual(value, expected, code);
  };
  for (const code of examples) {
    const program = new Program("ninefold", "compare", compiled(code));
    await program(ninefold, compare);
  }
  assert.ok(
    examples.length >= 5 && compared >= 10,
    `${examples.length} examples, ${compared} lines`,
  );
});
