import pLimit from "p-limit";
import { getDatabase, type Database, type Prisma, type Queryable } from "@/lib/db/database.server";
import { withDatabaseRetry } from "@/lib/db/with-database-retry.server";
import { retryWhile } from "@/lib/errors/retry-while.server";
import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import { StudioError } from "@/lib/errors/studio-error";
import type { AssetKind, AssetOrigin, StoredAsset } from "./stored-asset";
import { isCutOff } from "./inspect/is-cut-off.server";
import { measureMedia, UndecodableMediaError, type MeasuredMedia } from "./inspect/measure-media.server";
import { findPictureEnd } from "./inspect/picture-end.server";
import { sniffMedia, type SniffedMedia } from "./inspect/sniff-media.server";
import { rewriteIndexFirst, type RewrittenVideo } from "./mp4/index-first.server";
import { PictureDecodingError } from "./pictures/picture-process.server";
import type { RawAudio } from "./raw-audio";
import { toStoredAsset } from "./find-asset.server";
import { requireDiskQuota, storeWithinQuota } from "./disk-quota.server";
import { type BlobHold, holdBlob, shortenHold } from "./removal/hold-blob.server";
import { describeSpan, inSpan } from "@/lib/traces/trace.server";
import { requireDiskSpace } from "./store/disk-space.server";
import { blobKey, type BlobStore, type BlobWriter, asStorageFault } from "./store/blob-store.server";
import { getBlobStore } from "./store/get-blob-store.server";

export interface StoreAssetInput {
  userId: string;
  origin: AssetOrigin;
  /** Read once, at the pace of the disk. */
  source: AsyncIterable<Uint8Array>;
  /** Rejects other kinds. Default: every kind that can be stored. */
  expectedKind?: AssetKind | readonly AssetKind[];
  /**
   * Called after `source` has ended. False for an interrupted stream: audio is then stored although its end is
   * missing.
   */
  isWhole?: () => boolean;
  /** The format of headerless audio; stored in the row. */
  rawAudio?: RawAudio;
  maxBytes: number;
  /** For display only. */
  fileName?: string;
  /** What is written with the row, in one transaction. May run again after a lost connection. */
  record?: AssetRecorder;
}

/** Calls `keepRow` once; what it writes before and after that is one durable commit with the row. */
export type AssetRecorder = (
  transaction: Prisma.TransactionClient,
  keepRow: () => Promise<StoredAsset>,
) => Promise<void>;

export interface StoreAssetDependencies {
  database?: Database;
  store?: BlobStore;
}

/** Error codes by origin: a person can fix an upload; a result is fetched again. */
const faultCodes = {
  output: {
    tooLarge: "result.too-large",
    empty: "result.incomplete",
    type: "result.type",
    undecodable: "result.incomplete",
    tooComplex: "result.incomplete",
  },
  upload: {
    tooLarge: "input.too-large",
    empty: "asset.empty",
    type: "asset.type",
    undecodable: "asset.corrupt",
    tooComplex: "asset.too-complex",
  },
} as const satisfies Record<AssetOrigin, Record<string, StudioErrorCode>>;

/**
 * Stores bytes in constant memory: written once, hashed, sniffed, decoded and durable before the row that
 * refers to them. The index of a result's video is moved to the front for a fast start. The same bytes of the
 * same person and origin give the same asset.
 *
 * Throws StudioError: for an upload `storage.full`, `quota.disk`, `input.too-large`, `asset.empty`, `asset.type`,
 * `asset.corrupt`, `asset.too-complex`; for an output `result.too-large`, `result.type`, `result.incomplete`; for either
 * `storage.failed`; and whatever `source` throws.
 */
export function storeAsset(
  input: StoreAssetInput,
  dependencies: StoreAssetDependencies = {},
): Promise<StoredAsset> {
  return inSpan("store", {}, () => storeBytes(input, dependencies));
}

