import type { DeskState } from "../desk/film-desk";

/** Whether the person may change the film; for `useDesk`. */
export const canEditFilm = ({ film }: DeskState): boolean => film.role !== "view" && film.deletedAt === null;
