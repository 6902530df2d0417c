import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
import { encodeWav } from "./encode-wav";

/** Formats that the studio and the service decode, by the browser's guess; the server checks the bytes. */
const commonTypes = /^audio\/(mpeg|mp3|wav|x-wav|wave|vnd\.wave|flac|x-flac|ogg)$/;
const commonEndings = /\.(mp3|wav|flac|ogg|oga|opus)$/i;

/**
 * Converts formats that not every service decodes (AAC in MP4, WebM, AIFF) to WAV in the browser. Files that it cannot
 * decode are uploaded unchanged, and the studio reports the problem.
 */
export async function toCommonSound(file: File): Promise<File> {
  if (commonTypes.test(file.type) || commonEndings.test(file.name)) return file;
  const wav = await decodeToWav(file);
  return wav ? new File([wav], `${file.name.replace(/\.[^.]{1,5}$/, "")}.wav`, { type: "audio/wav" }) : file;
}

/** At this rate the longest allowed reference fits in stereo: service.md "Rules for cover models" 4. */
const thriftyRateHz = 32_000;
const maxDataBytes = REFERENCE_AUDIO_LIMITS.maxBytes - 44;

/**
 * Decodes a sound to WAV, at a lower sample rate if stereo would be too large; null if the browser cannot decode it.
 */
export async function decodeToWav(blob: Blob): Promise<Blob | null> {
  const sound = await decode(blob);
  const isTooLarge = sound?.numberOfChannels === 2 && sound.length * 4 > maxDataBytes;
  const fitting = isTooLarge ? await decode(blob, thriftyRateHz) : sound;
  return fitting && encodeWav(fitting, { maxBytes: maxDataBytes });
}

async function decode(blob: Blob, sampleRate?: number): Promise<AudioBuffer | null> {
  const context = new AudioContext(sampleRate === undefined ? {} : { sampleRate });
  try {
    return await context.decodeAudioData(await blob.arrayBuffer());
  } catch (error) {
    // DOMException means that the browser cannot decode it; anything else is a bug.
    if (error instanceof DOMException) return null;
    throw error;
  } finally {
    await context.close();
  }
}
