"use client";

import { AudioLines } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useGenerators } from "@/components/generators";
import { Button } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import type { Caption } from "@/lib/films/film-document";
import { findAwaited } from "@/lib/films/places/follow-place";
import { isTerminal } from "@/lib/generations/record/states";
import { useFilmDesk } from "../desk/use-desk";
import { PlaceElapsed } from "./place-progress";
import { PlaceProblem } from "./place-problem";
import { loadSpeak } from "./storyboard-tools";
import { useFilmGenerations, useHasFilmGenerations } from "./use-film-generations";

/** The voice of a caption: how far it is, and the button that has it spoken. Part of the inspector. */
export function CaptionVoice({ caption }: { caption: Caption }) {
  const t = useTranslations("places.speak");
  const locale = useLocale();
  const desk = useFilmDesk();
  const [asking, setAsking] = useState(false);
  const { generations } = useFilmGenerations();
  const isKnown = useHasFilmGenerations();
  const speaks = useGenerators().some(({ line }) => line !== undefined);
  const awaited = findAwaited(caption.id, {}, generations);
  if (!speaks || !desk.canEdit) return null;
  if (awaited && !isTerminal(awaited.state)) return <PlaceElapsed generation={awaited} />;
  const ended = awaited?.state;
  return (
    <div className="grid justify-items-start gap-2">
      {awaited && (ended === "failed" || ended === "unknown") ? (
        <PlaceProblem status={{ kind: ended, generation: awaited }} />
      ) : null}
      <Button
        variant="outline"
        size="small"
        disabled={!isKnown || caption.text.trim() === ""}
        onClick={() => setAsking(true)}
      >
        <AudioLines aria-hidden />
        {t(awaited ? "again" : "button")}
      </Button>
      {asking ? (
        <FetchedPart
          load={loadSpeak[locale]}
          props={{ captions: [caption], onClose: () => setAsking(false) }}
        />
      ) : null}
    </div>
  );
}
