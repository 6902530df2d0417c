/**
 * The format of headerless audio, which has no signature: 16 bit signed little-endian samples or G.711 µ-law,
 * with interleaved channels.
 */
export interface RawAudio {
  encoding: "s16le" | "mulaw";
  sampleRateHz: number;
  channels: number;
}

const bytesPerSample = { s16le: 2, mulaw: 1 } as const satisfies Record<RawAudio["encoding"], number>;

/**
 * Stored types, without parameters. `audio/L16` would be wrong: its samples are big-endian (RFC 2586).
 * `audio/pcm` is common but unregistered; `audio/PCMU` is registered (RFC 4856).
 */
const mimeTypes = { s16le: "audio/pcm", mulaw: "audio/PCMU" } as const satisfies Record<
  RawAudio["encoding"],
  string
>;

/** The stored type; rate and channels are in the asset's facts. */
export function rawAudioMimeType({ encoding }: RawAudio): string {
  return mimeTypes[encoding];
}

/** The type with the parameters a player needs: `audio/pcm;rate=32000;channels=1`. */
export function rawAudioContentType(rawAudio: RawAudio): string {
  return `${rawAudioMimeType(rawAudio)};rate=${rawAudio.sampleRateHz};channels=${rawAudio.channels}`;
}

/**
 * Whether audio of this type has no header, so that a browser plays it only as WAV (`/api/media/:id?as=wav`).
 */
export function isRawAudio(mimeType: string): boolean {
  const essence = mimeType.split(";", 1)[0]?.trim().toLowerCase();
  return Object.values(mimeTypes).some((known) => known.toLowerCase() === essence);
}

/** Bytes of one sample in every channel. */
export function rawAudioFrameBytes({ encoding, channels }: RawAudio): number {
  return bytesPerSample[encoding] * channels;
}

/** An incomplete last sample is ignored. */
export function rawAudioDurationSeconds(rawAudio: RawAudio, bytes: number): number {
  return Math.floor(bytes / rawAudioFrameBytes(rawAudio)) / rawAudio.sampleRateHz;
}

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
