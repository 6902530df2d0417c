/** Registers the service worker, and answers it. Browsers have none over http, except on this machine. */
export function startServiceWorker(): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  if (!serviceWorker) return;
  serviceWorker.addEventListener("message", ({ data, ports }: MessageEvent<unknown>) => {
    if (data === "looked-at?") ports[0]?.postMessage(!document.hidden);
  });
  // The studio works without it; the next page tries again.
  registerServiceWorker().catch((error: unknown) =>
    console.warn("The service worker could not be registered.", error),
  );
}

/** Does nothing if it is registered. Rejects where the browser refuses it, for example for a certificate. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
}
