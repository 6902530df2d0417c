import { createCallbackReceiver, type CallbackReceiver } from "@/lib/callbacks/callback-receiver.server";
import {
  createStudioDatabase,
  getDatabase,
  getDirectDatabaseUrl,
  type Database,
} from "@/lib/db/database.server";
import { connectionPlan } from "@/lib/db/connection-plan";
import { keepClock } from "@/lib/db/sync-clock.server";
import { advanceGenerationJob } from "@/lib/generations/record/advance-job";
import { studioClock } from "@/lib/clock";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import { findExport } from "@/lib/films/export/read-exports.server";
import { findItemTask } from "@/lib/item-tasks/read-item-tasks.server";
import { advanceItemTaskJob } from "@/lib/item-tasks/item-task-job";
import { openJobQueue, type JobQueue } from "@/lib/jobs/job-queue.server";
import { openLiveHub, type LiveHub } from "@/lib/live/live-hub.server";
import { createLiveFeeds, type FeedSource, type LiveFeeds } from "@/lib/live/person-feed.server";
import {
  createStreamSlots,
  soundStreamLimits,
  type StreamSlots,
  waitLimits,
} from "@/lib/live/stream-slots.server";
import { getLogger } from "@/lib/errors/logger.server";
import { findLivePlaces } from "@/lib/generations/line/find-places.server";
import { findGeneration } from "@/lib/generations/read/get-generation.server";
import { findItemsById } from "@/lib/items/read/list-items.server";
import { inSpan } from "@/lib/traces/trace.server";
import { definitionRegistry } from "@/generators/registry";
import { inputCheckRegistry } from "./runners.server";

// One of each per process, although Next bundles routes separately and reloads modules in development.
const globalForStudio = globalThis as {
  reverieJobs?: Promise<JobQueue>;
  reverieLive?: Promise<LiveHub>;
  reverieCallbacks?: CallbackReceiver;
  reverieCallbackDatabase?: Database;
  reverieFeeds?: Promise<LiveFeeds>;
  reverieFeedDatabase?: Database;
  reverieStreamSlots?: StreamSlots;
  reverieSoundSlots?: StreamSlots;
  reverieWaitSlots?: StreamSlots;
};

/** What the web process needs to create, list and change generations. */
export async function getGenerationServices(): Promise<GenerationServices> {
  globalForStudio.reverieJobs ??= keep("reverieJobs", () =>
    openJobQueue({
      databaseUrl: getDirectDatabaseUrl(),
      role: "sender",
      jobs: [advanceGenerationJob, advanceItemTaskJob],
    }),
  );
  // Together: while the database is away both fail, and a fault that nobody waits for would be unhandled.
  const [jobs] = await Promise.all([globalForStudio.reverieJobs, keepClock(getDatabase())]);
  return {
    database: getDatabase(),
    jobs,
    definitions: definitionRegistry,
    inputChecks: inputCheckRegistry,
    clock: studioClock,
  };
}

/**
 * Receives callbacks. It has separate database connections, since a challenge must be answered within seconds (service.md
 * Events 1) even if other requests wait for a connection.
 */
export async function getCallbackReceiver(): Promise<CallbackReceiver> {
  const services = await getGenerationServices();
  globalForStudio.reverieCallbackDatabase ??= createStudioDatabase({
    maxConnections: connectionPlan.web.callbacks,
  });
  globalForStudio.reverieCallbacks ??= createCallbackReceiver({
    ...services,
    database: globalForStudio.reverieCallbackDatabase,
  });
  return globalForStudio.reverieCallbacks;
}

/** The live hub of this process. */
export function getLiveHub(): Promise<LiveHub> {
  globalForStudio.reverieLive ??= keep("reverieLive", () => openLiveHub(getDirectDatabaseUrl()));
  return globalForStudio.reverieLive;
}

/**
 * What the event streams of this process hear. Reading for them takes at most these two database connections, so that
 * those of requests, submissions above all, stay free however many streams are open.
 */
export function getLiveFeeds(): Promise<LiveFeeds> {
  globalForStudio.reverieFeeds ??= keep("reverieFeeds", async () => {
    const hub = await getLiveHub();
    globalForStudio.reverieFeedDatabase ??= createStudioDatabase({
      maxConnections: connectionPlan.web.feeds,
      name: "reverie-feeds",
    });
    return createLiveFeeds(hub, createFeedSource(globalForStudio.reverieFeedDatabase));
  });
  return globalForStudio.reverieFeeds;
}

/** Reads what event streams tell, only ever what belongs to the person. */
export function createFeedSource(database: Database): FeedSource {
  const services = { database, clock: studioClock };
  return {
    load: (userId, id) =>
      inSpan("news", { of: { generationId: id } }, () => findGeneration(services, { userId, id })),
    loadTask: (userId, id) => findItemTask(database, { userId, id }),
    loadFilmExport: (userId, exportId) => findExport(database, { userId, exportId }),
    loadItems: (userId, ids) => findItemsById(database, { userId, ids }),
    loadPlaces: (userId) => findLivePlaces(services, userId),
    onError: (error) => getLogger().error({ err: error }, "A live update failed"),
  };
}

/** The open event streams of this process. */
export function getStreamSlots(): StreamSlots {
  globalForStudio.reverieStreamSlots ??= createStreamSlots();
  return globalForStudio.reverieStreamSlots;
}

/** The open audio streams of this process. */
export function getSoundSlots(): StreamSlots {
  globalForStudio.reverieSoundSlots ??= createStreamSlots(soundStreamLimits);
  return globalForStudio.reverieSoundSlots;
}

/** The requests of this process that wait for the end of a generation. */
export function getWaitSlots(): StreamSlots {
  globalForStudio.reverieWaitSlots ??= createStreamSlots(waitLimits);
  return globalForStudio.reverieWaitSlots;
}

/** Does not keep a failed one, so that the next request tries again. */
async function keep<Value>(
  name: "reverieJobs" | "reverieLive" | "reverieFeeds",
  open: () => Promise<Value>,
): Promise<Value> {
  try {
    return await open();
  } catch (error) {
    delete globalForStudio[name];
    throw error;
  }
}