async function storeBytes(
  input: StoreAssetInput,
  { database = getDatabase(), store }: StoreAssetDependencies,
): Promise<StoredAsset> {
  const blobStore = store ?? (await getBlobStore());
  // A result is owed, so it may use the reserve.
  if (input.origin === "upload") await requireDiskSpace();
  const leftBytes = input.origin === "upload" ? await requireDiskQuota(input.userId, database) : Infinity;
  const received = await blobStore.createWriter();
  let rewritten: RewrittenVideo | null = null;
  try {
    const sealed = await inSpan("receive", {}, async () => {
      await receive(input, received, leftBytes);
      return received.seal();
    });
    const facts = await inSpan("measure", {}, () => inspect(input, received.path));
    // Uploads are never changed.
    if (input.origin === "output") rewritten = await rewriteIndexFirst(blobStore, received, facts);
    const { writer, sha256 } = rewritten ?? { writer: received, sha256: sealed.sha256 };
    const { bytes } = writer;
    describeSpan({ "reverie.bytes": bytes, "reverie.media_type": facts.mimeType });
    const keep = async () => {
      const { origin } = input;
      const hold = await whileDatabaseAway(origin, () => holdBlob(database, { sha256, origin }));
      await inSpan("upload", {}, () => whileStoreAway(origin, () => writer.commit(blobKey(sha256))));
      const row = { sha256, bytes, ...facts };
      // `source` can't be read twice, so the row waits for a restarting database.
      return whileDatabaseAway(origin, () => writeRow(database, input, { hold, row }));
    };
    if (leftBytes === Infinity) return await keep();
    // Others may have been stored meanwhile.
    return await storeWithinQuota({ userId: input.userId, bytes, database }, keep);
  } finally {
    await rewritten?.writer.discard();
    await received.discard();
  }
}

async function receive(input: StoreAssetInput, writer: BlobWriter, leftBytes: number): Promise<void> {
  const codes = faultCodes[input.origin];
  for await (const chunk of input.source) {
    if (writer.bytes + chunk.byteLength > input.maxBytes) {
      throw new StudioError(codes.tooLarge, { values: { maxBytes: input.maxBytes } });
    }
    if (writer.bytes + chunk.byteLength > leftBytes) throw new StudioError("quota.disk");
    await writer.write(chunk);
  }
  if (writer.bytes === 0) throw new StudioError(codes.empty);
}

async function inspect(input: StoreAssetInput, filePath: string): Promise<MeasuredMedia> {
  const codes = faultCodes[input.origin];
  const sniffed = await asStorageFault(() => sniffMedia(filePath, { rawAudio: input.rawAudio }));
  if (!sniffed) throw new StudioError(codes.type);
  try {
    const turn = { userId: input.userId, isOwed: input.origin === "output" };
    const measured = await measureMedia(filePath, sniffed, turn);
    // The tracks of a container may show another kind than its signature.
    if (!isExpected(input.expectedKind, measured.kind)) throw new StudioError(codes.type);
    if (mustBeWhole(input, measured) && (await asStorageFault(() => isCutOff(filePath, measured)))) {
      throw new StudioError(codes.undecodable);
    }
    return measured;
  } catch (cause) {
    if (!(cause instanceof UndecodableMediaError)) throw cause;
    if (!isExpected(input.expectedKind, sniffed.kind)) throw new StudioError(codes.type, { cause });
    const { cause: fault } = cause;
    if (!(fault instanceof PictureDecodingError)) throw new StudioError(codes.undecodable, { cause });
    if (await isKeptUndecoded(input, filePath, { sniffed, fault })) return { ...sniffed, ...fault.size };
    throw new StudioError(fault.fault === "too-complex" ? codes.tooComplex : codes.undecodable, { cause });
  }
}

/**
 * Whether an image that can't be decoded is stored all the same, without thumbnails: it is a result, which is paid for,
 * and has arrived completely. A cut off one is fetched again.
 */
async function isKeptUndecoded(
  { origin }: StoreAssetInput,
  filePath: string,
  { sniffed, fault: { fault } }: { sniffed: SniffedMedia; fault: PictureDecodingError },
): Promise<boolean> {
  if (origin !== "output") return false;
  const end = await asStorageFault(() => findPictureEnd(filePath, sniffed.mimeType));
  return fault === "damaged" ? end === "whole" : end !== "cut-off";
}

