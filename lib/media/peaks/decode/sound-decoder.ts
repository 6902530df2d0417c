import { rawAudioMimeType, type RawAudio } from "../../raw-audio";

/** What is to be decoded, as the asset says. */
export interface SoundFormat {
  mimeType: string;
  rawAudio?: RawAudio;
}

/**
 * The types that can be decoded here. AAC is not among them: its open decoders come under the GPL, and the service makes
 * none.
 */
const decodableTypes = ["audio/mpeg", "audio/wav", "audio/flac", "audio/ogg"];

/** Whether sound of this type has a waveform; it is known without loading a decoder. */
export function canDecodeSound({ mimeType, rawAudio }: SoundFormat): boolean {
  if (rawAudio) return mimeType === rawAudioMimeType(rawAudio);
  return decodableTypes.includes(essenceOf(mimeType));
}

/** A type without its parameters. */
export function essenceOf(mimeType: string): string {
  return mimeType.split(";", 1)[0] ?? "";
}

/** Samples of each channel, -1 to 1. */
export interface DecodedSound {
  channelData: Float32Array[];
  sampleRateHz: number;
}

/** Decodes a stream of bytes piece by piece; what one piece does not finish, the next goes on with. */
export interface SoundDecoder {
  /** Most bytes to give it at once, so that what comes out of them fits in little memory. */
  readonly maxPieceBytes: number;
  decode(bytes: Uint8Array): Promise<DecodedSound> | DecodedSound;
  /** What is left when nothing more comes. */
  flush(): Promise<DecodedSound> | DecodedSound;
  free(): void;
}

export const noSound: DecodedSound = { channelData: [], sampleRateHz: 0 };

/** The bytes are not what they announce, as far as decoding can tell. */
export class SoundDecodingError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SoundDecodingError";
  }
}
