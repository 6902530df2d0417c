import { FLACDecoder } from "@wasm-audio-decoders/flac";
import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";
import { AudioSampleSink, BufferSource, Input, WAVE } from "mediabunny";
import { MPEGDecoder } from "mpg123-decoder";
import { OggOpusDecoder } from "ogg-opus-decoder";
import type { Sound } from "./sound.ts";

interface FileDecoder {
  ready: Promise<void>;
  free(): void;
}

/** Decodes a whole sound, its kind known by its first bytes; null for bytes of another kind. */
export async function decodeSound(bytes: Uint8Array): Promise<Sound | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = buffer.toString("latin1", 0, 4);
  if (start === "RIFF") return decodeWav(bytes);
  if (start === "fLaC") return decodeWith(new FLACDecoder(), (decoder) => decoder.decodeFile(bytes));
  if (start === "OggS") {
    const isOpus = buffer.toString("latin1", 0, 64).includes("OpusHead");
    return isOpus
      ? decodeWith(new OggOpusDecoder(), (decoder) => decoder.decodeFile(bytes))
      : decodeWith(new OggVorbisDecoder(), (decoder) => decoder.decodeFile(bytes));
  }
  // An ID3 tag, or frame sync and layer III.
  const isMpeg = start.startsWith("ID3") || (buffer[0] === 0xff && ((buffer[1] ?? 0) & 0xe6) === 0xe2);
  if (!isMpeg) return null;
  return decodeWith(new MPEGDecoder({ enableGapless: false }), async (decoder) => decoder.decode(bytes));
}

async function decodeWith<Decoder extends FileDecoder>(
  decoder: Decoder,
  decode: (decoder: Decoder) => Promise<{ channelData: Float32Array[]; sampleRate: number }>,
): Promise<Sound | null> {
  try {
    await decoder.ready;
    const { channelData, sampleRate } = await decode(decoder);
    const isEmpty = (channelData[0]?.length ?? 0) === 0;
    return isEmpty ? null : { sampleRate, channels: channelData };
  } finally {
    decoder.free();
  }
}

/** Decodes a WAV of integers, floats or mu-law, also one of a stream that names no length; null for another kind. */
async function decodeWav(bytes: Uint8Array): Promise<Sound | null> {
  const input = new Input({ source: new BufferSource(bytes), formats: [WAVE] });
  const track = await input.getPrimaryAudioTrack();
  if (track?.codec == null) return null;
  const samples = await Array.fromAsync(new AudioSampleSink(track).samples());
  const length = samples.reduce((sum, { numberOfFrames }) => sum + numberOfFrames, 0);
  const channels = Array.from({ length: track.numberOfChannels }, (_channel, planeIndex) => {
    const channel = new Float32Array(length);
    let place = 0;
    for (const sample of samples) {
      sample.copyTo(channel.subarray(place), { planeIndex, format: "f32-planar" });
      place += sample.numberOfFrames;
    }
    return channel;
  });
  for (const sample of samples) sample.close();
  return { sampleRate: track.sampleRate, channels };
}
