import { mkdir } from "node:fs/promises";
import path from "node:path";
import { findFilmSize, type FilmQuality } from "@/lib/films/render/film-size";
import { runRender } from "@/lib/films/render/run-render.server";
import { bundlePrograms } from "@/scripts/bundle.mjs";
import { inTurns, timeIt } from "../report/rounds";
import { median } from "../report/statistics";
import { atMost, type BenchContext, type Measure, ratioAtMost } from "../report/table";
import { readPeak } from "../report/work";
import { cutWithFfmpeg, hasFfmpeg } from "./cut-with-ffmpeg";
import { type Cut, filmSeconds, frameRate, makeCut } from "./make-film";
import { measureSync } from "./measure-sync";

const rounds = 2;
/** As encode-segment.ts asks of its encoder. */
const bitsPerPixel = 0.22;

/** A minute of film, in turns with the same cut by ffmpeg; then the memory that it takes at 1080p, and ten minutes' sound and picture. */
export async function measureFilms({ root, workDir, log }: BenchContext): Promise<Measure[]> {
  await bundlePrograms(root, ["render-film"]);
  let works = 0;
  const render = async (cut: Cut, quality: FilmQuality) => {
    const folder = path.join(workDir, `work-${(works += 1)}`);
    await mkdir(folder);
    return renderCut(cut, { folder, quality });
  };
  const size = findFilmSize("16:9", "720p");
  const cut = await makeCut(workDir, size);
  const bitsPerSecond = bitsPerPixel * size.width * size.height * frameRate;
  const measureSeconds = async (name: string, run: () => Promise<unknown>) => {
    const seconds = (await timeIt(run)).ms / 1_000;
    log(`films: ${name} took ${seconds.toFixed(1)} s`);
    return seconds;
  };
  const sides = {
    figure: () => measureSeconds("the export", () => render(cut, "720p")),
    floor: () => measureSeconds("ffmpeg", () => cutWithFfmpeg(cut, { folder: workDir, bitsPerSecond })),
  };
  const isThere = await hasFfmpeg();
  log(`films: ${filmSeconds} s of ten shots at 720p, ${isThere ? "in turns with ffmpeg" : "ffmpeg missing"}`);
  const { figure, floor } = isThere
    ? await inTurns({ rounds }, sides)
    : { ...(await inTurns({ rounds }, { figure: sides.figure })), floor: undefined };
  const large = await makeCut(workDir, findFilmSize("16:9", "1080p"));
  const peakBytes = await render(large, "1080p");
  log(`films: the process took ${(peakBytes / 1e6).toFixed(0)} MB at 1080p`);
  const apartMs = await measureSync(workDir);
  const name = `films: export of ${filmSeconds} s at 720p`;
  return [
    floor
      ? { name, unit: "s", floor: median(floor), figure: median(figure), aim: ratioAtMost(1.5) }
      : { name: `${name} (ffmpeg missing)`, unit: "s", figure: median(figure) },
    { name: "films: peak memory at 1080p", unit: "MB", figure: peakBytes / 1e6, aim: atMost(600) },
    {
      name: "films: sound from picture, ten marks in ten minutes",
      unit: "ms",
      figure: apartMs,
      aim: atMost(20),
    },
  ];
}

/** @returns the peak of the process's memory, in bytes */
async function renderCut(
  { film, sources }: Cut,
  { folder, quality }: { folder: string; quality: FilmQuality },
): Promise<number> {
  let pid = 0;
  let peak = 0;
  await runRender({
    order: {
      ...{ film, sources, folder, quality, format: "mp4", burnsCaptions: true, loudnessLufs: -14 },
      ...{ slateTitle: "", tags: { title: "A minute" } },
    },
    signal: new AbortController().signal,
    onStart: (started) => (pid = started),
    // The process lives while it reports.
    onProgress: () => (peak = readPeak(pid)),
  });
  return peak;
}
