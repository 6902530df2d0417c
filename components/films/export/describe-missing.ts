import { listSeenShots, listShownItems } from "@/lib/films/export/list-shown-items";
import type { FilmDocument } from "@/lib/films/film-document";
import type { FilmLoop } from "@/lib/films/film-loop";

/** What an export can't show: the numbers of shots without a result, how long they are, and how many other items are gone. Pure. */
export function describeMissing(
  film: FilmDocument,
  missing: ReadonlyMap<string, unknown>,
  loop?: FilmLoop,
): { places: number[]; seconds: number; lost: number } {
  const places = listSeenShots(film, loop).filter(({ shot }) => shot.content.kind === "place");
  const frames = places.reduce((sum, { shot }) => sum + shot.frames, 0);
  return {
    places: places.map(({ index }) => index + 1),
    seconds: Math.round(frames / film.frameRate),
    lost: listShownItems(film, loop).filter((id) => missing.has(id)).length,
  };
}
