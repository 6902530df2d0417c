import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";
import { createWavHeader } from "@/lib/media/wav-header";

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

/** The part of AudioBuffer that is used; tests pass their own. */
export interface DecodedAudio {
  sampleRate: number;
  numberOfChannels: number;
  length: number;
  getChannelData(channel: number): Float32Array;
}

/**
 * Encodes a decoded sound as 16-bit WAV: stereo, or mono if it has another number of channels or exceeds `maxBytes`.
 */
export function encodeWav(sound: DecodedAudio, { maxBytes }: { maxBytes: number }): Blob {
  const { sampleRate, numberOfChannels, length } = sound;
  const fits = length * 4 <= maxBytes;
  const channels = numberOfChannels === 2 && fits ? 2 : 1;
  const data = Array.from({ length: numberOfChannels }, (_, channel) => sound.getChannelData(channel));
  const samples = new DataView(new ArrayBuffer(length * channels * 2));
  const write = (at: number, sample: number) =>
    samples.setInt16(at * 2, Math.round(Math.max(-1, Math.min(1, sample)) * 32_767), true);
  for (let frame = 0; frame < length; frame += 1) {
    if (channels === 2) data.forEach((each, channel) => write(frame * 2 + channel, each[frame] ?? 0));
    else write(frame, data.reduce((sum, each) => sum + (each[frame] ?? 0), 0) / data.length);
  }
  const format = { encoding: "s16le", sampleRateHz: sampleRate, channels } as const;
  return new Blob([createWavHeader(format, samples.byteLength), samples.buffer], { type: "audio/wav" });
}
