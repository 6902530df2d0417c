"use client";

import { useQuery } from "@tanstack/react-query";
import { filmQueries } from "@/components/queries/film-queries";
import type { FilmGenerations } from "@/lib/films/places/film-generation-dto";
import { useDesk } from "../desk/use-desk";

const nothing: FilmGenerations = { generations: [], waiting: [] };

/** What was sent for the open film; nothing until it is loaded. */
export function useFilmGenerations(): FilmGenerations {
  const id = useDesk(({ film }) => film.id);
  return useQuery(filmQueries.generations(id)).data ?? nothing;
}

/** Whether it is known what was sent; before that, nothing should be sent. */
export function useHasFilmGenerations(): boolean {
  const id = useDesk(({ film }) => film.id);
  return useQuery(filmQueries.generations(id)).data !== undefined;
}
