"use client";

import { useTranslations } from "next-intl";
import { StateDot } from "@/components/ui/state-dot";
import { useUnits } from "@/lib/i18n/units";
import { useDesk } from "../desk/use-desk";
import { CreateShotButton } from "./create-shot-button";
import { EndedState, type PlaceClipProps } from "./place-clip";
import { PlaceElapsed, UsualBar } from "./place-progress";
import { PlaceText, useFrameThumbnail, useFrameWords } from "./place-words";
import { usePlace } from "./use-place";
import { useUsualShot } from "./use-usual-shot";

/** A shot that is to be created, as the content of its row in the storyboard: picture, name, state and button. */
export function PlaceRow({ shot, place, number }: PlaceClipProps) {
  const t = useTranslations("places");
  const units = useUnits();
  const frameRate = useDesk(({ document }) => document.frameRate);
  const view = usePlace(shot, place);
  const usual = useUsualShot(place);
  const frameWords = useFrameWords(place, view.numberBefore);
  const thumbnail = useFrameThumbnail(place, view.numberBefore, 160);
  const { status } = view;
  const isComing = status.kind === "active" || status.kind === "waiting";
  const length = units.elapsed(shot.frames / frameRate);
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2.5">
      <div
        className={`relative grid h-11.5 w-21 shrink-0 place-items-center overflow-hidden rounded-md text-sm text-text-2 ${isComing ? "bg-raised" : "border border-dashed border-line-strong"}`}
      >
        {thumbnail ? (
          <img
            src={thumbnail}
            alt=""
            draggable={false}
            className="absolute inset-0 size-full object-cover opacity-35"
          />
        ) : null}
        <span className="relative">{length}</span>
        {status.kind === "active" && usual !== null ? (
          <UsualBar
            startedAt={status.generation.startedAt}
            usual={usual}
            className="absolute! inset-x-0 bottom-0 h-0.5"
          />
        ) : null}
      </div>
      <div className="min-w-0 flex-1 py-1.5 text-xs text-text-2">
        <p className="truncate text-base font-medium text-text" dir="auto">
          <span className="mr-1.5 text-text-2">{number}</span>
          {shot.name || t("untitled")}
        </p>
        {status.kind === "active" ? (
          <PlaceElapsed generation={status.generation} />
        ) : status.kind === "waiting" ? (
          <StateDot tone="waiting">{t("sendsAfter", { number: view.numberBefore })}</StateDot>
        ) : (
          <>
            <EndedState view={view} />
            <p className="truncate" dir="auto">
              <PlaceText place={place} />
            </p>
            {frameWords ? <p className="truncate">{frameWords}</p> : null}
          </>
        )}
      </div>
      {isComing ? null : <CreateShotButton view={view} usual={null} size="medium" />}
    </div>
  );
}
