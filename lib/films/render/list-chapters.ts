import type { FilmDocument } from "../film-document";
import { placeShots } from "../lay-out-film";

export interface Chapter {
  title: string;
  /** In the film, rounded to milliseconds. */
  startMs: number;
}

/**
 * The chapters of a film: one for each shot with a name, up to the next one. What comes before the first is called like the film. None
 * where no shot has a name. Pure.
 */
export function listChapters(film: FilmDocument, filmTitle: string): Chapter[] {
  const chapters = placeShots(film).flatMap(({ shot, start }): Chapter[] => {
    const title = shot.name.trim().replaceAll(/\s+/g, " ");
    return title === "" ? [] : [{ title, startMs: Math.round((start * 1_000) / film.frameRate) }];
  });
  const [first] = chapters;
  if (!first || first.startMs === 0) return chapters;
  return [{ title: filmTitle, startMs: 0 }, ...chapters];
}
