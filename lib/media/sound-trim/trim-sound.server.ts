import { StudioError } from "@/lib/errors/studio-error";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
import { openAsset } from "../open-asset.server";
import { hasPeaks } from "../peaks/get-peaks.server";
import { SoundDecodingError } from "../peaks/decode/sound-decoder";
import { runSoundThread } from "../peaks/run-sound-thread.server";
import { createWavHeader } from "../raw-audio";
import { checkReferenceSound } from "../sound-check/check-reference-sound.server";
import { storeAsset, type StoreAssetDependencies } from "../store-asset.server";
import type { StoredAsset } from "../stored-asset";

export interface TrimOptions {
  startSeconds: number;
  endSeconds: number;
}

const { secondsMin, secondsMax, maxBytes } = REFERENCE_AUDIO_LIMITS;
const wavHeaderBytes = 44;

/**
 * Cuts a piece out of a sound and stores it as a file of its own: WAV of 16 bits, at the rate of the sound; in stereo,
 * or in mono where stereo would be larger than a reference may be. The sound itself stays as it is.
 *
 * Throws `input.invalid` for a piece that is too short, too long or beyond the end; `asset.type` and `asset.corrupt`
 * for what cannot be decoded; and what `storeAsset` throws.
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
  try {
    return await storeAsset(
      {
        userId: asset.userId,
        origin: "upload",
        expectedKind: "audio",
        maxBytes,
        fileName: nameTrimmed(asset.fileName),
        source: readWav(
          runSoundThread(source, {
            job: "cut",
            format: { mimeType: asset.mimeType, ...(asset.rawAudio ? { rawAudio: asset.rawAudio } : {}) },
            options: { startSeconds, endSeconds: end, maxBytes: maxBytes - wavHeaderBytes },
          }),
        ),
      },
      dependencies,
    );
  } catch (cause) {
    throw cause instanceof SoundDecodingError ? new StudioError("asset.corrupt", { cause }) : cause;
  }
}

function requireLength(seconds: number): void {
  if (seconds < secondsMin) refuse("sound.trim.too-short", { minimum: secondsMin });
  if (seconds > secondsMax) refuse("sound.trim.too-long", { minutes: secondsMax / 60 });
}

function refuse(key: string, values: Record<string, number>): never {
  throw new StudioError("input.invalid", { fields: [{ path: "endSeconds", key, values }] });
}

async function* readWav(parts: ReturnType<typeof runSoundThread>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) {
    if (part.type === "samples") yield part.bytes;
    if (part.type !== "format") continue;
    const { sampleRateHz, channels, frames } = part.format;
    yield createWavHeader({ encoding: "s16le", sampleRateHz, channels }, frames * channels * 2);
  }
}

/** `evening.mp3` becomes `evening (trimmed).wav`. */
function nameTrimmed(fileName = "sound"): string {
  return `${fileName.replace(/\.[^.]{1,5}$/, "").slice(0, 180)} (trimmed).wav`.toWellFormed();
}
