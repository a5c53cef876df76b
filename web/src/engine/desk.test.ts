/** A desk with a worker made of paper: what is asked, stopped, lost, and started again. */
import { expect, test, vi } from "vitest";
import { Desk, Fault, Stopped, type WorkerLike } from "../../../npm/src/desk";
import type { FromWorker, ToWorker } from "./wire";

class Paper implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  asked: { id: number; question: string }[] = [];
  told = false;
  terminated = false;

  postMessage(message: ToWorker) {
    if ("question" in message) this.asked.push(message);
    else this.told = true;
  }

  terminate() {
    this.terminated = true;
  }

  say(data: FromWorker) {
    this.onmessage?.({ data } as MessageEvent<FromWorker>);
  }

  reply(message: object) {
    this.say({ id: this.asked.at(-1)!.id, message: JSON.stringify(message) });
  }
}

function paperDesk(load = () => Promise.resolve({} as WebAssembly.Module), isTold = false) {
  const workers: Paper[] = [];
  const desk = new Desk(() => {
    workers.push(new Paper());
    return { worker: workers.at(-1)!, isTold };
  }, load);
  const asked = (worker: number, n: number) =>
    vi.waitFor(() => expect(workers[worker]?.asked.length).toBe(n));
  return { desk, workers, asked };
}

test("questions are answered one after the other", async () => {
  const { desk, workers, asked } = paperDesk();
  const first = desk.ask("about", {});
  const second = desk.ask("blank", { rows: 3, columns: 3 });
  await asked(0, 1);
  expect(JSON.parse(workers[0]!.asked[0]!.question)).toEqual({ op: "about", ask: {} });
  workers[0]!.reply({ answer: { version: "1" } });
  expect(await first).toEqual({ version: "1" });
  await asked(0, 2);
  workers[0]!.reply({ fault: "expected a smaller board" });
  await expect(second).rejects.toThrow("expected a smaller board");
});

test("to stop is to open a new worker, and what it says too late is not heard", async () => {
  const { desk, workers, asked } = paperDesk();
  const running = desk.ask("about", {});
  const waiting = desk.ask("about", {});
  await asked(0, 1);
  desk.stop();
  await expect(running).rejects.toBeInstanceOf(Stopped);
  await expect(waiting).rejects.toBeInstanceOf(Stopped);
  expect(workers[0]!.terminated).toBe(true);
  const next = desk.ask("about", {});
  await asked(1, 1);
  workers[0]!.reply({ answer: { version: "late" } });
  workers[1]!.reply({ answer: { version: "2" } });
  expect(await next).toEqual({ version: "2" });
});

test("a signal stops its own question only", async () => {
  const { desk, workers, asked } = paperDesk();
  const control = new AbortController();
  const first = desk.ask("about", {}, { signal: control.signal });
  const second = desk.ask("about", {});
  await asked(0, 1);
  control.abort();
  await expect(first).rejects.toBeInstanceOf(Stopped);
  await asked(1, 1);
  workers[1]!.reply({ answer: { version: "2" } });
  expect(await second).toEqual({ version: "2" });
});

test("a worker that dies is replaced at the next question", async () => {
  const { desk, workers, asked } = paperDesk();
  const lost = desk.ask("about", {});
  await asked(0, 1);
  workers[0]!.onerror?.({ message: "out of memory" } as ErrorEvent);
  await expect(lost).rejects.toThrow("out of memory");
  const next = desk.ask("about", {});
  await asked(1, 1);
  workers[1]!.say({ id: workers[1]!.asked[0]!.id, died: "unreachable" });
  await expect(next).rejects.toBeInstanceOf(Fault);
});

test("a library that does not load is a fault, and is tried again", async () => {
  let tries = 0;
  const { desk, workers, asked } = paperDesk(() =>
    ++tries === 1 ? Promise.reject(new Fault("no network")) : Promise.resolve({} as never),
  );
  await expect(desk.ask("about", {})).rejects.toThrow("no network");
  const next = desk.ask("about", {});
  await asked(1, 1);
  workers[1]!.reply({ answer: {} });
  expect(await next).toEqual({});
});

test("a worker that fetches the library itself is asked at once, and gets no module", async () => {
  const { desk, workers } = paperDesk(() => new Promise(() => {}), true);
  const answer = desk.ask("about", {});
  expect(workers[0]!.asked).toHaveLength(1);
  expect(workers[0]!.told).toBe(false);
  workers[0]!.reply({ answer: { version: "1" } });
  expect(await answer).toEqual({ version: "1" });
});

test("a desk that was woken has its worker when it is asked", async () => {
  const { desk, workers, asked } = paperDesk();
  desk.wake();
  desk.wake();
  expect(workers).toHaveLength(1);
  await vi.waitFor(() => expect(workers[0]!.told).toBe(true));
  void desk.ask("about", {});
  await asked(0, 1);
  expect(workers).toHaveLength(1);
});

test("if it cannot fetch the library, every waiting question fails with the reason", async () => {
  const { desk } = paperDesk(() => Promise.reject(new Fault("no network")), true);
  await expect(desk.ask("about", {})).rejects.toThrow("no network");
});

test("news come before the answer", async () => {
  const { desk, workers, asked } = paperDesk();
  const heard: number[] = [];
  const race = desk.ask(
    "race",
    { position: {} as never, engine: "csp" },
    {
      news: (news) => heard.push(news.depth),
    },
  );
  await asked(0, 1);
  workers[0]!.reply({ news: { depth: 3 } });
  workers[0]!.reply({ news: { depth: 5 } });
  workers[0]!.reply({ answer: { verdict: "solved" } });
  await race;
  expect(heard).toEqual([3, 5]);
});
