"use client";

import { AudioLines, Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { studioPlayer } from "@/components/player/studio-player";
import { IconButton } from "@/components/ui/button";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Slider } from "@/components/ui/slider";
import { formatClock } from "@/lib/i18n/clocks";
import type { ItemDto } from "@/lib/items/item-dto";
import { ComparedSide } from "./compared-side";

/** Farther apart than this, one that lags is moved to the others. */
const driftSeconds = 0.15;

interface ComparedMediaProps {
  items: readonly ItemDto[];
}

/** Sounds and videos that play in step, one of them aloud; pictures beside them. */
export function ComparedMedia({ items }: ComparedMediaProps) {
  const t = useTranslations("library.compare");
  const elements = useRef(new Map<string, HTMLMediaElement>());
  const media = items.filter(({ kind }) => kind !== "image");
  const [heard, setHeard] = useState(media[0]?.id ?? "");
  const [isPlaying, setPlaying] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const longest = Math.max(0, ...media.map(({ durationSeconds = 0 }) => durationSeconds));
  const leader = media.reduce((left, right) =>
    (right.durationSeconds ?? 0) > (left.durationSeconds ?? 0) ? right : left,
  );

  function seek(to: number) {
    setSeconds(to);
    for (const element of elements.current.values()) {
      element.currentTime = Math.min(to, Number.isFinite(element.duration) ? element.duration : to);
    }
  }

  function toggle() {
    if (isPlaying) {
      for (const element of elements.current.values()) element.pause();
      return;
    }
    // Only one thing plays aloud in a tab.
    studioPlayer.pause();
    const from = seconds >= longest - 0.05 ? 0 : seconds;
    seek(from);
    for (const element of elements.current.values()) {
      // A shorter one has ended and stays at its end. The browser may refuse to play: the button then still says Play.
      if (from < (element.duration || longest)) void element.play().catch(() => setPlaying(false));
    }
  }

  /** The longest one leads; the others follow it. */
  function follow(element: HTMLMediaElement) {
    setSeconds(element.currentTime);
    for (const other of elements.current.values()) {
      const isBehind = Math.abs(other.currentTime - element.currentTime) > driftSeconds;
      // A seek under way may finish first.
      if (other !== element && !other.ended && !other.paused && !other.seeking && isBehind)
        other.currentTime = element.currentTime;
    }
  }

  useEffect(() => {
    const playing = elements.current;
    return () => playing.forEach((element) => element.pause());
  }, []);

  const attach = (item: ItemDto) => (element: HTMLMediaElement | null) => {
    if (element) elements.current.set(item.id, element);
    else elements.current.delete(item.id);
  };
  const mediaProps = (item: ItemDto) => ({
    ref: attach(item),
    src: `/api/media/${item.assetId}`,
    preload: "auto",
    muted: item.id !== heard,
    ...(item === leader
      ? {
          onPlay: () => setPlaying(true),
          onPause: () => setPlaying(false),
          onTimeUpdate: ({ currentTarget }: { currentTarget: HTMLMediaElement }) => follow(currentTarget),
        }
      : {}),
  });
  return (
    <>
      <ul className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
        {items.map((item, index) => (
          <ComparedSide key={item.id} item={item} number={index + 1}>
            {item.kind === "video" ? (
              <video
                {...mediaProps(item)}
                playsInline
                aria-label={item.name}
                className="max-h-[60dvh] w-full rounded-lg bg-raised"
              />
            ) : item.kind === "audio" ? (
              <div className="grid h-28 place-items-center rounded-lg bg-raised text-hue">
                <AudioLines aria-hidden className="size-8" />
                <audio {...mediaProps(item)} />
              </div>
            ) : (
              <img
                src={`/api/media/${item.assetId}`}
                alt={item.name}
                className="max-h-[60dvh] w-full rounded-lg bg-raised object-contain"
              />
            )}
          </ComparedSide>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <IconButton
          label={isPlaying ? t("pause") : t("play")}
          onClick={toggle}
          size="icon"
          variant="secondary"
        >
          {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
        </IconButton>
        <Slider
          aria-label={t("position")}
          className="min-w-40 flex-1"
          min={0}
          max={longest}
          step={0.1}
          value={Math.min(seconds, longest)}
          valueText={formatClock(seconds)}
          onValueChange={seek}
        />
        <span className="text-xs text-text-3 tabular-nums">
          {formatClock(seconds)} / {formatClock(longest)}
        </span>
        {media.length > 1 ? (
          <SegmentedControl
            label={t("heard")}
            size="small"
            value={heard}
            onValueChange={setHeard}
            options={media.map((item) => ({
              value: item.id,
              label: t("side", { number: items.indexOf(item) + 1 }),
            }))}
          />
        ) : null}
      </div>
    </>
  );
}
