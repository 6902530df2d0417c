import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { authenticate } from "../auth.ts";
import { type Answer, waitFor } from "../http/answer.ts";
import { decodeJson } from "../http/json.ts";
import { readBody, readMultipartFields } from "../http/read-body.ts";
import { invalidParameter, Refusal } from "../http/refusal.ts";
import { deliverAnswer, deliverHttpFault, deliverRefusal, type Delivery } from "./deliver-answer.ts";
import type { Call, ServiceEndpoint } from "./service-endpoint.ts";
import { Fields } from "../rules/fields.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import type { Arrival, BillEntry } from "../state/ledger.ts";

/** What is known of a request so far; filled in as it is read. */
interface Dossier {
  bodyHash: string | null;
  model: string | null;
  fields: Fields | null;
}

/**
 * The one path of every request to the service: arrival written down, key, body, rules, rate limit, faults, balance,
 * work, bill, answer. The work goes on when the caller leaves, and is billed, as at the real service.
 */
export async function handleServiceCall(
  sandbox: SandboxContext,
  endpoint: ServiceEndpoint,
  arrival: Arrival,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const dossier: Dossier = { bodyHash: null, model: null, fields: null };
  const traceId = randomBytes(16).toString("hex");
  response.setHeader("Trace-Id", traceId);
  const delivery: Delivery = { sandbox, endpoint, response, traceId };

  let call: Call;
  let input: unknown;
  try {
    const holder = authenticate(request.headers.authorization);
    dossier.fields = await readFields(endpoint, request, dossier);
    // From here on the caller may go away: what it asked for is here.
    sandbox.ledger.settleRequest(arrival.id, { bodyHash: dossier.bodyHash });
    input = await endpoint.parse(dossier.fields, sandbox);
    if (endpoint.form === "json") dossier.fields.refuseUnread();
    dossier.model = endpoint.model?.(input) ?? null;
    endpoint.authorize?.(input, holder);
    const bucket = endpoint.rateBucket?.(input);
    if (bucket !== undefined) sandbox.rateLimiter.admit(holder.key, bucket);
    const text = endpoint.text?.(input) ?? "";
    const faults = sandbox.faults.take({ endpoint: endpoint.path, key: holder.key, text });
    if (endpoint.billable && !holder.hasBalance) throw new Refusal(1008);
    call = { sandbox, id: arrival.id, traceId, key: holder.key, faults };
  } catch (error) {
    return refuse(error, delivery, arrival, dossier);
  }

  if (call.faults.has("drop-before")) {
    settle(sandbox, endpoint, arrival, dossier, "dropped-before", false);
    request.socket.destroy();
    return;
  }
  await waitFor(latencyOf(call, endpoint), sandbox.closing);
  if (sandbox.closing.aborted) {
    settle(sandbox, endpoint, arrival, dossier, "sandbox-closed", false);
    request.socket.destroy();
    return;
  }
  const httpStatus = call.faults.value("http");
  if (httpStatus !== null) {
    settle(sandbox, endpoint, arrival, dossier, `http:${httpStatus}`, false);
    await deliverHttpFault(delivery, httpStatus);
    return;
  }

  let answer: Answer;
  try {
    const refusalCode = call.faults.value("refuse");
    if (refusalCode !== null) throw new Refusal(refusalCode);
    answer = await endpoint.run(input, call);
  } catch (error) {
    return refuse(error, delivery, arrival, dossier);
  }
  settle(sandbox, endpoint, arrival, dossier, "made", true);
  const outcome = await deliverAnswer(delivery, answer, call.faults);
  sandbox.ledger.settleRequest(arrival.id, { outcome });
  if (endpoint.billable) sandbox.ledger.changeBillOutcome(arrival.id, outcome);
}

async function refuse(error: unknown, delivery: Delivery, arrival: Arrival, dossier: Dossier): Promise<void> {
  if (!(error instanceof Refusal)) throw error;
  settle(delivery.sandbox, delivery.endpoint, arrival, dossier, `refused:${error.statusCode}`, false);
  await deliverRefusal(delivery, error);
}

async function readFields(
  endpoint: ServiceEndpoint,
  request: IncomingMessage,
  dossier: Dossier,
): Promise<Fields> {
  if (endpoint.form === "query") {
    const query = new URL(request.url ?? "/", "http://sandbox").searchParams;
    return new Fields(Object.fromEntries(query));
  }
  const body = await readBody(request);
  dossier.bodyHash = createHash("sha256").update(body).digest("hex");
  const contentType = request.headers["content-type"] ?? "";
  if (endpoint.form === "multipart") return readMultipartFields(body, contentType);
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw invalidParameter("Content-Type", "must be application/json");
  }
  try {
    return new Fields(decodeJson(body.toString("utf8")));
  } catch (error) {
    if (error instanceof SyntaxError) throw invalidParameter("body", "is not JSON");
    throw error;
  }
}

function settle(
  sandbox: SandboxContext,
  endpoint: ServiceEndpoint,
  arrival: Arrival,
  dossier: Dossier,
  outcome: string,
  isMade: boolean,
): void {
  const { bodyHash, model } = dossier;
  const settlement = { bodyHash, model, outcome, unknownFields: dossier.fields?.unreadNames() ?? [] };
  sandbox.ledger.settleRequest(arrival.id, settlement);
  if (!endpoint.billable) return;
  const entry: BillEntry = {
    ...arrival,
    ...settlement,
    endpoint: endpoint.path,
    billed: isMade,
    billedAt: isMade ? sandbox.clock.now() : null,
  };
  sandbox.ledger.recordBill(entry);
}

function latencyOf(call: Call, endpoint: ServiceEndpoint): number {
  const [from, to] = endpoint.typicalLatencyMs;
  return (
    call.faults.value("latency") ?? call.sandbox.settings.latencyMs ?? from + Math.random() * (to - from)
  );
}
