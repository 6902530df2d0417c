import { bytesPerSample, rawAudioFrameBytes, type RawAudio } from "./raw-audio";

/** The value of size fields that are unknown or don't fit; players then read to the end. */
const unknownSize = 0xffff_ffff;

/**
 * A WAV header (Multimedia Programming Interface 1.0, "WAVE"). µ-law is format 7; every format but plain PCM
 * has a longer `fmt ` and a `fact` chunk.
 *
 * @param dataBytes `unknown` while the audio is still being generated
 */
export function createWavHeader(rawAudio: RawAudio, dataBytes: number | "unknown"): Uint8Array<ArrayBuffer> {
  const { encoding, sampleRateHz, channels } = rawAudio;
  const plain = encoding === "s16le";
  const headerBytes = plain ? 44 : 58;
  const frameBytes = rawAudioFrameBytes(rawAudio);
  const padded = dataBytes === "unknown" ? Infinity : dataBytes + wavPaddingBytes(dataBytes);
  const header = new Uint8Array(headerBytes);
  const view = new DataView(header.buffer);
  let at = 0;
  const text = (value: string) => {
    for (const character of value) view.setUint8(at++, character.charCodeAt(0));
  };
  const uint16 = (value: number) => {
    view.setUint16(at, value, true);
    at += 2;
  };
  const uint32 = (value: number) => {
    view.setUint32(at, Math.min(value, unknownSize), true);
    at += 4;
  };
  text("RIFF");
  uint32(headerBytes - 8 + padded);
  text("WAVEfmt ");
  uint32(plain ? 16 : 18);
  uint16(plain ? 1 : 7);
  uint16(channels);
  uint32(sampleRateHz);
  uint32(sampleRateHz * frameBytes);
  uint16(frameBytes);
  uint16(bytesPerSample[encoding] * 8);
  if (!plain) {
    uint16(0);
    text("fact");
    uint32(4);
    uint32(dataBytes === "unknown" ? unknownSize : Math.floor(dataBytes / frameBytes));
  }
  text("data");
  uint32(dataBytes === "unknown" ? unknownSize : dataBytes);
  return header;
}

/** RIFF chunks have an even length: a zero byte follows data of odd length. */
export function wavPaddingBytes(dataBytes: number): 0 | 1 {
  return dataBytes % 2 === 0 ? 0 : 1;
}
