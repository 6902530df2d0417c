import { open } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { getLogger } from "@/lib/errors/logger.server";
import { isCutOff } from "../inspect/is-cut-off.server";
import { measureMedia, type MeasuredMedia } from "../inspect/measure-media.server";
import type { BlobStore, BlobWriter } from "../store/blob-store.server";
import { planIndexFirst, readIndexFirst } from "./plan-index-first.server";

export interface RewrittenVideo {
  /** Sealed; the caller commits or discards it. */
  writer: BlobWriter;
  sha256: string;
}

/**
 * The same video with its index in front, so that it starts at once wherever it is played, in constant memory: no frame is
 * touched. Null where it starts at once already, or where it cannot be made so: the video stays as it is then, which the
 * log tells, and is never lost for it. The same bytes always give the same bytes.
 */
export async function rewriteIndexFirst(
  store: BlobStore,
  original: BlobWriter,
  measured: MeasuredMedia,
): Promise<RewrittenVideo | null> {
  if (measured.mimeType !== "video/mp4" && measured.mimeType !== "video/quicktime") return null;
  let writer: BlobWriter | undefined;
  try {
    const file = await open(original.path, "r");
    try {
      const plan = await planIndexFirst(file);
      if (!plan) return null;
      writer = await store.createWriter();
      for await (const chunk of readIndexFirst(file, plan)) await writer.write(chunk);
    } finally {
      await file.close();
    }
    const { sha256 } = await writer.seal();
    await assertSame(writer, measured);
    return { writer, sha256 };
  } catch (error) {
    await writer?.discard();
    getLogger().warn({ err: error }, "The index of a video could not be put in front; it is kept as it came");
    return null;
  }
}

/** What comes out is looked at as what came in was. */
async function assertSame(rewritten: BlobWriter, measured: MeasuredMedia): Promise<void> {
  const { kind, mimeType } = measured;
  const again = await measureMedia(rewritten.path, { kind, mimeType });
  if (!isDeepStrictEqual(again, measured) || (await isCutOff(rewritten.path, again))) {
    throw new Error("The video with its index in front is not what it was");
  }
}
