/** Where on the page the player is: the tab, the step of the explanation, the open sheet. */
import { shallowReactive } from "vue";

export type Tab = "solve" | "explain" | "race";
export type SheetName = "import" | "help" | "settings" | "shelf" | null;

export const TABS = [
  { name: "solve", title: "Solve", icon: "grid" },
  { name: "explain", title: "Explain", icon: "explain" },
  { name: "race", title: "Race", icon: "race" },
] as const;

export const place = shallowReactive({
  tab: "solve" as Tab,
  /** The step of the explanation that is shown, from 0. */
  step: 0,
  sheet: null as SheetName,
});

export function isTab(name: string): name is Tab {
  return TABS.some((tab) => tab.name === name);
}
