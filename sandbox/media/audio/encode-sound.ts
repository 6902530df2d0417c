import { createMp3Encoder } from "wasm-media-encoders";
import type { SpeechFormat } from "../../rules/speech-setting-rules.ts";
import { encodeFlac } from "./encode-flac.ts";
import { encodeOpus } from "./encode-opus.ts";
import { toPcm16, type Sound } from "./sound.ts";

/** A sound as bytes of a format. */
export interface EncodedSound {
  bytes: Buffer;
  contentType: string;
  /** File name extension. */
  extension: string;
  /** Bits per second; of the asked rate for mp3, of the samples for the rest. */
  bitrate: number;
}

const MU_LAW_BITS = 8;
const PCM_BITS = 16;

/** Encodes a sound in any format that speech or music can ask for. */
export async function encodeSound(
  sound: Sound,
  format: SpeechFormat,
  mp3Bitrate: number,
): Promise<EncodedSound> {
  const samplesPerSecond = sound.sampleRate * sound.channels.length;
  const pcmBitrate = samplesPerSecond * PCM_BITS;
  switch (format) {
    case "mp3":
      return encodeMp3(sound, mp3Bitrate);
    case "wav": {
      const bytes = wrapInWav(toPcm16(sound), sound, 1, PCM_BITS);
      return { bytes, contentType: "audio/wav", extension: "wav", bitrate: pcmBitrate };
    }
    case "pcm":
      return { bytes: toPcm16(sound), contentType: "audio/pcm", extension: "pcm", bitrate: pcmBitrate };
    case "flac":
      return { bytes: encodeFlac(sound), contentType: "audio/flac", extension: "flac", bitrate: pcmBitrate };
    case "pcmu_raw":
      return {
        bytes: toMuLaw(sound),
        contentType: "audio/basic",
        extension: "pcmu",
        bitrate: samplesPerSecond * MU_LAW_BITS,
      };
    case "pcmu_wav": {
      const bytes = wrapInWav(toMuLaw(sound), sound, 7, MU_LAW_BITS);
      return { bytes, contentType: "audio/wav", extension: "wav", bitrate: samplesPerSecond * MU_LAW_BITS };
    }
    case "opus":
      return encodeOpus(sound);
  }
}

/** MPEG-2 layer III, used at 24 kHz and below, knows no rate above 160 kbit/s; below 16 kHz none above 64. */
function clampMp3Bitrate(bitrate: number, sampleRate: number): number {
  if (sampleRate < 16_000) return Math.min(bitrate, 64_000);
  return sampleRate <= 24_000 ? Math.min(bitrate, 160_000) : bitrate;
}

async function encodeMp3(sound: Sound, askedBitrate: number): Promise<EncodedSound> {
  const bitrate = clampMp3Bitrate(askedBitrate, sound.sampleRate);
  const encoder = await createMp3Encoder();
  const channels = sound.channels.length === 2 ? 2 : 1;
  encoder.configure({
    sampleRate: sound.sampleRate,
    outputSampleRate: sound.sampleRate as 44100,
    channels,
    bitrate: (bitrate / 1000) as 128,
  });
  const parts: Buffer[] = [];
  const length = sound.channels[0]?.length ?? 0;
  const chunk = sound.sampleRate * 2;
  for (let start = 0; start < length; start += chunk) {
    parts.push(
      Buffer.from(encoder.encode(sound.channels.map((channel) => channel.subarray(start, start + chunk)))),
    );
    // The encoder holds the thread; let other requests in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  parts.push(Buffer.from(encoder.finalize()));
  return { bytes: Buffer.concat(parts), contentType: "audio/mpeg", extension: "mp3", bitrate };
}

function wrapInWav(samples: Buffer, sound: Sound, formatTag: number, bitsPerSample: number): Buffer {
  const header = Buffer.alloc(44);
  const blockBytes = (sound.channels.length * bitsPerSample) / 8;
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(formatTag, 20);
  header.writeUInt16LE(sound.channels.length, 22);
  header.writeUInt32LE(sound.sampleRate, 24);
  header.writeUInt32LE(sound.sampleRate * blockBytes, 28);
  header.writeUInt16LE(blockBytes, 32);
  header.writeUInt16LE(bitsPerSample, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, samples]);
}

/** G.711 mu-law, one byte a sample. */
function toMuLaw(sound: Sound): Buffer {
  const pcm = toPcm16(sound);
  const bytes = Buffer.alloc(pcm.byteLength / 2);
  for (let index = 0; index < bytes.byteLength; index += 1) {
    const sample = pcm.readInt16LE(index * 2);
    const sign = sample < 0 ? 0x80 : 0;
    const magnitude = Math.min(Math.abs(sample), 32_635) + 132;
    const exponent = Math.max(Math.floor(Math.log2(magnitude)) - 7, 0);
    const mantissa = (magnitude >> (exponent + 3)) & 0x0f;
    bytes[index] = ~(sign | (exponent << 4) | mantissa) & 0xff;
  }
  return bytes;
}
