import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { bundle, bundlePeaksThread } from "@/scripts/bundle.mjs";
import { encodeSong } from "../media/encode-song";
import type { BenchContext, Measurement } from "../report/measurement";
import { median } from "../report/statistics";
import type { PeaksFacts } from "./draw-peaks.program";

const songSeconds = 6 * 60;
const rounds = 5;

/**
 * The waveform of a six-minute song, as on its first request: how long it takes, and how long it blocks the
 * requesting process (the worst of all runs).
 */
export async function measurePeaks({ root, workDir, log }: BenchContext): Promise<Measurement[]> {
  const program = path.join(root, ".cache/bench/draw-peaks.mjs");
  await bundle(root, "bench/peaks/draw-peaks.program.ts", program);
  await bundlePeaksThread(root);
  const file = path.join(workDir, "song.mp3");
  await writeFile(file, await encodeSong(songSeconds));
  log(`peaks: ${rounds} runs of a song of ${songSeconds / 60} minutes`);
  const runs: PeaksFacts[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = await mkdtemp(path.join(workDir, "media-"));
    const { stdout } = await promisify(execFile)(process.execPath, [program, file, folder], { cwd: root });
    const facts = JSON.parse(stdout) as PeaksFacts;
    if (Math.abs(facts.soundSeconds - songSeconds) > 1) throw new Error("The waveform is of another length.");
    runs.push(facts);
  }
  const middle = (pick: (facts: PeaksFacts) => number) => median(runs.map(pick));
  const worst = (pick: (facts: PeaksFacts) => number) => Math.max(...runs.map(pick));
  return [
    { name: "peaks: six-minute MP3", value: { amount: middle(({ durationMs }) => durationMs), unit: "ms" } },
    {
      name: "peaks: longest block of the event loop",
      value: { amount: worst(({ longestBlockMs }) => longestBlockMs), unit: "ms" },
      reference: { amount: worst(({ longestIdleBlockMs }) => longestIdleBlockMs), unit: "ms" },
      target: { of: "value", comparison: "at most", amount: 50 },
    },
    {
      name: "peaks: processor time on the event loop",
      value: { amount: middle(({ processorMs }) => processorMs), unit: "ms" },
    },
    {
      name: "peaks: peak memory above baseline",
      value: { amount: middle(({ peakBytesAboveBaseline }) => peakBytesAboveBaseline) / 1e6, unit: "MB" },
    },
  ];
}
