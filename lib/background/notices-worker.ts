import { pushAddress } from "@/lib/notices/push-address";
import en from "@/messages/en/background.json";
import zh from "@/messages/zh/background.json";

const words = { en: en.ended, zh: zh.ended };

/** How long the studio's tabs may take to say whether they are looked at. */
const answerMs = 200;

/** How long the studio may take to say whose message it is. */
const ownerMs = 5_000;

/**
 * The part of the service worker that shows notifications. All tabs and Web Push tell it the same ends, of which each is
 * shown once; several share one notification, until somebody looks at the studio.
 */
export const noticesWorker = `
const words = ${JSON.stringify(words)};
const tag = "reverie-ended";
/** What was shown since the worker started; an open notification keeps its own. */
const told = new Set();
let telling = Promise.resolve();

addEventListener("message", (event) => {
  if (event.data.ends) event.waitUntil(tell(event.data));
  if (event.data.seen) event.waitUntil(takeBack());
});

// Sent by the studio's worker while no tab is connected, in the words of a tab.
addEventListener("push", (event) => {
  if (event.data) event.waitUntil(hearPush(event.data.json()));
});

async function hearPush({ subscription, ends, locale }) {
  const owner = await findOwner(subscription);
  if (owner === "gone") {
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    return;
  }
  const { one } = words[locale] ?? words.en;
  const named = owner === "here" ? ends : ends.map((end) => ({ ...end, title: one }));
  await tell({ ends: named, locale, isPushed: true });
}

/**
 * Whether the message is for the session of this browser. Push services keep messages for a day: by then its person may
 * have signed out, and somebody else may look. Titles are shown only where the studio says that they still are theirs.
 */
async function findOwner(id) {
  try {
    const response = await fetch("${pushAddress}", { signal: AbortSignal.timeout(${ownerMs}) });
    if (response.status === 401) return "gone";
    if (!response.ok) return "unknown";
    const { subscriptions } = await response.json();
    return subscriptions.some((each) => each.id === id && each.current) ? "here" : "gone";
  } catch {
    // The studio can't be reached.
    return "unknown";
  }
}

async function takeBack() {
  for (const notice of await registration.getNotifications({ tag })) notice.close();
}

function tell(news) {
  const next = () => show(news);
  telling = telling.then(next, next);
  return telling;
}

async function show({ ends, locale, isPushed }) {
  if (Notification.permission !== "granted" || (await isLookedAt())) return;
  const open = await registration.getNotifications({ tag });
  const known = open.flatMap(({ data }) => data.ends);
  const fresh = ends.filter((end) => !told.has(end.key) && !known.some(({ key }) => key === end.key));
  // Safari takes Web Push away from who shows nothing for a message: the open notification is shown again, silently.
  if (fresh.length === 0 && !(isPushed && known.length > 0)) return;
  for (const { key } of fresh) told.add(key);
  const all = [...known, ...fresh];
  // Catalogues are compiled with the studio: arguments would not be text any more.
  const count = (text, number) => text.replace("#", number);
  const written = words[locale] ?? words.en;
  const [last] = all.slice(-1);
  const failed = all.filter(({ state }) => state !== "succeeded").length;
  const done = all.length - failed;
  const parts = [done > 0 && count(written.done, done), failed > 0 && count(written.notDone, failed)];
  await registration.showNotification(
    all.length === 1 ? last.title : count(written.several, all.length),
    {
      body: all.length === 1 ? written[last.state] : parts.filter(Boolean).join(written.separator),
      tag,
      renotify: fresh.length > 0,
      silent: fresh.length === 0,
      icon: "/icon-192.png",
      lang: locale,
      data: { ends: all },
    },
  );
}

/** Whether somebody looks at a tab of the studio; tabs that are frozen don't answer. */
async function isLookedAt() {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return new Promise((resolve) => {
    setTimeout(() => resolve(false), ${answerMs});
    let left = pages.length;
    if (left === 0) resolve(false);
    for (const page of pages) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        left -= 1;
        if (data === true || left === 0) resolve(data);
      };
      page.postMessage("looked-at?", [port2]);
    }
  });
}

addEventListener("notificationclick", (event) => {
  const { ends } = event.notification.data;
  event.notification.close();
  event.waitUntil(openStudio(ends.length === 1 ? "/library/" + ends[0].id : "/activity"));
});

/** Opens the page in a tab of the studio, which asks first if it has something unsaved; without one, in a new tab. */
async function openStudio(page) {
  const [tab] = await clients.matchAll({ type: "window" });
  if (!tab) return clients.openWindow(page);
  await tab.focus();
  await tab.navigate(page);
}
`;
