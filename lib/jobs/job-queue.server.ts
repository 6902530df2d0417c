import { createHash } from "node:crypto";
import { fromPrisma, PgBoss } from "pg-boss";
import { studioClock } from "@/lib/clock";
import { connectionPlan } from "@/lib/db/connection-plan";
import type { Queryable } from "@/lib/db/database.server";
import { lostLinkOptions } from "@/lib/db/lost-links";
import { getLogger } from "@/lib/errors/logger.server";
import type { JobDefinition } from "./define-job";

/** Handles a batch of jobs of one kind. Must not throw: jobs are wake-ups and are not retried. */
type JobHandler<Data> = (batch: Data[]) => Promise<void>;

interface EnqueueOptions {
  /** The earliest time; at once without it. */
  startAfter?: Date;
  /** The transaction that the job is part of: without its commit there is no job. */
  transaction?: Queryable;
}

interface JobWorker {
  /** Looks for due jobs now. */
  look(): void;
  /** Takes no more jobs; resolves when the handler that runs has returned. */
  stop(): Promise<void>;
}

/**
 * The channel on which pg-boss tells of new jobs by the name of their queue: of its schema, as in `notifyChannelSql`. Every session
 * that listens is woken by every notification of the database, so workers hear of jobs in the session that they have anyway.
 */
export const jobChannel = `pgboss_${createHash("sha224").update("pgboss").digest("hex").slice(0, 24)}`;

/** The job queue, implemented with pg-boss. */
export interface JobQueue {
  enqueue<Data extends object>(job: JobDefinition<Data>, data: Data, options?: EnqueueOptions): Promise<void>;
  /** Enqueues many with one statement. */
  enqueueAll<Data extends object>(
    job: JobDefinition<Data>,
    entries: readonly { data: Data; startAfter: Date }[],
    options: { transaction: Queryable },
  ): Promise<void>;
  /** Starts handling jobs of this kind. */
  work<Data extends object>(job: JobDefinition<Data>, handle: JobHandler<Data>): Promise<JobWorker>;
  /** New jobs of this name, heard on `jobChannel`, are taken at once; with null, those of all names. */
  look(jobName: string | null): void;
  /** Closes the queue after the running handlers. */
  stop(): Promise<void>;
}

const batchSize = 50;

/**
 * Opens the queue. A process that only sends does no maintenance. Jobs are delivered at once by `look`, and by polling when
 * a notification is lost.
 */
export async function openJobQueue(options: {
  databaseUrl: string;
  role: "sender" | "worker";
  /** The application name of its sessions. */
  name?: string;
  /** Missing queues are created. */
  jobs: { name: string }[];
}): Promise<JobQueue> {
  const isWorker = options.role === "worker";
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    application_name: options.name ?? `reverie-jobs-${options.role}`,
    max: isWorker ? connectionPlan.worker.jobs : connectionPlan.web.jobs,
    // Recovery sends wake-ups again that a crash of the machine undoes. Jobs that are part of a transaction of the studio
    // are as durable as that.
    options: `${lostLinkOptions.options} -c synchronous_commit=off`,
    supervise: isWorker,
    schedule: false,
    useListenNotify: false,
  });
  boss.on("error", (error) => getLogger().error({ err: error }, "The job queue reported a fault"));
  boss.on("warning", (warning) => getLogger().warn({ warning }, "The job queue warned"));
  await boss.start();
  const looks: { name: string; look: () => void }[] = [];
  for (const job of options.jobs) {
    await boss.createQueue(job.name, {
      notify: true,
      // Recovery, not the queue, sends lost wake-ups again.
      retryLimit: 0,
      deleteAfterSeconds: 600,
    });
  }

  return {
    async enqueue(job, data, { startAfter, transaction } = {}) {
      const deferred = startAfter && startAfter.getTime() > studioClock.now() ? { startAfter } : {};
      await boss.send(job.name, job.schema.parse(data), {
        ...deferred,
        ...(transaction ? { db: fromPrisma(transaction) } : {}),
      });
    },
    async enqueueAll(job, entries, { transaction }) {
      if (entries.length === 0) return;
      const jobs = entries.map(({ data, startAfter }) => ({ data: job.schema.parse(data), startAfter }));
      await boss.insert(job.name, jobs, { db: fromPrisma(transaction) });
    },
    async work(job, handle) {
      const workerId = await boss.work<object>(
        job.name,
        { batchSize, burstWhenBatchFull: true, pollingIntervalSeconds: 5 },
        async (jobs) => {
          await handle(jobs.map(({ data }) => job.schema.parse(data)));
        },
      );
      const look = () => boss.notifyWorker(workerId);
      looks.push({ name: job.name, look });
      return { look, stop: () => boss.offWork(job.name, { id: workerId, wait: true }) };
    },
    look(jobName) {
      for (const { name, look } of looks) if (jobName === null || jobName === name) look();
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}
