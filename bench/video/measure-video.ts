import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { bundle } from "@/scripts/bundle.mjs";
import { workerNodeOptions } from "@/scripts/launcher/node-options";
import type { BenchContext, Measurement } from "../report/measurement";
import { median } from "../report/statistics";
import { largeVideoBytes, makeVideos } from "./make-large-video";
import { measureDelivery } from "./measure-delivery";
import { serveFile } from "./serve-file";
import type { StoreFacts } from "./store-video.program";

const rounds = 5;

/**
 * A video of 100 MB through the studio: retrieved from the service into the store, looked into and with its index put in
 * front, against `cp`; and delivered by the running studio, against a plain server of the same file.
 */
export async function measureVideo(context: BenchContext): Promise<Measurement[]> {
  return [...(await measureRetrieval(context)), ...(await measureDelivery(context))];
}

async function measureRetrieval({ root, workDir, say }: BenchContext): Promise<Measurement[]> {
  const program = path.join(root, ".cache/bench/store-video.mjs");
  await bundle(root, "bench/video/store-video.program.ts", program);
  const files = await makeVideos(workDir);
  say(`video: ${rounds} retrievals of a video of ${largeVideoBytes / 1e6} MB, and as many copies by cp`);
  const server = await serveFile({ root, file: files.large });
  const runs: StoreFacts[] = [];
  const copiesMs: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const folder = await mkdtemp(path.join(workDir, "media-"));
      const { stdout } = await promisify(execFile)(process.execPath, [
        ...workerNodeOptions,
        program,
        server.address,
        folder,
        files.small,
      ]);
      const facts = JSON.parse(stdout) as StoreFacts;
      if (facts.byteCount !== largeVideoBytes) throw new Error("Not all of the video was stored.");
      runs.push(facts);
      const startedAt = performance.now();
      await promisify(execFile)("cp", [files.large, path.join(folder, "copy.mp4")]);
      copiesMs.push(performance.now() - startedAt);
      await rm(folder, { recursive: true });
    }
  } finally {
    server.stop();
  }
  const speed = (times: number[]) =>
    ({ amount: largeVideoBytes / 1e3 / median(times), unit: "MB/s" }) as const;
  return [
    {
      name: "video: 100 MB from the service to the store",
      value: speed(runs.map(({ durationMs }) => durationMs)),
      reference: speed(copiesMs),
    },
    {
      name: "video: 100 MB to the store, peak memory",
      value: { amount: Math.max(...runs.map((run) => run.peakBytesAboveBaseline)) / 1e6, unit: "MB" },
      target: { of: "value", comparison: "at most", amount: 48 },
    },
  ];
}
