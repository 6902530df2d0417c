import { noticesWorker } from "./notices-worker";
import { nonceMark, offlinePage } from "./offline-page";

/**
 * The service worker. It keeps nothing: pages, files of the build and answers always come from the studio, so that a new
 * build is never mixed with an older one and nothing private stays in a cache. Its text changes when what it does changes,
 * which is when browsers replace it.
 */
export const serviceWorker = `"use strict";
const offlinePage = ${JSON.stringify(offlinePage)};

addEventListener("install", (event) => {
  skipWaiting();
  // Without it, as in older browsers, the worker is asked for every file, and leaves each alone.
  const others = { condition: { not: { requestMode: "navigate" } }, source: "network" };
  if (event.addRoutes) event.waitUntil(event.addRoutes(others).catch(() => undefined));
});

addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]));
});

addEventListener("fetch", (event) => {
  const { mode, method } = event.request;
  if (mode === "navigate" && method === "GET") event.respondWith(open(event));
});

async function open(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    // No response at all; one that says why it has no page is passed on.
    const nonce = crypto.randomUUID();
    const policy = [
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      "script-src 'nonce-" + nonce + "'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ];
    return new Response(offlinePage.replace(${JSON.stringify(nonceMark)}, nonce), {
      status: 503,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy.join("; "),
        "cache-control": "no-store",
      },
    });
  }
}
${noticesWorker}`;
