/**
 * kbit/s by index (ISO 11172-3, 13818-3): MPEG-1 layers I to III; MPEG-2 and 2.5 layer I, and layers II and
 * III.
 */
const bitrates = {
  v1l1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  v1l2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  v1l3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2l1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  v2l23: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const sampleRates = [44_100, 48_000, 32_000];

export const mpegHeaderBytes = 4;

interface MpegFrame {
  layer: number;
  bytes: number;
  /** Playing time. */
  seconds: number;
  sampleRateHz: number;
  channels: 1 | 2;
}

/**
 * Parses the MPEG audio frame at `at` by its header (ISO 11172-3, 13818-3); null where there is none, or its bitrate is
 * free-format.
 */
export function readMpegFrame(head: Uint8Array, at: number): MpegFrame | null {
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0] = [head[at], head[at + 1], head[at + 2], head[at + 3]];
  const version = (b1 >> 3) & 3; // 0: MPEG-2.5, 2: MPEG-2, 3: MPEG-1
  const layer = 4 - ((b1 >> 1) & 3);
  const sampleRate = sampleRates[(b2 >> 2) & 3];
  if (b0 !== 0xff || (b1 & 0xe0) !== 0xe0 || version === 1 || layer === 4 || !sampleRate) return null;
  const kilobits = bitrateTable(version, layer)[b2 >> 4];
  if (!kilobits) return null;
  const rate = sampleRate / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const padding = (b2 >> 1) & 1;
  const format = { layer, sampleRateHz: rate, channels: b3 >> 6 === 3 ? 1 : 2 } as const;
  if (layer === 1) {
    return { bytes: (Math.floor((12_000 * kilobits) / rate) + padding) * 4, seconds: 384 / rate, ...format };
  }
  const samples = layer === 3 && version !== 3 ? 576 : 1_152;
  return {
    bytes: Math.floor((samples * 125 * kilobits) / rate) + padding,
    seconds: samples / rate,
    ...format,
  };
}

function bitrateTable(version: number, layer: number): readonly number[] {
  if (version === 3) return [bitrates.v1l1, bitrates.v1l2, bitrates.v1l3][layer - 1] ?? [];
  return layer === 1 ? bitrates.v2l1 : bitrates.v2l23;
}
