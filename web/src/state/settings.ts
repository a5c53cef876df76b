/** How the player likes it. Everything here is remembered. */
import { shallowReactive, watch } from "vue";
import { keep, recall } from "./storage";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const DEFAULTS = {
  theme: "system" as Theme,
  /** The candidates that the digits on the board leave over, until the player makes marks. */
  candidates: false,
  /** A digit that is entered goes from the marks of the cells that see it. */
  tidyMarks: true,
  conflicts: true,
  /** A digit that is not that of the solution is reported at once, not only by Check. */
  mistakes: false,
  /** Cells in a house with the selected one, and cells with the same digit. */
  peers: true,
  same: true,
  /** Whose numbers stand beside those of origin 004. */
  engine: "auto",
};
export type Settings = typeof DEFAULTS;

/** The switches of the settings sheet. */
export const SWITCHES: { name: keyof Settings; title: string; about: string }[] = [
  { name: "candidates", title: "Candidates", about: "show what each cell could still hold" },
  { name: "conflicts", title: "Conflicts", about: "mark equal digits in a house at once" },
  { name: "mistakes", title: "Mistakes", about: "show wrong digits at once, not only by Check" },
  { name: "peers", title: "Peers", about: "tint the houses of the selected cell" },
  { name: "same", title: "Same digit", about: "tint all cells with the selected digit" },
  { name: "tidyMarks", title: "Tidy marks", about: "rub a digit out of the cells that see it" },
];

export const settings = shallowReactive<Settings>({ ...DEFAULTS, ...sound(recall("settings")) });

/** Those of the remembered settings that are still of the right kind. */
export function sound(value: unknown): Partial<Settings> {
  if (typeof value !== "object" || value === null) return {};
  const entries = Object.entries(value).filter(([name, setting]) => {
    const usual = DEFAULTS[name as keyof Settings];
    if (name === "theme") return THEMES.includes(setting as Theme);
    return usual !== undefined && typeof setting === typeof usual;
  });
  return Object.fromEntries(entries) as Partial<Settings>;
}

/** Starts remembering, and dresses the page. */
export function useSettings() {
  watch(settings, () => keep("settings", settings));
  watch(
    () => settings.theme,
    (theme) => {
      const root = document.documentElement;
      if (theme === "system") delete root.dataset["theme"];
      else root.dataset["theme"] = theme;
    },
    { immediate: true },
  );
}

/** From light to dark or back, whatever is shown now; the settings lead back to the system's. */
export function turnTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const shown = settings.theme === "system" ? system : settings.theme;
  settings.theme = shown === "dark" ? "light" : "dark";
}
