/** Uncompressed sound: one array of samples, -1 to 1, per channel. */
export interface Sound {
  sampleRate: number;
  channels: Float32Array[];
}

/** Length in whole milliseconds. */
export function durationMsOf(sound: Sound): number {
  return Math.round(((sound.channels[0]?.length ?? 0) / sound.sampleRate) * 1000);
}

/** Samples of 16 bits, little endian, channels interleaved. */
export function toPcm16(channels: readonly Float32Array[]): Buffer {
  const length = channels[0]?.length ?? 0;
  const bytes = Buffer.alloc(length * channels.length * 2);
  let offset = 0;
  for (let index = 0; index < length; index += 1) {
    for (const channel of channels) {
      const sample = Math.min(Math.max(channel[index] ?? 0, -1), 1);
      offset = bytes.writeInt16LE(Math.round(sample * 32_767), offset);
    }
  }
  return bytes;
}
