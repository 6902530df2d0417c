"use client";

import { Volume2, VolumeX } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { Button } from "@/components/ui/button";
import { IconPopover } from "@/components/ui/popover";
import { Slider } from "@/components/ui/slider";
import { level as levels, type FilmDocument } from "@/lib/films/film-document";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { canEditFilm } from "./can-edit-film";

type Track = keyof FilmDocument["tracks"];

/** How loud a track is, and whether it is heard, in a small panel. */
export function TrackControls({ track, name }: { track: Track; name: string }) {
  const t = useTranslations("timeline.level");
  const desk = useFilmDesk();
  const canEdit = useDesk(canEditFilm);
  const { level, isMuted } = useDesk(useCallback(({ document }) => document.tracks[track], [track]));
  const set = (changes: Partial<FilmDocument["tracks"][Track]>, gesture?: string) =>
    desk.edit(
      (film) => ({ ...film, tracks: { ...film.tracks, [track]: { ...film.tracks[track], ...changes } } }),
      gesture,
    );
  const words = level <= levels.min ? t("off") : t("decibels", { level });
  return (
    <IconPopover
      icon={isMuted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
      label={isMuted ? t("muted", { name }) : t("label", { name, level: words })}
      className="size-6! text-text-3 [&_svg]:size-3.75"
      panelClassName="w-56"
    >
      {() => (
        <div className="grid gap-2 p-1 text-sm">
          <div className="flex justify-between">
            <span className="text-text-2">{t("of", { name })}</span>
            <span>{words}</span>
          </div>
          <Slider
            aria-label={t("of", { name })}
            min={levels.min}
            max={levels.max}
            step={0.5}
            disabled={!canEdit}
            value={level}
            valueText={words}
            onValueChange={(value) => set({ level: value }, `level-${track}`)}
            onPointerUp={() => desk.endGesture()}
            onKeyUp={() => desk.endGesture()}
          />
          <div className="flex justify-between">
            <Button
              size="small"
              variant="ghost"
              disabled={!canEdit}
              aria-pressed={isMuted}
              onClick={() => set({ isMuted: !isMuted })}
            >
              {isMuted ? t("unmute") : t("mute")}
            </Button>
            <Button
              size="small"
              variant="ghost"
              disabled={!canEdit || level === 0}
              onClick={() => set({ level: 0 })}
            >
              {t("reset")}
            </Button>
          </div>
        </div>
      )}
    </IconPopover>
  );
}
