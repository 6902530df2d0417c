import { createWavHeader } from "../wav-header";
import type { SoundFileEncoder, SoundShape } from "./encoder-shape";
import { toPcm16 } from "./pcm16";

const sampleBytes = 2;

/** 16-bit WAV; its header is written again when the length is known. */
export function createWavEncoder({ sampleRateHz, channels, output }: SoundShape): SoundFileEncoder {
  let dataBytes = 0;
  const header = (bytes: number) => createWavHeader({ encoding: "s16le", sampleRateHz, channels }, bytes);
  const headerBytes = header(0).length;
  return {
    encode(channelData) {
      const pcm = toPcm16(channelData);
      output.write(new Uint8Array(pcm.buffer), headerBytes + dataBytes);
      dataBytes += pcm.length * sampleBytes;
    },
    finish() {
      output.write(header(dataBytes), 0);
    },
  };
}
