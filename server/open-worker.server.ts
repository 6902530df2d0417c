import { openCallbackAddress, getStudioAddresses } from "@/lib/callbacks/callback-address.server";
import { chooseCallbackBase } from "@/lib/callbacks/callback-base";
import { areCallbacksEnabled } from "@/lib/callbacks/callback-settings.server";
import { getConnection } from "@/lib/connections/get-connection.server";
import { createConnectionClient } from "@/lib/connections/service-access.server";
import { createDatabase, getDatabaseUrl } from "@/lib/db/database.server";
import { getLogger } from "@/lib/errors/logger.server";
import { StudioError } from "@/lib/errors/studio-error";
import { advanceGenerationJob } from "@/lib/generations/record/advance-job";
import type { DefinitionRegistry } from "@/lib/generations/record/definition-port";
import type { RunnerRegistry } from "@/lib/generations/record/runner-port.server";
import { systemClock } from "@/lib/clock";
import { startWorker } from "@/lib/generations/work/start-worker.server";
import type { WorkerServices } from "@/lib/generations/record/worker-services.server";
import { openJobQueue } from "@/lib/jobs/job-queue.server";
import { announceWorker } from "@/lib/jobs/worker-presence.server";
import { liveChannel } from "@/lib/live/live-hub.server";
import { findAsset } from "@/lib/media/find-asset.server";
import { prepareImageReference } from "@/lib/media/image-reference.server";
import { openAsset } from "@/lib/media/open-asset.server";
import { readReferenceSound } from "@/lib/media/sound-check/reference-sound.server";
import { fetchRemote } from "@/lib/media/remote/fetch-remote.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { storeAsset } from "@/lib/media/store-asset.server";
import { createDerivedWarmer } from "@/lib/media/derived-warmer.server";
import { definitionRegistry } from "@/generators/registry";
import { inputCheckRegistry, runnerRegistry } from "./runners.server";

/** A million characters as one sound without compression stay below it; what is larger is no result of the service. */
const maxResultBytes = 16 * 1024 * 1024 * 1024;

/** Far above any idle timeout of a source: a temporary file this old has lost its writer. */
const idleTempMs = 60 * 60 * 1000;

export interface RunningWorker {
  countInFlight(): number;
  /** Takes nothing new, waits for what is out, and leaves. */
  stop(): Promise<void>;
  /** Breaks off what is out; those generations become `unknown`. */
  abort(): void;
}

/** Which generators a worker knows; tests bring their own. */
export interface KnownGenerators {
  definitions: DefinitionRegistry;
  runners: RunnerRegistry;
}

/** The worker with everything it needs, in this process. */
export async function openWorker({
  definitions = definitionRegistry,
  runners = runnerRegistry,
}: Partial<KnownGenerators> = {}): Promise<RunningWorker> {
  const databaseUrl = getDatabaseUrl();
  const database = createDatabase(databaseUrl, { maxConnections: 12 });
  const queue = await openJobQueue({ databaseUrl, role: "worker", jobs: [advanceGenerationJob] });
  const presence = await announceWorker({ database, databaseUrl, channel: liveChannel });
  const stopNow = new AbortController();
  const { services, derived } = createWorkerServices({
    database,
    jobs: queue,
    definitions,
    runners,
    clock: systemClock,
    workerId: presence.id,
    signal: stopNow.signal,
  });
  // Half-written files of killed processes. Whole ones without a row stay: they may belong to another database.
  const cleaning = getBlobStore()
    .then((store) => store.cleanTemp(new Date(Date.now() - idleTempMs)))
    .catch((error: unknown) => services.report(error, "The media folder could not be tidied"));
  const worker = await startWorker(services, { queue, presence });
  return {
    countInFlight: worker.countInFlight,
    async stop() {
      await worker.stop();
      await Promise.all([cleaning, derived.stop()]);
      await queue.stop();
      await presence.close();
      await database.$disconnect();
    },
    abort: () => stopNow.abort(),
  };
}

/** What the operations of a worker work with, and what makes waveforms of the sounds that it stores, to be stopped. */
export function createWorkerServices(
  base: Pick<
    WorkerServices,
    "database" | "jobs" | "definitions" | "runners" | "clock" | "workerId" | "signal"
  >,
): { services: WorkerServices; derived: ReturnType<typeof createDerivedWarmer> } {
  const { database } = base;
  const derived = createDerivedWarmer();
  const services: WorkerServices = {
    ...base,
    inputChecks: inputCheckRegistry,
    getConnection: (userId) => getConnection(userId, database),
    createClient: createConnectionClient,
    async storeAsset(options) {
      const asset = await storeAsset(
        { ...options, origin: "output", maxBytes: maxResultBytes },
        { database },
      );
      derived.add(asset);
      return asset;
    },
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
