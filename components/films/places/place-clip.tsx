"use client";

import { useTranslations } from "next-intl";
import { StateDot } from "@/components/ui/state-dot";
import type { Place, Shot } from "@/lib/films/film-document";
import { useUnits } from "@/lib/i18n/units";
import { useDesk } from "../desk/use-desk";
import { CreateShotButton } from "./create-shot-button";
import { PlaceElapsed, UsualBar } from "./place-progress";
import { PlaceText, useFrameThumbnail, useFrameWords } from "./place-words";
import { usePlace, type PlaceView } from "./use-place";
import { useUsualShot } from "./use-usual-shot";

export interface PlaceClipProps {
  shot: Shot;
  place: Place;
  /** Its number in the film, from 1. */
  number: number;
}

/**
 * A shot that is to be created, as the content of its clip in the timeline: fills the clip, and leaves out what its width has no room
 * for. Selecting and dragging belong to the clip.
 */
export function PlaceClip({ shot, place, number }: PlaceClipProps) {
  const view = usePlace(shot, place);
  const { kind } = view.status;
  return (
    <div className="@container size-full text-xs">
      {kind === "active" || kind === "waiting" ? (
        <ComingClip shot={shot} place={place} number={number} view={view} />
      ) : (
        <OpenClip shot={shot} place={place} number={number} view={view} />
      )}
    </div>
  );
}

type ClipProps = PlaceClipProps & { view: PlaceView };

function OpenClip({ shot, place, number, view }: ClipProps) {
  const frameWords = useFrameWords(place, view.numberBefore);
  const thumbnail = useFrameThumbnail(place, view.numberBefore, 160);
  const usual = useUsualShot(place);
  return (
    <div className="flex size-full flex-col px-2.5 py-2 text-text-2 @max-[4rem]:px-0.5">
      <ClipHead shot={shot} number={number} />
      <div className="mt-1 flex min-h-0 flex-1 gap-1.75 overflow-hidden leading-snug @max-[7rem]:hidden">
        {thumbnail ? (
          <img
            src={thumbnail}
            alt=""
            draggable={false}
            className="h-6.5 w-8.5 shrink-0 rounded-xs object-cover"
          />
        ) : null}
        <div className="min-w-0">
          <p className="truncate" dir="auto">
            <PlaceText place={place} />
          </p>
          {frameWords ? <p className="truncate">{frameWords}</p> : null}
        </div>
      </div>
      <EndedState view={view} />
      <CreateShotButton
        view={view}
        usual={usual}
        className="mt-auto h-6 w-full px-1 text-xs @max-[4rem]:hidden"
      />
    </div>
  );
}

function ComingClip({ shot, number, view, place }: ClipProps) {
  const t = useTranslations("places");
  const units = useUnits();
  const usual = useUsualShot(place);
  const { status } = view;
  return (
    <div className="flex size-full flex-col rounded-sm bg-raised px-2.5 py-2 text-text-2 @max-[4rem]:px-0.5">
      <ClipHead shot={shot} number={number} isComing />
      <div className="mt-0.5 min-w-0 overflow-hidden">
        {status.kind === "active" ? (
          <PlaceElapsed generation={status.generation} />
        ) : (
          <StateDot tone="waiting">{t("sendsAfter", { number: view.numberBefore })}</StateDot>
        )}
      </div>
      {status.kind === "active" && usual !== null ? (
        <>
          <UsualBar startedAt={status.generation.startedAt} usual={usual} className="mt-auto" />
          <p className="mt-1 truncate @max-[7rem]:hidden">
            {t("usually", { duration: units.estimate(usual) })}
          </p>
        </>
      ) : null}
    </div>
  );
}

function ClipHead({
  shot,
  number,
  isComing = false,
}: Pick<ClipProps, "shot" | "number"> & { isComing?: boolean }) {
  const t = useTranslations("places");
  const units = useUnits();
  const frameRate = useDesk(({ document }) => document.frameRate);
  return (
    <>
      <p className="flex justify-between gap-1.5 whitespace-nowrap text-text-2">
        <span className="truncate">
          <span className="@max-[7rem]:hidden">{t(isComing ? "creatingNumber" : "number", { number })}</span>
          <span className="hidden @max-[7rem]:inline">{number}</span>
        </span>
        <span className="@max-[4rem]:hidden">{units.elapsed(shot.frames / frameRate)}</span>
      </p>
      <p className="truncate text-sm leading-tight font-medium text-text @max-[4rem]:hidden" dir="auto">
        {shot.name || t("untitled")}
      </p>
    </>
  );
}

/** That it failed, was cancelled, or has a result that was taken out; the editor says more. */
export function EndedState({ view: { status } }: { view: PlaceView }) {
  const t = useTranslations("places.states");
  switch (status.kind) {
    case "failed":
      return <StateDot tone="danger">{t("failed")}</StateDot>;
    case "unknown":
      return <StateDot tone="warning">{t("unknown")}</StateDot>;
    case "cancelled":
      return <StateDot tone="neutral">{t("cancelled")}</StateDot>;
    case "done":
      return <StateDot tone="neutral">{t(status.generation.items.length > 0 ? "done" : "gone")}</StateDot>;
    case "open":
    case "waiting":
    case "active":
      return null;
  }
}
