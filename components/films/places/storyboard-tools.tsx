"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Clapperboard } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useGenerators } from "@/components/generators";
import { apiFetch } from "@/components/queries/api-fetch";
import { filmGenerationsAddress, filmQueries } from "@/components/queries/film-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { partWithMessages } from "@/components/takes/part-with-messages";
import { Button } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Menu } from "@/components/ui/menu";
import { showToast } from "@/components/ui/toast";
import type { FilmGenerations } from "@/lib/films/places/film-generation-dto";
import { turnIntoVideos } from "@/lib/films/places/read-script";
import { listSilentCaptions } from "@/lib/films/places/resolve-places";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { useFilmGenerations } from "./use-film-generations";
import { useOpenShots } from "./use-open-shots";
import { useShotGenerators } from "./use-shot-generators";

const loadScript = () => import("./script-dialog");
const loadAll = () => import("./create-all-dialog");
export const loadSpeak = partWithMessages(
  "voices",
  async () => (await import("./speak-dialog")).SpeakDialog,
  {
    en: () => import("@/messages/en/voices.json"),
    zh: () => import("@/messages/zh/voices.json"),
  },
);

type Shown = "script" | "all" | "speak";

/** Makes a storyboard of a script, creates all that is missing, and speaks captions. For the timeline's tools and the storyboard. */
export function StoryboardTools({ className }: { className?: string }) {
  const t = useTranslations("places.tools");
  const locale = useLocale();
  const desk = useFilmDesk();
  const [shown, setShown] = useState<Shown | null>(null);
  const openShots = useOpenShots();
  const pictures = useDesk(({ document }) => document).shots.filter(
    ({ content }) => content.kind === "picture",
  );
  const { captions, waiting, cancel } = useWaiting();
  const generators = useGenerators();
  const videos = useShotGenerators().find(({ shot }) => shot.firstFrame === "required");
  const speaks = generators.some(({ line }) => line !== undefined);
  const close = () => setShown(null);
  if (!desk.canEdit) return null;
  return (
    <>
      <Menu
        variant="ghost"
        align="start"
        label={t("label")}
        {...(className === undefined ? {} : { className })}
        items={[
          { label: t("script"), opensDialog: true, onSelect: () => setShown("script") },
          {
            label: t("createAll"),
            opensDialog: true,
            disabled: openShots.length === 0,
            onSelect: () => setShown("all"),
          },
          ...(videos && pictures.length > 0
            ? [
                {
                  label: t("videos", { count: pictures.length }),
                  onSelect: () =>
                    desk.edit((film) =>
                      turnIntoVideos(film, new Set(pictures.map(({ id }) => id)), videos.id),
                    ),
                },
              ]
            : []),
          ...(speaks && captions.length > 0
            ? [
                {
                  label: t("speak", { count: captions.length }),
                  opensDialog: true,
                  onSelect: () => setShown("speak"),
                },
              ]
            : []),
          ...(waiting > 0
            ? [{ label: t("cancel", { count: waiting }), destructive: true, onSelect: () => cancel() }]
            : []),
        ]}
      >
        <Clapperboard aria-hidden />
        {t("label")}
      </Menu>
      {openShots.length > 0 ? (
        <Button
          variant="outline"
          {...(className === undefined ? {} : { className })}
          onClick={() => setShown("all")}
        >
          {t("createCount", { count: openShots.length })}
        </Button>
      ) : null}
      {shown === "script" ? <FetchedPart load={loadScript} props={{ onClose: close }} /> : null}
      {shown === "all" ? <FetchedPart load={loadAll} props={{ onClose: close }} /> : null}
      {shown === "speak" ? (
        <FetchedPart load={loadSpeak[locale]} props={{ captions, onClose: close }} />
      ) : null}
    </>
  );
}

/** The captions that can be spoken, and what of the person waits, with how to cancel that. */
function useWaiting() {
  const t = useTranslations("places.tools");
  const client = useQueryClient();
  const onError = useErrorToast();
  const id = useDesk(({ film }) => film.id);
  const document = useDesk((state) => state.document);
  const { generations, waiting } = useFilmGenerations();
  const { mutate } = useMutation({
    mutationFn: () =>
      apiFetch<FilmGenerations>(`${filmGenerationsAddress(id)}/cancellation`, { method: "POST" }),
    onSuccess(sent) {
      client.setQueryData(filmQueries.generations(id).queryKey, sent);
      showToast({ tone: "plain", title: t("cancelled") });
    },
    onError,
  });
  const own = [
    ...waiting.filter(({ isOwn, problem }) => isOwn && problem === null),
    ...generations.filter(({ isOwn, state }) => isOwn && state === "queued"),
  ];
  return { captions: listSilentCaptions(document, generations), waiting: own.length, cancel: mutate };
}
