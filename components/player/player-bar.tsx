"use client";

import { SkipBack, SkipForward, ChevronUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { useEffect, useLayoutEffect, useSyncExternalStore } from "react";
import { IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { useShortcut } from "@/components/ui/use-shortcut";
import { formatClock, formatLength } from "@/lib/i18n/clocks";
import { ComparisonControl } from "./comparison-control";
import { connectMediaSession } from "./media-session";
import { pauseForOtherTabs } from "./other-tabs";
import { PlayButton } from "./play-button";
import { playerShortcuts } from "./player-shortcuts";
import { playbackRates } from "./player-state";
import { stepQueue } from "./queue";
import { QueuePopover, QueueList } from "./queue-list";
import { studioPlayer, subscribeToPlayback } from "./studio-player";
import type { Track } from "./track";
import { usePeaks } from "./use-peaks";
import { usePlayer } from "./use-player";
import { useTrackWords } from "./use-track-words";
import { VolumePopover, VolumeControl } from "./volume-control";
import { Waveform } from "./waveform";
import { Popover } from "@/components/ui/popover";
import { SegmentedControl } from "@/components/ui/segmented-control";

/**
 * The player at the foot of the window, above the tabs on a phone. Pages leave room for it (`--player-height`). Loaded
 * with the first track, hence the default export.
 */
export default function PlayerBar() {
  const { current } = usePlayer();
  usePlayerKeys(current !== null);
  useEffect(() => {
    const unsubscribe = [pauseForOtherTabs(studioPlayer), connectMediaSession(studioPlayer)];
    return () => unsubscribe.forEach((each) => each());
  }, []);
  const isShown = current !== null;
  useLayoutEffect(() => {
    if (!isShown) return;
    // `:root:has([data-player-bar])` would make each insertion compute the style of the whole page again.
    document.documentElement.dataset["player"] = "";
    return () => {
      delete document.documentElement.dataset["player"];
    };
  }, [isShown]);
  return current ? <Bar track={current} /> : null;
}

function Bar({ track }: { track: Track }) {
  const t = useTranslations("player");
  const { queue, comparison, player } = usePlayer();
  const peaks = usePeaks(track);
  const words = usePlaybackWords(track);
  const several = queue.tracks.length > 1;
  return (
    <section
      aria-label={t("label")}
      data-player-bar
      data-generator={track.generator}
      className="fixed inset-x-0 bottom-[calc(var(--tabs-height)+env(safe-area-inset-bottom))] z-30 grid h-(--player-height) grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-t bg-panel px-4 md:bottom-0 md:grid-cols-[minmax(0,19rem)_minmax(0,1fr)_auto] md:gap-x-6 md:px-5"
    >
      <div className="contents min-w-0 md:flex md:items-center md:gap-1">
        {several ? (
          <IconButton
            label={t("previous")}
            onClick={() => player.previous()}
            className="max-md:hidden md:-ml-2"
          >
            <SkipBack aria-hidden />
          </IconButton>
        ) : null}
        <PlayButton track={track} className="size-9!" />
        {several ? (
          <IconButton
            label={t("next")}
            onClick={() => player.next()}
            disabled={stepQueue(queue, 1) === null}
            className="max-md:hidden"
          >
            <SkipForward aria-hidden />
          </IconButton>
        ) : null}
        <div className="hidden min-w-0 pl-2 md:block">
          <TrackName track={track} />
          <p
            role="status"
            className={classNames(
              // The action for a problem must be fully readable.
              words.isProblem
                ? "line-clamp-2 text-2xs leading-3.5 text-danger"
                : "truncate text-xs text-text-3",
            )}
            title={words.text}
          >
            {words.text}
          </p>
        </div>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 md:grid-cols-[auto_minmax(0,1fr)_auto] md:gap-x-3.5">
        <div className="min-w-0 md:hidden">
          {comparison ? (
            <p role="status" className="truncate text-sm font-medium">
              {words.text}
            </p>
          ) : (
            <TrackName track={track} />
          )}
        </div>
        <span className="text-2xs text-text-2 md:text-xs">
          <PlaybackClock trackId={track.id} />
          <span className="text-text-3 md:hidden">
            {" / "}
            <PlaybackClock trackId={track.id} show="duration" />
          </span>
        </span>
        <Waveform track={track} peaks={peaks} interactive className="max-md:col-span-2 max-md:h-5 md:h-9.5" />
        <span className="text-xs text-text-2 max-md:hidden">
          <PlaybackClock trackId={track.id} show="duration" />
        </span>
        {words.isProblem ? (
          <p role="alert" className="col-span-2 truncate text-2xs text-danger md:hidden">
            {words.text}
          </p>
        ) : null}
      </div>
      <div className="flex items-center gap-0.5 max-md:hidden">
        <RateMenu />
        <ComparisonControl />
        <QueuePopover />
        <VolumePopover />
      </div>
      <PlayerPanel className="md:hidden" />
    </section>
  );
}

function TrackName({ track }: { track: Track }) {
  const shape = "block truncate rounded-xs text-sm font-medium text-text";
  if (track.generationId === undefined) {
    return (
      <span dir="auto" title={track.title} className={shape}>
        {track.title}
      </span>
    );
  }
  return (
    <Link
      href={`/library/${track.generationId}`}
      dir="auto"
      title={track.title}
      className={classNames(shape, "hover:underline hover:underline-offset-3")}
    >
      {track.title}
    </Link>
  );
}

/** The position or length of a track as a clock. Re-renders once a second. */
function PlaybackClock({ trackId, show = "seconds" }: { trackId: string; show?: "seconds" | "duration" }) {
  const clock = useSyncExternalStore(
    subscribeToPlayback,
    () => {
      if (studioPlayer.getSnapshot().current?.id !== trackId) return formatClock(0);
      const { seconds, durationSeconds } = studioPlayer.getTime();
      return show === "seconds" ? formatClock(seconds) : formatLength(durationSeconds);
    },
    () => formatClock(0),
  );
  return <span className="tabular-nums">{clock}</span>;
}

/** The status line of the player: the state of a stream, or a problem and what to do. */
function usePlaybackWords(track: Track): { text: string; isProblem: boolean } {
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

const jumpSeconds = 5;
const pressedBySpace =
  "button, summary, select, input:not([type=range]), [role=button], [role^=menuitem], [role=option], [role=tab], [role=switch]";
const movedByArrows = "select, input, [role=menu], [role=listbox], [role=tablist]";

function changeRate(by: 1 | -1): void {
  const { rate } = studioPlayer.getSnapshot();
  const at = playbackRates.findIndex((each) => each === rate);
  const next = playbackRates[at + by];
  if (next !== undefined) studioPlayer.setRate(next);
}

/** The keyboard shortcuts of the player. */
function usePlayerKeys(enabled: boolean): void {
  const options = { enabled };
  const { playPause, back, forward, previous, next, mute, slower, faster, compare } = playerShortcuts;
  useShortcut(playPause, () => studioPlayer.toggle(), { enabled, exceptOn: pressedBySpace });
  useShortcut(back, () => studioPlayer.seekBy(-jumpSeconds), { enabled, exceptOn: movedByArrows });
  useShortcut(forward, () => studioPlayer.seekBy(jumpSeconds), { enabled, exceptOn: movedByArrows });
  useShortcut(previous, () => studioPlayer.previous(), options);
  useShortcut(next, () => studioPlayer.next(), options);
  useShortcut(mute, () => studioPlayer.setMuted(!studioPlayer.getSnapshot().muted), options);
  useShortcut(slower, () => changeRate(-1), options);
  useShortcut(faster, () => changeRate(1), options);
  useShortcut(compare, () => studioPlayer.switchCompared(), options);
}

/** A menu of playback rates; the pitch is preserved. */
function RateMenu() {
  const t = useTranslations("player");
  const { rate, player } = usePlayer();
  const label = t("rate", { rate });
  const items: MenuItem[] = [
    {
      kind: "choice",
      label: t("rateLabel"),
      value: String(rate),
      options: playbackRates.map((each) => ({ value: String(each), label: t("times", { rate: each }) })),
      onValueChange: (value) => player.setRate(Number(value)),
    },
  ];
  return (
    <Menu
      items={items}
      label={label}
      side="top"
      variant="ghost"
      size="small"
      className="min-w-10 tabular-nums"
    >
      {t("times", { rate })}
    </Menu>
  );
}

/** On a phone, the controls that do not fit in the bar. */
function PlayerPanel({ className }: { className?: string }) {
  const t = useTranslations("player");
  return (
    <div className={className}>
      <Popover
        trigger={<ChevronUp aria-hidden />}
        label={t("more")}
        aria-label={t("more")}
        variant="ghost"
        size="icon"
        align="end"
        panelClassName="mb-5! w-[min(26rem,calc(100vw-1.5rem))]"
      >
        {() => <PanelContent />}
      </Popover>
    </div>
  );
}

function PanelContent() {
  const t = useTranslations("player");
  const { queue, rate, player } = usePlayer();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-1">
      <div className="flex items-center justify-between">
        <IconButton label={t("previous")} size="icon" onClick={() => player.previous()}>
          <SkipBack aria-hidden />
        </IconButton>
        <ComparisonControl />
        <IconButton
          label={t("next")}
          size="icon"
          onClick={() => player.next()}
          disabled={stepQueue(queue, 1) === null}
        >
          <SkipForward aria-hidden />
        </IconButton>
      </div>
      <SegmentedControl
        label={t("rateLabel")}
        fill
        size="small"
        value={String(rate)}
        onValueChange={(value) => player.setRate(Number(value))}
        options={playbackRates.map((each) => ({ value: String(each), label: String(each) }))}
        className="[&_label]:min-w-0 [&_label]:px-0"
      />
      <VolumeControl />
      <QueueList />
    </div>
  );
}
