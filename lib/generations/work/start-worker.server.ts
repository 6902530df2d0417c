import type { Database } from "@/lib/db/database.server";
import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import type { JobQueue } from "@/lib/jobs/job-queue.server";
import type { WorkerPresence } from "@/lib/jobs/worker-presence.server";
import { liveChannel, parseChange } from "@/lib/live/live-hub.server";
import { advanceGeneration, type InFlight } from "./advance-generation.server";
import { advanceGenerationJob } from "../record/advance-job";
import { hurryOwedResults, recoverGenerations } from "./recover-generations.server";
import type { WorkerServices } from "../record/worker-services.server";

const recoveryIntervalMs = 15_000;
/** While the disk is full. */
const spaceIntervalMs = 2_000;

/** How many generations one process works on at once, which bounds memory and sockets. */
const maxInFlight = 32;

/** Changes come in bursts; the next due time is read once after each burst. */
const alarmPauseMs = 50;

/**
 * How far the studio's clock may be ahead of the database's, which decides what the queue hands out. What was due within this time
 * and is still there is looked for once more; a look that comes too early would otherwise leave it to the queue's own polling.
 */
const clockErrorMs = 250;

/** The longest delay of setTimeout. */
const longestTimerMs = 2 ** 31 - 1;

interface GenerationWorker {
  /** How many generations this process works on now. */
  countInFlight(): number;
  /** Claims nothing more and resolves when the current work has ended. */
  stop(): Promise<void>;
}

/**
 * Starts working on generations: recovers what dead processes left, then handles wake-ups. A new generation that may start
 * at once is announced by its own notification; all other wake-ups are jobs. The queue polls only every few seconds, so an
 * alarm makes it look when a deferred one is due.
 */
export async function startWorker(
  services: WorkerServices,
  { queue, presence }: { queue: JobQueue; presence: WorkerPresence },
): Promise<GenerationWorker> {
  const inFlight: InFlight = new Map();
  // Between the commit of a claim and its entry in `inFlight`, recovery would take it for an orphan.
  const oneAtATime = pLimit(1);
  let stopping = false;
  let wasDiskFull = false;

  async function recover(atStart = false): Promise<void> {
    try {
      // It may itself be taken for dead by now.
      if (presence.lease.hold() === null) return;
      const hasSpace = await services.hasDiskSpace();
      const isSpaceBack = hasSpace && wasDiskFull;
      wasDiskFull = !hasSpace;
      if (isSpaceBack) await hurryOwedResults(services);
      const options = { inFlight, presence, atStart: atStart || isSpaceBack };
      await oneAtATime(() => recoverGenerations(services, options));
    } catch (error) {
      services.report(error, "Recovery did not get through; it runs again soon");
    }
  }

  async function lookForSpace(): Promise<void> {
    if (wasDiskFull && (await services.hasDiskSpace())) await recover();
  }

  async function advance(generationId: string): Promise<void> {
    while (inFlight.size >= maxInFlight) await Promise.race(inFlight.values());
    if (stopping) return;
    try {
      await oneAtATime(() => advanceGeneration(services, inFlight, generationId));
    } catch (error) {
      services.report(error, "A generation could not be taken on; recovery tries again", { generationId });
    }
  }

  let alarm: ReturnType<typeof createAlarm> | null = null;
  // Before the first recovery, so that nothing new falls between the two.
  presence.onNews(liveChannel, (payload) => {
    if (stopping) return;
    const change = payload === null ? null : parseChange(payload);
    if (change?.at !== undefined) alarm?.ringAt(change.at);
    else if (!change || change.many) alarm?.reset();
    if (payload === null) return void recover(true);
    if (change?.due) void advance(change.id);
  });
  presence.onDeath(() => void (!stopping && recover()));
  await recover(true);
  const worker = await queue.work(advanceGenerationJob, async (batch) => {
    for (const { generationId } of batch) await advance(generationId);
  });
  alarm = createAlarm(services, worker.look);
  alarm.reset();
  const recovery = setInterval(() => void recover(), recoveryIntervalMs);
  const space = setInterval(() => void lookForSpace(), spaceIntervalMs);

  return {
    countInFlight: () => inFlight.size,
    async stop() {
      stopping = true;
      clearInterval(recovery);
      clearInterval(space);
      alarm?.stop();
      // A claim in progress still becomes a request: stop claiming first, then wait for what was claimed.
      await worker.stop();
      await oneAtATime(async () => undefined);
      while (inFlight.size > 0) await Promise.all(inFlight.values());
    },
  };
}

interface Alarm {
  /** Something is planned for this time, in epoch milliseconds. */
  ringAt(at: number): void;
  /** Asks what is planned next, after a change that doesn't say. */
  reset(): void;
  stop(): void;
}

/**
 * Looks at the next due time. An earlier one always stands, also against an answer that is older than it: what was planned and no
 * longer is costs one look.
 */
function createAlarm(services: WorkerServices, look: () => void): Alarm {
  let timer: NodeJS.Timeout | undefined;
  let ringsAt = Infinity;
  let asking = false;
  let askAgain = false;
  let stopped = false;

  function ringAt(at: number): void {
    if (at >= ringsAt || stopped) return;
    clearTimeout(timer);
    ringsAt = at;
    const delayMs = Math.max(0, at - services.clock.now() + 1);
    timer = setTimeout(ring, Math.min(longestTimerMs, delayMs));
  }

  function ring(): void {
    ringsAt = Infinity;
    look();
    reset();
  }

  async function ask(): Promise<void> {
    const since = services.clock.now() - clockErrorMs;
    await sleep(alarmPauseMs);
    if (stopped) return;
    const at = (await findNextDue(services.database, since)) ?? Infinity;
    ringAt(at <= services.clock.now() ? at + clockErrorMs : at);
  }

  function reset(): void {
    if (asking || stopped) {
      askAgain = true;
      return;
    }
    asking = true;
    void ask()
      .catch((error: unknown) => services.report(error, "The next due moment could not be found"))
      .finally(() => {
        asking = false;
        if (askAgain && !stopped) {
          askAgain = false;
          reset();
        }
      });
  }

  return {
    reset,
    ringAt,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** When the next generation is due after `now`, in epoch milliseconds; null for none. */
async function findNextDue(database: Database, now: number): Promise<number | null> {
  const after = new Date(now);
  // Each half reads the first entry of its index.
  const [row] = await database.$queryRaw<{ at: Date | null }[]>`
    SELECT least(
      (SELECT min("scheduledAt") FROM "Generation"
        WHERE "state" = 'queued' AND NOT "held" AND "scheduledAt" > ${after}),
      (SELECT min("nextPollAt") FROM "Generation"
        WHERE "state" IN ('running', 'storing') AND "nextPollAt" > ${after})
    ) AS "at"`;
  return row?.at?.getTime() ?? null;
}
