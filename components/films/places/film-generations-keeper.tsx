"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { filmQueries } from "@/components/queries/film-queries";
import { liveGenerations } from "@/components/queries/live-generations";
import { isTerminal } from "@/lib/generations/record/states";
import type { FilmDocument, Place } from "@/lib/films/film-document";
import type { FilmGenerations } from "@/lib/films/places/film-generation-dto";
import { findAwaited } from "@/lib/films/places/follow-place";
import { resolvePlaces } from "@/lib/films/places/resolve-places";
import { useDesk, useFilmDesk } from "../desk/use-desk";

/** What others sent, and what waits for a worker, tells this browser nothing. */
const lookAgainMs = 5_000;

/**
 * Follows what was sent for the open film, and puts results into their shots as they arrive. A shot whose result somebody took out again
 * stays as it is until the film is opened anew.
 */
export function FilmGenerationsKeeper() {
  const desk = useFilmDesk();
  const client = useQueryClient();
  const id = useDesk(({ film }) => film.id);
  const { data } = useQuery({
    ...filmQueries.generations(id),
    refetchInterval: ({ state }) => (state.data && needsLooking(state.data) ? lookAgainMs : false),
  });
  const [put] = useState(() => new Set<string>());

  useEffect(() => {
    const { queryKey } = filmQueries.generations(id);
    return liveGenerations.subscribe((told) => {
      const known = client.getQueryData(queryKey)?.generations.find((each) => each.id === told.id);
      if (!known || told.version <= known.version) return;
      // Results come with the list, as the film's own items.
      if (isTerminal(told.state)) return void client.invalidateQueries({ queryKey });
      const { state, version, startedAt, finishedAt } = told;
      client.setQueryData(
        queryKey,
        (sent) =>
          sent && {
            ...sent,
            generations: sent.generations.map((each) =>
              each.id === told.id ? { ...each, state, version, startedAt, finishedAt } : each,
            ),
          },
      );
    });
  }, [client, id]);

  useEffect(() => {
    if (!data || !desk.canEdit) return;
    const { document } = desk.read();
    const skipped = new Set<string>();
    for (const [placeId, start] of listStarts(document)) {
      const awaited = findAwaited(placeId, start, data.generations);
      if (awaited?.state !== "succeeded") continue;
      if (put.has(awaited.id)) skipped.add(placeId);
      put.add(awaited.id);
    }
    const items = data.generations.flatMap((each) => each.items);
    const resolved = resolvePlaces(document, data.generations, skipped);
    if (resolved === document) return;
    desk.addItems(items);
    desk.edit((film) => resolvePlaces(film, data.generations, skipped));
    // As often as the list changes, not as the document does.
  }, [data, desk, put]);

  return null;
}

/** The shots and captions that may wait for something, with where their generations begin. */
function listStarts({ shots, captions }: FilmDocument): [id: string, start: Partial<Place>][] {
  return [
    ...shots.flatMap(({ id, content }): [string, Partial<Place>][] =>
      content.kind === "place" ? [[id, content]] : [],
    ),
    ...captions.map(({ id }): [string, Partial<Place>] => [id, {}]),
  ];
}

function needsLooking({ generations, waiting }: FilmGenerations): boolean {
  return (
    waiting.some(({ problem }) => problem === null) ||
    generations.some(({ isOwn, state }) => !isOwn && !isTerminal(state))
  );
}
