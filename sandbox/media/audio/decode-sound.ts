import { FLACDecoder } from "@wasm-audio-decoders/flac";
import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";
import { MPEGDecoder } from "mpg123-decoder";
import { OggOpusDecoder } from "ogg-opus-decoder";
import { decodeWav } from "./decode-wav.ts";
import type { Sound } from "./sound.ts";

interface DecodedAudio {
  channelData: Float32Array[];
  sampleRate: number;
}

/** What the decoders have in common. */
interface FileDecoder {
  ready: Promise<void>;
  free(): void;
}

/** Decodes a whole sound, its kind told by its first bytes; null for bytes that are none of the known kinds. */
export async function decodeSound(bytes: Uint8Array): Promise<Sound | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = buffer.toString("latin1", 0, 4);
  if (start === "RIFF") return decodeWav(buffer);
  if (start === "fLaC") return decodeWith(new FLACDecoder(), (decoder) => decoder.decodeFile(bytes));
  if (start === "OggS") {
    const isOpus = buffer.toString("latin1", 0, 64).includes("OpusHead");
    return isOpus
      ? decodeWith(new OggOpusDecoder(), (decoder) => decoder.decodeFile(bytes))
      : decodeWith(new OggVorbisDecoder(), (decoder) => decoder.decodeFile(bytes));
  }
  if (isMpeg(buffer)) {
    return decodeWith(new MPEGDecoder({ enableGapless: false }), async (decoder) => decoder.decode(bytes));
  }
  return null;
}

function isMpeg(bytes: Buffer): boolean {
  if (bytes.toString("latin1", 0, 3) === "ID3") return true;
  // Frame sync, and layer III.
  return bytes.byteLength > 2 && bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2;
}

async function decodeWith<Decoder extends FileDecoder>(
  decoder: Decoder,
  decode: (decoder: Decoder) => Promise<DecodedAudio>,
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
