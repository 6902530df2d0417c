import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { parseFault } from "../faults.ts";
import { sendJson } from "../http/answer.ts";
import { isFromOwnHost } from "../http/own-host.ts";
import { parseJsonBody, readBody } from "../http/read-body.ts";
import { invalidParameter, Refusal } from "../http/refusal.ts";
import { Fields } from "../rules/fields.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { DEFAULT_SETTINGS, parseSettingsChange } from "../settings.ts";
import type { CallbackDelivery } from "../state/callback-pusher.ts";
import type { PushStatus } from "../state/task-store.ts";

const PUSH_STATUSES = ["processing", "success", "failed"] as const;

type ControlHandler = (sandbox: SandboxContext, body: unknown, asker: Socket) => unknown;

/** The control endpoints, `/__sandbox/...`: for tests and people, no key. README.md describes each. */
const HANDLERS: Readonly<Record<string, ControlHandler>> = {
  "GET /__sandbox/health": (sandbox) => ({
    status: "ok",
    baseUrl: sandbox.links.baseUrl,
    speech: sandbox.workshop.speech(),
  }),
  "GET /__sandbox/settings": (sandbox) => sandbox.settings,
  "POST /__sandbox/settings": async (sandbox, body, asker) => {
    Object.assign(sandbox.settings, parseSettingsChange(body));
    await sandbox.applyMainAddress(asker);
    sandbox.callbacks.wake();
    return sandbox.settings;
  },
  "GET /__sandbox/faults": (sandbox) => ({ armed: sandbox.faults.listArmed() }),
  "POST /__sandbox/faults": (sandbox, body) => {
    armFaults(sandbox, new Fields(body));
    return { armed: sandbox.faults.listArmed() };
  },
  "DELETE /__sandbox/faults": (sandbox) => {
    sandbox.faults.disarm();
    return { armed: [] };
  },
  "GET /__sandbox/bill": (sandbox) => {
    const entries = sandbox.ledger.listBill();
    return { billedCount: entries.filter(({ billed }) => billed).length, entries };
  },
  "GET /__sandbox/requests": (sandbox) => ({ requests: sandbox.ledger.listRequests() }),
  "GET /__sandbox/callbacks": (sandbox) => ({ deliveries: sandbox.callbacks.listDeliveries() }),
  "POST /__sandbox/callbacks/replay": async (sandbox, body) => ({
    deliveries: await replayCallbacks(sandbox, new Fields(body)),
  }),
  "POST /__sandbox/cover-features/expire": (sandbox, body) => {
    const fields = new Fields(body);
    const coverFeatureId = fields.string("coverFeatureId", { min: 1 });
    fields.refuseUnread("no such field");
    return { expiredCount: sandbox.coverFeatures.expire(coverFeatureId) };
  },
  "POST /__sandbox/reset": async (sandbox, _body, asker) => {
    Object.assign(sandbox.settings, DEFAULT_SETTINGS, sandbox.startSettings);
    await sandbox.applyMainAddress(asker);
    sandbox.faults.reset();
    sandbox.rateLimiter.reset();
    sandbox.ledger.reset();
    sandbox.tasks.reset();
    sandbox.coverFeatures.expire();
    await Promise.all([sandbox.links.reset(), sandbox.files.reset()]);
    return { status: "reset" };
  },
};

/**
 * Handles a control request of this machine; others get HTTP 403. A mistake in it gives HTTP 400, so that no test takes it
 * for a fault of the service.
 */
export async function handleControl(
  sandbox: SandboxContext,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isFromOwnHost({ remoteAddress: request.socket.remoteAddress, headers: request.headers })) {
    await sendJson(response, 403, { error: 403, message: "control endpoints answer this machine only" });
    return;
  }
  const handler = HANDLERS[`${request.method} ${path}`];
  if (handler === undefined) {
    await sendJson(response, 404, { error: 404, message: `no control endpoint ${request.method} ${path}` });
    return;
  }
  try {
    const body = request.method === "POST" ? parseJsonBody(await readBody(request), true) : null;
    const result = await handler(sandbox, body, request.socket);
    if (sandbox.settings.mainAddress === "down") response.setHeader("Connection", "close");
    await sendJson(response, 200, result as Record<string, unknown>);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sendJson(response, 400, { error: 400, message: error.statusMessage });
  }
}

function armFaults(sandbox: SandboxContext, fields: Fields): void {
  const faults = fields.required("faults", fields.strings("faults")).map(parseFault);
  const endpoint = fields.string("endpoint") ?? null;
  const key = fields.string("key") ?? null;
  const timesLeft = fields.integer("times", { min: 1 }) ?? 1;
  fields.refuseUnread("no such field");
  sandbox.faults.arm({ faults, endpoint, key, timesLeft });
}

/** Pushes the statuses of a task again from the start, or the named ones, true or not. */
function replayCallbacks(sandbox: SandboxContext, fields: Fields): Promise<CallbackDelivery[]> {
  const taskId = fields.required("taskId", fields.string("taskId"));
  const copies = fields.integer("copies", { min: 1 }) ?? 1;
  const named = fields.strings("statuses");
  fields.refuseUnread("no such field");
  const task = sandbox.tasks.find(taskId);
  if (task === null || task.callbackUrl === null) {
    throw invalidParameter("taskId", "no such task with a callback address");
  }
  const statuses = named?.map((name) => {
    const status = PUSH_STATUSES.find((candidate) => candidate === name);
    return status ?? fields.fail("statuses", `must be some of ${PUSH_STATUSES.join(", ")}`);
  });
  const { processingAt, endsAt } = sandbox.tasks.momentsOf(task);
  const now = sandbox.clock.now();
  const past: PushStatus[] = now >= processingAt ? ["processing"] : [];
  if (now >= endsAt) past.push(task.failureCode === 0 ? "success" : "failed");
  return sandbox.callbacks.push(task, statuses ?? past, copies);
}
