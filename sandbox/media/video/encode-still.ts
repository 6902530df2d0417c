import { BitWriter } from "./bit-writer.ts";

const MACROBLOCK = 16;
const I_PCM = 25;
const SLICE_I = 7;
const SLICE_P = 5;
const NAL_IDR = 0x65;
const NAL_P = 0x41;
const NAL_SPS = 0x67;
const NAL_PPS = 0x68;
const PROFILE_BASELINE = 66;
const LEVEL_4 = 40;

/** A picture in planar YUV 4:2:0, its sides rounded up to whole macroblocks. */
export interface PlanarPicture {
  codedWidth: number;
  codedHeight: number;
  luma: Uint8Array;
  blueChroma: Uint8Array;
  redChroma: Uint8Array;
}

/** H.264 of a still picture: one key frame with the exact samples, then frames that repeat it in a few bytes. */
export interface StillVideo {
  /** AVCDecoderConfigurationRecord. */
  decoderConfiguration: Buffer;
  codec: string;
  keyFrame: Buffer;
  /** A repeat; `index` counts from 1 after the key frame. */
  repeatFrame(index: number): Buffer;
}

/** Encodes a picture shown at `width` x `height`, both even. */
export function encodeStill(picture: PlanarPicture, width: number, height: number): StillVideo {
  const sps = makeNal(NAL_SPS, makeSequenceParameters(picture, width, height));
  const pps = makeNal(NAL_PPS, makePictureParameters());
  const macroblocks = (picture.codedWidth / MACROBLOCK) * (picture.codedHeight / MACROBLOCK);
  return {
    decoderConfiguration: makeDecoderConfiguration(sps, pps),
    codec: "avc1.42C028",
    keyFrame: withLength(makeNal(NAL_IDR, makeKeySlice(picture))),
    repeatFrame: (index) => withLength(makeNal(NAL_P, makeRepeatSlice(index, macroblocks))),
  };
}

function makeSequenceParameters(picture: PlanarPicture, width: number, height: number): Buffer {
  const writer = new BitWriter().bits(PROFILE_BASELINE, 8).bits(0xc0, 8).bits(LEVEL_4, 8);
  // Parameter set 0, 4-bit frame numbers, picture order as decoded, one reference frame, no gaps.
  writer.unsigned(0).unsigned(0).unsigned(2).unsigned(1).bits(0, 1);
  writer.unsigned(picture.codedWidth / MACROBLOCK - 1).unsigned(picture.codedHeight / MACROBLOCK - 1);
  // Frames only, direct 8x8 inference.
  writer.bits(1, 1).bits(1, 1);
  const cropRight = (picture.codedWidth - width) / 2;
  const cropBottom = (picture.codedHeight - height) / 2;
  if (cropRight + cropBottom === 0) writer.bits(0, 1);
  else writer.bits(1, 1).unsigned(0).unsigned(cropRight).unsigned(0).unsigned(cropBottom);
  return writer.bits(0, 1).trailing().toBytes();
}

function makePictureParameters(): Buffer {
  // Sets 0 and 0, CAVLC, no bottom field order, one slice group, one reference each way, no weighting,
  // quantisers at 26, deblocking switch present, free intra prediction, no redundant pictures.
  const writer = new BitWriter().unsigned(0).unsigned(0).bits(0, 2).unsigned(0).unsigned(0).unsigned(0);
  return writer.bits(0, 3).signed(0).signed(0).signed(0).bits(0b100, 3).trailing().toBytes();
}

function makeKeySlice(picture: PlanarPicture): Buffer {
  const writer = new BitWriter().unsigned(0).unsigned(SLICE_I).unsigned(0).bits(0, 4).unsigned(0);
  // No long-term reference, quantiser unchanged, deblocking off.
  writer.bits(0, 2).signed(0).unsigned(1);
  const { codedWidth, codedHeight, luma, blueChroma, redChroma } = picture;
  for (let y = 0; y < codedHeight; y += MACROBLOCK) {
    for (let x = 0; x < codedWidth; x += MACROBLOCK) {
      writer.unsigned(I_PCM).alignWithZeros();
      writeBlock(writer, luma, codedWidth, x, y, MACROBLOCK);
      writeBlock(writer, blueChroma, codedWidth / 2, x / 2, y / 2, MACROBLOCK / 2);
      writeBlock(writer, redChroma, codedWidth / 2, x / 2, y / 2, MACROBLOCK / 2);
    }
  }
  return writer.trailing().toBytes();
}

function writeBlock(
  writer: BitWriter,
  plane: Uint8Array,
  stride: number,
  x: number,
  y: number,
  side: number,
): void {
  for (let row = 0; row < side; row += 1) {
    const start = (y + row) * stride + x;
    writer.raw(plane.subarray(start, start + side));
  }
}

/** A frame in which every macroblock is skipped: the picture before, again. */
function makeRepeatSlice(index: number, macroblocks: number): Buffer {
  const writer = new BitWriter()
    .unsigned(0)
    .unsigned(SLICE_P)
    .unsigned(0)
    .bits(index % 16, 4);
  // No override of references, no reordering, no marking, quantiser unchanged, deblocking off.
  return writer.bits(0, 3).signed(0).unsigned(1).unsigned(macroblocks).trailing().toBytes();
}

/** A network unit with the bytes that keep start codes out of it. */
function makeNal(header: number, payload: Buffer): Buffer {
  const bytes = Buffer.alloc(1 + payload.byteLength + Math.ceil(payload.byteLength / 2));
  let length = bytes.writeUInt8(header, 0);
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      length = bytes.writeUInt8(3, length);
      zeros = 0;
    }
    length = bytes.writeUInt8(byte, length);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return bytes.subarray(0, length);
}

function withLength(nal: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(nal.byteLength);
  return Buffer.concat([length, nal]);
}

function makeDecoderConfiguration(sps: Buffer, pps: Buffer): Buffer {
  const head = Buffer.from([1, PROFILE_BASELINE, 0xc0, LEVEL_4, 0xff, 0xe1]);
  return Buffer.concat([head, withShortLength(sps), Buffer.from([1]), withShortLength(pps)]);
}

function withShortLength(nal: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(nal.byteLength);
  return Buffer.concat([length, nal]);
}
