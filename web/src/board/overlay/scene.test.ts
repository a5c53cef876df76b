import { describe, expect, test } from "vitest";
import type { CandidateRef, House, Picture, Shape, Snapshot, Step } from "../../engine/wire";
import { measures } from "../measures";
import { atPhase, sceneOf, stepDigits } from "./scene";

const lines: House[] = [];
for (let line = 0; line < 9; line++) {
  const cells = Array.from({ length: 9 }, (_, place) => line * 9 + place);
  lines.push({ name: `row ${line + 1}`, kind: "row", cells });
}
for (let line = 0; line < 9; line++) {
  const cells = Array.from({ length: 9 }, (_, place) => place * 9 + line);
  lines.push({ name: `column ${line + 1}`, kind: "column", cells });
}
const shape: Shape = {
  size: 9,
  box: null,
  regions: null,
  variants: [],
  houses: lines,
  symbols: [..."123456789"],
};
const open: Snapshot = { digits: Array(81).fill(0), marks: Array(81).fill(511) };
const at = (row: number, column: number, digit: number): CandidateRef => [
  (row - 1) * 9 + column - 1,
  digit,
];
const step = (change: Partial<Step>): Step => ({
  technique: "x-wing",
  name: "X-Wing",
  family: "fish",
  level: 3,
  score: 100,
  notation: "",
  nudge: [],
  where: [],
  why: [],
  action: [],
  placements: [],
  eliminations: [],
  picture: { houses: [], causes: [], links: [] },
  ...change,
});
const cause = (...ref: CandidateRef) => [ref, "cause"] as Picture["causes"][number];

const corners = [at(3, 1, 5), at(3, 9, 5), at(5, 1, 5), at(5, 9, 5)] as const;
const xWing = step({
  nudge: [{ text: "There is something to see in " }, { text: "row 3", house: 2 }],
  eliminations: [at(2, 1, 5), at(7, 9, 5)],
  picture: {
    houses: [2, 4, 9, 17],
    causes: corners.map((corner) => cause(...corner)),
    links: [
      { from: [corners[0]], to: [corners[1]], strong: true },
      { from: [corners[2]], to: [corners[3]], strong: true },
    ],
  },
});
const single = step({
  technique: "hidden-single",
  family: "single",
  placements: [at(3, 1, 5)],
  picture: { houses: [2], causes: [cause(...at(3, 1, 5))], links: [] },
});

