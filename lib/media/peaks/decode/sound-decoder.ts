import { rawAudioMimeType, type RawAudio } from "../../raw-audio";

/** The asset's format, as stored. */
export interface SoundFormat {
  mimeType: string;
  rawAudio?: RawAudio;
}

/**
 * Types with a decoder. AAC is missing: its open-source decoders are under the GPL, and the service doesn't
 * return AAC.
 */
const decodableTypes = ["audio/mpeg", "audio/wav", "audio/flac", "audio/ogg"];

/** Whether this type has a waveform; doesn't load a decoder. */
export function canDecodeSound({ mimeType, rawAudio }: SoundFormat): boolean {
  if (rawAudio) return mimeType === rawAudioMimeType(rawAudio);
  return decodableTypes.includes(essenceOf(mimeType));
}

/** A MIME type without parameters. */
export function essenceOf(mimeType: string): string {
  return mimeType.split(";", 1)[0] ?? "";
}

/** Samples per channel, from -1 to 1. */
export interface DecodedSound {
  channelData: Float32Array[];
  sampleRateHz: number;
}

/** Decodes a stream piece by piece, keeping state between pieces. */
export interface SoundDecoder {
  /** The largest piece to pass at once, which bounds the memory of the decoded samples. */
  readonly maxPieceBytes: number;
  decode(bytes: Uint8Array): Promise<DecodedSound> | DecodedSound;
  /** Decodes what is left at the end of the stream. */
  flush(): Promise<DecodedSound> | DecodedSound;
  free(): void;
}

export const noSound: DecodedSound = { channelData: [], sampleRateHz: 0 };

/** The bytes can't be decoded as their type. */
export class SoundDecodingError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SoundDecodingError";
  }
}
