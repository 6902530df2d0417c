/** Writes bytes at a position of the file. */
export interface FileOutput {
  write(bytes: Uint8Array, position: number): void;
}

export interface SoundShape {
  sampleRateHz: number;
  channels: 1 | 2;
  output: FileOutput;
}

/** Encodes samples into a file. All channels of a call have the same number of samples, from -1 to 1. */
export interface SoundFileEncoder {
  encode(channelData: readonly Float32Array[]): Promise<void> | void;
  finish(): Promise<void> | void;
}

/** Sample rates of MPEG-1, MPEG-2 and MPEG-2.5 layer III, which AAC has too. */
export const mpegSampleRates = [
  8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
] as const;
