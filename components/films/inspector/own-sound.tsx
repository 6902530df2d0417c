"use client";

import { useTranslations } from "next-intl";
import { Switch } from "@/components/ui/switch";
import { replaceContent } from "@/lib/films/edit-shots";
import type { Shot, ShotContent } from "@/lib/films/film-document";
import { useFilmDesk } from "../desk/use-desk";
import { InspectorRow } from "./inspector-row";
import { LevelSlider } from "./level-slider";
import { SecondsInput } from "./seconds-input";

type Video = Extract<ShotContent, { kind: "video" }>;

/** The sound that a video brings along: on or off, its level and its fades. */
export function OwnSound({ shot, content }: { shot: Shot; content: Video }) {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  const { sound } = content;
  const disabled = !desk.canEdit;
  const set = (changes: Partial<Video["sound"]>, gesture?: string) =>
    desk.edit(
      (film) =>
        replaceContent(film, shot.id, {
          content: { ...content, sound: { ...sound, ...changes } },
          lengths: desk.lengths,
        }),
      gesture,
    );
  return (
    <>
      <InspectorRow label={t("ownSound")}>
        <span className="flex min-w-0 flex-1 items-center justify-end gap-2.5">
          {sound.isOn ? (
            <LevelSlider
              label={t("ownSoundLevel")}
              value={sound.level}
              disabled={disabled}
              onChange={(level) => set({ level }, `level ${shot.id}`)}
              onEnd={() => desk.endGesture()}
            />
          ) : null}
          <Switch
            aria-label={t("ownSound")}
            checked={sound.isOn}
            disabled={disabled}
            onCheckedChange={(isOn) => set({ isOn })}
          />
        </span>
      </InspectorRow>
      {sound.isOn ? (
        <Fades
          fadeInMs={sound.fadeInMs}
          fadeOutMs={sound.fadeOutMs}
          disabled={disabled}
          onChange={(changes) => set(changes)}
        />
      ) : null}
    </>
  );
}

/** How long a sound fades in and out. */
export function Fades({
  fadeInMs,
  fadeOutMs,
  maxMs,
  disabled,
  onChange,
}: {
  fadeInMs: number;
  fadeOutMs: number;
  maxMs?: number;
  disabled: boolean;
  onChange: (changes: { fadeInMs?: number; fadeOutMs?: number }) => void;
}) {
  const t = useTranslations("desk.inspector");
  const input = (label: string, ms: number, take: (ms: number) => void) => (
    <SecondsInput
      label={label}
      seconds={ms / 1_000}
      step={0.1}
      max={(maxMs ?? 60_000) / 1_000}
      disabled={disabled}
      onChange={(seconds) => take(Math.round(seconds * 1_000))}
    />
  );
  return (
    <>
      <InspectorRow label={t("fadeIn")}>
        {input(t("fadeIn"), fadeInMs, (ms) => onChange({ fadeInMs: ms }))}
      </InspectorRow>
      <InspectorRow label={t("fadeOut")}>
        {input(t("fadeOut"), fadeOutMs, (ms) => onChange({ fadeOutMs: ms }))}
      </InspectorRow>
    </>
  );
}
