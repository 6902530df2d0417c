import { randomUUID } from "node:crypto";
import { openCallbackAddress, getStudioAddresses } from "@/lib/callbacks/callback-address.server";
import { chooseCallbackBase } from "@/lib/callbacks/callback-base";
import { areCallbacksEnabled } from "@/lib/callbacks/callback-settings.server";
import { getConnection } from "@/lib/connections/get-connection.server";
import { createConnectionClient } from "@/lib/connections/service-access.server";
import { createStudioDatabase, getDirectDatabaseUrl } from "@/lib/db/database.server";
import { keepClock, releaseClock } from "@/lib/db/sync-clock.server";
import { getEnv } from "@/lib/env/env.server";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { startFilmExports } from "@/lib/films/export/work-on-exports.server";
import { waitingShotChannel } from "@/lib/films/places/waiting-news.server";
import { startSendingShots } from "@/lib/films/places/work-on-waiting.server";
import { advanceGenerationJob } from "@/lib/generations/record/advance-job";
import type { DefinitionRegistry } from "@/lib/generations/record/definition-port";
import type { RunnerRegistry } from "@/lib/generations/record/runner-port.server";
import { studioClock } from "@/lib/clock";
import { startWorker } from "@/lib/generations/work/start-worker.server";
import type { WorkerServices } from "@/lib/generations/record/worker-services.server";
import { advanceItemTaskJob } from "@/lib/item-tasks/item-task-job";
import { startItemTasks } from "@/lib/item-tasks/work-on-item-tasks.server";
import { jobChannel, openJobQueue } from "@/lib/jobs/job-queue.server";
import type { LeaseTimes } from "@/lib/jobs/lease";
import { announceWorker, nameSessions } from "@/lib/jobs/worker-presence.server";
import { filmExportChannel, liveChannel } from "@/lib/live/live-hub.server";
import { openRelay } from "@/lib/live/relay/get-relay.server";
import { findAsset } from "@/lib/media/find-asset.server";
import { prepareImageReference } from "@/lib/media/image-reference.server";
import { openAsset } from "@/lib/media/open-asset.server";
import { expectPicture } from "@/lib/media/pictures/picture-process.server";
import { readReferenceSound } from "@/lib/media/sound-check/reference-sound.server";
import { fetchRemote } from "@/lib/media/remote/fetch-remote.server";
import { measureDiskSpace } from "@/lib/media/store/disk-space.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { createDerivedWarmer } from "@/lib/media/derived-warmer.server";
import { pushChannel, startPushes } from "@/lib/notices/work-on-pushes.server";
import { webhookChannel } from "@/lib/webhooks/wake-webhooks.server";
import { startWebhooks } from "@/lib/webhooks/work-on-webhooks.server";
import { closeTraces, openTraces } from "@/lib/traces/trace.server";
import { definitionRegistry } from "@/generators/registry";
import { startCleaning } from "./clean-up.server";
import { inputCheckRegistry, runnerRegistry } from "./runners.server";
import { startRemovingAccounts } from "./work-on-removals.server";

/** More than a million characters as uncompressed audio. */
const maxResultBytes = 16 * 1024 * 1024 * 1024;

export interface RunningWorker {
  countInFlight(): number;
  /** Claims nothing more and resolves when the open requests have ended. */
  stop(): Promise<void>;
  /** Aborts open requests; their generations become `unknown`. */
  abort(): void;
}

/** The generators of a worker; tests pass their own. */
interface KnownGenerators {
  definitions: DefinitionRegistry;
  runners: RunnerRegistry;
}

