interface Mp3Stream {
  sampleRateHz: number;
  /** The constant bitrate, in kbit/s. */
  kilobits: number;
}

/** What LAME puts before the first sample. Decoders know their own delay. */
const encoderDelay = 576;
const tocEntries = 100;
const lameBytes = 36;
const constantBitrate = 1;

/** MPEG-2 and 2.5 have half as many samples in a frame. */
function frameSamples(sampleRateHz: number): number {
  return sampleRateHz >= 32_000 ? 1_152 : 576;
}

/** Bytes of a frame without its padding byte. */
export function mp3FrameBytes(stream: Mp3Stream): number {
  return Math.floor(averageFrameBytes(stream));
}

function averageFrameBytes({ sampleRateHz, kilobits }: Mp3Stream): number {
  return ((frameSamples(sampleRateHz) / 8) * kilobits * 1_000) / sampleRateHz;
}

/**
 * A silent frame with Xing's "Info" and LAME's extension of it, for the beginning of a stream of constant bitrate: number of
 * frames and bytes, and how much silence the encoder added at both ends. Players leave that out, so a converted sound has the
 * length of its source. See http://gabriel.mp3-tech.org/mp3infotag.html.
 *
 * @param header of the first frame of the stream
 */
export function createInfoFrame(
  header: Uint8Array,
  { bytes, samples, ...stream }: Mp3Stream & { bytes: number; samples: number },
): Buffer {
  const { sampleRateHz, kilobits } = stream;
  const frame = Buffer.alloc(mp3FrameBytes(stream));
  // Without checksum and padding byte.
  const [first = 0, second = 0, third = 0, fourth = 0] = header;
  frame.set([first, second | 1, third & ~2, fourth]);
  const frames = Math.round(bytes / averageFrameBytes(stream));
  const padding = frames * frameSamples(sampleRateHz) - encoderDelay - samples;

  let at = 4 + sideInfoBytes(second, fourth);
  at += frame.write("Info", at, "latin1");
  // It has frames, bytes, a table of contents and a quality.
  at = frame.writeUInt32BE(0b1111, at);
  at = frame.writeUInt32BE(frames, at);
  at = frame.writeUInt32BE(frame.length + bytes, at);
  for (let entry = 0; entry < tocEntries; entry += 1) {
    at = frame.writeUInt8(Math.floor((entry * 256) / tocEntries), at);
  }
  at += 4;
  frame.write("LAME3.100", at, "latin1");
  frame.writeUInt8(constantBitrate, at + 9);
  frame.writeUInt8(Math.min(255, kilobits), at + 20);
  frame.writeUIntBE((encoderDelay << 12) | padding, at + 21, 3);
  frame.writeUInt32BE(frame.length + bytes, at + 28);
  frame.writeUInt16BE(checksum(frame.subarray(0, at + lameBytes - 2)), at + lameBytes - 2);
  return frame;
}

/** The side information between header and data: 9, 17 or 32 bytes. */
function sideInfoBytes(second: number, fourth: number): number {
  const isMpeg1 = (second & 0b0001_1000) === 0b0001_1000;
  const isMono = (fourth & 0b1100_0000) === 0b1100_0000;
  if (isMpeg1) return isMono ? 17 : 32;
  return isMono ? 9 : 17;
}

/** CRC-16 with the reflected polynomial 0x8005, as LAME computes it. */
function checksum(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >> 1) ^ 0xa001 : value >> 1;
  }
  return value;
}
