import { FaultSet } from "../faults.ts";
import { decodeJson, encodeJson } from "../http/json.ts";
import type { TaskDesk } from "../media/task-desk.ts";
import type { SandboxClock, Settings } from "../settings.ts";
import { makeTextId } from "./identifiers.ts";
import type { PushStatus, Task, TaskStore } from "./task-store.ts";

/** Node's timers hold at most a 32-bit number of milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const MAXIMUM_LOG = 10_000;

export interface CallbackDelivery {
  kind: "challenge" | "update";
  /** Null for a challenge, which comes before there is a task. */
  taskId: string | null;
  status: PushStatus | null;
  url: string;
  at: number;
  durationMs: number;
  outcome: string;
}

/**
 * Pushes each status of a video task to its callback address when it becomes current (service.md "Events"), with the
 * faults of the task. A failed push is not repeated: the document shows no retry policy, so a client must not
 * count on one.
 */
export function createCallbackPusher(
  tasks: TaskStore,
  desk: TaskDesk,
  clock: SandboxClock,
  settings: Pick<Settings, "callbackTimeoutMs">,
  closing: AbortSignal,
) {
  const log: CallbackDelivery[] = [];
  /** The last push of each task that has one under way: the pushes of a task leave one after another. */
  const lastPushes = new Map<string, Promise<unknown>>();
  let timer: NodeJS.Timeout | undefined;
  closing.addEventListener("abort", () => clearTimeout(timer));
  wake();

  const listDeliveries = (): readonly CallbackDelivery[] => log;

  /** Posts the challenge; true when the same value came back in time (service.md "Events" 1). */
  async function passesChallenge(url: string): Promise<boolean> {
    const challenge = makeTextId();
    let isSame = false;
    await post({ kind: "challenge", taskId: null, status: null, url }, { challenge }, async (response) => {
      const answer = decodeJson(await response.text()) as { challenge?: unknown } | null;
      isSame = response.ok && answer?.challenge === challenge;
    });
    return isSame;
  }

  /** Pushes what is due and sets the timer for the next change. Call it when a task is made or the clock moves. */
  function wake(): void {
    if (closing.aborted) return;
    clearTimeout(timer);
    const now = clock.now();
    let nextAt = Number.POSITIVE_INFINITY;
    for (const task of tasks.list()) {
      if (task.callbackUrl === null) continue;
      const known = tasks.listPushed(task);
      const open = planPushes(task, tasks.momentsOf(task)).filter(({ status }) => !known.includes(status));
      const due = open.filter(({ at }) => at <= now).map(({ status }) => status);
      for (const status of due) tasks.recordPush(task, status);
      const faults = new FaultSet(task.faults);
      // A receiver that was away gets the latest status only.
      const statuses = faults.has("callbacks-reversed") ? due : due.slice(-1);
      void push(task, statuses, faults.value("callbacks-copied") ?? 1);
      for (const { at } of open) if (at > now) nextAt = Math.min(nextAt, at);
    }
    if (nextAt === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(() => wake(), Math.min(nextAt - now + 1, LONGEST_TIMER_MS));
  }

  /** Pushes statuses, true or not, after those under way for the task. Resolves once they were answered. */
  async function push(
    task: Task,
    statuses: readonly PushStatus[],
    copies: number,
  ): Promise<CallbackDelivery[]> {
    if (task.callbackUrl === null || statuses.length === 0) return [];
    if (statuses.includes("processing")) desk.start(task);
    const pushing = (lastPushes.get(task.taskId) ?? Promise.resolve()).then(async () => {
      const deliveries: CallbackDelivery[] = [];
      for (const status of statuses) {
        for (let copy = 0; copy < copies; copy += 1) deliveries.push(await pushOnce(task, status));
      }
      return deliveries;
    });
    lastPushes.set(task.taskId, pushing);
    try {
      return await pushing;
    } finally {
      if (lastPushes.get(task.taskId) === pushing) lastPushes.delete(task.taskId);
    }
  }

  function pushOnce(task: Task, status: PushStatus): Promise<CallbackDelivery> {
    const url = task.callbackUrl ?? "";
    const faults = new FaultSet(task.faults);
    const isFailure = status === "failed";
    const body = {
      task_id: task.taskId,
      status: faults.has("callbacks-capitalised") ? status.charAt(0).toUpperCase() + status.slice(1) : status,
      ...(status === "success" ? { file_id: task.fileId } : {}),
      base_resp: {
        status_code: isFailure ? task.failureCode : 0,
        status_msg: isFailure ? "the task failed" : "success",
      },
      ...(faults.has("callbacks-with-more") ? { progress: 0.5, extra: { trace: [1, null, "x"] } } : {}),
    };
    return post({ kind: "update", taskId: task.taskId, status, url }, body, async (response) => {
      await response.arrayBuffer();
    });
  }

  /** Posts JSON and logs the outcome; throws nothing. */
  async function post(
    what: Pick<CallbackDelivery, "kind" | "taskId" | "status" | "url">,
    body: unknown,
    read: (response: Response) => Promise<void>,
  ): Promise<CallbackDelivery> {
    const at = clock.now();
    const startedAt = performance.now();
    let outcome: string;
    try {
      const response = await fetch(what.url, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: encodeJson(body),
        signal: AbortSignal.any([closing, AbortSignal.timeout(settings.callbackTimeoutMs)]),
      });
      await read(response);
      outcome = `HTTP ${response.status}`;
    } catch (error) {
      // The reason of a failed fetch is in its cause.
      const { cause } = error as { cause?: unknown };
      outcome = cause === undefined ? String(error) : `${String(error)}: ${String(cause)}`;
    }
    const delivery = { ...what, at, durationMs: Math.round(performance.now() - startedAt), outcome };
    log.push(delivery);
    if (log.length > MAXIMUM_LOG) log.shift();
    if (!/^HTTP 2\d\d$/.test(outcome)) {
      process.stderr.write(`callback ${what.url} ${what.status ?? what.kind}: ${outcome}\n`);
    }
    return delivery;
  }

  return { listDeliveries, passesChallenge, wake, push };
}

/** The pushes of a task in the order in which they leave, and from when: the service promises neither order nor time. */
function planPushes(
  task: Task,
  { processingAt, endsAt }: ReturnType<TaskStore["momentsOf"]>,
): { status: PushStatus; at: number }[] {
  const faults = new FaultSet(task.faults);
  if (faults.has("callbacks-lost")) return [];
  const lateMs = faults.value("callbacks-late") ?? 0;
  const processing = { status: "processing", at: processingAt + lateMs } as const;
  if (faults.has("last-callback-lost")) return [processing];
  const end = { status: task.failureCode === 0 ? "success" : "failed", at: endsAt + lateMs } as const;
  return faults.has("callbacks-reversed") ? [end, { ...processing, at: end.at }] : [processing, end];
}
