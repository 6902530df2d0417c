import type { FilmDocument } from "../film-document";
import { countFrames, placeShots } from "../lay-out-film";

/** All frames of a film: the last sound may end behind the last picture, and is then heard with black. Pure. */
export function countFilmFrames(film: FilmDocument): number {
  const ends = film.sounds.map(({ atMs, lengthMs }) => ((atMs + lengthMs) * film.frameRate) / 1_000);
  return Math.max(countFrames(placeShots(film)), ...ends.map((end) => Math.ceil(end - 1e-6)));
}