/** Truncated uploads are accepted, and so is the audio of an interrupted stream. */
function mustBeWhole({ origin, isWhole }: StoreAssetInput, { kind }: MeasuredMedia): boolean {
  return origin === "output" && (kind === "video" || (kind === "audio" && (isWhole?.() ?? true)));
}

function isExpected(expected: StoreAssetInput["expectedKind"], kind: AssetKind): boolean {
  if (expected === undefined) return true;
  return typeof expected === "string" ? expected === kind : expected.includes(kind);
}

const storePatienceMs = 10 * 60_000;
/** A person waits, and can upload again. */
const uploadPatienceMs = 2_000;

type AssetRow = MeasuredMedia & { sha256: string; bytes: number };

/**
 * How many results are recorded at once. Those of one person count into the same row, so each waits for the commit before it:
 * here, and not in a transaction, which would keep a connection, and end after its timeout where a slow machine stores 200.
 */
const turns = pLimit(3);

/** One commit for the row, the end of its hold and what is recorded with it. */
async function writeRow(
  database: Database,
  input: StoreAssetInput,
  { hold, row }: { hold: BlobHold; row: AssetRow },
): Promise<StoredAsset> {
  const { origin, record } = input;
  if (origin === "upload" && !record) return upsertAsset(database, input, row);
  return turns(() =>
    database.$transaction(async (transaction) => {
      const kept: StoredAsset[] = [];
      const keepRow = async () => {
        const asset = await upsertAsset(transaction, input, row);
        kept.push(asset);
        return asset;
      };
      await (record ? record(transaction, keepRow) : keepRow());
      await shortenHold(transaction, hold);
      if (!kept[0]) throw new Error("The row of an asset was not written");
      return kept[0];
    }),
  );
}

async function upsertAsset(
  database: Queryable,
  { userId, origin, fileName }: StoreAssetInput,
  { sha256, bytes, rawAudio, sound, video, ...measures }: AssetRow,
): Promise<StoredAsset> {
  const facts = toFacts({ rawAudio, sound, video });
  // With a change, even of nothing, it is one statement.
  const row = await database.asset.upsert({
    where: { userId_sha256_origin: { userId, sha256, origin } },
    create: { userId, sha256, origin, fileName, bytes: BigInt(bytes), ...measures, facts },
    // It may have been deleted while generations still use it.
    update: { sha256, ...(origin === "upload" ? { deletedAt: null } : {}), ...(fileName && { fileName }) },
  });
  return toStoredAsset(row);
}

/** Tries again while the database is unavailable: for a person not long, for a result that is owed as long as needed. */
function whileDatabaseAway<Result>(origin: AssetOrigin, write: () => Promise<Result>): Promise<Result> {
  return withDatabaseRetry(write, origin === "upload" ? { patienceMs: uploadPatienceMs } : {});
}

/**
 * Tries again while the store refuses a result: its bytes are whole on this machine's disk, and may exist nowhere else. A store
 * in S3 that restarts is back by the end; after that, somebody had better be told. A person who uploads is told at once.
 */
function whileStoreAway(origin: AssetOrigin, commit: () => Promise<void>): Promise<void> {
  if (origin === "upload") return commit();
  const warning = "A result can't be stored; trying again";
  return retryWhile(commit, { isAway: isStorageFault, patienceMs: storePatienceMs, warning });
}

const isStorageFault = (error: unknown) => error instanceof StudioError && error.code === "storage.failed";

/** Measurements without a column; undefined where there are none. */
export function toFacts({ rawAudio, sound, video }: Pick<MeasuredMedia, "rawAudio" | "sound" | "video">) {
  const facts = {
    ...(rawAudio && { rawAudio: { ...rawAudio } }),
    ...(sound && { sound: { ...sound } }),
    ...(video && { video: { ...video } }),
  };
  return Object.keys(facts).length > 0 ? facts : undefined;
}
