import type { M4aTags, SoundFileFormat } from "./conversion-messages";
import { mpegSampleRates, type SoundFileEncoder, type SoundShape } from "./encoder-shape";

/** Whether a format has this sample rate. */
export function hasSampleRate(format: SoundFileFormat, sampleRateHz: number): boolean {
  return format === "wav" || format === "flac" || mpegSampleRates.some((rate) => rate === sampleRateHz);
}

export async function createSoundFileEncoder(
  format: SoundFileFormat,
  shape: SoundShape,
  tags: M4aTags | null,
): Promise<SoundFileEncoder> {
  switch (format) {
    case "mp3":
      return (await import("./mp3-encoder")).createMp3FileEncoder(shape);
    case "wav":
      return (await import("./wav-encoder")).createWavEncoder(shape);
    case "flac":
      return (await import("./webcodecs-encoder")).createFlacEncoder(shape);
    case "m4a":
      return (await import("./webcodecs-encoder")).createM4aEncoder(shape, tags);
  }
}
