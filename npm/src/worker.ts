/**
 * The worker: a few lines between the page and the library.
 *
 * It is sent the compiled library once and one question at a time, as text, which may come
 * before it. If the library breaks down (which would be a bug), its memory cannot be trusted any
 * more, so it starts anew with a fresh one.
 *
 * The page's head carries this file as text (`web/scripts/first.ts`), so it imports nothing but types.
 */
import type { FromWorker, ToWorker } from "./wire.js";

interface Library extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  ask(start: number, length: number): void;
}

const say = (message: FromWorker) => self.postMessage(message);
const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Questions wait for it; if it never comes, they are never answered. */
let bring: (module: WebAssembly.Module) => void;
const module = new Promise<WebAssembly.Module>((resolve) => (bring = resolve));
let library: Library | null = null;
let current = 0;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) bring(data.module);
  else void module.then((code) => answer(code, data));
};

function answer(code: WebAssembly.Module, { id, question }: { id: number; question: string }) {
  current = id;
  try {
    const { memory, room, ask } = (library ??= open(code));
    const bytes = encoder.encode(question);
    const start = room(bytes.length) >>> 0;
    new Uint8Array(memory.buffer, start, bytes.length).set(bytes);
    ask(start, bytes.length);
  } catch (error) {
    library = null;
    say({ id, died: String(error) });
  }
}

function open(code: WebAssembly.Module): Library {
  const tell = (start: number, length: number) => {
    const bytes = new Uint8Array(opened.memory.buffer, start >>> 0, length >>> 0);
    say({ id: current, message: decoder.decode(bytes) });
  };
  const page = { now: () => performance.now(), tell };
  const opened = new WebAssembly.Instance(code, { page }).exports as Library;
  return opened;
}
