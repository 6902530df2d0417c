import path from "node:path";
import { getDataDir, getEnv } from "@/lib/env/env.server";
import type { BlobStore } from "./blob-store.server";
import { createDiskStore } from "./disk-store.server";

// Survives Next reloading modules in development, together with its clients and connections.
const globalForStore = globalThis as { reverieBlobStore?: Promise<BlobStore> };

/** This process's store, as configured by STUDIO_STORAGE. */
export function getBlobStore(): Promise<BlobStore> {
  globalForStore.reverieBlobStore ??= createConfiguredStore();
  return globalForStore.reverieBlobStore;
}

async function createConfiguredStore(): Promise<BlobStore> {
  const env = getEnv();
  const root = path.join(/* turbopackIgnore: true */ getDataDir(), "media");
  if (env.STUDIO_STORAGE === "disk" || !env.STUDIO_S3_BUCKET) return createDiskStore(root);
  const { createS3Store } = await import("./s3-store.server");
  return createS3Store({
    bucket: env.STUDIO_S3_BUCKET,
    region: env.STUDIO_S3_REGION ?? "us-east-1",
    endpoint: env.STUDIO_S3_ENDPOINT,
    publicEndpoint: env.STUDIO_S3_PUBLIC_ENDPOINT,
    credentials:
      env.STUDIO_S3_ACCESS_KEY_ID && env.STUDIO_S3_SECRET_ACCESS_KEY
        ? { accessKeyId: env.STUDIO_S3_ACCESS_KEY_ID, secretAccessKey: env.STUDIO_S3_SECRET_ACCESS_KEY }
        : undefined,
    spoolFolder: path.join(root, "tmp"),
  });
}
