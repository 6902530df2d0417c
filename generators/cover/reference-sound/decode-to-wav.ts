import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
import { encodeWav } from "./encode-wav";

/** What the studio and the service decode by themselves; by the browser's guess, since the bytes are looked at later. */
const commonTypes = /^audio\/(mpeg|mp3|wav|x-wav|wave|vnd\.wave|flac|x-flac|ogg)$/;
const commonEndings = /\.(mp3|wav|flac|ogg|oga|opus)$/i;

/**
 * A chosen file in a form that can be sent. Formats that not every service decodes (AAC in MP4, WebM, AIFF) are turned
 * into WAV by this browser, which usually can; what it cannot decode goes as it is, and the studio says what is wrong.
 */
export async function toCommonSound(file: File): Promise<File> {
  if (commonTypes.test(file.type) || commonEndings.test(file.name)) return file;
  const wav = await decodeToWav(file);
  return wav ? new File([wav], `${file.name.replace(/\.[^.]{1,5}$/, "")}.wav`, { type: "audio/wav" }) : file;
}

/** At this rate the longest reference there may be fits in stereo: service.md "Rules for cover models" 4. */
const thriftyRateHz = 32_000;
const maxDataBytes = REFERENCE_AUDIO_LIMITS.maxBytes - 44;

/**
 * Whatever this browser decodes as WAV; null where it cannot. In stereo what is stereo, at a lower rate where it would be
 * too large otherwise.
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
    // Only "cannot be decoded" is an answer; anything else is a fault of ours.
    if (error instanceof DOMException) return null;
    throw error;
  } finally {
    await context.close();
  }
}
