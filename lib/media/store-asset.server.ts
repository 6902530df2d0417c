import { getDatabase, type Queryable } from "@/lib/db/database.server";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import { StudioError } from "@/lib/errors/studio-error";
import type { AssetKind, AssetOrigin, StoredAsset } from "./stored-asset";
import { isCutOff } from "./inspect/is-cut-off.server";
import { measureMedia, UndecodableMediaError, type MeasuredMedia } from "./inspect/measure-media.server";
import { sniffMedia } from "./inspect/sniff-media.server";
import { rewriteIndexFirst, type RewrittenVideo } from "./mp4/index-first.server";
import type { RawAudio } from "./raw-audio";
import { toStoredAsset } from "./find-asset.server";
import { blobKey, type BlobStore, type BlobWriter, asStorageFault } from "./store/blob-store.server";
import { getBlobStore } from "./store/get-blob-store.server";

export interface StoreAssetInput {
  userId: string;
  origin: AssetOrigin;
  /** The bytes as they come; read once, at the pace of the disk. */
  source: AsyncIterable<Uint8Array>;
  /** Refuses every other kind. Without it any kind the studio stores is taken. */
  expectedKind?: AssetKind | readonly AssetKind[];
  /**
   * Asked when `source` has ended. False for what came of a stream that broke off: a sound is then kept although its end
   * is missing.
   */
  isWhole?: () => boolean;
  /** What the bytes are where they show no signature of their own; the row keeps it. */
  rawAudio?: RawAudio;
  maxBytes: number;
  /** Shown to people; the store does not depend on it. */
  fileName?: string;
}

export interface StoreAssetDependencies {
  database?: Queryable;
  store?: BlobStore;
}

/** What each fault is called: an upload is the person's to mend, a result is fetched again. */
const faultCodes = {
  output: {
    tooLarge: "result.too-large",
    empty: "result.incomplete",
    type: "result.type",
    undecodable: "result.incomplete",
  },
  upload: {
    tooLarge: "input.too-large",
    empty: "asset.empty",
    type: "asset.type",
    undecodable: "asset.corrupt",
  },
} as const satisfies Record<AssetOrigin, Record<string, StudioErrorCode>>;

/**
 * Takes bytes into the studio: written once in constant memory, hashed, sniffed, decoded and durable before the row
 * that refers to them is written. The index of a video that is a result is put in front of its frames, so that it starts
 * at once. The same bytes of the same person and origin give the same asset, as it was stored
 * first.
 *
 * Throws StudioError: for an upload `input.too-large`, `asset.empty`, `asset.type`, `asset.corrupt`; for an output
 * `result.too-large`, `result.type`, `result.incomplete`; for either `storage.failed`; and whatever `source` throws.
 */
export async function storeAsset(
  input: StoreAssetInput,
  { database = getDatabase(), store }: StoreAssetDependencies = {},
): Promise<StoredAsset> {
  const blobStore = store ?? (await getBlobStore());
  const received = await blobStore.createWriter();
  let rewritten: RewrittenVideo | null = null;
  try {
    await receive(input, received);
    const sealed = await received.seal();
    const facts = await inspect(input, received.path);
    // A person's own file stays as it is.
    if (input.origin === "output") rewritten = await rewriteIndexFirst(blobStore, received, facts);
    const { writer, sha256 } = rewritten ?? { writer: received, sha256: sealed.sha256 };
    await writer.commit(blobKey(sha256));
    return await upsertAsset(database, input, { sha256, bytes: writer.bytes, ...facts });
  } finally {
    await rewritten?.writer.discard();
    await received.discard();
  }
}

async function receive(input: StoreAssetInput, writer: BlobWriter): Promise<void> {
  const codes = faultCodes[input.origin];
  for await (const chunk of input.source) {
    if (writer.bytes + chunk.byteLength > input.maxBytes) {
      throw new StudioError(codes.tooLarge, { values: { maxBytes: input.maxBytes } });
    }
    await writer.write(chunk);
  }
  if (writer.bytes === 0) throw new StudioError(codes.empty);
}

async function inspect(input: StoreAssetInput, filePath: string): Promise<MeasuredMedia> {
  const codes = faultCodes[input.origin];
  const sniffed = await asStorageFault(() => sniffMedia(filePath, { rawAudio: input.rawAudio }));
  if (!sniffed) throw new StudioError(codes.type);
  try {
    const measured = await measureMedia(filePath, sniffed);
    // The tracks of a container may show another kind than its signature, so the measured kind is what counts.
    if (!isExpected(input.expectedKind, measured.kind)) throw new StudioError(codes.type);
    if (mustBeWhole(input, measured) && (await asStorageFault(() => isCutOff(filePath, measured)))) {
      throw new StudioError(codes.undecodable);
    }
    return measured;
  } catch (cause) {
    if (!(cause instanceof UndecodableMediaError)) throw cause;
    const code = isExpected(input.expectedKind, sniffed.kind) ? codes.undecodable : codes.type;
    throw new StudioError(code, { cause });
  }
}

/** A person's own file plays as far as it goes, wherever else it does; and so does a sound whose stream broke off. */
function mustBeWhole({ origin, isWhole }: StoreAssetInput, { kind }: MeasuredMedia): boolean {
  return origin === "output" && (kind === "video" || (kind === "audio" && (isWhole?.() ?? true)));
}

function isExpected(expected: StoreAssetInput["expectedKind"], kind: AssetKind): boolean {
  if (expected === undefined) return true;
  return typeof expected === "string" ? expected === kind : expected.includes(kind);
}

async function upsertAsset(
  database: Queryable,
  { userId, origin, fileName }: StoreAssetInput,
  { sha256, bytes, rawAudio, sound, video, ...measures }: MeasuredMedia & { sha256: string; bytes: number },
): Promise<StoredAsset> {
  const facts = toFacts({ rawAudio, sound, video });
  const upsert = () =>
    database.asset.upsert({
      where: { userId_sha256_origin: { userId, sha256, origin } },
      create: { userId, sha256, origin, fileName, bytes: BigInt(bytes), ...measures, facts },
      update: fileName === undefined ? {} : { fileName },
    });
  // The source cannot be read a second time, so it is the row that waits for a database that restarts; and an upsert
  // that changes nothing looks before it writes, so that of the same bytes stored at once the later one looks again.
  const row = await withDatabaseRetry(() =>
    upsert().catch((error: unknown) => {
      if (isUniqueViolation(error)) return upsert();
      throw error;
    }),
  );
  return toStoredAsset(row);
}

/** What has no column of its own; undefined where there is nothing of it. */
function toFacts({ rawAudio, sound, video }: Pick<MeasuredMedia, "rawAudio" | "sound" | "video">) {
  const facts = {
    ...(rawAudio && { rawAudio: { ...rawAudio } }),
    ...(sound && { sound: { ...sound } }),
    ...(video && { video: { ...video } }),
  };
  return Object.keys(facts).length > 0 ? facts : undefined;
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "P2002";
}
