"use client";

import { listOpenShots, type OpenShot } from "@/lib/films/places/place-status";
import { useDesk } from "../desk/use-desk";
import { useFilmGenerations, useHasFilmGenerations } from "./use-film-generations";
import { useShotTraits } from "./use-shot-generators";

/** The shots of the open film that can be created now, in order; none until it is known what was sent. */
export function useOpenShots(): readonly OpenShot[] {
  const film = useDesk(({ document }) => document);
  const sent = useFilmGenerations();
  const isKnown = useHasFilmGenerations();
  const findTraits = useShotTraits();
  return isKnown ? listOpenShots(film, sent, findTraits) : [];
}
