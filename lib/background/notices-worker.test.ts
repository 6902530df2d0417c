import { createContext, Script } from "node:vm";
import { expect, it } from "vitest";
import en from "@/messages/en/background.json";
import zh from "@/messages/zh/background.json";
import { serviceWorker } from "./service-worker";

interface Shown {
  title: string;
  body: string;
  data: unknown;
  close(): void;
}

/** What the studio says of the browser's subscription; 0 if it can't be reached. */
const here = { status: 200, subscriptions: [{ id: "mine", current: true }] };

/** The service worker among tabs that say whether somebody looks at them; those with null are frozen. */
function startWorker({ tabs = [] as (boolean | null)[], permission = "granted", answer = here } = {}) {
  const listeners = new Map<string, (event: object) => void>();
  let shown: Shown[] = [];
  const told: string[] = [];
  const opened: string[] = [];
  const focused: number[] = [];
  const visited: string[] = [];
  const alerts: boolean[] = [];
  let isSubscribed = true;
  const pages = tabs.map((looked, index) => ({
    postMessage: (_question: string, [port]: MessagePort[]) => {
      if (looked !== null) port?.postMessage(looked);
      port?.close();
    },
    focus: async () => void focused.push(index),
    navigate: async (path: string) => void visited.push(path),
  }));
  const context = createContext({
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    clients: { matchAll: async () => pages, openWindow: async (path: string) => void opened.push(path) },
    registration: {
      getNotifications: async () => shown,
      pushManager: {
        getSubscription: async () => isSubscribed && { unsubscribe: async () => void (isSubscribed = false) },
      },
      showNotification: async (title: string, options: { body: string; data: unknown; silent: boolean }) => {
        told.push(`${title}: ${options.body}`);
        alerts.push(!options.silent);
        shown = [{ title, ...options, close: () => (shown = []) }];
      },
    },
    fetch: async () => {
      if (answer.status === 0) throw new TypeError("Failed to fetch");
      return Response.json(answer, { status: answer.status });
    },
    AbortSignal,
    Notification: { permission },
    MessageChannel,
    setTimeout,
  });
  new Script(serviceWorker).runInContext(context);
  /** Dispatches an event and waits for what it promises. */
  async function dispatch(name: string, event: object): Promise<void> {
    let waiting: Promise<unknown> | undefined;
    listeners.get(name)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (waiting = promise) });
    await waiting;
  }
  return {
    told,
    opened,
    focused,
    visited,
    alerts,
    isSubscribed: () => isSubscribed,
    isShown: () => shown.length > 0,
    send: (data: object) => dispatch("message", { data }),
    push: (data: object, subscription = "mine") =>
      dispatch("push", { data: { json: () => JSON.parse(JSON.stringify({ ...data, subscription })) } }),
    click: () => dispatch("notificationclick", { notification: shown[0] }),
  };
}

const end = (id: string, state = "succeeded") => ({ key: `${id} ${state}`, id, state, title: `Title ${id}` });

it("shows an end once, whichever tabs tell it, and several in one notification", async () => {
  const worker = startWorker({ tabs: [false, false] });
  const news = { ends: [end("1")], locale: "en" };
  await Promise.all([worker.send(news), worker.send(news)]);
  await worker.send({ ends: [end("1"), end("2", "failed")], locale: "en" });
  await worker.send({ ends: [end("2", "failed"), end("3", "unknown")], locale: "zh" });
  expect(worker.told).toEqual([
    "Title 1: Done",
    "2 generations ended: 1 done, 1 failed or without a response",
    "3 个任务已结束: 1 个完成，2 个失败或无响应",
  ]);
});

it("begins anew after a look, and tells a second end of one without a response", async () => {
  const worker = startWorker({ tabs: [false] });
  await worker.send({ ends: [end("1", "unknown")], locale: "en" });
  await worker.send({ seen: true });
  expect(worker.isShown()).toBe(false);
  await worker.send({ ends: [end("1", "unknown")], locale: "en" });
  await worker.send({ ends: [end("1")], locale: "fr" });
  expect(worker.told).toEqual(["Title 1: No response. Open it to see what to do.", "Title 1: Done"]);
});

