/** What the library's formats are called on the page. */

const NAMES: Record<string, string> = {
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
  gsf: "gsf record",
  opensudoku: "OpenSudoku",
  json: "JSON",
  code: "Program code",
  link: "Link",
  table: "Table of a document",
  wordoku: "Wordoku",
  dressed: "Copied text",
};

export function formatName(format: string): string {
  return NAMES[format] ?? format;
}
