/**
 * The format of headerless audio, which has no signature: 16 bit signed little-endian samples or G.711 µ-law,
 * with interleaved channels.
 */
export interface RawAudio {
  encoding: "s16le" | "mulaw";
  sampleRateHz: number;
  channels: number;
}

export const bytesPerSample = { s16le: 2, mulaw: 1 } as const satisfies Record<RawAudio["encoding"], number>;

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
