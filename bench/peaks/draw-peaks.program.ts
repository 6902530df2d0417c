// node <program> <file> <folder>: computes the waveform of an MP3 like the studio and monitors its own event
// loop meanwhile.
import { readFile } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { getPeaks } from "@/lib/media/peaks/get-peaks.server";
import { peaksDtoSchema } from "@/lib/media/peaks/peaks-dto";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { reportWork, type WorkFacts } from "../report/work";

/** The result of one run, printed as one line of JSON. */
export interface PeaksFacts extends WorkFacts {
  /** The longest delay of the event loop, and the longest while idle. */
  longestBlockMs: number;
  longestIdleBlockMs: number;
  /**
   * CPU time of the main thread, including reading and passing on the bytes: an upper bound of any block it
   * causes.
   */
  processorMs: number;
  soundSeconds: number;
}

/** The histogram's resolution. */
const resolutionMs = 1;

const [file = "", folder = ""] = process.argv.slice(2);
const store = createDiskStore(folder);
const writer = await store.createWriter();
await writer.write(await readFile(file));
const { sha256 } = await writer.seal();
await writer.commit(blobKey(sha256));

/** The delay of an idle event loop on this machine. */
const idle = monitorEventLoopDelay({ resolution: resolutionMs });
idle.enable();
await sleep(1_000);
idle.disable();

await reportWork(async () => {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const processorBefore = process.threadCpuUsage();
  const json = await getPeaks({ userId: "anyone", sha256, kind: "audio", mimeType: "audio/mpeg" }, store);
  const processor = process.threadCpuUsage(processorBefore);
  delay.disable();
  const facts: Omit<PeaksFacts, keyof WorkFacts> = {
    longestBlockMs: delay.max / 1e6,
    longestIdleBlockMs: idle.max / 1e6,
    processorMs: (processor.user + processor.system) / 1e3,
    soundSeconds: peaksDtoSchema.parse(JSON.parse(json.toString("utf8"))).durationSeconds,
  };
  return facts;
});
