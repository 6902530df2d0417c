import { storeAsset, type StoreAssetDependencies } from "../store-asset.server";
import { type StoredAsset, maxUploadBytes } from "../stored-asset";
import { decodeFrame } from "./decode-frame.server";

/** `last` is the last frame there is; a number is a time in seconds, and means the frame that is shown then. */
export type FrameTime = "last" | number;

/**
 * Makes a picture of one frame of a video, exactly as it is decoded and in the video's own size, and stores it as a file of
 * the same person. The same frame gives the same file.
 *
 * Throws what `decodeFrame` and `storeAsset` throw.
 */
export async function keepFrame(
  video: StoredAsset,
  at: FrameTime,
  dependencies: StoreAssetDependencies = {},
): Promise<StoredAsset> {
  const wish = at === "last" ? ({ kind: "last" } as const) : ({ kind: "at", seconds: at } as const);
  const { png, seconds } = await decodeFrame(video, wish, dependencies.store);
  return storeAsset(
    {
      userId: video.userId,
      origin: "upload",
      expectedKind: "image",
      maxBytes: maxUploadBytes,
      fileName: nameFrame(video.fileName, seconds),
      source: toChunks(png),
    },
    dependencies,
  );
}

/** `harbour.mp4` becomes `harbour (5.917 s).png`: by the frame's own time, so that it is one name however it is asked for. */
function nameFrame(fileName = "video", seconds: number): string {
  const stem = fileName
    .replace(/\.[^.]{1,5}$/, "")
    .slice(0, 180)
    .trimEnd();
  return `${stem} (${Math.round(seconds * 1_000) / 1_000} s).png`.toWellFormed();
}

async function* toChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}
