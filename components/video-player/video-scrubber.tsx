"use client";

import { useTranslations } from "next-intl";
import { useRef, useState, type PointerEvent } from "react";
import { isPlaying } from "@/components/player/player-state";
import { classNames } from "@/components/ui/class-names";
import { formatFineClock } from "@/lib/i18n/clocks";
import { frameAt, type VideoTransport } from "./video-transport";
import { useVideoSnapshot, useVideoTime } from "./use-video-deck";

/** The timeline of a video: played and buffered parts, and the time under the pointer. */
export function VideoScrubber({ transport, title }: { transport: VideoTransport; title: string }) {
  const t = useTranslations("watch");
  const { clock } = transport;
  const { durationSeconds } = useVideoSnapshot(transport);
  const [pointed, setPointed] = useState<number | null>(null);
  const played = useRef(false);
  const frame = useVideoTime(transport, (seconds) => (clock ? frameAt(seconds, clock) : null));
  const tenths = useVideoTime(transport, (seconds) => Math.floor(seconds * 10));
  const buffered = useVideoTime(transport, () =>
    transport
      .listBuffered()
      .map(([start, end]) => `${start.toFixed(1)}-${end.toFixed(1)}`)
      .join(" "),
  );
  const length = Math.max(durationSeconds, 0.01);
  const describePosition = (seconds: number, ofFrame: number | null) =>
    clock && ofFrame !== null
      ? t("momentAndFrame", {
          moment: formatFineClock(seconds),
          frame: ofFrame + 1,
          count: clock.frameCount,
        })
      : t("momentOf", { moment: formatFineClock(seconds), duration: formatFineClock(durationSeconds) });

  function point(event: PointerEvent<HTMLElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setPointed(Math.min(1, Math.max(0, (event.clientX - left) / width)) * length);
  }

  return (
    <div className="relative h-5" onPointerMove={point} onPointerLeave={() => setPointed(null)}>
      <input
        type="range"
        data-scrubber=""
        aria-label={t("position", { title })}
        aria-valuetext={describePosition(tenths / 10, frame)}
        min={0}
        max={length}
        step="any"
        value={Math.min(tenths / 10, length)}
        onChange={(event) => transport.seek(event.currentTarget.valueAsNumber)}
        onPointerDown={() => {
          played.current = isPlaying(transport.getSnapshot().state);
          transport.pause();
        }}
        onPointerUp={() => {
          if (played.current) transport.play();
          played.current = false;
        }}
        // The thumb is as narrow as possible, so that its centre is the value.
        className="peer absolute inset-0 z-10 h-full w-full cursor-pointer appearance-none opacity-0 [&::-moz-range-thumb]:w-px [&::-moz-range-thumb]:border-0 [&::-webkit-slider-thumb]:w-px [&::-webkit-slider-thumb]:appearance-none"
      />
      <div
        aria-hidden
        className="absolute inset-x-0 top-1/2 h-1 -translate-y-1/2 overflow-hidden rounded-full bg-line-strong transition-[height] peer-hover:h-1.5"
      >
        {buffered.split(" ").map((range) => {
          const [start = 0, end = 0] = range.split("-").map(Number);
          return (
            <span
              key={range}
              className="absolute inset-y-0 bg-line-strong"
              style={{ left: `${(start / length) * 100}%`, width: `${((end - start) / length) * 100}%` }}
            />
          );
        })}
        <Played transport={transport} length={length} />
      </div>
      <Thumb transport={transport} length={length} />
      {pointed === null ? null : (
        <span
          aria-hidden
          className={classNames(
            "pointer-events-none absolute bottom-full z-10 mb-0.5 -translate-x-1/2 rounded-sm bg-raised px-2 py-0.75",
            "text-2xs whitespace-nowrap text-text tabular-nums shadow-float pointer-coarse:hidden",
          )}
          style={{ left: `clamp(3.5rem, ${(pointed / length) * 100}%, calc(100% - 3.5rem))` }}
        >
          {formatFineClock(pointed)}
          {clock ? (
            <span className="ml-1.5 text-text-3">{t("frame", { frame: frameAt(pointed, clock) + 1 })}</span>
          ) : null}
        </span>
      )}
    </div>
  );
}

/** Separate components re-render on every frame; the rest of the timeline does not. */
function Played({ transport, length }: { transport: VideoTransport; length: number }) {
  const share = useVideoTime(transport, (seconds) => Math.min(1, seconds / length).toFixed(4));
  return (
    <span
      className="absolute inset-0 origin-left rounded-full bg-hue"
      style={{ transform: `scaleX(${share})` }}
    />
  );
}

function Thumb({ transport, length }: { transport: VideoTransport; length: number }) {
  const share = useVideoTime(transport, (seconds) => Math.min(1, seconds / length).toFixed(4));
  return (
    <span
      aria-hidden
      className="absolute top-1/2 size-3.25 -translate-1/2 rounded-full border-2 border-ground bg-hue outline-offset-2 outline-hue peer-focus-visible:outline-2 peer-hover:scale-115"
      style={{ left: `${Number(share) * 100}%` }}
    />
  );
}
