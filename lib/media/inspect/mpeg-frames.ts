/** kbit/s by index, for MPEG-1 layers I to III and for MPEG-2 and 2.5 layer I and layers II and III (ISO 11172-3, 13818-3). */
const bitrates = {
  v1l1: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  v1l2: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  v1l3: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2l1: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  v2l23: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const sampleRates = [44_100, 48_000, 32_000];

/** How many frames in a row prove that bytes are MPEG audio: chance or silence in raw samples makes no such row. */
const provingFrames = 3;

/**
 * Whether the bytes are a row of MPEG audio or ADTS (AAC) frames, each beginning where the one before ends. The sync
 * word alone proves nothing: raw sound begins with the same bits whenever it begins with silence.
 */
export function beginsWithMpegFrames(head: Uint8Array): boolean {
  return [0, 1].some((start) => countFrames(head, start) >= provingFrames);
}

function countFrames(head: Uint8Array, start: number): number {
  let frames = 0;
  for (let at = start; frames < provingFrames; frames += 1) {
    const bytes = adtsFrameBytes(head, at) ?? readMpegFrame(head, at)?.bytes ?? null;
    if (bytes === null || at + bytes > head.length) break;
    at += bytes;
  }
  return frames;
}

function adtsFrameBytes(head: Uint8Array, at: number): number | null {
  const [b0 = 0, b1 = 0, , b3 = 0, b4 = 0, b5 = 0] = head.subarray(at, at + 6);
  if (b0 !== 0xff || (b1 & 0xf6) !== 0xf0) return null;
  const bytes = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
  return bytes > 7 ? bytes : null;
}

export interface MpegFrame {
  bytes: number;
  /** How long it sounds. */
  seconds: number;
  sampleRateHz: number;
  channels: 1 | 2;
}

/** The MPEG audio frame that begins here; null where none does, or its bitrate is free. */
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
  const format = { sampleRateHz: rate, channels: b3 >> 6 === 3 ? 1 : 2 } as const;
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