describe("scene", () => {
  test("the columns of an X-Wing are swept, the labels of its rows turn bold", () => {
    const scene = sceneOf(measures(9, 64), shape, open, xWing, "all");
    expect(scene.houses.map((house) => house.swept)).toEqual([true, true]);
    expect(scene.rows).toEqual([2, 4]);
    expect(scene.columns).toEqual([]);
    expect(scene.marks.filter((mark) => mark.kind === "cause")).toHaveLength(4);
    expect(scene.marks.filter((mark) => mark.kind === "elim")).toHaveLength(2);
    expect(scene.links).toHaveLength(2);
  });

  test("a column that an X-Wing takes is swept, even if there is nothing to sweep from it", () => {
    const half = { ...xWing, eliminations: [at(7, 9, 5)] };
    const scene = sceneOf(measures(9, 64), shape, open, half, "all");
    expect(scene.houses.map((house) => house.swept)).toEqual([true, true]);
    expect([scene.rows, scene.columns]).toEqual([[2, 4], []]);
  });

  test("the first rungs of the ladder do not give the rest away", () => {
    const nudge = sceneOf(measures(9, 64), shape, open, xWing, "nudge");
    expect([nudge.tints, nudge.marks, nudge.links]).toEqual([[], [], []]);
    expect(nudge.houses.map((house) => house.swept)).toEqual([false]);
    expect([nudge.rows, nudge.columns]).toEqual([[2], []]);
    const causes = sceneOf(measures(9, 64), shape, open, xWing, "cause");
    expect(causes.marks.every((mark) => mark.kind === "cause")).toBe(true);
    expect(causes.tints.every(({ tint }) => tint === "cause")).toBe(true);
  });

  test("the digits that leave a single alone are shown with it and not before", () => {
    const blocker = at(1, 2, 5);
    const digits = open.digits.map((digit, cell) => (cell === blocker[0] ? blocker[1] : digit));
    const blocked = step({
      ...single,
      picture: {
        houses: [2],
        causes: [...single.picture.causes, cause(...blocker)],
        links: [{ from: [blocker], to: [at(3, 2, 5)], strong: false }],
      },
    });
    const shown = (extent: "cause" | "all") =>
      sceneOf(measures(9, 64), shape, { ...open, digits }, blocked, extent);
    expect(shown("cause").links).toEqual([]);
    expect(shown("cause").tints).toEqual([{ cell: 18, tint: "cause" }]);
    expect(shown("all").links).toHaveLength(1);
    expect(shown("all").tints).toContainEqual({ cell: blocker[0], tint: "cause" });
    expect(shown("all").marks.map(({ kind }) => kind)).toEqual(["place"]);
  });

  test("where to look is no more than that: the digit to be written is not ringed", () => {
    for (const cell of [64, 40]) {
      const { marks, links, drawn, only, tints } = sceneOf(
        measures(9, cell),
        shape,
        open,
        single,
        "cause",
      );
      expect([marks, links, [...drawn], only]).toEqual([[], [], [], null]);
      expect(tints).toEqual([{ cell: 18, tint: "cause" }]);
    }
    const chain = step({
      placements: [at(1, 1, 5)],
      picture: {
        houses: [],
        causes: [cause(...at(1, 1, 5)), cause(...at(1, 9, 5)), cause(...at(9, 9, 5))],
        links: [
          { from: [at(9, 9, 5)], to: [at(1, 9, 5)], strong: true },
          { from: [at(1, 9, 5)], to: [at(1, 1, 5)], strong: false },
        ],
      },
    });
    const scene = sceneOf(measures(9, 64), shape, open, chain, "cause");
    expect(scene.marks.map(({ cell }) => cell)).toEqual([8, 80]);
    expect(scene.links).toHaveLength(1);
  });

  test("only the ends of a chain have two rings", () => {
    const chain = [at(5, 1, 5), at(5, 1, 1), at(9, 1, 1), at(9, 3, 1), at(9, 3, 5), at(9, 2, 5)];
    const links = chain.slice(1).map((to, index) => ({
      from: [chain[index] as CandidateRef],
      to: [to],
      strong: index % 2 === 0,
    }));
    const causes = chain.map((ref) => cause(...ref));
    const scene = sceneOf(
      measures(9, 64),
      shape,
      open,
      step({ picture: { houses: [], causes, links } }),
      "all",
    );
    const ends = scene.marks.filter((mark) => mark.kind === "end");
    expect(ends.map(({ cell, digit }) => [cell, digit])).toEqual([at(5, 1, 5), at(9, 2, 5)]);
  });

  test("a fin outranks a cause in the tint of its cell, a placement all", () => {
    const causes = [
      [at(1, 1, 5), "fin"] as Picture["causes"][number],
      cause(...at(1, 1, 6)),
      cause(...at(1, 2, 6)),
    ];
    const placements = [at(1, 2, 6)];
    const scene = sceneOf(
      measures(9, 64),
      shape,
      open,
      step({ placements, picture: { houses: [], causes, links: [] } }),
      "all",
    );
    expect(scene.tints).toEqual([
      { cell: 0, tint: "fin" },
      { cell: 1, tint: "place" },
    ]);
    expect(scene.marks.filter((mark) => mark.cell === 1).map((mark) => mark.kind)).toEqual([
      "place",
    ]);
  });

  test("a step appears in phases, what it does last of all", () => {
    const scene = sceneOf(measures(9, 64), shape, open, xWing, "all");
    const kinds = (phase: number) => atPhase(scene, phase).marks.map(({ kind }) => kind);
    expect([atPhase(scene, 0).houses.length, atPhase(scene, 0).tints.length]).toEqual([2, 0]);
    expect([atPhase(scene, 1).tints.length, kinds(1).length]).toEqual([4, 0]);
    expect([kinds(2).length, atPhase(scene, 2).links.length]).toEqual([4, 0]);
    expect([kinds(3).includes("elim"), atPhase(scene, 3).links.length]).toEqual([false, 2]);
    expect(kinds(4)).toContain("elim");
    expect(atPhase(scene, 5)).toBe(scene);
  });

  test("small cells show only the digits of the step", () => {
    expect(sceneOf(measures(9, 40), shape, open, xWing, "all").only).toEqual([5]);
    expect(sceneOf(measures(9, 64), shape, open, xWing, "all").only).toBeNull();
    expect(stepDigits(xWing)).toEqual([5]);
  });

  test("a group of candidates is held by a capsule, once", () => {
    const group = [at(1, 1, 4), at(1, 2, 4)];
    const links = [
      { from: group, to: [at(1, 8, 4)], strong: true },
      { from: group, to: [at(2, 3, 4)], strong: false },
    ];
    const scene = sceneOf(
      measures(9, 64),
      shape,
      open,
      step({ picture: { houses: [], causes: [], links } }),
      "all",
    );
    expect(scene.groups).toHaveLength(1);
    expect(scene.links).toHaveLength(2);
  });
});
