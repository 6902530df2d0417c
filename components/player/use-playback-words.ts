"use client";

import { useTranslations } from "next-intl";
import type { Track } from "./track";
import { usePlayer } from "./use-player";
import { useTrackWords } from "./use-track-words";

/** What the player says of the track it has: how it stands with a sound in the making, or what went wrong and what to do. */
export function usePlaybackWords(track: Track): { text: string; isProblem: boolean } {
  const t = useTranslations("player");
  const words = useTrackWords();
  const { problem, state, comparison } = usePlayer();
  if (problem) return { text: t(`problems.${problem}`), isProblem: problem !== "blocked" };
  if (state === "waiting") return { text: t(track.live ? "waitingForMore" : "loading"), isProblem: false };
  if (state === "loading") return { text: t(track.live ? "waitingForFirst" : "loading"), isProblem: false };
  if (track.live) return { text: t("live"), isProblem: false };
  if (track.partial) return { text: t("partial"), isProblem: false };
  if (comparison) {
    const side = comparison.a.id === track.id ? "A" : "B";
    return { text: t("comparing", { side, origin: words.origin(track) }), isProblem: false };
  }
  return { text: words.details(track), isProblem: false };
}
