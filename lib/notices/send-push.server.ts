import { type Dispatcher, request } from "undici";
import webPush from "web-push";
import { createGuardedConnector } from "@/lib/network/guarded-connector.server";
import { createServiceDispatcher } from "@/lib/service/http.server";
import type { PushKeys } from "./push-keys.server";

/** After that, a push service forgets a message that the browser hasn't fetched. */
const keptSeconds = 24 * 60 * 60;
const timeoutMs = 10_000;

let guarded: Dispatcher | undefined;

/** Endpoints come from browsers, so they get what any member's address gets: public addresses only, checked per socket. */
const getDispatcher = () =>
  (guarded ??= createServiceDispatcher((connectMs) => createGuardedConnector({ timeoutMs: connectMs })));

interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** `gone`: the browser has unsubscribed, so that nobody need try again. */
export type PushOutcome = "sent" | "gone" | "failed";

/** Encrypts a text for one browser and hands it to its push service. Redirects are not followed. */
export async function sendPush(
  { endpoint, ...keys }: PushTarget,
  text: string,
  { subject, publicKey, privateKey }: PushKeys & { subject: string },
  signal?: AbortSignal,
): Promise<PushOutcome> {
  const { method, headers, body } = webPush.generateRequestDetails({ endpoint, keys }, text, {
    vapidDetails: { subject, publicKey, privateKey },
    TTL: keptSeconds,
    urgency: "normal",
  });
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await request(endpoint, {
      method: method as "POST",
      headers: headers as Record<string, string>,
      body,
      dispatcher: getDispatcher(),
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    });
    // Not read to its end: it says nothing that is needed.
    await answer.body.dump({ limit: 16 * 1024 });
    if (answer.statusCode >= 200 && answer.statusCode < 300) return "sent";
    return answer.statusCode === 404 || answer.statusCode === 410 ? "gone" : "failed";
  } catch (error) {
    signal?.throwIfAborted();
    // Every fault of the network: it is tried again.
    if (error instanceof Error) return "failed";
    throw error;
  }
}
