import { getLogger } from "@/lib/errors/logger.server";
import { getPeaks, hasPeaks } from "./peaks/get-peaks.server";
import type { StoredAsset } from "./stored-asset";
import { hasThumbnail, makeThumbnails } from "./thumbnails.server";

export interface DerivedWarmer {
  add(asset: StoredAsset): void;
  /** Leaves what is in line to the first look, and resolves when the one that is being made is done. */
  stop(): Promise<void>;
}

/**
 * Makes thumbnails, posters of videos among them, and waveforms in the background, one at a time, so that the first look at them is quick and new results
 * are not held up. One that fails is made when it is asked for, or told there.
 */
export function createDerivedWarmer(): DerivedWarmer {
  let line = Promise.resolve();
  let stopped = false;
  return {
    add(asset) {
      const make = findMaker(asset);
      if (!make) return;
      line = line
        .then(() => (stopped ? undefined : make()))
        .catch((error: unknown) =>
          getLogger().warn({ err: error, assetId: asset.id }, "A thumbnail or waveform could not be made"),
        );
    },
    stop() {
      stopped = true;
      return line;
    },
  };
}

function findMaker(asset: StoredAsset): (() => Promise<void>) | null {
  if (hasThumbnail(asset)) return () => makeThumbnails(asset);
  if (hasPeaks(asset)) return async () => void (await getPeaks(asset));
  return null;
}
