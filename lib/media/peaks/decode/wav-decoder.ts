import { createPcmDecoder, type SampleFormat } from "./pcm-decoder";
import { noSound, SoundDecodingError, type DecodedSound, type SoundDecoder } from "./sound-decoder";

/** The longest format chunk. Other chunks before the samples are skipped without being buffered. */
const formatChunkMaxBytes = 4_096;
const extensible = 0xfffe;

const formats: Record<string, SampleFormat> = {
  "1:8": "u8",
  "1:16": "s16",
  "1:24": "s24",
  "1:32": "s32",
  "3:32": "f32",
  "3:64": "f64",
  "6:8": "alaw",
  "7:8": "mulaw",
};

/**
 * Decodes RIFF/WAVE: PCM of 8 to 32 bits, floating point, A-law and µ-law. An unknown data size means up to the
 * end.
 */
export function createWavDecoder(): SoundDecoder {
  let pending: Uint8Array = new Uint8Array(0);
  let samples: SoundDecoder | undefined;
  let skip = 12; // "RIFF", size, "WAVE": already sniffed.
  let dataLeft = 0;
  let inData = false;

  function decode(bytes: Uint8Array): DecodedSound {
    if (inData) return decodeData(bytes);
    pending = pending.length > 0 ? Buffer.concat([pending, bytes]) : bytes;
    while (!inData) {
      if (skip > 0) {
        const skipped = Math.min(skip, pending.length);
        pending = pending.subarray(skipped);
        skip -= skipped;
        if (skip > 0) return noSound;
      }
      if (!readChunk()) {
        pending = new Uint8Array(pending);
        return noSound;
      }
    }
    const first = pending;
    pending = new Uint8Array(0);
    return decodeData(first);
  }

  /** Parses one chunk header, and the body of the format chunk; false where more bytes are needed. */
  function readChunk(): boolean {
    if (pending.length < 8) return false;
    const view = new DataView(pending.buffer, pending.byteOffset, pending.byteLength);
    const id = Buffer.from(pending.subarray(0, 4)).toString("latin1");
    const bytes = view.getUint32(4, true);
    if (id === "data") {
      if (!samples) throw new SoundDecodingError("A WAV file has samples before their format");
      inData = true;
      dataLeft = bytes === 0 || bytes === 0xffff_ffff ? Infinity : bytes;
      pending = pending.subarray(8);
      return true;
    }
    const padded = bytes + (bytes % 2);
    if (id === "fmt ") {
      if (bytes < 16 || bytes > formatChunkMaxBytes)
        throw new SoundDecodingError("A WAV format chunk has an invalid length");
      if (pending.length < 8 + bytes) return false;
      samples = readFormat(new DataView(pending.buffer, pending.byteOffset + 8, bytes));
    }
    skip = 8 + padded;
    return true;
  }

  function decodeData(bytes: Uint8Array): DecodedSound {
    const data = bytes.length > dataLeft ? bytes.subarray(0, dataLeft) : bytes;
    dataLeft -= data.length;
    return (samples?.decode(data) as DecodedSound | undefined) ?? noSound;
  }

  return { maxPieceBytes: 64 * 1024, decode, flush: () => noSound, free: () => undefined };
}

function readFormat(view: DataView): SoundDecoder {
  const stated = view.getUint16(0, true);
  const tag = stated === extensible && view.byteLength >= 26 ? view.getUint16(24, true) : stated;
  const [channels, sampleRateHz, bits] = [
    view.getUint16(2, true),
    view.getUint32(4, true),
    view.getUint16(14, true),
  ];
  const format = formats[`${tag}:${bits}`];
  if (!format || channels === 0 || sampleRateHz === 0) {
    throw new SoundDecodingError(`A WAV file has format ${tag} of ${bits} bits and ${channels} channels`);
  }
  return createPcmDecoder({ format, channels, sampleRateHz });
}
