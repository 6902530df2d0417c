import { crc32 } from "node:zlib";
import type { Sharp } from "sharp";
import { drawPicture } from "./sample-media";

export const pictureFormats = ["png", "jpeg", "webp", "gif", "tiff", "avif"] as const;
type PictureFormat = (typeof pictureFormats)[number];

/** Writes another size into the header of an image whose pixels stay few. */
type Forger = (bytes: Buffer, side: number) => void;

const forgers: Record<PictureFormat, Forger> = {
  png(bytes, side) {
    bytes.writeUInt32BE(side, 16);
    bytes.writeUInt32BE(side, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  },
  jpeg(bytes, side) {
    const frame = Math.max(
      bytes.indexOf(Buffer.from([0xff, 0xc0])),
      bytes.indexOf(Buffer.from([0xff, 0xc2])),
    );
    bytes.writeUInt16BE(side, frame + 5);
    bytes.writeUInt16BE(side, frame + 7);
  },
  webp(bytes, side) {
    bytes.writeUInt16LE(Math.min(side, 0x3fff), 26);
    bytes.writeUInt16LE(Math.min(side, 0x3fff), 28);
  },
  gif(bytes, side) {
    bytes.writeUInt16LE(side, 6);
    bytes.writeUInt16LE(side, 8);
    // The descriptor of the first frame, at the upper left.
    const frame = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]));
    bytes.writeUInt16LE(side, frame + 5);
    bytes.writeUInt16LE(side, frame + 7);
  },
  tiff(bytes, side) {
    const directory = bytes.readUInt32LE(4);
    for (let entry = 0; entry < bytes.readUInt16LE(directory); entry += 1) {
      const at = directory + 2 + 12 * entry;
      // ImageWidth and ImageLength.
      if ([256, 257].includes(bytes.readUInt16LE(at))) bytes.writeUInt16LE(side, at + 8);
    }
  },
  avif(bytes, side) {
    const box = bytes.indexOf("ispe");
    bytes.writeUInt32BE(side, box + 8);
    bytes.writeUInt32BE(side, box + 12);
  },
};

/** An image of a few pixels whose header says `side` x `side`. */
export async function forgeSize(
  format: PictureFormat,
  side: number,
  draw: (picture: Sharp) => Sharp = (picture) => picture.toFormat(format),
): Promise<Buffer> {
  const bytes = await draw(drawPicture(64, 64)).toBuffer();
  forgers[format](bytes, side);
  return bytes;
}

/** The PNG that once took 9 seconds and 760 MB: 10,000 x 10,000, interlaced, 16 bits. Here, its header only. */
export function forgeInterlacedPng(): Promise<Buffer> {
  return forgeSize("png", 10_000, (picture) => picture.toColourspace("rgb16").png({ progressive: true }));
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Damages an image: changed, lost, repeated or missing bytes. The signature stays, so that its type is detected. */
export function mutate(bytes: Buffer, random: () => number): Buffer {
  const from = 16 + Math.floor(random() * (bytes.length - 16));
  const length = 1 + Math.floor(random() * 64);
  const [head, part, tail] = [
    bytes.subarray(0, from),
    bytes.subarray(from, from + length),
    bytes.subarray(from + length),
  ];
  const changed = Buffer.from(part.map(() => Math.floor(random() * 256)));
  const mutations = [
    () => Buffer.concat([head, changed, tail]),
    () => Buffer.concat([head, changed.subarray(0, 1), part.subarray(1), tail]),
    () => Buffer.concat([head, tail]),
    () => Buffer.concat([head, part, part, tail]),
    () => Buffer.concat([head, Buffer.alloc(part.length), tail]),
    () => head,
  ];
  return mutations[Math.floor(random() * mutations.length)]!();
}
