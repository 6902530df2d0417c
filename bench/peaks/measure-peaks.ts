import { mkdtemp, writeFile } from "node:fs/promises";
import path from "node:path";
import { bundlePrograms } from "@/scripts/bundle.mjs";
import { encodeSong } from "../media/encode-song";
import { prepareProgram } from "../report/run-program";
import { inTurns } from "../report/rounds";
import { median } from "../report/statistics";
import { atMost, type BenchContext, type Measure } from "../report/table";
import { peakOf } from "../report/work";
import type { PeaksFacts } from "./draw-peaks.program";

const songSeconds = 6 * 60;
const rounds = 5;

/**
 * The waveform of a six-minute song, as on its first request: how long it takes, and how long it blocks the
 * requesting process (the worst of all runs).
 */
export async function measurePeaks({ root, workDir, log }: BenchContext): Promise<Measure[]> {
  const draw = await prepareProgram<PeaksFacts>(root, "peaks/draw-peaks.program.ts");
  await bundlePrograms(root, ["peaks-thread"]);
  const file = path.join(workDir, "song.mp3");
  await writeFile(file, await encodeSong(songSeconds));
  log(`peaks: ${rounds} runs of a song of ${songSeconds / 60} minutes`);
  const { runs } = await inTurns(
    { rounds },
    { runs: async () => draw(file, await mkdtemp(path.join(workDir, "media-"))) },
  );
  if (runs.some((run) => Math.abs(run.soundSeconds - songSeconds) > 1))
    throw new Error("The waveform is of another length.");
  const middle = (pick: (facts: PeaksFacts) => number) => median(runs.map(pick));
  const worst = (pick: (facts: PeaksFacts) => number) => Math.max(...runs.map(pick));
  return [
    { name: "peaks: six-minute MP3", unit: "ms", figure: middle(({ durationMs }) => durationMs) },
    {
      name: "peaks: longest block of the event loop",
      unit: "ms",
      floor: worst(({ longestIdleBlockMs }) => longestIdleBlockMs),
      figure: worst(({ longestBlockMs }) => longestBlockMs),
      aim: atMost(50),
    },
    { name: "peaks: processor time on the event loop", unit: "ms", figure: middle((run) => run.processorMs) },
    { name: "peaks: peak memory above baseline", unit: "MB", figure: peakOf(runs) },
  ];
}
