/**
 * The shelf: puzzles to start from, and the player's own.
 *
 * The four starters and the ten of Arto Inkala are those of origin 004's page, the others
 * stand in the origins themselves. The 6 × 6, 16 × 16 and 25 × 25 were made for Ninefold.
 * Each has exactly one solution, except where noted.
 */
import type { Position } from "../engine/wire";
import { CLASSIC, blankPosition } from "./shape";

export interface Preset {
  id: string;
  name: string;
  /** One fact, for the shelf. */
  fact: string;
  /** Where it comes from, for the line above the verdict. */
  source: string;
  line: string;
  /**
   * How hard it is by logic, as `ninefold explain` rates it: 1 (easy) to 5 (extreme), 0 where
   * there is no solution. A large board is extreme by its many steps, though each is simple.
   */
  level: number;
}

export interface Section {
  title: string;
  presets: Preset[];
  /** Shown as numbers only. */
  brief?: boolean;
}

const EVIL = "1.....7...2....5..6..38.....78.........6.9.........14.....25..9..3....6...4.....2";

const INKALA = [
  "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
  ".......7..6..1...4..34..2..8....3.5...29..7...4..8...9.2..6...7...1..9..7....8.6.",
  "1..5..4....9.3.....7...8..5..1....3.8..6..5...9...7..8..4.2..1.2..8..6.......1..2",
  ".8......1..7..4.2.6..3..7....2..9...1...6...8.3.4.......17..6...9...8..5.......4.",
  "1..4..8...4..3...9..9..6.5..5.3..........16......7...2..4.1.9..7..8....4.2...4.8.",
  "..5..97...6.....2.1..8....6.1.7....4..7.6..3.6....32.......6.4..9..5.1..8..1....2",
  "6.....2...9...1..5..8.3..4......2..15..6..9....7.9.....7...3..2...4..5....6.7..8.",
  "1......6....1....3..5..29....9..1...7...4..8..3.5....25..4....6..8.6..7..7...5...",
  "....1...4.3.2.....6....8.9...7.6...59....5.8....8..4...4.9..1..7....2.4...5.3...7",
  "4...6..7.......6...3...2..17....85...1.4......2.95..........7.5..91...3...3.4..8.",
];

const SIXTEEN =
  ".9D.861.75E.3.G4..A..79......E.F........2......D...C....3.4.197B" +
  ".3...4.....2.71....F..7..31.4B.A..C9.A.B..G526F...G..F.1...C..39" +
  "6G..5...9.2..F...4FBA8..G.3.51..7.3D.9E..4..A....C2.B.....8...4." +
  "F2E1.D.6....9...C......E........G.9......AB..2..8B.4.C29.GDE.5A.";

const TWENTY_FIVE =
  ".8.3....M..P4CFLJ1KBHD..7B.64C.J.1.L.OM2HF..9PIG.3.F.N..O...I.9.7...2...J54" +
  ".J.2GL..I.H.D.6..P7.1.FO.LA....P....B..GO.I..E..C2..K7L...9.J.HA.MN.1.OE.2G" +
  "..M8...7.2.3.E.IOC...FLDJ...I..A3..2.64..LKJ7.PHM....B2.E.JKN.1.9.GFP...348" +
  ".PN.....4..D.....5.3A1K..9.E...1M..O..H4AB.LC.3.I..L4G...K7..25D....8I6...." +
  "DM2..PN.E.C.B.A.6.3K..7G1....79H....KFP..1O...BDJ..5.P.G4.2C8J..I..9E...O.N" +
  "..LENJ.O.....B..9.....17.KOJ...IP5.1.C.3N7.M.48....GPH.431N..67.K..BO..A..." +
  "71AD...26F.E.O.4.3...HI..24.63.9.CD.HI.L.E...JMN..EN..P..H.I7..G....5....3L" +
  ".BD.O.FG..6.2.M.8..AIN.1.HIG...L...3.8.P...F..5.9.6.89A5..31BCL.O.H.I.DJE.F" +
  "1..546798BDFEI..K....G.A.";

