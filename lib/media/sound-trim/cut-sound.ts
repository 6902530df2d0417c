import { decodeSound } from "../peaks/decode/decode-sound";
import { SoundDecodingError } from "../peaks/decode/sound-decoder";
import type { SoundFormat } from "../peaks/decode/sound-format";
import { createPieceEncoder, type PieceEncoder, type PieceFormat } from "./encode-piece";

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
