import { decodeSound } from "../peaks/decode/decode-sound";
import { SoundDecodingError, type DecodedSound } from "../peaks/decode/sound-decoder";
import type { SoundFormat } from "../peaks/decode/sound-format";

export interface CutOptions {
  /** From where, in seconds of the decoded sound. */
  startSeconds: number;
  /** Up to where; not beyond the end of the sound. */
  endSeconds: number;
  /** Two channels become one where both would not fit. */
  maxBytes: number;
}

/** Of the samples that follow: signed 16 bit, little-endian, channels interleaved. */
export interface CutFormat {
  sampleRateHz: number;
  channels: 1 | 2;
  /** Samples of each channel. */
  frames: number;
}

export type CutPart =
  { type: "format"; format: CutFormat } | { type: "samples"; bytes: Uint8Array<ArrayBuffer> };

const sampleBytes = 2;

/**
 * A piece of a sound as plain samples: first what they are, then exactly as many as were told. Reads on to no further
 * than the piece needs. In memory that does not grow with the sound; takes the processor, so use it in a thread.
 *
 * @throws SoundDecodingError where the sound cannot be decoded up to the end of the piece
 */
export async function* cutSound(
  source: AsyncIterable<Uint8Array>,
  format: SoundFormat,
  { startSeconds, endSeconds, maxBytes }: CutOptions,
): AsyncGenerator<CutPart> {
  let cut: CutFormat | undefined;
  let first = 0;
  let seen = 0;
  let given = 0;
  for await (const sound of decodeSound(source, format)) {
    const samples = sound.channelData[0]?.length ?? 0;
    if (samples === 0) continue;
    if (!cut) {
      first = Math.round(startSeconds * sound.sampleRateHz);
      const frames = Math.round(endSeconds * sound.sampleRateHz) - first;
      const fits = frames * 2 * sampleBytes <= maxBytes;
      cut = {
        sampleRateHz: sound.sampleRateHz,
        channels: sound.channelData.length === 2 && fits ? 2 : 1,
        frames,
      };
      yield { type: "format", format: cut };
    }
    const from = Math.min(samples, Math.max(0, first - seen));
    const until = Math.min(samples, from + cut.frames - given);
    seen += samples;
    if (until > from) {
      given += until - from;
      yield { type: "samples", bytes: interleave(sound, cut.channels, from, until) };
    }
    if (given === cut.frames) return;
  }
  throw new SoundDecodingError("The sound ended before the piece did");
}

/** Two channels stay two; any other number is mixed to one where one is wanted. */
function interleave(
  { channelData }: DecodedSound,
  channels: 1 | 2,
  from: number,
  until: number,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array((until - from) * channels * sampleBytes);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const write = (sample: number) => {
    // The scale of the decoders: samples that were 16 bits come out as they were.
    view.setInt16(at, Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))), true);
    at += sampleBytes;
  };
  for (let frame = from; frame < until; frame += 1) {
    if (channels === 2) for (const channel of channelData) write(channel[frame] ?? 0);
    else write(channelData.reduce((sum, channel) => sum + (channel[frame] ?? 0), 0) / channelData.length);
  }
  return bytes;
}
