import { createMp3Encoder } from "wasm-media-encoders";
import { decodeSound } from "../peaks/decode/decode-sound";
import { SoundDecodingError, type SoundFormat } from "../peaks/decode/sound-decoder";
import { createWavHeader } from "../wav-header";

export interface CutOptions {
  /** Start, in seconds of the decoded audio. */
  startSeconds: number;
  /** End, at most the end of the audio. */
  endSeconds: number;
  /** A piece larger than this as WAV becomes MP3. */
  maxBytes: number;
  /** The longest allowed playing time of the file. */
  maxSeconds: number;
}

export type CutPart =
  | { type: "format"; format: PieceFormat }
  | { type: "bytes"; bytes: Uint8Array<ArrayBuffer> };

interface Cut {
  format: PieceFormat;
  encoder: PieceEncoder;
  /** The first sample of the piece. */
  first: number;
}

/**
 * Cuts a piece of audio into a file: yields its format, then its bytes. Two channels stay two; any other number
 * is mixed down to one. Reads no further than needed, in constant memory. CPU-bound: run it in a worker thread.
 *
 * @throws SoundDecodingError where the audio can't be decoded up to the end of the piece
 */
export async function* cutSound(
  source: AsyncIterable<Uint8Array>,
  format: SoundFormat,
  options: CutOptions,
): AsyncGenerator<CutPart> {
  let cut: Cut | undefined;
  let seen = 0;
  let given = 0;
  for await (const { channelData, sampleRateHz } of decodeSound(source, format)) {
    const samples = channelData[0]?.length ?? 0;
    if (samples === 0) continue;
    if (!cut) {
      cut = await beginCut(sampleRateHz, channelData.length === 2 ? 2 : 1, options);
      yield { type: "format", format: cut.format };
      yield { type: "bytes", bytes: cut.encoder.begin() };
    }
    const from = Math.min(samples, Math.max(0, cut.first - seen));
    const until = Math.min(samples, from + cut.format.frames - given);
    seen += samples;
    if (until > from) {
      given += until - from;
      const piece = channelData.map((channel) => channel.subarray(from, until));
      yield { type: "bytes", bytes: cut.encoder.encode(cut.format.channels === 2 ? piece : [mix(piece)]) };
    }
    if (given < cut.format.frames) continue;
    yield { type: "bytes", bytes: cut.encoder.end() };
    return;
  }
  throw new SoundDecodingError("The audio ended before the end of the piece");
}

async function beginCut(
  sampleRateHz: number,
  channels: 1 | 2,
  { startSeconds, endSeconds, ...limits }: CutOptions,
): Promise<Cut> {
  const first = Math.round(startSeconds * sampleRateHz);
  const frames = Math.round(endSeconds * sampleRateHz) - first;
  return { first, ...(await createPieceEncoder({ sampleRateHz, channels, frames }, limits)) };
}

function mix(channels: readonly Float32Array[]): Float32Array {
  const [only, ...others] = channels;
  if (!only || others.length === 0) return only ?? new Float32Array();
  return only.map(
    (sample, frame) => others.reduce((sum, channel) => sum + (channel[frame] ?? 0), sample) / channels.length,
  );
}

export interface PieceFormat {
  /** `wav` has 16 bits per sample. */
  container: "wav" | "mp3";
  sampleRateHz: number;
  channels: 1 | 2;
  /** Samples per channel. */
  frames: number;
}

/** Encodes samples into a file. All channels of a call have the same number of samples, from -1 to 1. */
interface PieceEncoder {
  begin(): Uint8Array<ArrayBuffer>;
  encode(channelData: readonly Float32Array[]): Uint8Array<ArrayBuffer>;
  end(): Uint8Array<ArrayBuffer>;
}

const wavHeaderBytes = 44;
const sampleBytes = 2;
/** The highest MP3 bitrate, so that the model hears as much of the original as possible. */
const mp3KilobitsPerSecond = 320;
const mp3FrameSamples = 1_152;
/** The highest sample rate of MP3; higher rates are resampled to it. */
const highestMp3RateHz = 48_000;
/** Encoder delay and padding make an MP3 longer than its audio, by at most three frames. */
const mp3SurplusFrames = 3;

/**
 * Chooses lossless WAV where it fits `maxBytes`, otherwise MP3 with as many channels (six minutes are 14 MB).
 * An MP3 that would exceed `maxSeconds` is shortened by less than a tenth of a second.
 */
async function createPieceEncoder(
  sound: Omit<PieceFormat, "container">,
  { maxBytes, maxSeconds }: { maxBytes: number; maxSeconds: number },
): Promise<{ format: PieceFormat; encoder: PieceEncoder }> {
  const { sampleRateHz, channels, frames } = sound;
  if (wavHeaderBytes + frames * channels * sampleBytes <= maxBytes) {
    const format: PieceFormat = { ...sound, container: "wav" };
    return { format, encoder: createWavEncoder(format) };
  }
  const surplusSeconds = (mp3SurplusFrames * mp3FrameSamples) / Math.min(sampleRateHz, highestMp3RateHz);
  const mostFrames = Math.floor((maxSeconds - surplusSeconds) * sampleRateHz);
  const format: PieceFormat = { ...sound, container: "mp3", frames: Math.min(frames, mostFrames) };
  return { format, encoder: await createMp3PieceEncoder(format) };
}

function createWavEncoder({ sampleRateHz, channels, frames }: PieceFormat): PieceEncoder {
  return {
    begin: () => {
      const header = { encoding: "s16le", sampleRateHz, channels } as const;
      return new Uint8Array(createWavHeader(header, frames * channels * sampleBytes));
    },
    encode: interleave,
    end: () => new Uint8Array(),
  };
}

function interleave(channelData: readonly Float32Array[]): Uint8Array<ArrayBuffer> {
  const samples = channelData[0]?.length ?? 0;
  const bytes = new Uint8Array(samples * channelData.length * sampleBytes);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (let frame = 0; frame < samples; frame += 1) {
    for (const channel of channelData) {
      // The scale of the decoders, so 16-bit samples are restored exactly.
      const sample = Math.round((channel[frame] ?? 0) * 32_768);
      view.setInt16(at, Math.max(-32_768, Math.min(32_767, sample)), true);
      at += sampleBytes;
    }
  }
  return bytes;
}

async function createMp3PieceEncoder({ sampleRateHz, channels }: PieceFormat): Promise<PieceEncoder> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: sampleRateHz, channels, bitrate: mp3KilobitsPerSecond });
  return {
    begin: () => new Uint8Array(),
    // Copied, because the next call reuses the encoder's memory.
    encode: (channelData) => new Uint8Array(encoder.encode(channelData)),
    end: () => new Uint8Array(encoder.finalize()),
  };
}
