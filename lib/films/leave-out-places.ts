import { removeShots } from "./edit-shots";
import { removePlaced, trimPlaced } from "./edit-sounds";
import type { FilmDocument } from "./film-document";
import { countFrames, placeShots, toMs } from "./lay-out-film";

/**
 * The film without shots that have no result, and without the voices, effects and captions that begin in them. What comes behind moves
 * up; music ends as far behind the pictures as it did. The same film where every shot has one. Pure.
 */
export function leaveOutPlaces(film: FilmDocument): FilmDocument {
  const places = placeShots(film).filter(({ shot }) => shot.content.kind === "place");
  if (places.length === 0) return film;
  const isInPlace = ({ atMs }: { atMs: number }) =>
    places.some(({ start, end }) => atMs >= toMs(start, film.frameRate) && atMs < toMs(end, film.frameRate));
  const unwanted = [...film.sounds.filter(({ track }) => track !== "score"), ...film.captions].filter(
    isInPlace,
  );
  const rest = removeShots(
    removePlaced(film, new Set(unwanted.map(({ id }) => id))),
    new Set(places.map(({ shot }) => shot.id)),
  );
  const [before, after] = [film, rest].map((each) => toMs(countFrames(placeShots(each)), film.frameRate));
  return rest.sounds
    .filter(({ track }) => track === "score")
    .reduce((edited, { id, atMs, lengthMs }) => {
      const end = atMs + lengthMs;
      const latest = after! + Math.max(0, end - before!);
      if (end <= latest) return edited;
      if (atMs >= latest) return removePlaced(edited, new Set([id]));
      return trimPlaced(edited, id, { side: "end", ms: latest - end, lengths: new Map() });
    }, rest);
}
