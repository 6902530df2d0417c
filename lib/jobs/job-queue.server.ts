import { fromPrisma, PgBoss } from "pg-boss";
import type { Queryable } from "@/lib/db/database.server";
import { getLogger } from "@/lib/errors/logger.server";
import type { JobDefinition } from "./define-job";

/** Handles jobs of one kind, a batch at a time; must not throw, since a job is a wake-up and not the truth. */
export type JobHandler<Data> = (batch: Data[]) => Promise<void>;

export interface EnqueueOptions {
  /** Not before this moment; at once when it is missing or past. */
  startAfter?: Date;
  /** The open transaction that the job belongs to: it exists if and only if the transaction commits. */
  transaction?: Queryable;
}

export interface JobWorker {
  /** Looks for due jobs now. */
  look(): void;
  /** Takes no more jobs; resolves when the handler that runs has returned. */
  stop(): Promise<void>;
}

/** The queue of jobs, behind which stands pg-boss. */
export interface JobQueue {
  enqueue<Data extends object>(job: JobDefinition<Data>, data: Data, options?: EnqueueOptions): Promise<void>;
  /** Begins to handle jobs of this kind. */
  work<Data extends object>(job: JobDefinition<Data>, handle: JobHandler<Data>): Promise<JobWorker>;
  /** Closes the queue; handlers that run are waited for. */
  stop(): Promise<void>;
}

const batchSize = 50;

/**
 * Opens the queue. A process that only sends leaves out maintenance.
 * Jobs are delivered at once by LISTEN/NOTIFY; polling is what remains when a notification is lost.
 */
export async function openJobQueue(options: {
  databaseUrl: string;
  role: "sender" | "worker";
  /** Their queues are made where they are missing. */
  jobs: { name: string }[];
}): Promise<JobQueue> {
  const isWorker = options.role === "worker";
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    application_name: `reverie-jobs-${options.role}`,
    max: isWorker ? 4 : 2,
    // Jobs are wake-ups: one that a crash of the machine takes back is sent again by recovery. What is enqueued in a
    // transaction of the studio's own is as durable as that.
    options: "-c synchronous_commit=off",
    supervise: isWorker,
    schedule: false,
    useListenNotify: isWorker,
  });
  boss.on("error", (error) => getLogger().error({ err: error }, "The job queue reported a fault"));
  boss.on("warning", (warning) => getLogger().warn({ warning }, "The job queue warned"));
  await boss.start();
  for (const job of options.jobs) {
    await boss.createQueue(job.name, {
      notify: true,
      // A wake-up that is lost with its worker is sent again by recovery, not by the queue.
      retryLimit: 0,
      deleteAfterSeconds: 600,
    });
  }

  return {
    async enqueue(job, data, { startAfter, transaction } = {}) {
      const deferred = startAfter && startAfter.getTime() > Date.now() ? { startAfter } : {};
      await boss.send(job.name, job.schema.parse(data), {
        ...deferred,
        ...(transaction ? { db: fromPrisma(transaction) } : {}),
      });
    },
    async work(job, handle) {
      const workerId = await boss.work<object>(
        job.name,
        { batchSize, burstWhenBatchFull: true, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 },
        async (jobs) => {
          await handle(jobs.map(({ data }) => job.schema.parse(data)));
        },
      );
      return {
        look: () => boss.notifyWorker(workerId),
        stop: () => boss.offWork(job.name, { id: workerId, wait: true }),
      };
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
