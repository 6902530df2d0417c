"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { apiFetch } from "@/components/queries/api-fetch";
import { filmAddress, refreshFilmLists } from "@/components/queries/film-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { titleMaxLength } from "@/lib/items/title-line";
import { showToast } from "@/components/ui/toast";
import type { FilmDto } from "@/lib/films/film-dto";
import type { FilmChanges } from "@/lib/films/film-input";

/** What is done with whole films. Each tells its error in a toast, and reloads the lists. */
export function useFilmCall() {
  const t = useTranslations("films");
  const client = useQueryClient();
  const showError = useErrorToast();
  const [running, setRunning] = useState(0);

  async function call<Answer>(...given: Parameters<typeof apiFetch>): Promise<{ answer: Answer } | null> {
    setRunning((count) => count + 1);
    try {
      return { answer: await apiFetch<Answer>(...given) };
    } catch (error) {
      showError(error);
      return null;
    } finally {
      setRunning((count) => count - 1);
      void refreshFilmLists(client);
    }
  }
  const change = (id: string, body: FilmChanges) =>
    call<FilmDto | null>(filmAddress(id), { method: "PATCH", body });

  return {
    pending: running > 0,
    call,
    change,
    copy: ({ id, title }: Pick<FilmDto, "id" | "title">) =>
      call<FilmDto>(`${filmAddress(id)}/copies`, {
        method: "POST",
        body: { title: cutTitle(t("copyOf", { title })) },
      }),
    /** Moves it to trash, with a toast that undoes it. */
    async trash({ id, title }: Pick<FilmDto, "id" | "title">): Promise<boolean> {
      const done = await change(id, { trashed: true });
      if (!done) return false;
      showToast({
        tone: "plain",
        title: t("trash.moved", { title }),
        action: { label: t("trash.undo"), onSelect: () => void change(id, { trashed: false }) },
      });
      return true;
    },
    restore: ({ id }: Pick<FilmDto, "id">) => change(id, { trashed: false }),
    deleteForGood: ({ id }: Pick<FilmDto, "id">) => call<undefined>(filmAddress(id), { method: "DELETE" }),
  };
}

/** As long as a title can be. */
export const cutTitle = (title: string): string => [...title].slice(0, titleMaxLength).join("").trim();
