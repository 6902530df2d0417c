"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { apiFetch } from "@/components/queries/api-fetch";
import { filmAddress, filmQueries, filmsAddress } from "@/components/queries/film-queries";
import { createKey } from "@/components/queries/press-keys";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { Button } from "@/components/ui/button";
import { showToast } from "@/components/ui/toast";
import type { FilmDto, SavedFilm } from "@/lib/films/film-dto";
import type { FilmSave } from "@/lib/films/film-input";
import { cutTitle } from "../list/use-film-call";
import type { FilmSaver } from "./film-saver";
import { useDesk, useFilmDesk } from "./use-desk";

/** Somebody else saved the film that is edited here. Nobody is overwritten: what is unsaved becomes a film of its own. */
export function ConflictNotice({ saver }: { saver: FilmSaver }) {
  const save = useDesk((state) => state.save);
  return save === "changed" ? <Conflict saver={saver} /> : null;
}

function Conflict({ saver }: { saver: FilmSaver }) {
  const t = useTranslations("desk.conflict");
  const format = useFormatter();
  const router = useRouter();
  const desk = useFilmDesk();
  const showError = useErrorToast();
  const [pending, setPending] = useState<"theirs" | "mine" | null>(null);
  const { id, owner, role } = desk.read().film;
  const { data } = useInfiniteQuery({ ...filmQueries.versions(id), staleTime: 0 });
  const newest = data?.pages[0]?.versions[0];
  const isOwn = role === "owner" && newest?.savedBy === owner;

  async function keepAsCopy(): Promise<FilmDto> {
    const { film } = desk.read();
    let copy: FilmDto | undefined;
    await saver.loadTheirs(async (document) => {
      if (copy) {
        const body = { version: copy.version, key: createKey(), document } satisfies FilmSave;
        const { version } = await apiFetch<SavedFilm>(`${filmAddress(copy.id)}/document`, {
          method: "PUT",
          body,
        });
        copy = { ...copy, version };
        return;
      }
      copy = await apiFetch<FilmDto>(filmsAddress, {
        method: "POST",
        body: {
          title: cutTitle(t("copyTitle", { title: film.title })),
          projectId: film.project?.id ?? null,
          document,
        },
      });
    });
    return copy!;
  }

  async function keepMine(then: "theirs" | "mine") {
    setPending(then);
    try {
      const copy = await keepAsCopy();
      if (then === "mine") router.push(`/films/${copy.id}`);
      else {
        showToast({
          tone: "plain",
          title: t("kept", { title: copy.title }),
          action: { label: t("open"), onSelect: () => router.push(`/films/${copy.id}`) },
        });
      }
    } catch (error) {
      showError(error);
    } finally {
      setPending(null);
    }
  }

  const time = newest ? format.dateTime(new Date(newest.savedAt), "time") : "";
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-l-2 border-l-warning bg-panel page-x py-2.5 text-sm text-text-2"
    >
      <p className="mr-auto min-w-0">
        <strong className="font-medium text-text">
          {!newest
            ? t("somebody")
            : isOwn
              ? t("otherTab", { time })
              : t("person", { name: newest.savedBy ?? t("formerMember"), time })}
        </strong>{" "}
        {t("explanation")}
      </p>
      <span className="flex gap-2">
        <Button
          size="small"
          pending={pending === "theirs"}
          disabled={pending === "mine"}
          onClick={() => void keepMine("theirs")}
        >
          {t("loadTheirs")}
        </Button>
        <Button
          size="small"
          pending={pending === "mine"}
          disabled={pending === "theirs"}
          onClick={() => void keepMine("mine")}
        >
          {t("saveMine")}
        </Button>
      </span>
    </div>
  );
}
