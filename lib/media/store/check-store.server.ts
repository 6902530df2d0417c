import { getEnv } from "@/lib/env/env.server";
import { StudioError } from "@/lib/errors/studio-error";
import { derivedFolder } from "./blob-store.server";
import { getBlobStore } from "./get-blob-store.server";

/** `refuses`: it answers that there is no such bucket, or that the key may not use it. `silent`: it doesn't, or with a fault of its own. */
export type BucketState = "ready" | "refuses" | "silent";

const patienceMs = 3_000;
/** Nothing is in it. Unlike the question for one missing file, that for a list tells a missing bucket from an empty one. */
const emptyFolder = derivedFolder("0".repeat(64)) as `derived/${string}`;

/** How the bucket answers, after 3 s at the latest; null where results are on the disk. */
export async function checkBucket(): Promise<BucketState | null> {
  if (getEnv().STUDIO_STORAGE !== "s3") return null;
  const store = await getBlobStore();
  const { promise: late, resolve } = Promise.withResolvers<BucketState>();
  const timer = setTimeout(resolve, patienceMs, "silent");
  const answer = Array.fromAsync(store.list(emptyFolder)).then(() => "ready" as const, judgeFault);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function judgeFault(error: unknown): BucketState {
  if (!(error instanceof StudioError && error.code === "storage.failed")) throw error;
  const { $metadata } = error.cause as { $metadata?: { httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  return status >= 400 && status < 500 ? "refuses" : "silent";
}
