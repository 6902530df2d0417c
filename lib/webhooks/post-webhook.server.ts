import { request, type Dispatcher } from "undici";
import { createGuardedConnector } from "@/lib/network/guarded-connector.server";
import { createServiceDispatcher, rejectOnAbort } from "@/lib/service/http.server";
import { codeOfFailedConnection, errorCodes } from "@/lib/service/transport/exchange.server";
import type { WebhookFault } from "./webhook-dto";
import { attemptTimeoutMs } from "./webhook-limits";

/** How much of an answer is read; the rest is not waited for. */
const maxAnswerBytes = 64 * 1024;

interface WebhookPost {
  url: string;
  /** Whether the address may be private: an owner entered it. */
  trusted: boolean;
  headers: Record<string, string>;
  body: string;
  /** Gives up without a verdict. */
  signal?: AbortSignal | undefined;
}

/** How one request ended. */
export interface PostOutcome {
  status: number | null;
  fault: WebhookFault | null;
  durationMs: number;
}

interface PostOptions {
  dispatcher?: Dispatcher;
  timeoutMs?: number;
}

const dispatchers: { open?: Dispatcher; guarded?: Dispatcher } = {};

/** Members' messages go to public addresses only, checked for each socket, or to what the owner allowed. */
function getDispatcher(trusted: boolean): Dispatcher {
  if (trusted) return (dispatchers.open ??= createServiceDispatcher());
  return (dispatchers.guarded ??= createServiceDispatcher((timeoutMs) =>
    createGuardedConnector({ timeoutMs }),
  ));
}

/**
 * Sends one message. It is accepted by a status of 2xx, with as much of the body as is read, within ten seconds in all.
 * Redirects are not followed. Throws the signal's reason when that is aborted.
 */
export async function postWebhook(
  post: WebhookPost,
  { dispatcher = getDispatcher(post.trusted), timeoutMs = attemptTimeoutMs }: PostOptions = {},
): Promise<PostOutcome> {
  const startedAt = performance.now();
  const limit = AbortSignal.timeout(timeoutMs);
  const signal = post.signal ? AbortSignal.any([limit, post.signal]) : limit;
  let status: number | null = null;
  let fault: WebhookFault | null;
  try {
    const sending = request(post.url, {
      method: "POST",
      dispatcher,
      headers: post.headers,
      body: post.body,
      signal,
    });
    const answer = await rejectOnAbort(signal, sending);
    status = answer.statusCode;
    await readSome(answer.body);
    fault = judgeStatus(status);
  } catch (error) {
    post.signal?.throwIfAborted();
    if (limit.aborted) fault = "timeout";
    else fault = status === null ? nameFault(error, new URL(post.url).protocol) : "interrupted";
  }
  return { status, fault, durationMs: Math.round(performance.now() - startedAt) };
}

async function readSome(body: AsyncIterable<Uint8Array>): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes >= maxAnswerBytes) return;
  }
}

function judgeStatus(status: number): WebhookFault | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return "gone";
  return status >= 300 && status < 400 ? "redirect" : "status";
}

/** A name that is unknown, a closed port and a private address are one fault, which says nothing about the network. */
function nameFault(error: unknown, protocol: string): WebhookFault {
  if (errorCodes(error).includes("UND_ERR_SOCKET")) return "interrupted";
  const code = codeOfFailedConnection(error, protocol);
  if (code === "network.connect-timeout") return "timeout";
  return code === "network.tls" ? "tls" : "unreachable";
}