it("says nothing while somebody looks at a tab, and asks no frozen tab for long", async () => {
  const looked = startWorker({ tabs: [false, true, null] });
  await looked.send({ ends: [end("1")], locale: "en" });
  expect(looked.told).toEqual([]);
  const frozen = startWorker({ tabs: [false, null] });
  await frozen.send({ ends: [end("1")], locale: "en" });
  expect(frozen.told).toEqual(["Title 1: Done"]);
});

it("says nothing where the browser forbids it", async () => {
  const worker = startWorker({ permission: "denied" });
  await worker.send({ ends: [end("1")], locale: "en" });
  expect(worker.told).toEqual([]);
});

it("goes to an open tab, or opens the result, or Activity for several", async () => {
  const open = startWorker({ tabs: [false] });
  await open.send({ ends: [end("1")], locale: "en" });
  await open.click();
  expect([open.focused, open.visited, open.opened, open.isShown()]).toEqual([[0], ["/library/1"], [], false]);
  const closed = startWorker();
  await closed.send({ ends: [end("1")], locale: "en" });
  await closed.click();
  await closed.send({ ends: [end("2"), end("3")], locale: "en" });
  await closed.click();
  expect(closed.opened).toEqual(["/library/1", "/activity"]);
});

it("shows what Web Push tells, which a tab may tell too, unless somebody looks", async () => {
  const worker = startWorker({ tabs: [false] });
  await worker.push({ ends: [end("1")], locale: "en" });
  await worker.send({ ends: [end("1")], locale: "en" });
  await worker.push({ ends: [end("1"), end("2", "failed")], locale: "zh" });
  expect(worker.told).toEqual(["Title 1: Done", "2 个任务已结束: 1 个完成，1 个失败或无响应"]);
  const looked = startWorker({ tabs: [true] });
  await looked.push({ ends: [end("1")], locale: "en" });
  expect(looked.told).toEqual([]);
  const closed = startWorker();
  await closed.push({ ends: [end("1")], locale: "en" });
  await closed.click();
  expect(closed.opened).toEqual(["/library/1"]);
});

it("shows an open notification again for a message without news, silently", async () => {
  const worker = startWorker({ tabs: [false] });
  await worker.send({ ends: [end("1")], locale: "en" });
  await worker.push({ ends: [end("1")], locale: "en" });
  expect([worker.told, worker.alerts]).toEqual([
    ["Title 1: Done", "Title 1: Done"],
    [true, false],
  ]);
});

it("shows nothing that was meant for a session that is over, and unsubscribes", async () => {
  const others = { status: 200, subscriptions: [{ id: "another", current: true }] };
  const elsewhere = { status: 200, subscriptions: [{ id: "mine", current: false }] };
  for (const answer of [{ status: 401, subscriptions: [] }, others, elsewhere]) {
    const worker = startWorker({ answer });
    await worker.push({ ends: [end("1")], locale: "en" });
    expect([worker.told, worker.isSubscribed()]).toEqual([[], false]);
  }
});

it("shows no titles while the studio can’t say whose they are", async () => {
  for (const status of [0, 502]) {
    const worker = startWorker({ answer: { ...here, status } });
    await worker.push({ ends: [end("1", "failed")], locale: "en" });
    await worker.push({ ends: [end("1", "failed"), end("2")], locale: "zh" });
    expect(worker.told).toEqual([
      "1 generation ended: Failed. Open it to see what to do.",
      "2 个任务已结束: 1 个完成，1 个失败或无响应",
    ]);
    expect(worker.isSubscribed()).toBe(true);
  }
});

it("has words that stay text when the catalogues are compiled", () => {
  for (const words of [en, zh].flatMap(({ ended, offline }) => [
    ...Object.values(ended),
    ...Object.values(offline),
  ])) {
    expect(words).not.toMatch(/[{}<>]/);
  }
});
