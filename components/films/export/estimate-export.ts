import type { FilmExportDto } from "@/lib/films/export-dto";
import type { FilmDocument } from "@/lib/films/film-document";
import { countFrames, placeShots } from "@/lib/films/lay-out-film";
import { findFilmSize } from "@/lib/films/render/film-size";

/** What the encoder is told to use (decision 0045); quiet pictures take less. */
const bitsPerPixel = 0.22;
const audioBitsPerSecond = 192_000;

/**
 * About how large a file will be at most, and how long it takes, judged by the last export of the film that is done. Null while
 * there is none. Pure.
 */
export function estimateExport(
  film: FilmDocument,
  size: { width: number; height: number },
  earlier: readonly FilmExportDto[],
): { bytes: number; seconds: number | null } {
  const frames = countFrames(placeShots(film));
  const pixels = size.width * size.height;
  const seconds = frames / film.frameRate;
  const bytes = (frames * pixels * bitsPerPixel + seconds * audioBitsPerSecond) / 8;
  const last = earlier.find(
    ({ state, settings, startedAt, finishedAt }) =>
      state === "succeeded" && settings.format === "mp4" && startedAt && finishedAt,
  );
  if (!last || last.progress.frames === 0) return { bytes, seconds: null };
  const tookMs = Date.parse(last.finishedAt!) - Date.parse(last.startedAt!);
  const { settings } = last;
  if (settings.format !== "mp4") return { bytes, seconds: null };
  const before = findFilmSize(settings.aspect ?? film.aspect, settings.quality);
  const work = (frames * pixels) / (last.progress.frames * before.width * before.height);
  return { bytes, seconds: Math.max(1, (tookMs / 1_000) * work) };
}
