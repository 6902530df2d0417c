"use client";

import { Volume2, VolumeX } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/button";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { FilmDocument } from "@/lib/films/film-document";
import { FormatMenu } from "../desk/format-menu";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { InspectorRow } from "./inspector-row";
import { LevelSlider, useLevelWords } from "./level-slider";

const captionStyles = ["plain", "boxed", "outlined"] as const;
const tracks = ["shots", "voice", "score", "effects"] as const;

/** The film itself, while nothing in it is selected. */
export function FilmInspector() {
  const t = useTranslations("desk.inspector");
  return (
    <>
      <header className="pb-3">
        <h2 className="text-sm font-semibold">{t("film")}</h2>
        <p className="pt-1 text-xs text-text-3">{t("selectHint")}</p>
      </header>
      <InspectorRow label={t("format")}>
        <span className="-mr-2">
          <FormatMenu />
        </span>
      </InspectorRow>
      <CaptionStyleRow />
      <DuckRow />
      <h3 className="border-t border-line pt-4 pb-2 text-xs text-text-3">{t("trackLevels")}</h3>
      {tracks.map((track) => (
        <TrackRow key={track} track={track} />
      ))}
    </>
  );
}

/** The style of all captions. */
export function CaptionStyleRow() {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  const style = useDesk(({ document }) => document.captionStyle);
  return (
    <InspectorRow label={t("captionStyle")} stacked>
      <SegmentedControl
        fill
        size="small"
        label={t("captionStyle")}
        value={style}
        disabled={!desk.canEdit}
        onValueChange={(captionStyle) => desk.edit((film) => ({ ...film, captionStyle }))}
        options={captionStyles.map((value) => ({ value, label: t(`captionStyles.${value}`) }))}
      />
    </InspectorRow>
  );
}

/** How much quieter music is under a voice. */
export function DuckRow() {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  const duckDb = useDesk(({ document }) => document.duckDb);
  return (
    <InspectorRow label={t("duck")}>
      <LevelSlider
        label={t("duckLabel")}
        min={-30}
        max={0}
        value={duckDb}
        disabled={!desk.canEdit}
        onChange={(value) => desk.edit((film) => ({ ...film, duckDb: value }), "duck")}
        onEnd={() => desk.endGesture()}
      />
    </InspectorRow>
  );
}

function TrackRow({ track }: { track: keyof FilmDocument["tracks"] }) {
  const t = useTranslations("desk.inspector");
  const words = useLevelWords();
  const desk = useFilmDesk();
  const { level, isMuted } = useDesk(({ document }) => document.tracks[track]);
  const set = (changes: { level?: number; isMuted?: boolean }, gesture?: string) =>
    desk.edit(
      (film) => ({ ...film, tracks: { ...film.tracks, [track]: { ...film.tracks[track], ...changes } } }),
      gesture,
    );
  const name = t(`tracks.${track}`);
  return (
    <InspectorRow label={name}>
      <span className="flex min-w-0 flex-1 items-center justify-end gap-1.5">
        <LevelSlider
          label={t("levelOf", { name, level: words(level) })}
          value={level}
          disabled={!desk.canEdit || isMuted}
          onChange={(value) => set({ level: value }, `track ${track}`)}
          onEnd={() => desk.endGesture()}
        />
        <IconButton
          label={isMuted ? t("unmute", { name }) : t("mute", { name })}
          aria-pressed={isMuted}
          disabled={!desk.canEdit}
          className="-mr-1.5"
          onClick={() => set({ isMuted: !isMuted })}
        >
          {isMuted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
        </IconButton>
      </span>
    </InspectorRow>
  );
}
