"use client";

import { ArrowDown, ArrowUp, ListMusic, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button, IconButton } from "@/components/ui/button";
import { IconPopover } from "@/components/ui/popover";
import { formatLength } from "@/lib/i18n/clocks";
import { upcomingOf } from "./queue";
import type { Track } from "./track";
import { usePlayer } from "./use-player";
import { useTrackWords } from "./use-track-words";

/** The upcoming tracks; each can be played now, moved or removed. */
export function QueueList() {
  const t = useTranslations("player.queue");
  const { queue, player } = usePlayer();
  const upcoming = upcomingOf(queue);
  return (
    <section aria-label={t("title")} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <header className="flex min-h-7.5 items-center justify-between gap-3 pl-1.5">
        <h2 className="text-2xs text-text-3">{t("count", { count: upcoming.length })}</h2>
        {upcoming.length > 0 ? (
          <Button variant="ghost" size="small" onClick={() => player.clearUpcoming()}>
            {t("clear")}
          </Button>
        ) : null}
      </header>
      <ol className="grid grid-cols-[minmax(0,1fr)]">
        {upcoming.map((track, index) => (
          <QueueLine key={track.id} track={track} first={index === 0} last={index === upcoming.length - 1} />
        ))}
      </ol>
    </section>
  );
}

function QueueLine({ track, first, last }: { track: Track; first: boolean; last: boolean }) {
  const t = useTranslations("player.queue");
  const { player } = usePlayer();
  const title = useTrackWords().name(track);
  return (
    <li
      data-generator={track.generator}
      className="flex items-center rounded-sm [contain-intrinsic-size:auto_2.5rem] [content-visibility:auto] hover:bg-hover"
    >
      <button
        type="button"
        onClick={() => player.playTrack(track)}
        aria-label={t("playNow", { title })}
        className="flex min-w-0 flex-1 items-baseline gap-2 rounded-sm px-1.5 py-2 text-left text-sm"
      >
        <span aria-hidden className="size-1.5 shrink-0 -translate-y-px rounded-full bg-hue" />
        <span className="min-w-0 flex-1 truncate" dir="auto">
          {title}
        </span>
        <span className="text-2xs text-text-3">
          {track.durationSeconds === undefined ? null : formatLength(track.durationSeconds)}
        </span>
      </button>
      <IconButton
        label={t("up", { title })}
        disabled={first}
        onClick={() => player.moveInQueue(track.id, -1)}
      >
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton
        label={t("down", { title })}
        disabled={last}
        onClick={() => player.moveInQueue(track.id, 1)}
      >
        <ArrowDown aria-hidden />
      </IconButton>
      <IconButton label={t("remove", { title })} onClick={() => player.removeFromQueue(track.id)}>
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

export function QueuePopover() {
  const t = useTranslations("player.queue");
  return (
    <IconPopover
      icon={<ListMusic aria-hidden />}
      label={t("title")}
      panelClassName="mb-6! w-[min(26rem,calc(100vw-1.5rem))]"
    >
      {() => <QueueList />}
    </IconPopover>
  );
}
