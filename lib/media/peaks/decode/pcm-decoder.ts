import { noSound, type DecodedSound, type SoundDecoder } from "./sound-decoder";
import { readSamples, sampleBytes, type SampleFormat } from "./sample-formats";

/** Samples as they lie; a frame that is cut between two pieces waits for its rest. */
export function createPcmDecoder(facts: {
  format: SampleFormat;
  channels: number;
  sampleRateHz: number;
}): SoundDecoder {
  const { format, channels, sampleRateHz } = facts;
  const frameBytes = sampleBytes[format] * channels;
  let rest: Uint8Array = new Uint8Array(0);
  return {
    maxPieceBytes: 64 * 1024,
    decode(bytes): DecodedSound {
      const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
      const whole = all.length - (all.length % frameBytes);
      rest = new Uint8Array(all.subarray(whole));
      return { channelData: readSamples(all.subarray(0, whole), format, channels), sampleRateHz };
    },
    // Half a frame is no sound.
    flush: () => noSound,
    free: () => undefined,
  };
}
