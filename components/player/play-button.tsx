"use client";

import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names";
import { useEarlyPress } from "@/components/ui/use-early-press";
import { isPlaying } from "./player-state";
import { studioPlayer } from "./studio-player";
import type { Track } from "./track";
import { usePlayerValue } from "./use-player";
import { useTrackWords } from "./use-track-words";

interface PlayButtonProps {
  track: Track;
  /** Lists what plays next; called on a press. */
  listQueue?: () => readonly Track[];
  className?: string;
}

/** A round button that plays or pauses a track, in the hue of its generator while it is the current one. */
export function PlayButton({ track, listQueue, className }: PlayButtonProps) {
  const t = useTranslations("player");
  const words = useTrackWords();
  const isCurrent = usePlayerValue(({ current }) => current?.id === track.id);
  const sounding = usePlayerValue(({ current, state }) => current?.id === track.id && isPlaying(state));
  const label = t(sounding ? "pause" : "play", { title: words.name(track) });

  function press() {
    if (sounding) studioPlayer.pause();
    else if (isCurrent) studioPlayer.toggle();
    else studioPlayer.playTrack(track, listQueue ? { queue: listQueue() } : {});
  }

  return (
    <button
      type="button"
      {...useEarlyPress(`play ${track.id}`)}
      data-generator={track.generator}
      aria-label={label}
      onClick={press}
      className={classNames(
        "grid size-10 shrink-0 place-items-center rounded-full transition-colors [&_svg]:size-4.5",
        isCurrent ? "bg-hue text-on-hue hover:bg-hue/88" : "bg-raised text-text hover:bg-hover",
        className,
      )}
    >
      {sounding ? <Pause aria-hidden /> : <Play aria-hidden className="translate-x-px" />}
    </button>
  );
}
