"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { apiFetch } from "@/components/queries/api-fetch";
import { filmGenerationsAddress, filmQueries } from "@/components/queries/film-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { showToast } from "@/components/ui/toast";
import { maxPlacesPerRequest } from "@/lib/films/places/film-places";
import type { FilmGenerations } from "@/lib/films/places/film-generation-dto";
import type { CreatePlacesBody } from "@/lib/films/places/place-input";
import { useFilmDesk } from "../desk/use-desk";
import { FilmNotSavedError, saveBeforeSending } from "./save-before-sending";

export type PlaceRequest = Partial<Pick<CreatePlacesBody, "shots" | "captions">>;

/**
 * Creates shots and speaks captions of the open film, once it is saved. Pressing again, also in another tab, sends nothing twice: the
 * request names what each of them follows.
 */
export function useCreatePlaces() {
  const t = useTranslations("places");
  const desk = useFilmDesk();
  const client = useQueryClient();
  const onError = useErrorToast();
  return useMutation({
    async mutationFn({ shots = [], captions = [] }: PlaceRequest) {
      const version = await saveBeforeSending(desk);
      const { id } = desk.read().film;
      const { queryKey } = filmQueries.generations(id);
      await client.cancelQueries({ queryKey });
      for (const body of inParts({ shots, captions })) {
        const sent = await apiFetch<FilmGenerations>(filmGenerationsAddress(id), {
          method: "POST",
          body: { version, ...body },
        });
        client.setQueryData(queryKey, sent);
      }
    },
    onError(error) {
      if (error instanceof FilmNotSavedError) showToast({ tone: "danger", title: t("unsaved") });
      else onError(error);
    },
    // Also after a problem: some of them may have been sent.
    onSettled: (_data, error) =>
      error && client.invalidateQueries({ queryKey: filmQueries.generations(desk.read().film.id).queryKey }),
  });
}

function inParts({ shots, captions }: Required<PlaceRequest>): PlaceRequest[] {
  const cut = <Wanted>(all: readonly Wanted[]) =>
    Array.from({ length: Math.ceil(all.length / maxPlacesPerRequest) }, (_none, index) =>
      all.slice(index * maxPlacesPerRequest, (index + 1) * maxPlacesPerRequest),
    );
  return [
    ...cut(shots).map((part) => ({ shots: part })),
    ...cut(captions).map((part) => ({ captions: part })),
  ];
}
