/**
 * The library in this thread: texts go in and come out, and bytes in bulk.
 *
 * The memory of a library only grows. So bulk goes through it in portions, which changes no answer
 * since each row is answered by itself, and a library that a huge question has made large is replaced.
 */
import { ParseError } from "./errors.js";

interface Exports extends WebAssembly.Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  ask(start: number, length: number): void;
  solve_many(start: number, n: number): void;
}

/** The bytes of a puzzle in bulk. */
export const CELLS = 81;
/** The rows of a portion: as many as the library works on at a time. */
const PORTION = 8192;
/** A library with more bytes than that is replaced by a new one. */
const MOST_MEMORY = 64 << 20;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export class Instance {
  #exports: Exports;
  #told = "";
  /** Room for a portion of rows, once there was one. */
  #portion: number | null = null;

  constructor(module: WebAssembly.Module) {
    const tell = (start: number, length: number) => {
      this.#told = decoder.decode(this.#bytes(start, length));
    };
    const page = { now: () => performance.now(), tell };
    this.#exports = new WebAssembly.Instance(module, { page }).exports as Exports;
  }

  /** Whether its memory has grown so much that a new one is better. */
  get isLarge(): boolean {
    return this.#exports.memory.buffer.byteLength > MOST_MEMORY;
  }

  /** The reply to a question; both are JSON. */
  ask(question: string): string {
    const bytes = encoder.encode(question);
    const start = this.#exports.room(bytes.length);
    this.#bytes(start, bytes.length).set(bytes);
    this.#exports.ask(start, bytes.length);
    return this.#told;
  }

  /** The first solution of each row, their numbers, and the first row that is no puzzle. */
  solveMany(puzzles: Uint8Array): {
    solutions: Uint8Array;
    counts: Int8Array;
    fault: ParseError | null;
  } {
    const n = puzzles.length / CELLS;
    const solutions = new Uint8Array(puzzles.length);
    const counts = new Int8Array(n);
    let fault: ParseError | null = null;
    const start = (this.#portion ??= this.#exports.room(PORTION * (CELLS + 1)));
    for (let from = 0; from < n; from += PORTION) {
      const end = Math.min(n, from + PORTION);
      const rows = end - from;
      this.#bytes(start, rows * CELLS).set(puzzles.subarray(from * CELLS, end * CELLS));
      this.#told = "";
      this.#exports.solve_many(start, rows);
      solutions.set(this.#bytes(start, rows * CELLS), from * CELLS);
      counts.set(new Int8Array(this.#exports.memory.buffer, start + rows * CELLS, rows), from);
      if (this.#told && !fault) {
        const { row, message, ...place } = JSON.parse(this.#told);
        fault = new ParseError(message, { ...place, row: from + row });
      }
    }
    return { solutions, counts, fault };
  }

  /** A part of its memory as it is now. */
  #bytes(start: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#exports.memory.buffer as ArrayBuffer, start >>> 0, length >>> 0);
  }
}
