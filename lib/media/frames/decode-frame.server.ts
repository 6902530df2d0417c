import { availableParallelism } from "node:os";
import pLimit from "p-limit";
import { StudioError } from "@/lib/errors/studio-error";
import { openAsset } from "../open-asset.server";
import type { StoredAsset } from "../stored-asset";
import type { BlobStore } from "../store/blob-store.server";
import { BeyondEndError } from "./beyond-end-error";
import type { DecodedFrame, FrameWish } from "./frame-messages";
import { FrameDecodingError, runFrameProcess } from "./run-frame-process.server";

export type VideoSource = Pick<StoredAsset, "sha256" | "bytes" | "kind">;

/** Processes at once; one core stays with those who wait for pages. */
const limit = pLimit(Math.max(1, availableParallelism() - 1));

/**
 * One frame of a stored video, exactly as it was decoded.
 *
 * Throws `asset.type` for what is no video, `asset.corrupt` where the frame cannot be decoded, `input.invalid` at the field
 * `at` for a time after the end, `asset.missing` and `storage.failed`.
 */
export async function decodeFrame(
  asset: VideoSource,
  wish: FrameWish,
  store?: BlobStore,
): Promise<DecodedFrame> {
  if (asset.kind !== "video") throw new StudioError("asset.type");
  try {
    return await limit(() => runFrameProcess({ bytes: asset.bytes, read }, wish));
  } catch (cause) {
    if (cause instanceof FrameDecodingError) throw new StudioError("asset.corrupt", { cause });
    if (cause instanceof BeyondEndError) {
      const maximum = Math.floor(cause.endSeconds * 1_000) / 1_000;
      const fields = [{ path: "at", key: "field.too-big", values: { maximum } }];
      throw new StudioError("input.invalid", { cause, fields });
    }
    throw cause;
  }

  async function read(start: number, end: number): Promise<Uint8Array> {
    const chunks = await openAsset(asset, { start, end: end - 1 }, store);
    return Buffer.concat(await Array.fromAsync(chunks as AsyncIterable<Uint8Array>));
  }
}
