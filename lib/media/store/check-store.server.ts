import { getEnv } from "@/lib/env/env.server";
import { StudioError } from "@/lib/errors/studio-error";
import { blobKey } from "./blob-store.server";
import { getBlobStore } from "./get-blob-store.server";

const patienceMs = 3_000;
/** Nothing has it, so only whether the store answers matters. */
const nothing = blobKey("0".repeat(64));

/** Whether the bucket answers; null where results are on the disk. */
export async function isBucketReachable(): Promise<boolean | null> {
  if (getEnv().STUDIO_STORAGE !== "s3") return null;
  const store = await getBlobStore();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), patienceMs);
  const answers = store.stat(nothing).then(
    () => true,
    (error: unknown) => {
      if (error instanceof StudioError && error.code === "storage.failed") return false;
      throw error;
    },
  );
  return Promise.race([answers, promise]).finally(() => clearTimeout(timer));
}
