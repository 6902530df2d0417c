"use client";

import { useTranslations } from "next-intl";
import { formatClock } from "@/lib/i18n/units";
import { PlayButton } from "./play-button";
import { usePlayer, usePlaybackTime } from "./use-player";
import { Waveform } from "./waveform";

/** The bar of the player; loaded with the first sound, hence the default export. */
export default function PlayerBar() {
  const t = useTranslations("player");
  const { current, player } = usePlayer();
  const seconds = usePlaybackTime(current?.id ?? null, 1);
  if (!current) return null;
  return (
    <section
      aria-label={t("label")}
      data-player-bar
      data-medium={current.medium}
      className="fixed inset-x-0 bottom-0 z-30 flex h-(--player-height) items-center gap-4 border-t bg-panel px-5"
    >
      <PlayButton track={current} />
      <p className="w-60 min-w-0 truncate text-sm font-medium">{current.title}</p>
      <span className="text-xs text-text-2">{formatClock(seconds ?? 0)}</span>
      <Waveform track={current} peaks={null} interactive className="flex-1" />
      <span className="text-xs text-text-2">{formatClock(player.getTime().durationSeconds)}</span>
    </section>
  );
}
