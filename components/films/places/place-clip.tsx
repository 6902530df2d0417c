"use client";

import { useTranslations } from "next-intl";
import type { Shot } from "@/lib/films/film-document";

interface PlaceClipProps {
  shot: Shot;
  /** Of the shot in its film, from 1. */
  number: number;
  /** How long it is, in words. */
  length: string;
  /** Of its clip on the timeline. */
  widthPx: number;
}

/** A shot to create, inside of its clip on the timeline. Presses go through to the clip, except those on buttons. */
export function PlaceClip({ shot, number, length, widthPx }: PlaceClipProps) {
  const t = useTranslations("timeline");
  const text = "text" in shot.content ? shot.content.text : "";
  return (
    <div className="px-2.25 py-1.75 text-2xs text-text-2">
      <p className="flex justify-between gap-2 whitespace-nowrap text-text-3">
        <span className="truncate">{t("place.toCreate", { number })}</span>
        {widthPx > 120 ? <span>{length}</span> : null}
      </p>
      <p className="line-clamp-5 text-xs font-medium text-text" dir="auto">
        {shot.name || text || t("place.noWords")}
      </p>
    </div>
  );
}
