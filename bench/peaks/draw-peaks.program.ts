// node <program> <file> <folder>: makes the waveform of an MP3 as the studio does, and watches its own event loop meanwhile.
import { readFile } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { getPeaks } from "@/lib/media/peaks/get-peaks.server";
import { peaksDtoSchema } from "@/lib/media/peaks/peaks-dto";
import { blobKey } from "@/lib/media/store/blob-store.server";
import { createDiskStore } from "@/lib/media/store/disk-store.server";
import { readPeak, resetPeak } from "../report/peak-memory";

/** What one run says on standard output, as one line of JSON. */
export interface PeaksFacts {
  durationMs: number;
  /** The longest turn that the event loop was late by, and by how much it was late while there was nothing to do. */
  longestBlockMs: number;
  longestIdleBlockMs: number;
  /** Of the thread that asks, reading and handing over included: no block of its own can be longer. */
  processorMs: number;
  peakBytesAboveBaseline: number;
  soundSeconds: number;
  peaks: number;
}

/** The histogram counts a turn of the loop as late by what it took beyond this. */
const resolutionMs = 1;

const [file = "", folder = ""] = process.argv.slice(2);
const store = createDiskStore(folder);
const writer = await store.createWriter();
await writer.write(await readFile(file));
const { sha256 } = await writer.seal();
await writer.commit(blobKey(sha256));

/** How late a free event loop is, on this machine and at this moment. */
const idle = monitorEventLoopDelay({ resolution: resolutionMs });
idle.enable();
await sleep(1_000);
idle.disable();

const baselineBytes = resetPeak();
const delay = monitorEventLoopDelay({ resolution: resolutionMs });
delay.enable();
const startedAt = performance.now();
const processorBefore = process.threadCpuUsage();
const json = await getPeaks({ sha256, kind: "audio", mimeType: "audio/mpeg" }, store);
const processor = process.threadCpuUsage(processorBefore);
const durationMs = performance.now() - startedAt;
delay.disable();
const { durationSeconds, peaks } = peaksDtoSchema.parse(JSON.parse(json.toString("utf8")));
const facts: PeaksFacts = {
  durationMs,
  longestBlockMs: delay.max / 1e6,
  longestIdleBlockMs: idle.max / 1e6,
  processorMs: (processor.user + processor.system) / 1e3,
  peakBytesAboveBaseline: readPeak() - baselineBytes,
  soundSeconds: durationSeconds,
  peaks: peaks.length,
};
process.stdout.write(`${JSON.stringify(facts)}\n`);