export const SHELF: Section[] = [
  {
    title: "Starters",
    presets: [
      starter(
        "Easy",
        1,
        "..4.3..1...92..685..51..3.23.1.4.9..4..6.3..1..7.2.8.49.6..72..543..21...1..5.4..",
      ),
      starter(
        "Medium",
        1,
        ".8.4.2..14..8.67...369.7.....4......1.7.6.5.9......3.....7.386...31.5..22..6.4.5.",
      ),
      starter(
        "Hard",
        1,
        ".7.8...69.2..5.1..3......5.9.2..6......4.3......7..9.1.4......7..8.1..2.71...4.9.",
      ),
      starter("Evil", 3, EVIL),
    ],
  },
  {
    title: "Dares",
    presets: [
      {
        id: "brute",
        name: "Break brute force",
        fact: "17 clues, no guesses",
        source: "A puzzle that needs 622 577 597 tries, or none",
        line: "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
        level: 1,
      },
      {
        id: "logic",
        name: "Break the logic",
        fact: "21 clues, Inkala 2012",
        source: "Arto Inkala, 2012",
        line: "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        level: 5,
      },
    ],
  },
  {
    title: "Inkala",
    brief: true,
    presets: INKALA.map((line, index) => ({
      id: `inkala-${index + 1}`,
      name: `Inkala ${index + 1}`,
      fact: clues(line),
      source: `Arto Inkala, ${index + 1} of the ten on origin 004's page`,
      line,
      level: 5,
    })),
  },
  {
    title: "Large and small",
    presets: [
      own("6 × 6", 1, "3......15.3.1..6....6..1.5.36......2"),
      own("16 × 16", 5, SIXTEEN),
      own("25 × 25", 5, TWENTY_FIVE),
    ],
  },
  {
    title: "From the origins",
    presets: [
      {
        id: "origin-000",
        name: "Origin 000",
        fact: "22 clues, 7.8 s there",
        source: "Origin 000's hard one",
        line: "......56.....8..4...32....7...1......64...21.....7..8..7...5.......268...5....4.3",
        level: 2,
      },
      {
        id: "origin-001",
        name: "Origin 001",
        fact: "30 clues, its easy board",
        source: "BD4 of origin 001",
        line: "274.91..51..5...9.6....328...19....8..51..6..7...8...34.2.....9.......7.8..349...",
        level: 1,
      },
      {
        id: "origin-001-typo",
        name: "Origin 001's typo",
        fact: "24 clues, no solution",
        source: "BD5 of origin 001, as printed",
        line: "5....4.7..1..5.6....49......9....75.18.2..........6.....3.....8.6..8...9..8.7..31",
        level: 0,
      },
      {
        id: "origin-002",
        name: "Origin 002",
        fact: "76 clues",
        source: "The board that shows origin 002's data",
        line: "14826.3756..735148357481.92576148239291653784483.72516932816457765394821814527963",
        level: 1,
      },
      {
        id: "origin-003",
        name: "Origin 003",
        fact: "4 × 4, 14 clues",
        source: "Origin 003's example",
        line: "12.44.2121433412",
        level: 1,
      },
    ],
  },
];

export const FIRST = SHELF[0]?.presets[3] as Preset;

/**
 * That puzzle as the library reads it, and a test holds it to that: so that a first visit need
 * not wait for the library to see it.
 */
export function firstPosition(): Position {
  const blank = blankPosition(CLASSIC);
  const givens = [...FIRST.line].map((symbol) => (symbol === "." ? 0 : Number(symbol)));
  return { ...blank, givens, title: FIRST.name };
}

function starter(name: string, level: number, line: string): Preset {
  const source = `${name}, from the page that started this`;
  return { id: name.toLowerCase(), name, fact: clues(line), source, line, level };
}

function own(name: string, level: number, line: string): Preset {
  return { id: name, name, fact: clues(line), source: `${name}, made here`, line, level };
}

function clues(line: string): string {
  return `${[...line].filter((symbol) => symbol !== ".").length} clues`;
}

/** Which cells of a line have a clue, for its thumbnail. */
export function patternOf(line: string): { size: number; digits: number[] } {
  const digits = [...line].map((symbol) => (symbol === "." ? 0 : 1));
  return { size: Math.round(Math.sqrt(digits.length)), digits };
}
