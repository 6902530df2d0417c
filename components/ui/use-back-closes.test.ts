import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createBackLayers, type BackLayers } from "./use-back-closes";

/** A fake browser history: traversals are asynchronous and fire popstate. */
class Browser extends EventTarget {
  entries: { state: unknown; href: string }[] = [{ state: { app: true }, href: "http://studio/library" }];
  at = 0;
  scrollX = 0;
  scrollY = 0;
  scrollTo() {}
  requestAnimationFrame(run: () => void) {
    run();
    return 0;
  }
  readonly location = Object.defineProperty({ href: "" }, "href", {
    get: () => this.entries[this.at]!.href,
  });
  readonly history = Object.defineProperty(
    {
      pushState: (state: unknown, _unused: string, url?: string) => {
        this.entries.splice(this.at + 1, Infinity, { state, href: this.resolve(url) });
        this.at += 1;
      },
      replaceState: (state: unknown, _unused: string, url?: string) => {
        this.entries[this.at] = { state, href: this.resolve(url) };
      },
      go: (by: number) => void setTimeout(() => this.traverse(by)),
    },
    "state",
    { get: () => this.entries[this.at]!.state },
  );

  traverse(by: number) {
    if (!this.entries[this.at + by]) return;
    this.at += by;
    const { state } = this.entries[this.at]!;
    this.dispatchEvent(Object.assign(new Event("popstate"), { state }));
  }

  private resolve(url: string | undefined) {
    return new URL(url ?? "", this.entries[this.at]!.href).href;
  }
}

let browser: Browser;
let layers: BackLayers;
const seenByRouter = vi.fn<(href: string) => void>();
const settled = () => vi.runAllTimersAsync();
const addresses = () => browser.entries.slice(0, browser.at + 1).map(({ href }) => new URL(href).pathname);
const { pushState, replaceState } = {
  pushState: (url: string) => browser.history.pushState({ app: true }, "", url),
  replaceState: (url: string) => browser.history.replaceState({ app: true }, "", url),
} as const;

/** A window controlled from outside: it closes a moment after it is asked to. */
function openWindow(): { close: () => void; asked: () => number } {
  let asked = 0;
  let isOpen = true;
  const release = layers.open(() => {
    asked += 1;
    setTimeout(close);
  });
  function close() {
    if (isOpen) release();
    isOpen = false;
  }
  return { close, asked: () => asked };
}

afterEach(() => void vi.useRealTimers());

beforeEach(() => {
  vi.useFakeTimers();
  browser = new Browser();
  layers = createBackLayers(browser as never);
  seenByRouter.mockClear();
  browser.addEventListener("popstate", () => seenByRouter(browser.location.href));
  pushState("/create/image");
});

describe("Back with a window open", () => {
  it("closes it, stays on the page and does not notify the router", async () => {
    const { asked } = openWindow();
    browser.traverse(-1);
    await settled();
    expect(asked()).toBe(1);
    expect(addresses()).toEqual(["/library", "/create/image"]);
    expect(seenByRouter).not.toHaveBeenCalled();
  });

  it("closes the topmost of several, then the next, then leaves", async () => {
    const [lower, upper] = [openWindow(), openWindow()];
    browser.traverse(-1);
    await settled();
    expect([lower.asked(), upper.asked()]).toEqual([0, 1]);
    browser.traverse(-1);
    await settled();
    expect(lower.asked()).toBe(1);
    expect(addresses()).toEqual(["/library", "/create/image"]);
    browser.traverse(-1);
    await settled();
    expect(addresses()).toEqual(["/library"]);
    expect(seenByRouter).toHaveBeenCalledTimes(1);
  });

  it("asks again if the window stays open", async () => {
    const asked = vi.fn();
    layers.open(asked);
    browser.traverse(-1);
    await settled();
    browser.traverse(-1);
    await settled();
    expect(asked).toHaveBeenCalledTimes(2);
    expect(addresses()).toEqual(["/library", "/create/image", "/create/image"]);
  });

  it("keeps an address that changed below the window", async () => {
    openWindow();
    replaceState("/create/image?seed=1");
    browser.traverse(-1);
    await settled();
    expect(browser.location.href).toBe("http://studio/create/image?seed=1");
  });
});

describe("a window that closes without Back", () => {
  it("leaves no entry for Back or Forward", async () => {
    const { close } = openWindow();
    close();
    await settled();
    expect(addresses()).toEqual(["/library", "/create/image"]);
    browser.traverse(1);
    await settled();
    expect(addresses()).toEqual(["/library", "/create/image"]);
    browser.traverse(-1);
    await settled();
    expect(addresses()).toEqual(["/library"]);
    expect(seenByRouter).toHaveBeenCalledTimes(1);
  });

  it("doesn't take the Back that comes before its entry is removed", async () => {
    const { close } = openWindow();
    close();
    browser.traverse(-1);
    await settled();
    expect(addresses()).toEqual(["/library"]);
    expect(seenByRouter).toHaveBeenCalledTimes(1);
  });

  it("passes its entry to the window that follows", async () => {
    openWindow().close();
    const next = openWindow();
    await settled();
    expect(browser.entries).toHaveLength(3);
    browser.traverse(-1);
    await settled();
    expect(next.asked()).toBe(1);
  });

  it("leaves no entry before a page that it opened, in either order", async () => {
    const first = openWindow();
    first.close();
    pushState("/library/1");
    await settled();
    expect(addresses()).toEqual(["/library", "/create/image", "/library/1"]);

    const second = openWindow();
    second.close();
    await vi.advanceTimersToNextTimerAsync();
    pushState("/library/2");
    replaceState("/library/2?result=1");
    await settled();
    expect(addresses()).toEqual(["/library", "/create/image", "/library/1", "/library/2"]);
    expect(browser.location.href).toBe("http://studio/library/2?result=1");
  });

  it("is skipped after a reload", async () => {
    openWindow();
    const before = browser.entries;
    browser = Object.assign(new Browser(), { entries: before, at: 2 });
    createBackLayers(browser as never);
    await settled();
    expect(addresses()).toEqual(["/library", "/create/image"]);
  });
});
