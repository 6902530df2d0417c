import { StudioError, type FieldProblem } from "@/lib/errors/studio-error";
import { Base64Source } from "@/lib/service/contract/media-reference";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
import { openAsset } from "../open-asset.server";
import { getPeaks, hasPeaks } from "../peaks/get-peaks.server";
import { peaksDtoSchema } from "../peaks/peaks-dto";
import { createWavHeader } from "../wav-header";
import { type BlobStore, blobKey } from "../store/blob-store.server";
import { getBlobStore } from "../store/get-blob-store.server";
import type { StoredAsset } from "../stored-asset";
import type { SoundReport } from "./sound-report-dto";

interface ReferenceSoundCheck {
  /** Of the decoded audio. Null if it can't be decoded. */
  durationSeconds: number | null;
  problems: SoundProblem[];
}

/**
 * Checks whether stored audio can be covered by decoding all of it; neither its name nor its header is trusted.
 * The waveform is kept, so checking again reads a few kilobytes.
 *
 * Throws `asset.missing` and `storage.failed`.
 */
export async function checkReferenceSound(
  asset: Pick<StoredAsset, "userId" | "sha256" | "kind" | "mimeType" | "rawAudio" | "bytes">,
  store?: BlobStore,
): Promise<ReferenceSoundCheck> {
  const canDecode = hasPeaks(asset);
  const durationSeconds = canDecode ? await measureDecoded(asset, store) : null;
  const bytes = countReferenceBytes(asset);
  return { durationSeconds, problems: findSoundProblems({ bytes, durationSeconds, canDecode }) };
}

async function measureDecoded(
  asset: Parameters<typeof getPeaks>[0],
  store: BlobStore | undefined,
): Promise<number | null> {
  try {
    const peaks = JSON.parse((await getPeaks(asset, store)).toString()) as unknown;
    return peaksDtoSchema.parse(peaks).durationSeconds;
  } catch (error) {
    if (error instanceof StudioError && error.code === "asset.corrupt") return null;
    throw error;
  }
}

/** The report of `GET /api/v1/sounds/:id`. Throws what `checkReferenceSound` throws. */
export async function describeSound(asset: StoredAsset): Promise<SoundReport> {
  const { id, fileName = null, mimeType, bytes } = asset;
  return { assetId: id, fileName, mimeType, bytes, ...(await checkReferenceSound(asset)) };
}

interface ReferenceSoundFacts {
  bytes: number;
  /** Of the decoded audio; null where nothing could be decoded. */
  durationSeconds: number | null;
  /** Whether there is a decoder for this type. */
  canDecode: boolean;
}

/** Key and values of a `validation` message, without a field path. */
type SoundProblem = Omit<FieldProblem, "path"> & { key: SoundProblemKey };
type SoundProblemKey =
  | "sound.type"
  | "sound.undecodable"
  | "sound.too-large"
  | "sound.too-short"
  | "sound.too-long";

/**
 * Why audio can't be a reference (service.md "Rules for cover models" 4: 6 seconds to 6 minutes, at most 50 MB, a
 * common format). Empty if it can.
 */
export function findSoundProblems({
  bytes,
  durationSeconds,
  canDecode,
}: ReferenceSoundFacts): SoundProblem[] {
  const { secondsMin, secondsMax, maxBytes } = REFERENCE_AUDIO_LIMITS;
  const problems: SoundProblem[] = [];
  if (!canDecode) problems.push({ key: "sound.type" });
  else if (durationSeconds === null) problems.push({ key: "sound.undecodable" });
  if (bytes > maxBytes)
    problems.push({ key: "sound.too-large", values: { maxMegabytes: maxBytes / 1_000_000 } });
  if (durationSeconds === null) return problems;
  if (durationSeconds < secondsMin)
    problems.push({ key: "sound.too-short", values: { minimum: secondsMin } });
  if (durationSeconds > secondsMax) {
    problems.push({ key: "sound.too-long", values: { minutes: secondsMax / 60 } });
  }
  return problems;
}

type ReferenceAsset = Pick<StoredAsset, "sha256" | "bytes" | "rawAudio">;

/**
 * Reads reference audio while it is sent (service.md "Rules for cover models" 4). Headerless audio, which no
 * service can read, gets a WAV header. Throws `input.too-large` and `asset.missing` before anything is sent.
 */
export async function readReferenceSound(asset: ReferenceAsset, store?: BlobStore): Promise<Base64Source> {
  const { maxBytes } = REFERENCE_AUDIO_LIMITS;
  const byteCount = countReferenceBytes(asset);
  if (byteCount > maxBytes) throw new StudioError("input.too-large", { values: { maxBytes } });
  const stored = await (store ?? (await getBlobStore())).stat(blobKey(asset.sha256));
  if (!stored) throw new StudioError("asset.missing");
  return new Base64Source(byteCount, () => readWithHeader(asset, store));
}

/** The bytes that the service receives, including an added header. */
function countReferenceBytes({ bytes, rawAudio }: Pick<ReferenceAsset, "bytes" | "rawAudio">): number {
  return bytes + (rawAudio ? createWavHeader(rawAudio, bytes).length : 0);
}

async function* readWithHeader(asset: ReferenceAsset, store: BlobStore | undefined) {
  if (asset.rawAudio) yield createWavHeader(asset.rawAudio, asset.bytes);
  yield* (await openAsset(asset, undefined, store)) as AsyncIterable<Uint8Array>;
}
