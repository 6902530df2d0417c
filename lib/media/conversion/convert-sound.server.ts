import type { FileHandle } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { getDataDir } from "@/lib/env/env.server";
import { StudioError } from "@/lib/errors/studio-error";
import { FairLimit } from "../decoding/fair-limit";
import { openAsset } from "../open-asset.server";
import { canDecodeSound } from "../peaks/decode/sound-decoder";
import type { BlobStore, ByteRange } from "../store/blob-store.server";
import { measureDiskSpace } from "../store/disk-space.server";
import { openUnnamedFile } from "../store/spool-file.server";
import type { StoredAsset } from "../stored-asset";
import { type ConversionOrder, soundFileTypes } from "./conversion-messages";
import { runConversion, SoundConversionError } from "./run-conversion.server";

/** A song takes minutes; an hour takes a processor about a minute. */
export const maxConvertedSeconds = 3_600;
/** Conversions of one person that wait, run or are being downloaded. */
const heldPerPerson = 4;
const retryAfterMs = 5_000;
/** 48 kHz, stereo, 16 bits. */
const largestBytesPerSecond = 192_000;
/** What a decoder may find less than the header says: frames at both ends, and 1 in 50. */
const missingSeconds = 0.5;
const missingShare = 0.02;

interface Conversions {
  /** One core is left for serving pages. */
  limit: FairLimit;
  /** By person. */
  held: Map<string, number>;
}

// One per process, although Next bundles routes separately. A studio has one web process.
const globalForConversions = globalThis as { reverieConversions?: Conversions };

function getConversions(): Conversions {
  return (globalForConversions.reverieConversions ??= {
    limit: new FairLimit(Math.max(1, availableParallelism() - 1)),
    held: new Map(),
  });
}

/** A finished file without a name, until it is closed. */
export interface ConvertedSound {
  mimeType: string;
  bytes: number;
  read(range: ByteRange): Readable;
  /** Frees the file. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Converts stored audio in a separate process, in turns by person, into a temporary file: only a complete file is ever
 * delivered, with its length, and a slow download holds no processor. Ends with `signal`.
 *
 * @throws StudioError input.invalid at the field `format`, conversion.too-long, asset.corrupt, asset.missing, rate.throttled,
 * storage.full, storage.failed; and the reason of `signal`
 */
export async function convertSound(
  asset: StoredAsset,
  wish: Pick<ConversionOrder, "format" | "loudnessLufs" | "tags">,
  { signal, store }: { signal: AbortSignal; store?: BlobStore },
): Promise<ConvertedSound> {
  const { userId, mimeType, rawAudio, durationSeconds: toldSeconds } = asset;
  if (asset.kind !== "audio" || !canDecodeSound(asset)) throw refuseFormat();
  if ((toldSeconds ?? 0) > maxConvertedSeconds) throw refuseLength();
  const release = hold(userId);
  let file: FileHandle | undefined;
  try {
    await requireSpace(toldSeconds ?? maxConvertedSeconds);
    const output = await openUnnamedFile(path.join(/* turbopackIgnore: true */ getDataDir(), "media", "tmp"));
    file = output;
    const source = { mimeType, ...(rawAudio ? { rawAudio } : {}) };
    const { durationSeconds, bytes } = await getConversions().limit.run({ userId, signal }, () =>
      runConversion({
        order: { ...wish, source, channels: asset.sound?.channels, maxSeconds: maxConvertedSeconds },
        open: () => openAsset(asset, undefined, store),
        output: output.fd,
        signal,
      }),
    );
    const missing = (toldSeconds ?? 0) - durationSeconds;
    if (missing > Math.max(missingSeconds, missingShare * durationSeconds)) {
      throw new SoundConversionError("damaged", `${missing} s of ${toldSeconds} s can't be decoded`);
    }
    return {
      mimeType: soundFileTypes[wish.format],
      bytes,
      read: (range) => output.createReadStream({ ...range, autoClose: false }),
      async close() {
        release();
        await output.close();
      },
    };
  } catch (error) {
    release();
    await file?.close();
    throw error instanceof SoundConversionError ? toStudioError(error) : error;
  }
}

function toStudioError(cause: SoundConversionError): StudioError {
  if (cause.fault === "format") return refuseFormat();
  if (cause.fault === "too-long") return refuseLength();
  return new StudioError("asset.corrupt", { cause });
}

function refuseFormat(): StudioError {
  return new StudioError("input.invalid", { fields: [{ path: "format", key: "field.choice" }] });
}

function refuseLength(): StudioError {
  return new StudioError("conversion.too-long");
}

/**
 * Holds one of the places of a person, which limits their temporary files.
 *
 * @returns gives the place back; safe to call twice
 */
function hold(userId: string): () => void {
  const { held } = getConversions();
  const before = held.get(userId) ?? 0;
  if (before >= heldPerPerson) throw new StudioError("rate.throttled", { values: { retryAfterMs } });
  held.set(userId, before + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (held.get(userId) ?? 1) - 1;
    if (left > 0) held.set(userId, left);
    else held.delete(userId);
  };
}

/** The reserve of the disk is for results that are owed. */
async function requireSpace(seconds: number): Promise<void> {
  const { freeBytes, reserveBytes } = await measureDiskSpace();
  const neededBytes = Math.ceil(seconds * largestBytesPerSecond) + reserveBytes - freeBytes;
  if (neededBytes > 0) throw new StudioError("storage.full", { values: { neededBytes } });
}
