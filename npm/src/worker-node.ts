/** The worker in Node: gives `worker.ts` the names that it has in browsers. */
import { parentPort } from "node:worker_threads";

const port = parentPort!;
const scope = {
  onmessage: null as ((event: { data: unknown }) => void) | null,
  postMessage: (message: unknown) => port.postMessage(message),
};
Object.assign(globalThis, { self: scope });
await import("./worker.js");
port.on("message", (data) => scope.onmessage?.({ data }));
