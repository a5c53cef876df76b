/** Where things are on the screen, and what of them cannot be seen. */
import { expect } from "vitest";
import type { Locator } from "playwright-core";
import type { Tab } from "./harness";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export async function boxOf(what: Locator): Promise<Box> {
  const box = await what.boundingBox();
  if (!box) throw new Error(`expected to see ${what}, found nothing`);
  return box;
}

export const bottomOf = ({ y, height }: Box) => y + height;
export const rightOf = ({ x, width }: Box) => x + width;

/** The cells of the big board, without labels and frame. */
export async function boardBox({ page }: Tab): Promise<Box> {
  return boxOf(page.locator(".stage [role=grid]"));
}

/** Expects a box to be whole in the window, as it is scrolled. */
export function expectInSight({ page }: Tab, what: string, box: Box) {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const sides = [box.x, box.y, width - rightOf(box), height - bottomOf(box)];
  expect(Math.min(...sides), `${what} at ${width} × ${height}`).toBeGreaterThanOrEqual(-0.5);
}

/** What sticks out of the window or out of a part that cuts it off, or scrolls sideways. */
export async function sticksOut({ page }: Tab): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const nameOf = (element: Element) => {
      const text = element.getAttribute("aria-label") ?? element.textContent ?? "";
      const name = `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
      return `${name} "${text.trim().slice(0, 40)}"`;
    };
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} wide`);
    for (const element of document.body.querySelectorAll("*")) {
      const inPicture = element.closest("svg") !== null && element.tagName !== "svg";
      if (inPicture || element.closest(".sr, noscript, script")) continue;
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const { overflowX } = getComputedStyle(element);
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0) continue;
      if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth) {
        const much = element.scrollWidth - element.clientWidth;
        found.push(`${nameOf(element)} scrolls sideways by ${much}`);
      }
      if (left < -0.5 || right > root.clientWidth + 0.5) {
        found.push(`${nameOf(element)} is from ${Math.round(left)} to ${Math.round(right)}`);
      }
      if (!element.matches("button, a, select, input, label, h1, h2, p")) continue;
      for (let part = element.parentElement; part; part = part.parentElement) {
        // What is fixed is cut off by the window alone.
        if (getComputedStyle(part).position === "fixed") break;
        if (getComputedStyle(part).overflowX === "visible") continue;
        const box = part.getBoundingClientRect();
        if (left < box.left - 0.5 || right > box.right + 0.5) {
          found.push(`${nameOf(element)} is cut off by ${nameOf(part)}`);
        }
      }
    }
    return found.slice(0, 12);
  });
}
