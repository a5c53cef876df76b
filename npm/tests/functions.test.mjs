/** What the functions answer, and that it is what the program answers. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  AnswerError,
  NinefoldError,
  ParseError,
  ask,
  count,
  doctor,
  explain,
  generate,
  hint,
  inspect,
  rate,
  solve,
  why,
} from "ninefold";

const PUZZLE = "620507100090010080501800006000000800070020030009000000300008901080030070007201048";
const read = (path) => readFileSync(new URL(`../../testdata/${path}`, import.meta.url), "utf8");

test("every puzzle of testdata/solve gets its verdict, and its solution where it has one", async () => {
  for (const name of ["nine.txt", "origins.txt"]) {
    for (const line of read(`solve/${name}`).split("\n")) {
      if (line === "" || line.startsWith("#")) continue;
      const [puzzle, n, solution] = line.split(":");
      const solved = await solve(puzzle);
      assert.equal(solved.solutions.length, Math.min(2, parseInt(n)), line);
      if (n === "1") assert.equal(solved.solution, solution, line);
      if (n === "0") assert.equal(solved.solution, null, line);
    }
  }
});

test("a text is read in any format", async () => {
  const drawn = "1 2 | . 4\n4 . | 2 1\n----+----\n2 1 | 4 3\n3 4 | 1 2";
  assert.equal((await solve(drawn)).solution, "1234432121433412");
  assert.equal((await solve("[Puzzle]\n12.4\n4.21\n2143\n3412\n")).puzzle, "12.44.2121433412");
});

test("the way leads to the solution, step by step", async () => {
  const { steps, status, level, score } = await explain(PUZZLE);
  assert.deepEqual([status, level, score], ["solved", "Hard", 578]);
  const first = await hint(PUZZLE);
  assert.deepEqual(first.step, steps[0]);
  const without = await hint(PUZZLE, { without: [first.step.technique] });
  assert.notEqual(without.step.technique, first.step.technique);
});

test("each scale has its rating", async () => {
  for (const [scale, text, number] of [
    ["hodoku", "Hard 578", 578],
    ["se", "6.6/1.2/1.2", 6.6],
    ["look-ahead", "7.3", 7.3],
  ]) {
    const rated = await rate(PUZZLE, { scale });
    assert.deepEqual([rated.text, rated.number], [text, number]);
    assert.ok(rated.ratings[scale].hardest.at > 0);
  }
});

test("a seed makes the puzzles that the program makes", async () => {
  const sessions = read("cli/generate.md").matchAll(/^\$ ninefold generate -q (.*)\n((?:.+\n)+)/gm);
  let compared = 0;
  for (const [, typed, printed] of sessions) {
    const settings = settingsOf(typed);
    if (settings === null) continue;
    const made = await generate(settings);
    const lines = printed.trim().split("\n");
    // Of objects a session may leave out the ratings.
    const isWhole = typed.includes("--json") && !printed.includes("[..]");
    const puzzle = (line) => /"puzzle":"(.+?)"/.exec(line)?.[1] ?? line;
    assert.deepEqual(
      made.map((one) => one.puzzle),
      lines.map(puzzle),
      typed,
    );
    if (isWhole) {
      const objects = lines.map((line) => JSON.parse(line));
      assert.deepEqual(
        made.map((one) => ({ schema: 1, ...one })),
        objects,
        typed,
      );
    }
    compared += 1;
  }
  assert.ok(compared >= 10, `${compared} sessions compared`);
});

/** The settings that stand for a command, or null if the package has none for it. */
function settingsOf(typed) {
  const settings = {};
  const bounds = (text) => {
    const [least, most] = text.includes("..") ? text.split("..") : [text, text];
    return [Number(least || 0), Number(most || 2000)];
  };
  const read = {
    "-n": (value) => (settings.n = Number(value)),
    "--seed": (value) => (settings.seed = Number(value)),
    "--symmetry": (value) => (settings.symmetry = value),
    "--size": (value) => (settings.size = Number(value)),
    "--level": (value) => (settings.level = value),
    "--clues": (value) => (settings.clues = bounds(value)),
    "--score": (value) => (settings.score = bounds(value)),
    "--er": (value) => (settings.er = bounds(value)),
    "--threads": () => {},
  };
  const words = typed.split(" ");
  while (words.length > 0) {
    const word = words.shift();
    if (word === "--json") continue;
    if (word === "--minimal") settings.minimal = true;
    else if (word in read) read[word](words.shift());
    else return null;
  }
  return settings;
}

