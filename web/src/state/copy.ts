/** Taking a puzzle away: as text in many formats, as a picture, as a link. */
import { ask } from "../engine/library";
import { position } from "./game";
import { linkHere } from "./link";
import { tell, warn } from "./notices";

export type CopyFormat = (typeof COPIES)[number]["format"];

/** What can be copied, in the order of the menu. */
export const COPIES = [
  { format: "line", title: "Line", about: "one line, clues only" },
  { format: "grid", title: "Grid", about: "rows with lines between" },
  { format: "pencilmarks", title: "Pencil marks", about: "every candidate" },
  { format: "sdk", title: "SDK", about: "with your entries" },
  { format: "json", title: "JSON", about: "everything" },
  { format: "svg", title: "SVG", about: "the board as a picture" },
  { format: "link", title: "Link", about: "this moment" },
] as const;

/** Copies the game, and confirms it. */
export async function copyAs(format: CopyFormat) {
  const title = COPIES.find((copy) => copy.format === format)?.title ?? format;
  try {
    await give(await textOf(format), title);
  } catch (fault) {
    warn(fault instanceof Error ? fault.message : String(fault));
  }
}

async function textOf(format: CopyFormat): Promise<string> {
  if (format === "svg") return boardPicture();
  if (format === "link") return linkHere();
  const { text } = await ask("write", { position: position.value, format });
  return text;
}

/** Hands text to the clipboard, or shows it where the browser forbids that. */
async function give(text: string, title: string) {
  try {
    await navigator.clipboard.writeText(text);
    tell(title === "Link" ? "Link copied." : `Copied as ${title}.`);
  } catch {
    tell("Copying is not allowed here. Copy it by hand:", { copy: text });
  }
}

/** The board as a picture of its own: numerals and colours go with it. */
export function boardPicture(): string {
  const board = document.querySelector<SVGSVGElement>(".stage .bd");
  if (!board) throw new Error("There is no board to copy.");
  const copy = board.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  // The words for screen readers and the selection are not part of the picture.
  for (const unseen of copy.querySelectorAll('[role="grid"], .sel, .t-peer, .t-same')) {
    unseen.remove();
  }
  const originals = board.querySelectorAll<SVGElement>("rect, path, circle, line, text, use");
  const defs = document.createElementNS("http://www.w3.org/2000/svg", "defs");
  for (const symbol of document.querySelectorAll("symbol, pattern")) {
    if (/^(g\d+|p-)/.test(symbol.id)) defs.append(symbol.cloneNode(true));
  }
  const looks = new Map<string, string>();
  for (const original of originals) {
    const name = original.getAttribute("class") ?? "";
    if (!name || looks.has(name)) continue;
    const style = getComputedStyle(original);
    const kept = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin"];
    const drawn = [...kept, "shape-rendering", "opacity"];
    const text = ["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];
    const wanted = original.tagName === "text" ? [...kept.slice(0, 2), ...text] : drawn;
    const rules = wanted.map((property) => `${property}:${style.getPropertyValue(property)}`);
    looks.set(name, `.${name.trim().replaceAll(/\s+/g, ".")}{${rules.join(";")}}`);
  }
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  const steps = ["second", "fin", "cause", "elim", "place"];
  const inks = [...steps.flatMap((ink) => [`--${ink}`, `--${ink}-tint`]), "--ink-3", "--hover"];
  const variables = inks.map((ink) => `${ink}:${colourOf(ink)}`).join(";");
  style.textContent = `svg{${variables}}` + [...looks.values()].join("");
  copy.prepend(style, defs);
  copy.removeAttribute("class");
  return new XMLSerializer().serializeToString(copy).replaceAll(/<!--.*?-->| data-v-\w+=""/g, "");
}

/** The present value of a colour of the page, light or dark. */
function colourOf(ink: string): string {
  const probe = document.createElement("i");
  probe.style.color = `var(${ink})`;
  document.body.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}
