import { getLogger } from "@/lib/errors/logger.server";
import { inSpan } from "@/lib/traces/trace.server";
import { getPeaks, hasPeaks } from "./peaks/get-peaks.server";
import type { StoredAsset } from "./stored-asset";
import { hasThumbnail, createThumbnails } from "./thumbnails.server";

interface DerivedWarmer {
  add(asset: StoredAsset): void;
  /**
   * Skips what is still queued and resolves when the file in progress is done. Skipped files are created on
   * first view.
   */
  stop(): Promise<void>;
}

/**
 * Creates thumbnails, posters and waveforms in the background, one at a time, so that the first view is fast
 * and new results aren't delayed. A failure is logged; the file is created again on first view, which then
 * reports the error.
 */
export function createDerivedWarmer(): DerivedWarmer {
  let queue = Promise.resolve();
  let stopped = false;
  return {
    add(asset) {
      const create = findCreator(asset);
      if (!create) return;
      queue = queue
        .then(() => (stopped ? undefined : inSpan("thumbnails", {}, create)))
        .catch((error: unknown) =>
          getLogger().warn({ err: error, assetId: asset.id }, "A thumbnail or waveform could not be made"),
        );
    },
    stop() {
      stopped = true;
      return queue;
    },
  };
}

function findCreator(asset: StoredAsset): (() => Promise<void>) | null {
  if (hasThumbnail(asset)) return () => createThumbnails(asset);
  if (hasPeaks(asset)) return async () => void (await getPeaks(asset));
  return null;
}
