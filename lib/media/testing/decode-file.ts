import { BufferSource, Input, MP4 } from "mediabunny";
import { parseBuffer } from "music-metadata";
import { decodeSound } from "../peaks/decode/decode-sound";
import { decodeTrack } from "../peaks/decode/decode-track";
import { inChunks } from "./sample-media";
import type { SampleSound } from "./sample-audio";

/** Decodes a whole file: MP3 by mpg123, FLAC by libFLAC, M4A by FFmpeg within its edit list. */
export async function decodeFile(bytes: Uint8Array, mimeType: string): Promise<SampleSound> {
  if (mimeType === "audio/mp4") return decodeM4a(bytes);
  const pieces = await Array.fromAsync(decodeSound(inChunks(bytes, 65_536), { mimeType }));
  const [first] = pieces.filter(({ channelData }) => channelData.length > 0);
  if (!first) throw new Error("Nothing was decoded");
  // mpg123 gives every sound two channels.
  const { format } = await parseBuffer(bytes, { mimeType });
  return {
    sampleRateHz: first.sampleRateHz,
    channelData: first.channelData
      .slice(0, format.numberOfChannels)
      .map((_channel, index) =>
        join(pieces.map(({ channelData }) => channelData[index] ?? new Float32Array())),
      ),
  };
}

async function decodeM4a(bytes: Uint8Array): Promise<SampleSound> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error("There is no audio in it");
  const pieces = await Array.fromAsync(decodeTrack(track));
  const { sampleRateHz, channelData } = pieces[0]!;
  const count = Math.round((await input.computeDuration()) * sampleRateHz);
  return {
    sampleRateHz,
    channelData: channelData.map((_channel, index) =>
      join(pieces.map((piece) => piece.channelData[index]!)).subarray(0, count),
    ),
  };
}

function join(pieces: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const joined = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
