import type { FilmDesk } from "../desk/film-desk";

/** The film couldn't be saved: nothing may be sent for it. */
export class FilmNotSavedError extends Error {}

/**
 * Waits until the film is saved as it is seen: what is sent follows from what the studio holds.
 *
 * @returns its version
 * @throws FilmNotSavedError
 */
export function saveBeforeSending(desk: FilmDesk): Promise<number> {
  return new Promise((resolve, reject) => {
    const look = (): boolean => {
      const { save, film } = desk.read();
      if (save === "saved") resolve(film.version);
      else if (save === "failed" || save === "changed") reject(new FilmNotSavedError());
      else return false;
      return true;
    };
    if (look()) return;
    const unsubscribe = desk.subscribe(() => {
      if (look()) unsubscribe();
    });
  });
}
