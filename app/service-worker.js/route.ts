import { defineRoute } from "@/lib/http/route.server";
import { serviceWorker } from "@/lib/background/service-worker";

export const dynamic = "force-dynamic";

/** At the root, so that it may answer for every page. */
export const GET = defineRoute({
  auth: "none",
  operation: {
    id: "getServiceWorker",
    tag: "Studio",
    summary: "The service worker of the studio’s pages",
    answers: { 200: { description: "JavaScript.", contentTypes: ["text/javascript"] } },
  },
  handle: () =>
    new Response(serviceWorker, {
      headers: {
        "content-type": "text/javascript; charset=utf-8",
        // Browsers compare it with the one they run.
        "cache-control": "no-cache",
        "content-security-policy": "default-src 'none'; connect-src 'self'",
      },
    }),
});