test("why proves what the solution has, and gives nothing away", async () => {
  const { solution } = await solve(PUZZLE);
  for (let digit = 1; digit <= 9; digit++) {
    const { status, why: reply } = await why(PUZZLE, `r1c3=${digit}`);
    assert.equal(status, solution[2] === `${digit}` ? "must" : "cannot");
    assert.ok(
      reply.proofs.every((proof) => proof.checked),
      reply.text,
    );
  }
  const hidden = await why("1234341221434.2.", "r4c2<>3");
  assert.deepEqual([hidden.status, hidden.why.proofs], ["possible", []]);
  const shown = await why("1234341221434.2.", "r4c2<>3", { spoil: true });
  assert.equal(shown.why.proofs[0].steps[0].technique, "full-house");
  for (const claim of [undefined, null, 5, {}, 1n, "\ud800", "", "r4c7", "r5c1=1", "r12c1=1"]) {
    const error = await why("1234341221434.2.", claim).catch((error) => error);
    assert.ok(error instanceof NinefoldError && !(error instanceof ParseError), String(error));
  }
});

test("the doctor says what is wrong, and what was meant is proper", async () => {
  const { repairs, status, puzzle } = await doctor(`${PUZZLE.slice(0, 80)}3`);
  assert.equal(status, "none");
  assert.equal(puzzle.length, 81);
  assert.ok(repairs.some((repair) => repair.puzzle === PUZZLE.replaceAll("0", ".")));
  for (const repair of repairs) assert.equal((await solve(repair.puzzle)).status, "unique");
  const short = await doctor(PUZZLE.slice(1));
  assert.deepEqual([short.puzzle, short.sentence], [undefined, "80 cells, one is missing"]);
  assert.equal((await doctor(PUZZLE)).sentence, "nothing wrong");
});

test("inspect measures a puzzle", async () => {
  const card = await inspect("12.. 34.. .1.. ....");
  assert.deepEqual(card.solutions, { count: 6, exact: true });
  assert.deepEqual(card.completing.clues, ["r3c3=2", "r3c4=2", "r4c3=4", "r4c4=4"]);
  const clash = await inspect("11.. .... .... ....");
  assert.deepEqual([clash.status, clash.solutions], ["invalid", undefined]);
  const { estimate } = (await inspect(".".repeat(81), { seed: 3 })).solutions;
  assert.ok(estimate.low < 6670903752021072936960 && 6670903752021072936960 < estimate.high);
});

test("a seed that is not given is drawn, and stands in the answer", async () => {
  const [made] = await generate();
  const [again] = await generate({ seed: made.seed });
  assert.deepEqual(again, made);
});

test("a worker answers as this thread does", async () => {
  for (const [call, ...args] of [
    [solve, PUZZLE, { engine: "csp" }],
    [count, "................", {}],
    [hint, PUZZLE, {}],
    [rate, PUZZLE, { scale: "se" }],
    [why, PUZZLE, "r1c3=4", {}],
    [doctor, PUZZLE.slice(1), {}],
    [inspect, PUZZLE, {}],
  ]) {
    const options = args.pop();
    const here = await call(...args, options);
    const there = await call(...args, { ...options, worker: true });
    if (here.stats) here.stats.micros = there.stats.micros;
    assert.deepEqual(there, here);
  }
  await assert.rejects(solve("12x4 4.21 2143 341Q", { worker: true }), ParseError);
});

