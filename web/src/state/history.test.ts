import { beforeEach, expect, test } from "vitest";
import * as play from "./game";
import { readHistory, writeHistory } from "./history";
import { blankPosition } from "./shape";
import { FOUR } from "./testing";

const { game } = play;

beforeEach(() => play.load(blankPosition(FOUR), "a test"));

/** Through JSON and back, as the browser's storage does it. */
function overAReload() {
  const kept: unknown = JSON.parse(JSON.stringify(writeHistory(game.past, game.now, game.future)));
  return readHistory(kept, game.now, 4);
}

test("every moment comes back as it was", () => {
  play.enter([1], 2, true);
  play.mark("centre", [2], 3, null);
  play.mark("corner", [2, 6], 4, null);
  play.enter([3], 3, true);
  play.paint([0, 5], 6);
  play.makeClues();
  play.enterClues([1], 4);
  play.reset();
  play.undo();
  play.undo();
  expect(overAReload()).toEqual({ past: game.past, future: game.future });
});

test("a game without moves has no history", () => {
  expect(overAReload()).toEqual({ past: [], future: [] });
});

test("however long the game, what is kept is short, and nearest to the present", () => {
  const { size } = game.puzzle.shape;
  for (let move = 0; move < 2000; move++) {
    const all = game.now.entries.map((_, cell) => ((cell + move) % size) + 1);
    play.advance({ entries: all, marks: [...all], corners: [...all] });
  }
  const history = writeHistory(game.past, game.now, game.future);
  expect(JSON.stringify(history).length).toBeLessThan(101_000);
  const again = overAReload();
  expect(again?.past.length).toBeGreaterThan(100);
  expect(again?.past).toEqual(game.past.slice(-again!.past.length));
});

test("rubbish is no history", () => {
  const rubbish = [
    null,
    [],
    { back: [{ e: [16, 1] }], ahead: [] },
    { back: [{ e: [0] }], ahead: [] },
    { back: [{ c: [0, 16] }], ahead: [] },
    { back: [{ m: "x" }], ahead: [] },
    { back: [{ q: [0, 7] }], ahead: [] },
    { back: [{ g: [0, 5] }], ahead: [] },
    { back: [] },
  ];
  for (const value of rubbish) expect(readHistory(value, game.now, 4)).toBe(null);
});
