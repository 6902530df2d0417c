import { getLogger } from "@/lib/errors/logger.server";
import type { StoredAsset } from "./stored-asset";
import { makeThumbnails } from "./thumbnails.server";

export interface ThumbnailWarmer {
  add(asset: StoredAsset): void;
  /** Leaves what is in line to the first look, and resolves when the one that is being made is done. */
  stop(): Promise<void>;
}

/**
 * Makes thumbnails in the background, one picture at a time, so that the first look at a grid is quick and new results
 * are not held up. One that fails is made when it is asked for, or told there.
 */
export function createThumbnailWarmer(): ThumbnailWarmer {
  let line = Promise.resolve();
  let stopped = false;
  return {
    add(asset) {
      if (asset.kind !== "image") return;
      line = line
        .then(() => (stopped ? undefined : makeThumbnails(asset)))
        .catch((error: unknown) =>
          getLogger().warn({ err: error, assetId: asset.id }, "A thumbnail could not be made"),
        );
    },
    stop() {
      stopped = true;
      return line;
    },
  };
}
