/** The titles of the library's formats on the page; a test compares the list with the library's. */

export const FORMATS: Record<string, string> = {
  grid: "Grid",
  line: "Line",
  numbers: "Numbers",
  jigsaw: "Jigsaw",
  pencilmarks: "Pencil marks",
  candidates: "Candidates",
  sdk: "SDK file",
  sdx: "SDX file",
  hodoku: "HoDoKu",
  csv: "Table",
  exchange: "Sudoku Exchange",
  sudokuwiki: "SudokuWiki",
  gsf: "gsf record",
  opensudoku: "OpenSudoku",
  json: "JSON",
  code: "Program code",
  link: "Link",
  table: "Table of a document",
  wordoku: "Wordoku",
  dressed: "Copied text",
  dimacs: "DIMACS",
};

export function formatName(format: string): string {
  return FORMATS[format] ?? format;
}
