/**
 * The colours a player can give to cells. Each has a pattern of its own, so that none is known by
 * its colour alone; the inks are those of the steps, which are never on the board with them.
 */
export const COLOURS = [
  { name: "green", ink: "cause", path: "M0 4h8" },
  { name: "red", ink: "elim", path: "M-1 -1l10 10M-1 7l2 2M7 -1l2 2" },
  { name: "blue", ink: "place", path: "M4 0v8" },
  { name: "amber", ink: "fin", path: "M4 4h.01" },
  { name: "violet", ink: "second", path: "M9 -1l-10 10M1 -1l-2 2M9 7l-2 2" },
  { name: "grey", ink: "ink-3", tint: "hover", path: "M4 1v6M1 4h6" },
] as const;

/** What a screen reader calls a cell of such a colour. */
export function colourWords(colour: number): string {
  const name = COLOURS[colour - 1]?.name;
  return name ? `coloured ${name}` : "";
}