test("two calls at once get an answer each", async () => {
  const calls = [0, 1, 2, 3].map((k) => generate({ n: 2, seed: k, worker: k % 2 === 0 }));
  const made = await Promise.all(calls);
  made.forEach((puzzles, seed) =>
    assert.deepEqual(
      puzzles.map((one) => one.seed),
      [seed, seed],
    ),
  );
});

test("the page's questions are there, with cells by number", async () => {
  const { position } = await ask("read", { text: PUZZLE });
  const { step } = await ask("hint", { position });
  const { position: after } = await ask("apply", { position, step });
  assert.equal(after.entries.filter((digit) => digit > 0).length, step.placements.length);
  await assert.rejects(ask("dance", {}), NinefoldError);
});

test("errors say what is wrong, where, and how to mend it", async () => {
  const unreadable = await solve("12x4 4.21 2143 341Q").catch((error) => error);
  assert.ok(unreadable instanceof ParseError && unreadable instanceof NinefoldError);
  const { name, message, line, column, expected, found, row } = unreadable;
  assert.deepEqual(
    { name, message, line, column, expected, found, row },
    {
      name: "ParseError",
      message: "expected a digit from 1 to 4 or a blank, found 'Q'",
      line: 1,
      column: 19,
      expected: "a digit from 1 to 4 or a blank",
      found: "'Q'",
      row: null,
    },
  );
  assert.match(String(unreadable), /^ParseError: line 1, column 19: expected/);
  const several = await rate(".".repeat(81)).catch((error) => error);
  assert.ok(several instanceof AnswerError, several);
  const clash = await hint("11.. .... .... ....").catch((error) => error);
  assert.deepEqual(clash.problems[0].cells, ["r1c1", "r1c2"]);
});

test("a long search is stopped by its signal, and the next call is answered", async () => {
  const empty = ".".repeat(81);
  const control = new AbortController();
  const long = count(empty, { signal: control.signal });
  const waiting = solve(PUZZLE, { worker: true });
  setTimeout(() => control.abort(), 100);
  await assert.rejects(long, { name: "AbortError" });
  assert.equal((await waiting).status, "unique");
  await assert.rejects(count(empty, { signal: control.signal }), { name: "AbortError" });
  await assert.rejects(count(empty, { signal: AbortSignal.timeout(50) }), { name: "TimeoutError" });
  const reason = new Error("the player left");
  await assert.rejects(solve(PUZZLE, { signal: AbortSignal.abort(reason) }), reason);
  assert.equal((await solve(PUZZLE, { signal: new AbortController().signal })).status, "unique");
});

test("what is no puzzle is an error of our own, whatever it is", async () => {
  const nul = `\0${".".repeat(80)}`;
  for (const puzzle of [
    null,
    undefined,
    53,
    {},
    [],
    Symbol("x"),
    1n,
    "",
    " \n",
    nul,
    "\ud800",
    "x\udc00".repeat(99),
  ]) {
    for (const call of [solve, count, hint, explain, rate, doctor, inspect]) {
      await assert.rejects(call(puzzle), ParseError, `${call.name} ${String(puzzle)}`);
    }
  }
});

test("settings that make no sense are errors of our own", async () => {
  for (const options of [
    { enigne: "csp" },
    { engine: 1 },
    { engine: "magic" },
    { engine: {} },
    { engine: "\ud800" },
    { signal: 1 },
    { limit: NaN },
  ]) {
    await assert.rejects(solve(PUZZLE, options), NinefoldError, JSON.stringify(options));
  }
  for (const options of [
    { n: -1 },
    { n: 1.5 },
    { n: 1e9 },
    { seed: 1n },
    { size: 0 },
    { level: "harsh" },
    { clues: [3] },
    { clues: 16 },
    { start: "x" },
  ]) {
    await assert.rejects(
      generate({ seed: 1, ...options }),
      NinefoldError,
      String(Object.keys(options)),
    );
  }
  await assert.rejects(count("................", { limit: 0 }), NinefoldError);
  assert.equal((await count("................", { limit: undefined })).count, 288);
  assert.equal((await solve(PUZZLE, undefined)).status, "unique");
  assert.equal((await solve(PUZZLE, null)).status, "unique");
});
