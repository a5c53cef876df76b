/**
 * The worker: about twenty lines between the page and the library.
 *
 * It is sent the compiled library once and then one question at a time, as text. If the
 * library breaks down (which would be a bug), its memory cannot be trusted any more, so
 * it starts anew with a fresh one.
 */
import type { FromWorker, ToWorker } from "./wire";

interface Library extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  ask(start: number, length: number): void;
}

const say = (message: FromWorker) => self.postMessage(message);
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let module: WebAssembly.Module;
let library: Library;
let current = 0;

function open() {
  const tell = (start: number, length: number) => {
    const bytes = new Uint8Array(library.memory.buffer, start >>> 0, length >>> 0);
    say({ id: current, message: decoder.decode(bytes) });
  };
  const page = { now: () => performance.now(), tell };
  library = new WebAssembly.Instance(module, { page }).exports as Library;
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ("module" in data) {
    module = data.module;
    open();
    return say({ ready: true });
  }
  current = data.id;
  try {
    const bytes = encoder.encode(data.question);
    const start = library.room(bytes.length) >>> 0;
    new Uint8Array(library.memory.buffer, start, bytes.length).set(bytes);
    library.ask(start, bytes.length);
  } catch (error) {
    open();
    say({ id: current, died: String(error) });
  }
};
