import { StudioError } from "@/lib/errors/studio-error";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
import { openAsset } from "../open-asset.server";
import { hasPeaks } from "../peaks/get-peaks.server";
import { SoundDecodingError } from "../peaks/decode/sound-decoder";
import { runSoundThread } from "../peaks/run-sound-thread.server";
import { checkReferenceSound } from "../sound-check/reference-sound.server";
import { storeAsset, type StoreAssetDependencies } from "../store-asset.server";
import type { StoredAsset } from "../stored-asset";
import type { PieceFormat } from "./cut-sound";

interface TrimOptions {
  startSeconds: number;
  endSeconds: number;
}

const { secondsMin, secondsMax, maxBytes } = REFERENCE_AUDIO_LIMITS;

/**
 * Cuts a piece out of audio and stores it as a new file: 16-bit WAV at the original rate, or MP3 at 320 kbit/s
 * where WAV would exceed the limit for references. Stereo stays stereo. The original is unchanged.
 *
 * Throws `input.invalid` for a piece that is too short, too long or beyond the end; `asset.type` and
 * `asset.corrupt` for audio that can't be decoded; and what `storeAsset` throws.
 */
export async function trimSound(
  asset: StoredAsset,
  { startSeconds, endSeconds }: TrimOptions,
  dependencies: StoreAssetDependencies = {},
): Promise<StoredAsset> {
  if (!hasPeaks(asset)) throw new StudioError("asset.type");
  const { durationSeconds } = await checkReferenceSound(asset, dependencies.store);
  if (durationSeconds === null) throw new StudioError("asset.corrupt");
  const end = Math.min(endSeconds, durationSeconds);
  requireLength(end - startSeconds);
  const source = await openAsset(asset, undefined, dependencies.store);
  const parts = runSoundThread(source, {
    job: "cut",
    format: { mimeType: asset.mimeType, ...(asset.rawAudio ? { rawAudio: asset.rawAudio } : {}) },
    options: { startSeconds, endSeconds: end, maxBytes, maxSeconds: secondsMax },
  });
  try {
    const { container } = await readFormat(parts);
    return await storeAsset(
      {
        userId: asset.userId,
        origin: "upload",
        expectedKind: "audio",
        maxBytes,
        fileName: nameTrimmed(asset.fileName, container),
        source: readBytes(parts),
      },
      dependencies,
    );
  } catch (cause) {
    throw cause instanceof SoundDecodingError ? new StudioError("asset.corrupt", { cause }) : cause;
  } finally {
    // Ends the thread where not everything was read.
    await parts.return();
  }
}

function requireLength(seconds: number): void {
  if (seconds < secondsMin) reject("sound.trim.too-short", { minimum: secondsMin });
  if (seconds > secondsMax) reject("sound.trim.too-long", { minutes: secondsMax / 60 });
}

function reject(key: string, values: Record<string, number>): never {
  throw new StudioError("input.invalid", { fields: [{ path: "endSeconds", key, values }] });
}

type Parts = ReturnType<typeof runSoundThread>;

/** The format comes before the bytes. */
async function readFormat(parts: Parts): Promise<PieceFormat> {
  const first = await parts.next();
  if (first.done || first.value.type !== "format")
    throw new Error("The first part of a piece must be its format");
  return first.value.format;
}

async function* readBytes(parts: Parts): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    if (part.type === "bytes") yield part.bytes;
  }
}

/** `evening.flac` becomes `evening (trimmed).wav`. */
function nameTrimmed(fileName: string | undefined, container: PieceFormat["container"]): string {
  return `${(fileName ?? "sound").replace(/\.[^.]{1,5}$/, "").slice(0, 180)} (trimmed).${container}`.toWellFormed();
}
