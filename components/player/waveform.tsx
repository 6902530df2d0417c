"use client";

import { useTranslations } from "next-intl";
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { classNames } from "@/components/ui/class-names";
import { formatClock } from "@/lib/i18n/units";
import { barWidthPx, drawBars, scaleSeconds, type Peaks } from "./peaks";
import type { Track } from "./track";
import { studioPlayer } from "./studio-player";

export interface WaveformProps {
  track: Track;
  /** Null while they are not known: a quiet line stands there, never a made-up wave. */
  peaks: Peaks | null;
  /** Seeks by hand and keys; without it, it only shows. */
  interactive?: boolean;
  className?: string;
}

const keyStepSeconds = 5;

/**
 * The waveform of a track with how far it is heard. Bars are one SVG path, so themes and hues are the style sheet's, and
 * the heard part is the same path uncovered from the left by a clip: a frame of playback touches one style property.
 */
export function Waveform({ track, peaks, interactive = false, className }: WaveformProps) {
  const t = useTranslations("player");
  const boxRef = useRef<HTMLDivElement>(null);
  const heardRef = useRef<SVGSVGElement>(null);
  const rangeRef = useRef<HTMLInputElement>(null);
  const [size, setSize] = useState({ widthPx: 0, heightPx: 0 });
  const [scrubbing, setScrubbing] = useState<number | null>(null);
  const growing = track.live === true || track.partial === true;
  const hereSeconds = peaks?.durationSeconds ?? track.durationSeconds ?? 0;
  const fullSeconds = growing ? scaleSeconds(hereSeconds) : (track.durationSeconds ?? hereSeconds);
  const share = fullSeconds > 0 ? Math.min(1, hereSeconds / fullSeconds) : growing ? 0 : 1;

  useLayoutEffect(() => {
    const box = boxRef.current;
    if (!box) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ widthPx: entry.contentRect.width, heightPx: entry.contentRect.height });
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    function show() {
      const isCurrent = studioPlayer.getSnapshot().current?.id === track.id;
      const seconds = scrubbing ?? (isCurrent ? studioPlayer.getTime().seconds : 0);
      const played = fullSeconds > 0 ? Math.min(1, seconds / fullSeconds) : 0;
      heardRef.current?.style.setProperty("clip-path", `inset(0 ${(1 - played) * 100}% 0 0)`);
      const range = rangeRef.current;
      if (!range) return;
      const whole = Math.floor(seconds);
      if (scrubbing === null && range.value !== String(seconds)) range.value = String(seconds);
      const words = t("positionOf", { position: formatClock(whole), duration: formatClock(hereSeconds) });
      if (range.getAttribute("aria-valuetext") !== words) range.setAttribute("aria-valuetext", words);
    }
    show();
    const leave = [studioPlayer.subscribe(show), studioPlayer.subscribeTime(show)];
    return () => leave.forEach((each) => each());
  }, [track.id, fullSeconds, hereSeconds, scrubbing, t]);

  function seek(seconds: number) {
    setScrubbing(null);
    if (studioPlayer.getSnapshot().current?.id === track.id) studioPlayer.seek(seconds);
    else studioPlayer.playTrack(track, { startSeconds: seconds });
  }

  function step(event: KeyboardEvent) {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -6, PageUp: 6 }[
      event.key
    ];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const from = studioPlayer.getSnapshot().current?.id === track.id ? studioPlayer.getTime().seconds : 0;
    seek(Math.min(hereSeconds, Math.max(0, from + by * keyStepSeconds)));
  }

  const path = peaks ? drawBars(peaks, { ...size, share }) : "";
  return (
    <div ref={boxRef} data-medium={track.medium} className={classNames("relative h-9 min-w-0", className)}>
      {path ? (
        <>
          <svg aria-hidden className="absolute inset-0 size-full text-wave">
            <path d={path} stroke="currentColor" strokeWidth={barWidthPx} strokeLinecap="round" />
          </svg>
          <svg ref={heardRef} aria-hidden className="absolute inset-0 size-full text-hue">
            <path d={path} stroke="currentColor" strokeWidth={barWidthPx} strokeLinecap="round" />
          </svg>
        </>
      ) : null}
      {share < 1 || !path ? (
        <span
          aria-hidden
          style={{ left: path ? `${share * 100}%` : 0 }}
          className="absolute inset-y-0 right-0 my-auto h-0.5 bg-[radial-gradient(circle,var(--line-strong)_1px,transparent_1px)] bg-size-[4px_2px]"
        />
      ) : null}
      {interactive ? (
        <input
          ref={rangeRef}
          type="range"
          aria-label={t("position", { title: track.title })}
          min={0}
          max={fullSeconds || 1}
          step="any"
          defaultValue={0}
          onKeyDown={step}
          onInput={(event) => setScrubbing(Math.min(event.currentTarget.valueAsNumber, hereSeconds))}
          onPointerUp={() => {
            if (scrubbing !== null) seek(scrubbing);
          }}
          onPointerCancel={() => setScrubbing(null)}
          className="absolute inset-0 size-full cursor-pointer appearance-none rounded-xs bg-transparent [&::-moz-range-thumb]:size-0 [&::-moz-range-thumb]:border-0 [&::-webkit-slider-thumb]:h-full [&::-webkit-slider-thumb]:w-px [&::-webkit-slider-thumb]:appearance-none"
        />
      ) : null}
    </div>
  );
}
