/** When things go wrong: a plain message, nothing lost, and the page goes on. */
import { expect } from "vitest";
import { flow, setUp, type Tab } from "./harness";
import {
  X_WING,
  X_WING_SOLUTION,
  cells,
  digits,
  goTo,
  notice,
  open,
  panelText,
  until,
  verdict,
} from "./moves";

setUp();

flow(
  "the library cannot be loaded: the page says so, and a reload mends it",
  async (tab) => {
    await tab.context.route("**/*.wasm", (route) => route.fulfill({ status: 503, body: "" }));
    await tab.visit();
    await until("a message", async () =>
      /could not be loaded/.test(await tab.page.locator("body").innerText()),
    );
    // The board itself still works: digits can be entered.
    await cells(tab).nth(1).click();
    await tab.page.keyboard.press("5");
    expect((await digits(tab))[1]).toBe("5");
    await tab.context.unroute("**/*.wasm");
    await tab.page.waitForTimeout(500);
    await tab.page.reload();
    await until("the digit to be back", async () => (await digits(tab))[1] === "5");
    await until("a verdict", async () => !/could not be loaded/.test(await panelText(tab)));
  },
  { expects: /503|wasm/ },
);

flow(
  "the library is damaged: the page says so",
  async (tab) => {
    await tab.context.route("**/*.wasm", (route) =>
      route.fulfill({ status: 200, contentType: "application/wasm", body: "not a library" }),
    );
    await tab.visit();
    await until("a message", async () =>
      /could not be loaded/.test(await tab.page.locator("body").innerText()),
    );
  },
  { expects: /wasm/i },
);

flow(
  "workers die: waiting questions fail, and the next one is answered",
  async (tab) => {
    await tab.visit();
    await open(tab, X_WING);
    await verdict(tab);
    await tab.page.evaluate(() => {
      const all = (window as unknown as { workers: Worker[] }).workers;
      for (const worker of all)
        worker.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
    });
    await cells(tab).nth(2).click();
    await tab.page.keyboard.press("4");
    expect((await digits(tab))[2]).toBe("4");
    await goTo(tab, "Explain");
    await until("an explanation", async () => /something to see/.test(await panelText(tab)));
    expect((await digits(tab))[2]).toBe("4");
  },
  {
    before: () => {
      // Keeps hold of the page's workers, so that they can be made to fail.
      const Original = Worker;
      const all: Worker[] = [];
      Object.assign(window, { workers: all });
      window.Worker = class extends Original {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          all.push(this);
        }
      };
    },
  },
);

flow(
  "storage is forbidden: the page says so once and goes on",
  async (tab) => {
    await tab.visit();
    await open(tab, X_WING);
    expect(await verdict(tab)).toMatch(/exactly one/i);
    await cells(tab).nth(2).click();
    await tab.page.keyboard.press("4");
    expect(await notice(tab)).toMatch(/does not let the page save/);
    expect((await digits(tab))[2]).toBe("4");
  },
  {
    before: () => {
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("denied", "SecurityError");
        },
      });
    },
  },
);

flow(
  "storage is full: the page says so, and the game goes on to its end",
  async (tab) => {
    await tab.visit();
    await open(tab, X_WING);
    await verdict(tab);
    expect(await notice(tab)).toMatch(/does not let the page save/);
    await tab.page.getByRole("button", { name: "Solve", exact: true }).last().click();
    await until("the solution", async () => (await digits(tab)) === X_WING_SOLUTION);
  },
  {
    before: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    },
  },
);

flow(
  "no room for the moves: the game itself is kept, without a warning",
  async (tab) => {
    await tab.visit();
    await open(tab, X_WING);
    await cells(tab).nth(2).click();
    await tab.page.keyboard.press("4");
    const here = await digits(tab);
    await tab.page.waitForTimeout(600);
    expect(await tab.page.getByText(/does not let the page save/).count()).toBe(0);
    await tab.page.reload();
    await until("the game to be back", async () => (await digits(tab)) === here);
    await tab.page.keyboard.press("Control+Z");
    expect(await digits(tab)).toBe(here);
  },
  {
    before: () => {
      const setItem = Storage.prototype.setItem;
      Storage.prototype.setItem = function (name: string, text: string) {
        if (/history/.test(name)) throw new DOMException("full", "QuotaExceededError");
        setItem.call(this, name, text);
      };
    },
  },
);

flow("rubbish in the storage is as good as nothing", async (tab) => {
  await tab.context.addInitScript(() => {
    if (localStorage.length > 0) return;
    for (const name of ["game", "history", "mine", "settings"]) {
      localStorage.setItem(`ninefold.${name}`, '{"position":{"givens":[9e9,null,"x"]}');
    }
  });
  await tab.visit();
  expect(await verdict(tab)).toMatch(/exactly one/i);
});

flow(
  "a link that was cut off: what can be read of it is shown, with a word about it",
  async (tab) => {
    await tab.visit();
    await open(tab, X_WING);
    await tab.page.waitForTimeout(700);
    const whole = await tab.page.evaluate(() => location.hash.slice(1));
    for (const length of [whole.length - 2, 40, 8]) {
      const other = await tab.elsewhere();
      await other.visit(whole.slice(0, length));
      expect(await notice(other)).toMatch(/link.*cut off/);
      expect(await verdict(other)).not.toBe("");
    }
  },
);

flow("links of rubbish do no harm", async (tab) => {
  for (const rubbish of [
    "p=%00%ff%",
    "j=e30",
    "p=1&t=nowhere&s=-9",
    "j=" + "A".repeat(5000),
    "%",
  ]) {
    const other = await tab.elsewhere();
    await other.visit(rubbish);
    expect((await digits(other)).length).toBeGreaterThanOrEqual(16);
  }
});

/** Waits until the service worker has all files of the page, the icon among them. */
async function kept(tab: Tab): Promise<void> {
  await tab.page.evaluate(() => navigator.serviceWorker.ready);
  await until("the page to be kept", () =>
    tab.page.evaluate(() => navigator.serviceWorker.controller !== null),
  );
}

flow("without a network nothing is missed", async (tab) => {
  await tab.visit();
  await verdict(tab);
  await kept(tab);
  await tab.context.setOffline(true);
  await open(tab, X_WING);
  expect(await verdict(tab)).toMatch(/exactly one/i);
  await goTo(tab, "Explain");
  await until("an explanation", async () => /something to see/.test(await panelText(tab)));
  await goTo(tab, "Race");
  await tab.page.locator(".race-top").getByRole("button", { name: "Start", exact: true }).click();
  await until("the race to end", async () =>
    (await tab.page.locator(".lane").allInnerTexts()).every((lane) => /solved in/.test(lane)),
  );
});

flow("after one visit the page opens without a network", async (tab) => {
  await tab.visit();
  await kept(tab);
  await tab.context.setOffline(true);
  await tab.visit("p=" + X_WING);
  await tab.page.reload();
  await until("the puzzle", async () => (await digits(tab)) === X_WING);
  expect(await verdict(tab)).toMatch(/exactly one/i);
});
