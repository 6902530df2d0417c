import { decodeSound } from "../peaks/decode/decode-sound";
import { SoundDecodingError, type SoundFormat } from "../peaks/decode/sound-decoder";
import { createMp3Encoder } from "wasm-media-encoders";
import { createWavHeader } from "../raw-audio";

export interface CutOptions {
  /** From where, in seconds of the decoded sound. */
  startSeconds: number;
  /** Up to where; not beyond the end of the sound. */
  endSeconds: number;
  /** What is larger than this as plain samples becomes MP3. */
  maxBytes: number;
  /** How long the file may be that comes of it. */
  maxSeconds: number;
}

export type CutPart =
  { type: "format"; format: PieceFormat } | { type: "bytes"; bytes: Uint8Array<ArrayBuffer> };

interface Cut {
  format: PieceFormat;
  encoder: PieceEncoder;
  /** The sample of the sound with which the piece begins. */
  first: number;
}

/**
 * A piece of a sound as a file: first what it will be, then its bytes. Two channels stay two, any other number is mixed
 * to one. Reads on to no further than the piece needs, in memory that does not grow with the sound; takes the processor,
 * so use it in a thread.
 *
 * @throws SoundDecodingError where the sound cannot be decoded up to the end of the piece
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
  throw new SoundDecodingError("The sound ended before the piece did");
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

/** What a piece of a sound is made as. */
export interface PieceFormat {
  /** `wav` has 16 bits a sample. */
  container: "wav" | "mp3";
  sampleRateHz: number;
  channels: 1 | 2;
  /** Samples of each channel that go into it. */
  frames: number;
}

/** Makes a file of samples; its bytes in their order. Every channel of a call has as many samples, -1 to 1. */
export interface PieceEncoder {
  begin(): Uint8Array<ArrayBuffer>;
  encode(channelData: readonly Float32Array[]): Uint8Array<ArrayBuffer>;
  end(): Uint8Array<ArrayBuffer>;
}

const wavHeaderBytes = 44;
const sampleBytes = 2;
/** The highest there is: what a model hears is as good as what a person gave. */
const mp3KilobitsPerSecond = 320;
const mp3FrameSamples = 1_152;
/** MP3 knows no higher rate: what has one comes out at this. */
const highestMp3RateHz = 48_000;
/** An MP3 is longer than its sound by the delay of its encoder and by what fills the last frame: three frames at most. */
const mp3SurplusFrames = 3;

/**
 * WAV, which loses nothing, where that fits into `maxBytes`; else MP3 with as many channels (six minutes of it are
 * 14 MB), shorter by less than a tenth of a second where it would be longer than `maxSeconds` otherwise.
 */
export async function createPieceEncoder(
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
      // The scale of the decoders: samples that were 16 bits come out as they were.
      const sample = Math.round((channel[frame] ?? 0) * 32_768);
      view.setInt16(at, Math.max(-32_768, Math.min(32_767, sample)), true);
      at += sampleBytes;
    }
  }
  return bytes;
}

/** By LAME. */
async function createMp3PieceEncoder({ sampleRateHz, channels }: PieceFormat): Promise<PieceEncoder> {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: sampleRateHz, channels, bitrate: mp3KilobitsPerSecond });
  return {
    begin: () => new Uint8Array(),
    // Copies: the encoder's memory is its own again with the next call.
    encode: (channelData) => new Uint8Array(encoder.encode(channelData)),
    end: () => new Uint8Array(encoder.finalize()),
  };
}
