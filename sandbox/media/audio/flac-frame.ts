const BITS_PER_SAMPLE = 16;
const HIGHEST_PREDICTOR = 3;
/** The 4 bit Rice parameter keeps 15 for an escape. */
const HIGHEST_RICE_PARAMETER = 14;

/** Codes of the sample rate in a frame; 0 refers to the stream info, which decoders of single frames do not have. */
const SAMPLE_RATE_CODES: Readonly<Record<number, number>> = {
  8000: 4,
  16000: 5,
  22050: 6,
  24000: 7,
  32000: 8,
  44100: 9,
};
const SAMPLE_SIZE_CODE = 4;
const BLOCK_SIZE_CODE = 7;

/** One FLAC frame of 16 bit samples, at most 65,536 of them per channel. */
export function encodeFlacFrame(
  channels: readonly Int32Array[],
  frameNumber: number,
  sampleRate: number,
): Buffer {
  const count = channels[0]?.length ?? 0;
  const head = Buffer.concat([
    // Sync code and fixed block size; block size in 16 bits at the end of the head; independent channels.
    Buffer.from([
      0xff,
      0xf8,
      (BLOCK_SIZE_CODE << 4) | (SAMPLE_RATE_CODES[sampleRate] ?? 0),
      ((channels.length - 1) << 4) | (SAMPLE_SIZE_CODE << 1),
    ]),
    encodeFrameNumber(frameNumber),
    Buffer.from([(count - 1) >> 8, (count - 1) & 0xff]),
  ]);
  const packer = new BitPacker(channels.length * (count * 3 + 16));
  for (const samples of channels) packSubframe(packer, samples);
  const body = Buffer.concat([head, Buffer.from([crc8(head)]), packer.toBytes()]);
  const foot = Buffer.alloc(2);
  foot.writeUInt16BE(crc16(body));
  return Buffer.concat([body, foot]);
}

function packSubframe(packer: BitPacker, samples: Int32Array): void {
  const { order, residual, sum } = predict(samples);
  const parameter = chooseRiceParameter(sum, residual.length);
  const codedBits = residual.length * (parameter + 1) + sum / 2 ** (parameter - 1);
  if (codedBits > samples.length * BITS_PER_SAMPLE) {
    packer.put(0b00000010, 8);
    for (const sample of samples) packer.put(sample & 0xffff, BITS_PER_SAMPLE);
    return;
  }
  // A zero, the type (fixed predictor of that order), no wasted bits.
  packer.put((0b001000 | order) << 1, 8);
  for (const sample of samples.subarray(0, order)) packer.put(sample & 0xffff, BITS_PER_SAMPLE);
  // Rice codes with a 4 bit parameter, in one partition.
  packer.put(0, 6);
  packer.put(parameter, 4);
  for (const error of residual) packer.putRice(error < 0 ? -2 * error - 1 : 2 * error, parameter);
}

/** The fixed predictor with the smallest errors; `sum` adds up their sizes. */
function predict(samples: Int32Array): { order: number; residual: Int32Array; sum: number } {
  let residual = samples;
  let best = { order: 0, residual, sum: sumOfSizes(residual) };
  for (let order = 1; order <= HIGHEST_PREDICTOR && samples.length > order; order += 1) {
    const source = residual;
    residual = Int32Array.from(
      { length: source.length - 1 },
      (_unused, index) => (source[index + 1] ?? 0) - (source[index] ?? 0),
    );
    const sum = sumOfSizes(residual);
    if (sum < best.sum) best = { order, residual, sum };
  }
  return best;
}

function sumOfSizes(values: Int32Array): number {
  let sum = 0;
  for (const value of values) sum += Math.abs(value);
  return sum;
}

function chooseRiceParameter(sum: number, count: number): number {
  const mean = count === 0 ? 0 : (2 * sum) / count;
  return Math.min(Math.max(Math.floor(Math.log2(mean + 1)), 0), HIGHEST_RICE_PARAMETER);
}

class BitPacker {
  private readonly bytes: Buffer;
  private place = 0;
  private current = 0;
  private filled = 0;

  /** A subframe is written only where it is smaller than its samples, so room for these is enough. */
  constructor(roomBytes: number) {
    this.bytes = Buffer.alloc(roomBytes);
  }

  put(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit -= 1) {
      this.current = (this.current << 1) | ((value >>> bit) & 1);
      this.filled += 1;
      if (this.filled === 8) {
        this.place = this.bytes.writeUInt8(this.current & 0xff, this.place);
        this.filled = 0;
        this.current = 0;
      }
    }
  }

  putRice(value: number, parameter: number): void {
    for (let quotient = value >>> parameter; quotient > 0; quotient -= 1) this.put(0, 1);
    this.put(1, 1);
    this.put(value, parameter);
  }

  toBytes(): Buffer {
    if (this.filled > 0) this.put(0, 8 - this.filled);
    return this.bytes.subarray(0, this.place);
  }
}

/** The frame number in the UTF-8 like code of the format; six bytes at most. */
function encodeFrameNumber(number: number): Buffer {
  if (number < 0x80) return Buffer.from([number]);
  const tail: number[] = [];
  let rest = number;
  let room = 6;
  while (rest >= 2 ** room) {
    tail.unshift(0x80 | (rest & 0x3f));
    rest >>>= 6;
    room -= 1;
  }
  return Buffer.from([((0xff << (room + 1)) & 0xff) | rest, ...tail]);
}

function crc8(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : (crc << 1) & 0xff;
  }
  return crc;
}

const CRC16_TABLE = Uint16Array.from({ length: 256 }, (_unused, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit += 1)
    crc = crc & 0x8000 ? ((crc << 1) ^ 0x8005) & 0xffff : (crc << 1) & 0xffff;
  return crc;
});

function crc16(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) crc = ((crc << 8) ^ (CRC16_TABLE[(crc >> 8) ^ byte] ?? 0)) & 0xffff;
  return crc;
}
