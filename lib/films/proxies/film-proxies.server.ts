import path from "node:path";
import { getDataDir } from "@/lib/env/env.server";
import { getLogger } from "@/lib/errors/logger.server";
import { FairLimit } from "@/lib/media/decoding/fair-limit";
import type { Representation } from "@/lib/media/delivery/representations.server";
import { openAsset } from "@/lib/media/open-asset.server";
import { type BlobStore, derivedKey } from "@/lib/media/store/blob-store.server";
import { measureDiskSpace } from "@/lib/media/store/disk-space.server";
import { getBlobStore } from "@/lib/media/store/get-blob-store.server";
import { openUnnamedFile } from "@/lib/media/store/spool-file.server";
import type { StoredAsset } from "@/lib/media/stored-asset";
import { needsProxy } from "./proxy-size";
import { ProxyError, runProxy } from "./run-proxy.server";

/** Increment when proxies change; older files are then ignored. */
const proxyVersion = 2;
/** Videos that couldn't be decoded; for a while, since the machine may have been too busy. */
const rememberedForMs = 10 * 60_000;
const rememberedFailures = 1_000;

interface Proxies {
  /** One at a time, in turns by person: thumbnails and results have decoders of their own. */
  limit: FairLimit;
  inProgress: Map<string, Promise<void>>;
  /** By SHA-256, until when. */
  failed: Map<string, number>;
}

// One per process, although Next bundles routes separately.
const globalForProxies = globalThis as { reverieProxies?: Proxies };

function getProxies(): Proxies {
  return (globalForProxies.reverieProxies ??= {
    limit: new FairLimit(1),
    inProgress: new Map(),
    failed: new Map(),
  });
}

export type ProxyState =
  | { state: "ready"; proxy: Representation }
  /** It is being made. */
  | { state: "making" }
  /** The video is small enough, or can't be decoded. */
  | { state: "none" };

/**
 * The proxy of a video: a copy of 540 lines with many key frames, made once and kept. A call for one that isn't there yet begins to make
 * it. Its process may be killed at any moment; the next call then begins anew.
 *
 * @throws StudioError storage.failed
 */
export async function findProxy(asset: StoredAsset, given?: BlobStore): Promise<ProxyState> {
  const { sha256, kind } = asset;
  if (kind !== "video" || !needsProxy(asset)) return { state: "none" };
  const store = given ?? (await getBlobStore());
  const key = derivedKey(sha256, `proxy-v${proxyVersion}.mp4`);
  const known = await store.stat(key);
  if (known) return { state: "ready", proxy: representProxy(sha256, known.bytes, key, store) };
  const { inProgress, failed } = getProxies();
  if ((failed.get(sha256) ?? 0) > Date.now()) return { state: "none" };
  if (!inProgress.has(key)) {
    inProgress.set(
      key,
      makeProxy(asset, key, store).finally(() => inProgress.delete(key)),
    );
  }
  return { state: "making" };
}

/** Resolves when the proxies that are being made are done, for tests. */
export async function settleProxies(): Promise<void> {
  await Promise.all(getProxies().inProgress.values());
}

function representProxy(sha256: string, bytes: number, key: string, store: BlobStore): Representation {
  return {
    ...{ entityTag: `"${sha256}-proxy-v${proxyVersion}"`, bytes },
    ...{ mimeType: "video/mp4", contentType: "video/mp4" },
    open: (range) => store.openRead(key, range),
  };
}

async function makeProxy(asset: StoredAsset, key: string, store: BlobStore): Promise<void> {
  const { limit } = getProxies();
  try {
    await limit.run({ userId: asset.userId }, () => encodeInto(asset, key, store));
  } catch (error) {
    // The original is used instead. Errors other than of this video are tried again with the next call.
    if (error instanceof ProxyError) remember(asset.sha256);
    getLogger().warn({ err: error, assetId: asset.id }, "A proxy could not be made");
  }
}

async function encodeInto(asset: StoredAsset, key: string, store: BlobStore): Promise<void> {
  const { freeBytes, reserveBytes } = await measureDiskSpace();
  // The reserve of the disk is for results that are owed.
  if (freeBytes < reserveBytes + asset.bytes) throw new Error("There is too little space for a proxy");
  const file = await openUnnamedFile(path.join(/* turbopackIgnore: true */ getDataDir(), "media", "tmp"));
  try {
    const bytes = await runProxy({ bytes: asset.bytes, read }, file.fd);
    const writer = await store.createWriter();
    try {
      const chunks = file.createReadStream({ start: 0, end: bytes - 1, autoClose: false });
      for await (const chunk of chunks as AsyncIterable<Uint8Array>) await writer.write(chunk);
      await writer.seal();
      await writer.commit(key);
    } finally {
      await writer.discard();
    }
  } finally {
    await file.close();
  }

  async function read(start: number, end: number): Promise<Uint8Array> {
    const chunks = await openAsset(asset, { start, end: end - 1 }, store);
    return Buffer.concat(await Array.fromAsync(chunks as AsyncIterable<Uint8Array>));
  }
}

function remember(sha256: string): void {
  const { failed } = getProxies();
  failed.delete(sha256);
  failed.set(sha256, Date.now() + rememberedForMs);
  const [oldest] = failed.keys();
  if (failed.size > rememberedFailures && oldest !== undefined) failed.delete(oldest);
}
