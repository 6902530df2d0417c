import { whenIdle } from "@/components/ui/when-idle";
import { readNoticeState, watchNoticeState } from "./browser-notices";

const idleTimeoutMs = 5_000;

/**
 * Answers the service worker. Registers it after the first press or key, to keep that out of the page load; at once if this browser shows
 * notifications. Browsers have none over http, except on this machine.
 */
export function startServiceWorker(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker) return;
  serviceWorker.addEventListener("message", ({ data, ports }: MessageEvent<unknown>) => {
    if (data === "looked-at?") ports[0]?.postMessage(!document.hidden);
  });
  const waiting = new AbortController();
  const { signal } = waiting;
  const register = () => {
    waiting.abort();
    // The studio works without it; the next page tries again.
    registerServiceWorker().catch((error: unknown) =>
      console.warn("The service worker could not be registered.", error),
    );
  };
  const registerForNotices = () => {
    if (!signal.aborted && readNoticeState() === "on") register();
  };
  signal.addEventListener("abort", watchNoticeState(registerForNotices));
  registerForNotices();
  for (const type of ["pointerdown", "keydown", "click"])
    addEventListener(type, () => whenIdle(register, idleTimeoutMs), { capture: true, once: true, signal });
}

/** Does nothing if it is registered. Rejects where the browser refuses it, for example for a certificate. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
}
