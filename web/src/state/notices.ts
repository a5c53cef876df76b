/**
 * Passing notices: a line at the bottom of the page, and a live region for
 * screen readers. A fault stays until it is dismissed; good news goes by itself.
 */
import { ref, shallowRef } from "vue";

export interface Notice {
  text: string;
  kind: "news" | "fault";
  /** Something to copy by hand, where the browser does not let the page do it. */
  copy?: string;
  action?: { label: string; run: () => void };
}

/** How long good news stays. */
const STAY = 4000;

export const notice = shallowRef<Notice | null>(null);
/** Spoken, not seen. */
export const spoken = ref("");

let timer: ReturnType<typeof setTimeout> | undefined;

export function tell(text: string, more: Omit<Notice, "text" | "kind"> = {}) {
  show({ text, kind: "news", ...more });
  if (!more.copy) timer = setTimeout(dismiss, more.action ? 2 * STAY : STAY);
}

export function warn(text: string, more: Omit<Notice, "text" | "kind"> = {}) {
  show({ text, kind: "fault", ...more });
}

function show(next: Notice) {
  // Of two equal notices, the one with an action is shown.
  const { text, action } = notice.value ?? {};
  if (action && text === next.text && !next.action) return;
  clearTimeout(timer);
  notice.value = next;
}

export function dismiss() {
  clearTimeout(timer);
  notice.value = null;
}

/** Announces a sentence to screen readers; the same one twice is heard twice. */
export function say(text: string) {
  spoken.value = text === spoken.value ? `${text}\u00a0` : text;
}
