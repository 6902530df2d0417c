import type { SandboxClock } from "./clock.ts";
import { encodeJson } from "./http/json.ts";
import type { Task, TaskStore } from "./state/task-store.ts";

/** The receiver must answer within 3 seconds (service.md "Events" 1). */
const CALLBACK_TIMEOUT_MS = 3_000;
/** Node's timers hold at most a 32-bit number of milliseconds. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Pushes each status of a video task to its callback address when it becomes current (service.md "Events").
 * A failed push is not repeated: the document shows no retry policy, so a client must not count on one.
 */
export class CallbackPusher {
  private readonly tasks: TaskStore;
  private readonly clock: SandboxClock;
  private readonly closing: AbortSignal;
  private timer: NodeJS.Timeout | undefined;

  constructor(tasks: TaskStore, clock: SandboxClock, closing: AbortSignal) {
    this.tasks = tasks;
    this.clock = clock;
    this.closing = closing;
    closing.addEventListener("abort", () => clearTimeout(this.timer));
    this.wake();
  }

  /** Pushes what is due and sets the timer for the next change. Call it when a task is made or the clock moves. */
  wake(): void {
    if (this.closing.aborted) return;
    clearTimeout(this.timer);
    const now = this.clock.now();
    let nextAt = Number.POSITIVE_INFINITY;
    for (const task of this.tasks.list()) {
      if (task.callbackUrl === null) continue;
      const due = this.findDueStatus(task);
      if (due !== null) void this.push(task, task.callbackUrl, due);
      const { processingAt, endsAt } = this.tasks.momentsOf(task);
      for (const moment of [processingAt, endsAt]) if (moment > now) nextAt = Math.min(nextAt, moment);
    }
    if (nextAt === Number.POSITIVE_INFINITY) return;
    this.timer = setTimeout(() => this.wake(), Math.min(nextAt - now + 1, LONGEST_TIMER_MS));
  }

  private findDueStatus(task: Task): string | null {
    const status = {
      Preparing: null,
      Queueing: null,
      Processing: "processing",
      Success: "success",
      Fail: "failed",
    }[this.tasks.statusOf(task)];
    return status === this.tasks.pushedStatusOf(task) ? null : status;
  }

  private async push(task: Task, callbackUrl: string, status: string): Promise<void> {
    this.tasks.recordPush(task, status);
    const isSuccess = status === "success";
    const body = {
      task_id: task.taskId,
      status,
      ...(isSuccess ? { file_id: task.fileId } : {}),
      base_resp:
        status === "failed"
          ? { status_code: task.failureCode, status_msg: "the task failed" }
          : { status_code: 0, status_msg: "success" },
    };
    const failure = await postJson(callbackUrl, body, this.closing);
    if (failure !== null) process.stderr.write(`callback ${callbackUrl} ${status}: ${failure}\n`);
  }
}

/** Posts the challenge; true when the same value came back within 3 seconds (service.md "Events" 1). */
export async function passesChallenge(
  callbackUrl: string,
  challenge: string,
  closing: AbortSignal,
): Promise<boolean> {
  try {
    const response = await postWithTimeout(callbackUrl, { challenge }, closing);
    const answer = (await response.json()) as { challenge?: unknown } | null;
    return response.ok && answer?.challenge === challenge;
  } catch (error) {
    process.stderr.write(`callback ${callbackUrl} challenge: ${String(error)}\n`);
    return false;
  }
}

/** Posts a status; answers what went wrong, or null. */
async function postJson(url: string, body: unknown, closing: AbortSignal): Promise<string | null> {
  try {
    const response = await postWithTimeout(url, body, closing);
    await response.arrayBuffer();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    return String(error);
  }
}

function postWithTimeout(url: string, body: unknown, closing: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: encodeJson(body),
    signal: AbortSignal.any([closing, AbortSignal.timeout(CALLBACK_TIMEOUT_MS)]),
  });
}
