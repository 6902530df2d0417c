import { createMp3Encoder } from "wasm-media-encoders";
import { createInfoFrame, mp3FrameBytes } from "./mp3-info-frame";
import { mpegSampleRates, type SoundFileEncoder, type SoundShape } from "./encoder-shape";

/** MP3 by LAME at a constant bitrate, with a first frame that tells players where the audio begins and ends. */
export async function createMp3FileEncoder({
  sampleRateHz,
  channels,
  output,
}: SoundShape): Promise<SoundFileEncoder> {
  const encoder = await createMp3Encoder();
  const kilobits = chooseKilobits(sampleRateHz, channels);
  // Without an explicit output rate, LAME lowers it at low bitrates.
  const outputSampleRate = mpegSampleRates.find((rate) => rate === sampleRateHz);
  if (!outputSampleRate) throw new Error(`MP3 has no sample rate of ${sampleRateHz} Hz`);
  encoder.configure({ sampleRate: sampleRateHz, outputSampleRate, channels, bitrate: kilobits });
  const infoBytes = mp3FrameBytes({ sampleRateHz, kilobits });
  let header: Uint8Array | undefined;
  let bytes = 0;
  let samples = 0;
  const write = (encoded: Uint8Array) => {
    if (encoded.length === 0) return;
    header ??= new Uint8Array(encoded.subarray(0, 4));
    // Written at once, because the next call reuses the encoder's memory.
    output.write(encoded, infoBytes + bytes);
    bytes += encoded.length;
  };
  return {
    encode(channelData) {
      samples += channelData[0]?.length ?? 0;
      write(encoder.encode([...channelData]));
    },
    finish() {
      write(encoder.finalize());
      if (header) output.write(createInfoFrame(header, { bytes, samples, kilobits, sampleRateHz }), 0);
    },
  };
}

/** Transparent, as far as the sample rate allows: MPEG-2 ends at 160 kbit/s, LAME's MPEG-2.5 at 64. */
function chooseKilobits(sampleRateHz: number, channels: 1 | 2): 320 | 192 | 160 | 96 | 64 {
  if (sampleRateHz >= 32_000) return channels === 2 ? 320 : 192;
  if (sampleRateHz >= 16_000) return channels === 2 ? 160 : 96;
  return 64;
}
