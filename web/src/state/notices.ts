/**
 * What the page says in passing: a line at the bottom for everyone, and a live region for
 * those who listen. A fault stays until it is dismissed; good news goes by itself.
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
  // Of two who say the same, the one who knows what to do about it is heard.
  const { text, action } = notice.value ?? {};
  if (action && text === next.text && !next.action) return;
  clearTimeout(timer);
  notice.value = next;
}

export function dismiss() {
  clearTimeout(timer);
  notice.value = null;
}

/** Says something to those who listen; the same sentence twice is heard twice. */
export function say(text: string) {
  spoken.value = text === spoken.value ? `${text}\u00a0` : text;
}
