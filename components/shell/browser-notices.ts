import type { Digest } from "@/lib/notices/digest-dto";
import { describeGeneration } from "@/lib/generations/read/describe-generation";

/** Where this browser notes that its person wants notifications. Signing out forgets it. */
const storageKey = "notifications";

/** More than a notification shows. */
const longestTitle = 120;

/**
 * Whether this browser shows notifications: only after the person asked for them. `insecure` is an address of http, but for
 * this machine's own.
 */
export type NoticeState = "unsupported" | "insecure" | "blocked" | "off" | "on";

const listeners = new Set<() => void>();

export function readNoticeState(): NoticeState {
  if (!isSecureContext) return "insecure";
  if (!("Notification" in globalThis) || !("serviceWorker" in navigator)) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && localStorage.getItem(storageKey) === "on" ? "on" : "off";
}

/** Calls back when the state may have changed, also in another tab or in the settings of the browser. */
export function watchNoticeState(onChange: () => void): () => void {
  const controller = new AbortController();
  listeners.add(onChange);
  addEventListener("storage", onChange, { signal: controller.signal });
  addEventListener("focus", onChange, { signal: controller.signal });
  return () => {
    listeners.delete(onChange);
    controller.abort();
  };
}

/** Switches notifications of this browser on or off; asks the person where the browser wants that. */
export async function switchNotices(on: boolean): Promise<void> {
  if (!on) localStorage.removeItem(storageKey);
  else if ((await Notification.requestPermission()) === "granted") localStorage.setItem(storageKey, "on");
  for (const listener of listeners) listener();
}

/** Has the service worker notify of what the person wants to know, once for all tabs. */
export async function notifyEnds({ generations, notifyIds }: Digest): Promise<void> {
  const ends = generations
    .filter(({ id }) => notifyIds.includes(id))
    .map((generation) => {
      const { id, state } = generation;
      const title = describeGeneration(generation).slice(0, longestTitle).toWellFormed();
      return { key: `${id} ${state}`, id, state, title };
    });
  if (ends.length === 0) return;
  const locale = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
  await postToServiceWorker({ ends: ends.toReversed(), locale });
}

/** Takes the notifications back: somebody looks at the studio. */
export const closeNotices = () => postToServiceWorker({ seen: true });

/** Does nothing where the browser refused the service worker, for example with a certificate it doesn't trust. */
async function postToServiceWorker(message: unknown): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.active?.postMessage(message);
}
