import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { open, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { workerNodeOptions } from "@/scripts/launcher/node-options";
import { encodeFrames } from "../../sandbox/media/video/encode-frames";
import { makeRandomBytes } from "../decoder/write-hex-body";
import { prepareProgram } from "../report/run-program";
import { inTurns, timeIt } from "../report/rounds";
import { median } from "../report/statistics";
import { atMost, compare, ratioAtLeast, type BenchContext, type Measure } from "../report/table";
import { serveFile } from "./serve-file";
import type { StoreFacts } from "./store-video.program";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { drawImage } from "../../sandbox/media/draw-image";
import { readPeak, resetPeak } from "../report/work";
import { withStudio, type RunningStudio } from "../studio/running-studio";
import type { StudioApi } from "../studio/studio-api";

const retrievals = 5;

/**
 * A 100 MB video through the studio: retrieved from the service, inspected and stored with its index in front,
 * against `cp`, and `cp` with what makes a copy durable and known by its hash; and delivered by the running studio, against a plain file server.
 */
export async function measureVideo(context: BenchContext): Promise<Measure[]> {
  return [...(await measureRetrieval(context)), ...(await measureDelivery(context))];
}

async function measureRetrieval({ root, workDir, log }: BenchContext): Promise<Measure[]> {
  const store = await prepareProgram<StoreFacts>(root, "video/store-video.program.ts", workerNodeOptions);
  const files = await makeVideos(workDir);
  log(`video: ${retrievals} retrievals of a video of ${largeVideoBytes / 1e6} MB, and as many copies by cp`);
  const server = await serveFile({ root, file: files.large });
  const folder = path.join(workDir, "media");
  const copy = path.join(workDir, "copy.mp4");
  try {
    const runs = await inTurns(
      { rounds: retrievals },
      {
        stored: async () => {
          const facts = await store(server.address, folder, files.small);
          if (facts.byteCount !== largeVideoBytes) throw new Error("Not all of the video was stored.");
          await rm(folder, { recursive: true });
          return facts;
        },
        copied: async () => {
          const { ms } = await timeIt(() => promisify(execFile)("cp", [files.large, copy]));
          await rm(copy);
          return ms;
        },
        copiedForGood: async () => {
          const { ms } = await timeIt(async () => {
            await promisify(execFile)("cp", [files.large, copy]);
            await syncAndHash(copy);
          });
          await rm(copy);
          return ms;
        },
      },
    );
    const figure = runs.stored.map(({ durationMs }) => durationMs);
    const speed = (times: number[]) => largeVideoBytes / 1e3 / median(times);
    return [
      compare(
        {
          name: "video: 100 MB from the service to the store, vs. cp",
          unit: "MB/s",
          aim: ratioAtLeast(0.35),
        },
        { floor: runs.copied, figure },
        speed,
      ),
      compare(
        { name: "video: the same, vs. cp, fsync and SHA-256", unit: "MB/s" },
        { floor: runs.copiedForGood, figure },
        speed,
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

async function syncAndHash(file: string): Promise<void> {
  const handle = await open(file);
  await handle.sync();
  // Closes it.
  await pipeline(handle.createReadStream(), createHash("sha256"));
}

const largeVideoBytes = 100_000_000;

/**
 * Two videos with their index behind the frames, like services deliver them: a small one, and the same padded
 * to 100 MB, all of which moves when the index is moved to the front.
 */
async function makeVideos(folder: string) {
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

const deliveries = 7;
const seeks = 40;
const seekBytes = 1_000_000;
const pollMs = 250;

/**
 * A 100 MB video of the running studio, read like players do: all of it from the start, and pieces from
 * anywhere, alternating with a plain server of the stored file. Memory of worker and web is the kernel's peak.
 */
async function measureDelivery(context: BenchContext): Promise<Measure[]> {
  const { root, workDir, log } = context;
  const settings = { sandbox: { taskDurationMs: 500, videoFramesPerSecond: 2 } };
  return withStudio(context, settings, async ({ studio, api }) => {
    const pids = await studio.readPids();
    const firstFrame = await uploadFirstFrame(studio);
    // The first video loads the worker's modules, which isn't part of the measurement.
    await makeVideo(api, { firstFrame, prompt: "A harbour" });
    const workerBefore = resetPeak(pids.worker);
    const { assetId, bytes, sha256 } = await makeVideo(api, {
      firstFrame,
      prompt: "A harbour at dusk [[fault:large-video:100]]",
    });
    const workerPeak = readPeak(pids.worker) - workerBefore;
    if (bytes < 100_000_000) throw new Error(`The video has ${bytes} bytes only.`);

    const blob = path.join(workDir, "data/media/blobs", sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    const server = await serveFile({ root, file: blob });
    const through = (range: string) =>
      readRange(`${studio.address}/api/media/${assetId}`, range, { authorization: `Bearer ${studio.token}` });
    const plain = (range: string) => readRange(server.address, range, {});
    try {
      log(
        `video: ${deliveries} deliveries of 100 MB and ${seeks} pieces of 1 MB, in turns with a plain server`,
      );
      await Promise.all([through("bytes=0-999999"), plain("bytes=0-999999")]);
      const webBefore = resetPeak(pids.web);
      const all = "bytes=0-";
      const whole = await inTurns(
        { rounds: deliveries },
        { figure: () => through(all), floor: () => plain(all) },
      );
      const place = (round: number) => {
        const start = ((round * 37) % 100) * seekBytes;
        return `bytes=${start}-${start + seekBytes - 1}`;
      };
      const pieces = await inTurns(
        { rounds: seeks },
        { figure: (round: number) => through(place(round)), floor: (round: number) => plain(place(round)) },
      );
      const webPeak = readPeak(pids.web) - webBefore;
      const memory = (peak: number) => Math.max(peak, 0) / 1e6;
      return [
        {
          name: "video: 100 MB made and stored, peak memory of the worker",
          unit: "MB",
          figure: memory(workerPeak),
          aim: atMost(48),
        },
        compare(
          { name: "video: 100 MB delivered", unit: "MB/s" },
          whole,
          (times) => bytes / 1e3 / median(times),
        ),
        compare({ name: "video: 1 MB from a random offset, median", unit: "ms" }, pieces, median),
        {
          name: "video: delivered, peak memory of the web server",
          unit: "MB",
          figure: memory(webPeak),
          aim: atMost(48),
        },
      ];
    } finally {
      server.stop();
    }
  });
}

/** Milliseconds until the last byte of a range has arrived. */
async function readRange(url: string, range: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, { headers: { ...headers, range } });
  if (response.status !== 206 || !response.body) throw new Error(`GET ${url}: HTTP ${response.status}`);
  let bytes = 0;
  for await (const chunk of response.body) bytes += chunk.byteLength;
  const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(response.headers.get("content-range") ?? "") ?? [];
  if (bytes !== Number(end) - Number(start) + 1) throw new Error(`GET ${url}: the range broke off`);
  return performance.now() - startedAt;
}

async function uploadFirstFrame({ address, token }: RunningStudio): Promise<string> {
  const picture = await drawImage({
    model: "image-01",
    prompt: "A harbour",
    seed: 1n,
    take: 0,
    width: 640,
    height: 384,
    style: null,
    references: [],
    isOptimized: false,
    hasWatermark: false,
    format: "png",
  });
  const response = await fetch(`${address}/api/uploads?kind=image`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    body: new Uint8Array(picture),
  });
  if (!response.ok) throw new Error(`POST /api/uploads: HTTP ${response.status}`);
  return ((await response.json()) as { assetId: string }).assetId;
}

async function makeVideo(
  api: StudioApi,
  { firstFrame, prompt }: { firstFrame: string; prompt: string },
): Promise<OutputDto> {
  const { id } = await api.create("video", {
    model: "Vendor-Video-02",
    prompt,
    first_frame_image: { assetId: firstFrame },
    resolution: "512P",
    duration: 6,
  });
  for (;;) {
    const generation: GenerationDto = await api.get(id);
    const [output] = generation.outputs;
    if (generation.state === "succeeded" && output) return output;
    if (isTerminal(generation.state)) throw new Error(`A video ended ${generation.state}.`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}
