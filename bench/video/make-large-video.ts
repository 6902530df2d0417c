import { writeFile } from "node:fs/promises";
import path from "node:path";
import { makeRandomBytes } from "../decoder/write-hex-body";
import { encodeFrames } from "../../sandbox/media/video/encode-frames";

export const largeVideoBytes = 100_000_000;

export interface VideoFiles {
  small: string;
  large: string;
}

/**
 * Two videos with their index behind the frames, as services deliver them: a small one, and the same with so many bytes
 * behind its last frame that it has 100 MB, all of which move when the index goes to the front.
 */
export async function makeVideos(folder: string): Promise<VideoFiles> {
  const shape = { width: 640, height: 384, framesPerSecond: 12 };
  function* draw(): Generator<Uint8Array> {
    const frame = new Uint8Array(shape.width * shape.height * 4);
    for (let index = 0; index < 24; index += 1) {
      for (let at = 0; at < frame.length; at += 1) frame[at] = at % 4 === 3 ? 255 : (at >> 8) + index * 9;
      yield frame;
    }
  }
  const video = Buffer.from(await encodeFrames(draw(), shape, "last"));
  const files = { small: path.join(folder, "small.mp4"), large: path.join(folder, "large.mp4") };
  await writeFile(files.small, video);
  const mediaAt = video.indexOf("mdat") - 4;
  const indexAt = video.indexOf("moov") - 4;
  const more = largeVideoBytes - video.length;
  const padding = Buffer.concat([...makeRandomBytes(more)]);
  const media = Buffer.concat([video.subarray(mediaAt, indexAt), padding]);
  writeLength(media);
  await writeFile(files.large, Buffer.concat([video.subarray(0, mediaAt), media, video.subarray(indexAt)]));
  return files;
}

/** ISO 14496-12, 4.2: of 32 bits, or of 64 behind the name where the first says 1. */
function writeLength(box: Buffer): void {
  if (box.readUInt32BE(0) === 1) box.writeBigUInt64BE(BigInt(box.length), 8);
  else box.writeUInt32BE(box.length);
}
