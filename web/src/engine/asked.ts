/** The library in Node, for tests: the last message of a question is its answer. */
import { readFile } from "node:fs/promises";
import type { Answer, Ask, Op } from "./wire";

interface Library extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  ask(start: number, length: number): void;
}

export async function askLibrary<O extends Op>(op: O, ask: Ask<O>): Promise<Answer<O>> {
  const file = await readFile(new URL("./ninefold.wasm", import.meta.url));
  let told = "";
  const tell = (start: number, length: number) => {
    told = new TextDecoder().decode(new Uint8Array(library.memory.buffer, start, length));
  };
  const page = { now: () => performance.now(), tell };
  const { instance } = await WebAssembly.instantiate(file, { page });
  const library = instance.exports as Library;
  const question = new TextEncoder().encode(JSON.stringify({ op, ask }));
  const start = library.room(question.length);
  new Uint8Array(library.memory.buffer, start, question.length).set(question);
  library.ask(start, question.length);
  const message = JSON.parse(told) as { answer?: Answer<O>; fault?: string };
  if (message.answer === undefined) throw new Error(message.fault);
  return message.answer;
}
