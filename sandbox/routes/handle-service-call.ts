import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { authenticate } from "../auth.ts";
import { type Answer, waitFor } from "../http/answer.ts";
import { parseJsonBody, readBody, readMultipartFields } from "../http/read-body.ts";
import { invalidParameter, Refusal } from "../http/refusal.ts";
import { deliverAnswer, deliverHttpFault, deliverRefusal, type Delivery } from "./deliver-answer.ts";
import type { Call, ServiceEndpoint } from "./service-endpoint.ts";
import { Fields } from "../rules/fields.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { Arrival } from "../state/ledger.ts";

/**
 * The one path of every request to the service: record of the arrival, key, body, rules, rate limit, faults, balance,
 * work, bill, answer. The work continues when the caller disconnects, and is billed, as at the real service.
 */
export async function handleServiceCall(
  sandbox: SandboxContext,
  endpoint: ServiceEndpoint,
  arrival: Arrival,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { ledger } = sandbox;
  const traceId = randomBytes(16).toString("hex");
  response.setHeader("Trace-Id", traceId);
  const delivery: Delivery = { sandbox, endpoint, response, traceId };
  // What is known of the request so far.
  const known: { bodyHash: string | null; model: string | null } = { bodyHash: null, model: null };
  let fields: Fields | null = null;

  const settle = (outcome: string, isMade: boolean) => {
    const billedAt = isMade ? sandbox.clock.now() : null;
    const bill = endpoint.billable ? { endpoint: endpoint.path, billed: isMade, billedAt } : {};
    ledger.settle(arrival.id, { ...known, outcome, unknownFields: fields?.unreadNames() ?? [], ...bill });
  };
  const refuse = async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    settle(`refused:${error.statusCode}`, false);
    await deliverRefusal(delivery, error);
  };
  const drop = (outcome: string) => {
    settle(outcome, false);
    request.socket.destroy();
  };

  let call: Call;
  let input: unknown;
  try {
    const holder = authenticate(request.headers.authorization);
    const body = endpoint.form === "query" ? null : await readBody(request);
    if (body !== null) known.bodyHash = createHash("sha256").update(body).digest("hex");
    fields = await readFields(endpoint, request, body);
    // The request has arrived completely; the work continues even if the caller disconnects.
    ledger.settle(arrival.id, { bodyHash: known.bodyHash });
    input = await endpoint.parse(fields, sandbox);
    if (endpoint.form === "json") fields.refuseUnread();
    known.model = endpoint.model?.(input) ?? null;
    endpoint.authorize?.(input, holder);
    const bucket = endpoint.rateBucket?.(input);
    if (bucket !== undefined) sandbox.rateLimiter.admit(holder.key, bucket);
    const text = endpoint.text?.(input) ?? "";
    const faults = sandbox.faults.take({ endpoint: endpoint.path, key: holder.key, text });
    if (endpoint.billable && !holder.hasBalance) throw new Refusal(1008);
    call = { sandbox, id: arrival.id, traceId, key: holder.key, faults };
  } catch (error) {
    return refuse(error);
  }

  if (call.faults.has("drop-before")) return drop("dropped-before");
  await waitFor(latencyOf(call, endpoint), sandbox.closing);
  while (endpoint.billable && sandbox.settings.calls === "held" && !sandbox.closing.aborted) {
    await waitFor(20, sandbox.closing);
  }
  if (sandbox.closing.aborted) return drop("sandbox-closed");
  const httpStatus = call.faults.value("http");
  if (httpStatus !== null) {
    settle(`http:${httpStatus}`, false);
    return deliverHttpFault(delivery, httpStatus);
  }
  let answer: Answer;
  try {
    const refusalCode = call.faults.value("refuse");
    if (refusalCode !== null) throw new Refusal(refusalCode);
    answer = await endpoint.run(input, call);
  } catch (error) {
    return refuse(error);
  }
  settle("made", true);
  const outcome = await deliverAnswer(delivery, answer, call.faults);
  ledger.settle(arrival.id, { outcome });
}

async function readFields(endpoint: ServiceEndpoint, request: IncomingMessage, body: Buffer | null) {
  if (body === null) {
    return new Fields(Object.fromEntries(new URL(request.url ?? "/", "http://sandbox").searchParams));
  }
  const contentType = request.headers["content-type"] ?? "";
  if (endpoint.form === "multipart") return readMultipartFields(body, contentType);
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw invalidParameter("Content-Type", "must be application/json");
  }
  return new Fields(parseJsonBody(body));
}

function latencyOf({ faults, sandbox }: Call, endpoint: ServiceEndpoint): number {
  const [from, to] = endpoint.typicalLatencyMs ?? [5, 25];
  return faults.value("latency") ?? sandbox.settings.latencyMs ?? from + Math.random() * (to - from);
}
