/** Puzzles in bulk: the same answers however the rows are cut, and a memory with a bound. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { NinefoldError, ParseError, close, generate, solve, solveMany } from "ninefold";

const encode = (text) => new TextEncoder().encode(text);
const decode = (bytes) => new TextDecoder().decode(bytes);

/** Minimal puzzles, most of which have lost some clues: with one solution and with several. */
async function rows(n) {
  const made = await generate({ n, seed: 5 });
  return made.map(({ puzzle }, k) => {
    let lost = 0;
    return puzzle.replaceAll(/[1-9]/g, (digit) => (lost++ % 9 < k % 4 ? "." : digit));
  });
}

test("each row gets its first solution and their number, as alone", async () => {
  const list = await rows(60);
  const { solutions, counts } = solveMany(encode(list.join("")));
  for (const [k, puzzle] of list.entries()) {
    const alone = await solve(puzzle);
    assert.equal(decode(solutions.subarray(81 * k, 81 * k + 81)), alone.solution);
    assert.equal(counts[k], alone.solutions.length);
  }
  assert.ok(counts.includes(1) && counts.includes(2));
});

test("rows are answered alike however they are cut and ordered", async () => {
  const list = await rows(600);
  const whole = solveMany(encode(list.join("")));
  for (const each of [1, 7, 100]) {
    for (let from = 0; from < list.length; from += each) {
      const part = list.slice(from, from + each);
      const { solutions, counts } = solveMany(encode(part.join("")));
      const same = whole.solutions.subarray(81 * from, 81 * (from + part.length));
      assert.deepEqual(solutions, same.slice());
      assert.deepEqual(counts, whole.counts.slice(from, from + part.length));
    }
  }
  const turned = solveMany(encode(list.toReversed().join("")));
  assert.deepEqual(turned.counts, whole.counts.toReversed());
  const last = decode(turned.solutions.subarray(-81));
  assert.equal(last, decode(whole.solutions.subarray(0, 81)));
});

test("numbers give numbers", async () => {
  const list = await rows(3);
  const characters = encode(list.join(""));
  const digit = (byte) => (byte === 46 ? 0 : byte - 48);
  const { solutions } = solveMany(characters.map(digit));
  assert.deepEqual(solutions, solveMany(characters).solutions.map(digit));
});

test("a row that is no puzzle has its place, also beyond the first portion", async () => {
  const [puzzle] = await rows(1);
  const list = Array.from({ length: 20_000 }, () => puzzle);
  list[17_001] = `${puzzle.slice(0, 80)}x`.replace("x", "Q");
  list[19_000] = "\0".repeat(80) + "z";
  const bytes = encode(list.join(""));
  const error = (() => {
    try {
      return solveMany(bytes);
    } catch (thrown) {
      return thrown;
    }
  })();
  assert.ok(error instanceof ParseError);
  assert.deepEqual([error.row, error.column], [17_001, 81]);
  const { counts, solutions } = solveMany(bytes, { errors: "null" });
  assert.deepEqual([counts[17_001], counts[19_000], counts[0]], [-1, -1, 1]);
  assert.equal(Math.max(...solutions.subarray(81 * 17_001, 81 * 17_002)), 0);
  assert.equal(counts.filter((count) => count === 1).length, 19_998);
});

test("what is no bulk of puzzles is an error of our own", () => {
  for (const puzzles of [null, undefined, 81, "5".repeat(81), [1], new Uint16Array(81)]) {
    assert.throws(() => solveMany(puzzles), NinefoldError);
  }
  for (const length of [1, 80, 82, 161]) {
    assert.throws(() => solveMany(new Uint8Array(length)), ParseError);
  }
  assert.throws(() => solveMany(new Uint8Array(81), { errors: "ignore" }), NinefoldError);
  assert.deepEqual(solveMany(new Uint8Array(0)).counts, new Int8Array(0));
});

test("the input stays as it is, whatever part of a buffer it is", async () => {
  const [puzzle] = await rows(1);
  const buffer = encode(`....${puzzle}....`);
  const before = buffer.slice();
  const { counts } = solveMany(buffer.subarray(4, 85));
  assert.deepEqual(buffer, before);
  assert.equal(counts[0], 1);
});

test("large calls do not make the library's memory grow, nor do huge texts for good", async () => {
  const memories = [];
  const { instantiate, Instance } = WebAssembly;
  WebAssembly.Instance = new Proxy(Instance, {
    construct: (target, args) => {
      const made = new target(...args);
      memories.push(made.exports.memory);
      return made;
    },
  });
  try {
    close();
    const [puzzle] = await rows(1);
    const bytes = encode(puzzle.repeat(100_000));
    solveMany(bytes);
    const size = () => memories.at(-1).buffer.byteLength;
    const once = size();
    for (let k = 0; k < 5; k += 1) solveMany(bytes);
    assert.equal(size(), once);
    assert.ok(once < 32 << 20, `${once} bytes`);
    await assert.rejects(solve(`${puzzle}\n`.repeat(10_000)), ParseError);
    await assert.rejects(solve("x".repeat(10_000_000)), ParseError);
    await solve(puzzle);
    assert.ok(size() <= 64 << 20, `${size()} bytes`);
  } finally {
    Object.assign(WebAssembly, { instantiate, Instance });
    close();
  }
});
