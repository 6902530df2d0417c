"use client";

import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { apiFetch } from "@/components/queries/api-fetch";
import { hearFilm } from "@/components/queries/film-news";
import { filmAddress, filmQueries } from "@/components/queries/film-queries";
import { showToast } from "@/components/ui/toast";
import type { OpenFilm } from "@/lib/films/film-dto";
import { FilmDesk } from "./film-desk";
import { FilmSaver } from "./film-saver";
import { findAbandoned, keepPresence } from "./unsaved-owners";
import { openUnsavedFilms } from "./unsaved-films";

interface OpenDesk {
  desk: FilmDesk;
  saver: FilmSaver;
}

/** Desks that were left with something unsaved. They go on saving, and whoever opens the film again gets them. */
const left = new Map<string, OpenDesk>();

function makeDesk(client: QueryClient, opened: OpenFilm, userId: string): OpenDesk {
  const { id } = opened;
  const desk = new FilmDesk(opened);
  const saver = new FilmSaver(desk, {
    userId,
    save: (body) => apiFetch(`${filmAddress(id)}/document`, { method: "PUT", body }),
    load: () => client.fetchQuery({ ...filmQueries.detail(id), staleTime: 0 }),
    unsaved: openUnsavedFilms(),
    onSaved: (film) => client.setQueryData(filmQueries.detail(id).queryKey, film),
  });
  return { desk, saver };
}

/** The desk of a film, saved as it is edited. */
export function useSaving(opened: OpenFilm, userId: string): OpenDesk {
  const t = useTranslations("desk.save");
  const format = useFormatter();
  const client = useQueryClient();
  const { id } = opened;
  const [open] = useState((): OpenDesk => left.get(id) ?? makeDesk(client, opened, userId));
  const { desk, saver } = open;

  const tellRestored = useEffectEvent((changedAt: string) =>
    showToast({
      tone: "plain",
      title: t("restored", { time: format.dateTime(new Date(changedAt), "dateTime") }),
      action: { label: t("undo"), onSelect: () => desk.undo() },
    }),
  );

  // Read again: after a gap in the events, or when the page was opened again.
  useEffect(() => {
    if (opened.version > desk.read().film.version) void saver.hear(opened.version);
  }, [desk, saver, opened]);

  useEffect(() => {
    left.delete(id);
    saver.start();
    const controller = new AbortController();
    const { signal } = controller;
    const endPresence = keepPresence(id, saver.deskId);
    if (desk.canEdit && saver.isSaved) {
      void findAbandoned({ filmId: id, userId, deskId: saver.deskId }).then((film) => {
        if (!film || signal.aborted) return;
        const before = desk.read().document;
        saver.adopt(film);
        if (desk.read().document !== before) tellRestored(film.changedAt);
      });
    }
    const stopHearing = hearFilm(id, (version) => void saver.hear(version));
    addEventListener("online", () => void saver.flush(), { signal });
    addEventListener("pagehide", () => void saver.flush(), { signal });
    document.addEventListener(
      "visibilitychange",
      () => document.visibilityState === "hidden" && void saver.flush(),
      { signal },
    );
    addEventListener("beforeunload", (event) => saver.wouldLose && event.preventDefault(), { signal });
    return () => {
      controller.abort();
      endPresence();
      stopHearing();
      if (saver.isSaved) {
        saver.stop();
        return;
      }
      left.set(id, { desk, saver });
      void saver.flush();
    };
  }, [desk, id, saver, userId]);

  return open;
}
