/**
 * Menus that open at a button: wholly in the window, whatever part of the page the button is in.
 */
import { type Ref, nextTick, onBeforeUnmount, watch } from "vue";

/** How near a menu comes to its button, and to the edge of the window. */
const GAP = 4;
const EDGE = 8;

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Where the menu's upper left corner goes: below the button, or above it if there is more room. */
export function besideButton(
  button: Area,
  menu: { width: number; height: number },
  room: { width: number; height: number },
): { left: number; top: number } {
  const within = (at: number, length: number, whole: number) =>
    Math.max(EDGE, Math.min(at, whole - length - EDGE));
  const fitsBelow = button.bottom + GAP + menu.height <= room.height - EDGE;
  const isHigh = button.top > room.height - button.bottom;
  const top = !fitsBelow && isHigh ? button.top - GAP - menu.height : button.bottom + GAP;
  return {
    left: within(button.right - menu.width, menu.width, room.width),
    top: within(top, menu.height, room.height),
  };
}

/** Keeps an open menu at its button, however the page is scrolled or the window resized. */
export function usePopup(
  isOpen: Ref<boolean>,
  button: () => Element | null | undefined,
  menu: () => HTMLElement | null | undefined,
) {
  const settle = () => {
    const [from, box] = [button(), menu()];
    if (!from || !box) return;
    const room = { width: document.documentElement.clientWidth, height: window.innerHeight };
    const { left, top } = besideButton(
      from.getBoundingClientRect(),
      box.getBoundingClientRect(),
      room,
    );
    box.style.left = `${left}px`;
    box.style.top = `${top}px`;
  };
  const listen = (on: boolean) => {
    const change = on ? window.addEventListener : window.removeEventListener;
    change.call(window, "resize", settle);
    change.call(window, "scroll", settle, true);
  };
  watch(isOpen, async (open) => {
    listen(open);
    await nextTick();
    if (open) settle();
  });
  onBeforeUnmount(() => listen(false));
}
