import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { workerNodeOptions } from "@/scripts/launcher/node-options";
import { encodeFrames } from "../../sandbox/media/video/encode-frames";
import { makeRandomBytes } from "../decoder/write-hex-body";
import { prepareProgram } from "../report/run-program";
import { inTurns, timeIt } from "../report/rounds";
import { median } from "../report/statistics";
import { atMost, compare, ratioAtLeast, type BenchContext, type Measure } from "../report/table";
import { measureDelivery } from "./measure-delivery";
import { serveFile } from "./serve-file";
import type { StoreFacts } from "./store-video.program";

const rounds = 5;

/**
 * A 100 MB video through the studio: retrieved from the service, inspected and stored with its index in front,
 * against `cp`; and delivered by the running studio, against a plain file server.
 */
export async function measureVideo(context: BenchContext): Promise<Measure[]> {
  return [...(await measureRetrieval(context)), ...(await measureDelivery(context))];
}

async function measureRetrieval({ root, workDir, log }: BenchContext): Promise<Measure[]> {
  const store = await prepareProgram<StoreFacts>(root, "video/store-video.program.ts", workerNodeOptions);
  const files = await makeVideos(workDir);
  log(`video: ${rounds} retrievals of a video of ${largeVideoBytes / 1e6} MB, and as many copies by cp`);
  const server = await serveFile({ root, file: files.large });
  const folder = path.join(workDir, "media");
  const copy = path.join(workDir, "copy.mp4");
  try {
    const runs = await inTurns(
      { rounds },
      {
        stored: async () => {
          const facts = await store(server.address, folder, files.small);
          if (facts.byteCount !== largeVideoBytes) throw new Error("Not all of the video was stored.");
          await rm(folder, { recursive: true });
          return facts;
        },
        floor: async () => {
          const { ms } = await timeIt(() => promisify(execFile)("cp", [files.large, copy]));
          await rm(copy);
          return ms;
        },
      },
    );
    return [
      compare(
        { name: "video: 100 MB from the service to the store", unit: "MB/s", aim: ratioAtLeast(0.35) },
        { floor: runs.floor, figure: runs.stored.map(({ durationMs }) => durationMs) },
        (times) => largeVideoBytes / 1e3 / median(times),
      ),
      {
        name: "video: 100 MB to the store, peak memory",
        unit: "MB",
        figure: Math.max(...runs.stored.map((run) => run.peakBytesAboveBaseline)) / 1e6,
        aim: atMost(48),
      },
    ];
  } finally {
    server.stop();
  }
}

const largeVideoBytes = 100_000_000;

interface VideoFiles {
  small: string;
  large: string;
}

/**
 * Two videos with their index behind the frames, like services deliver them: a small one, and the same padded
 * to 100 MB, all of which moves when the index is moved to the front.
 */
async function makeVideos(folder: string): Promise<VideoFiles> {
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

/** ISO 14496-12, 4.2: 32 bits, or 64 bits after the type where the first length is 1. */
function writeLength(box: Buffer): void {
  if (box.readUInt32BE(0) === 1) box.writeBigUInt64BE(BigInt(box.length), 8);
  else box.writeUInt32BE(box.length);
}
