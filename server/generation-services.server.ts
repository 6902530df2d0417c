import { createCallbackReceiver, type CallbackReceiver } from "@/lib/callbacks/callback-receiver.server";
import { createDatabase, getDatabase, getDatabaseUrl, type Database } from "@/lib/db/database.server";
import { advanceGenerationJob } from "@/lib/generations/record/advance-job";
import { systemClock } from "@/lib/clock";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import { openJobQueue, type JobQueue } from "@/lib/jobs/job-queue.server";
import { openLiveHub, type LiveHub } from "@/lib/live/live-hub.server";
import { definitionRegistry } from "@/generators/registry";
import { inputCheckRegistry } from "./runners.server";

// Next reloads modules in development and bundles routes apart; the process must still have one of each.
const globalForStudio = globalThis as {
  reverieJobs?: Promise<JobQueue>;
  reverieLive?: Promise<LiveHub>;
  reverieCallbacks?: CallbackReceiver;
  reverieCallbackDatabase?: Database;
};

/** What the web process needs to create, list and change generations. */
export async function getGenerationServices(): Promise<GenerationServices> {
  globalForStudio.reverieJobs ??= keep("reverieJobs", () =>
    openJobQueue({ databaseUrl: getDatabaseUrl(), role: "sender", jobs: [advanceGenerationJob] }),
  );
  return {
    database: getDatabase(),
    jobs: await globalForStudio.reverieJobs,
    definitions: definitionRegistry,
    inputChecks: inputCheckRegistry,
    clock: systemClock,
  };
}

/**
 * What takes callbacks in. Connections of its own: a challenge must be answered within seconds (service.md Events 1),
 * however long people's requests stand in line for theirs.
 */
export async function getCallbackReceiver(): Promise<CallbackReceiver> {
  const services = await getGenerationServices();
  globalForStudio.reverieCallbackDatabase ??= createDatabase(getDatabaseUrl(), { maxConnections: 2 });
  globalForStudio.reverieCallbacks ??= createCallbackReceiver({
    ...services,
    database: globalForStudio.reverieCallbackDatabase,
  });
  return globalForStudio.reverieCallbacks;
}

/** What tells the browsers of this process. */
export function getLiveHub(): Promise<LiveHub> {
  globalForStudio.reverieLive ??= keep("reverieLive", () => openLiveHub(getDatabaseUrl()));
  return globalForStudio.reverieLive;
}

/** One that could not be opened is not kept: the next request tries again. */
async function keep<Value>(name: "reverieJobs" | "reverieLive", open: () => Promise<Value>): Promise<Value> {
  try {
    return await open();
  } catch (error) {
    delete globalForStudio[name];
    throw error;
  }
}
