import { Readable } from "node:stream";
import { storeAsset, type StoreAssetDependencies } from "../store-asset.server";
import { type StoredAsset, maxUploadBytes } from "../stored-asset";
import { decodeFrame } from "./decode-frame.server";

/** The last frame, or the frame shown at a time in seconds. */
type FrameTime = "last" | number;

/**
 * Stores one frame of a video, decoded losslessly and in the video's size, as an image of the same person. The
 * same frame gives the same file.
 *
 * Throws what `decodeFrame` and `storeAsset` throw.
 */
export async function keepFrame(
  video: StoredAsset,
  at: FrameTime,
  dependencies: StoreAssetDependencies = {},
): Promise<StoredAsset> {
  const selector = at === "last" ? ({ kind: "last" } as const) : ({ kind: "at", seconds: at } as const);
  const { picture, seconds } = await decodeFrame(video, selector, dependencies.store);
  return storeAsset(
    {
      userId: video.userId,
      origin: "upload",
      expectedKind: "image",
      maxBytes: maxUploadBytes,
      fileName: nameFrame(video.fileName, seconds),
      source: Readable.from([picture]),
    },
    dependencies,
  );
}

/**
 * `harbour.mp4` becomes `harbour (5.917 s).png`. Uses the frame's own time, so the name doesn't depend on the
 * request.
 */
function nameFrame(fileName = "video", seconds: number): string {
  const stem = fileName
    .replace(/\.[^.]{1,5}$/, "")
    .slice(0, 180)
    .trimEnd();
  return `${stem} (${Math.round(seconds * 1_000) / 1_000} s).png`.toWellFormed();
}