/** Starts a worker in this process. */
export async function openWorker({
  definitions = definitionRegistry,
  runners = runnerRegistry,
  leaseTimes,
}: Partial<KnownGenerators> & { leaseTimes?: LeaseTimes } = {}): Promise<RunningWorker> {
  const databaseUrl = getDirectDatabaseUrl();
  await openTraces();
  const workerId = randomUUID();
  const name = nameSessions(workerId);
  const database = createStudioDatabase({
    maxConnections: getEnv().STUDIO_WORKER_CONNECTIONS,
    name,
  });
  await keepClock(database);
  const queue = await openJobQueue({
    databaseUrl,
    role: "worker",
    name,
    jobs: [advanceGenerationJob, advanceItemTaskJob],
  });
  const presence = await announceWorker({
    database,
    databaseUrl,
    channels: [liveChannel, jobChannel, webhookChannel, pushChannel, filmExportChannel, waitingShotChannel],
    id: workerId,
    ...(leaseTimes ? { times: leaseTimes } : {}),
  });
  presence.onNews(jobChannel, queue.look);
  const stopNow = new AbortController();
  const relay = openRelay();
  const { services, derived } = createWorkerServices({
    database,
    jobs: queue,
    definitions,
    runners,
    clock: studioClock,
    workerId,
    lease: presence.lease,
    signal: stopNow.signal,
    relay,
  });
  const cleaning = startCleaning(services);
  const removing = startRemovingAccounts(services);
  const worker = await startWorker(services, { queue, presence });
  const itemTasks = await startItemTasks(services, queue);
  const webhooks = await startWebhooks(services, presence);
  const pushes = startPushes(services, presence);
  const filmExports = startFilmExports(services, presence);
  const shots = startSendingShots(services, presence);
  return {
    countInFlight: worker.countInFlight,
    async stop() {
      await worker.stop();
      await Promise.all([
        cleaning.stop(),
        removing.stop(),
        derived.stop(),
        itemTasks.stop(),
        webhooks.stop(),
        pushes.stop(),
        filmExports.stop(),
        shots.stop(),
      ]);
      await Promise.all([queue.stop(), relay.close()]);
      await Promise.all([presence.close(), releaseClock()]);
      await database.$disconnect();
      await closeTraces();
    },
    abort: () => stopNow.abort(),
  };
}

/** The services of a worker, and its waveform queue, which must be stopped. */
export function createWorkerServices(
  base: Pick<
    WorkerServices,
    "database" | "jobs" | "definitions" | "runners" | "clock" | "workerId" | "lease" | "signal" | "relay"
  >,
): { services: WorkerServices; derived: ReturnType<typeof createDerivedWarmer> } {
  const { database } = base;
  const derived = createDerivedWarmer();
  const services: WorkerServices = {
    ...base,
    inputChecks: inputCheckRegistry,
    getConnection: (userId) => getConnection(userId, database),
    createClient: createConnectionClient,
    async hasDiskSpace(bytes = 0) {
      const { freeBytes, reserveBytes } = await measureDiskSpace();
      return freeBytes >= reserveBytes + bytes;
    },
    async storeAsset(options) {
      const asset = await storeAsset(
        { maxBytes: maxResultBytes, ...options, origin: "output" },
        { database },
      );
      derived.add(asset);
      return asset;
    },
    expectPicture,
    fetchResult: ({ url, ownHosts, signal }) =>
      fetchRemote(url, { allowedHosts: ownHosts, signal, maxBytes: maxResultBytes }),
    async openAsset({ userId, assetId }) {
      const asset = await findAsset(assetId, userId, database);
      if (!asset) throw new StudioError("asset.missing");
      const { bytes, mimeType, fileName = null } = asset;
      return { bytes, mimeType, fileName, open: () => openAsset(asset) };
    },
    async readReferenceSound({ userId, assetId }) {
      const asset = await findAsset(assetId, userId, database);
      if (!asset) throw new StudioError("asset.missing");
      return readReferenceSound(asset);
    },
    async readReferenceImage({ userId, assetId, ...options }) {
      const asset = await findAsset(assetId, userId, database);
      if (!asset) throw new StudioError("asset.missing");
      return prepareImageReference(asset, options);
    },
    async openCallback({ connection, ...owner }) {
      const base = chooseCallbackBase(getStudioAddresses(), connection);
      if (base === null || !(await areCallbacksEnabled(database))) return null;
      return openCallbackAddress(database, { base, ...owner });
    },
    report: (error, message, facts) => getLogger().error({ err: error, ...facts }, message),
  };
  return { services, derived };
}
