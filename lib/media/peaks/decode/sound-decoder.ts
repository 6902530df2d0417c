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
