"use client";

import { useGenerator } from "@/components/generators";
import type { Place, Shot } from "@/lib/films/film-document";
import { findPredecessor } from "@/lib/films/places/follow-place";
import {
  findObstacle,
  findPlaceStatus,
  mayBeBilled,
  type Obstacle,
  type PlaceStatus,
} from "@/lib/films/places/place-status";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { useCreatePlaces } from "./use-create-places";
import { useFilmGenerations, useHasFilmGenerations } from "./use-film-generations";

export interface PlaceView {
  status: PlaceStatus;
  obstacle: Obstacle | null;
  /** The number of the shot before. */
  numberBefore: number;
  canCreate: boolean;
  isSending: boolean;
  /** Whether what came before may have been billed, so that a person has to agree. */
  mayBeBilledAgain: boolean;
  create(): void;
}

/** How far a shot is that is to be created, and how to create it. */
export function usePlace(shot: Shot, place: Place): PlaceView {
  const desk = useFilmDesk();
  const film = useDesk(({ document }) => document);
  const sent = useFilmGenerations();
  const isKnown = useHasFilmGenerations();
  const generator = useGenerator(place.generator);
  const { mutate, isPending } = useCreatePlaces();
  const status = findPlaceStatus(shot, place, sent);
  const obstacle = findObstacle({ film, shot, place }, sent, generator?.shot);
  const before = "generation" in status ? status.generation : null;
  return {
    status,
    obstacle,
    numberBefore: film.shots.findIndex(({ id }) => id === shot.id),
    canCreate: desk.canEdit && isKnown && generator?.shot !== undefined && obstacle === null,
    isSending: isPending,
    mayBeBilledAgain: before !== null && mayBeBilled(before),
    create: () =>
      mutate({
        shots: [
          {
            id: shot.id,
            after: findPredecessor(shot.id, place, sent.generations),
            mayBeBilledAgain: true,
          },
        ],
      }),
  };
}
