"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from "react";
import type WaveSurfer from "wavesurfer.js";
import { classNames } from "@/components/ui/class-names";
import { formatClock, formatLength } from "@/lib/i18n/units";
import { scaleSeconds, type Peaks } from "./peaks";
import type { Track } from "./track";
import { studioPlayer } from "./studio-player";
import { useTrackWords } from "./use-track-words";
import { useWaveSurfer } from "./use-wavesurfer";
import { WaveMedia } from "./wave-media";

export interface WaveformProps {
  track: Track;
  /** Null while they are not known: a quiet line stands there, never a made-up wave. */
  peaks: Peaks | null;
  /** Seeks by hand and keys; without it, it only shows. */
  interactive?: boolean;
  /** Gets the wave once it is there, and null when it is destroyed, so that plugins can be added to it. */
  onWave?: (wave: WaveSurfer | null) => void;
  className?: string;
}

const keyStepSeconds = 5;
const pageStepSeconds = 30;
/** What is not known, or not here yet. */
export const dotsClass =
  "h-0.5 bg-[radial-gradient(circle,var(--line-strong)_1px,transparent_1px)] bg-size-[4px_2px]";

/**
 * The waveform of a track with how far it is heard, drawn by wavesurfer.js and sought in with a slider over it. It moves
 * with the player's clock; React draws it anew only when the sound itself changes.
 */
export function Waveform({ track, peaks, interactive = false, onWave, className }: WaveformProps) {
  const t = useTranslations("player");
  const words = useTrackWords();
  const mountRef = useRef<HTMLDivElement>(null);
  const heardLineRef = useRef<HTMLSpanElement>(null);
  const rangeRef = useRef<HTMLInputElement>(null);
  const [media] = useState(() => new WaveMedia());
  const [scrubbing, setScrubbing] = useState<number | null>(null);
  const growing = track.live === true || track.partial === true;
  const hereSeconds = peaks?.durationSeconds ?? track.durationSeconds ?? 0;
  const fullSeconds = growing ? scaleSeconds(hereSeconds) : (track.durationSeconds ?? hereSeconds);
  const share = fullSeconds > 0 ? Math.min(1, hereSeconds / fullSeconds) : growing ? 0 : 1;
  const wave = useWaveSurfer(mountRef, { peaks, media, look: track.medium });
  const drawn = wave !== null;

  const tellWave = useEffectEvent((given: WaveSurfer | null) => onWave?.(given));
  useEffect(() => {
    if (!wave) return;
    tellWave(wave);
    return () => tellWave(null);
  }, [wave]);

  useEffect(() => {
    function show() {
      const isCurrent = studioPlayer.getSnapshot().current?.id === track.id;
      const time = isCurrent ? studioPlayer.getTime() : null;
      const seconds = scrubbing ?? time?.seconds ?? 0;
      // Without a wave, only the player may know how much is here.
      const known = Math.max(hereSeconds, time?.durationSeconds ?? 0);
      const full = Math.max(fullSeconds, growing ? scaleSeconds(known) : 0);
      const played = full > 0 ? Math.min(1, seconds / full) : 0;
      const clip = `inset(0 ${(1 - played) * 100}% 0 0)`;
      media.moveTo(Math.min(seconds, hereSeconds));
      heardLineRef.current?.style.setProperty("clip-path", clip);
      const range = rangeRef.current;
      if (!range) return;
      if (scrubbing === null && range.value !== String(seconds)) range.value = String(seconds);
      const words = t("positionOf", { position: formatClock(seconds), duration: formatLength(known) });
      if (range.getAttribute("aria-valuetext") !== words) range.setAttribute("aria-valuetext", words);
    }
    show();
    const leave = [studioPlayer.subscribe(show), studioPlayer.subscribeTime(show)];
    return () => leave.forEach((each) => each());
  }, [track.id, media, fullSeconds, hereSeconds, growing, scrubbing, t, drawn]);

  const seek = useEffectEvent((seconds: number) => {
    setScrubbing(null);
    if (studioPlayer.getSnapshot().current?.id === track.id) studioPlayer.seek(seconds);
    else studioPlayer.playTrack(track, { startSeconds: Math.min(seconds, hereSeconds) });
  });

  useEffect(() => {
    // React calls every move a change; the browser's own comes when the hand lets go, and for each step of a reader.
    const commit = (event: Event) => seek((event.target as HTMLInputElement).valueAsNumber);
    const range = rangeRef.current;
    range?.addEventListener("change", commit);
    return () => range?.removeEventListener("change", commit);
  }, []);

  function step(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const isCurrent = studioPlayer.getSnapshot().current?.id === track.id;
    const from = isCurrent ? studioPlayer.getTime().seconds : 0;
    const to = {
      ArrowLeft: from - keyStepSeconds,
      ArrowDown: from - keyStepSeconds,
      ArrowRight: from + keyStepSeconds,
      ArrowUp: from + keyStepSeconds,
      PageDown: from - pageStepSeconds,
      PageUp: from + pageStepSeconds,
      Home: 0,
      End: hereSeconds,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (isCurrent) studioPlayer.seek(to);
    else studioPlayer.playTrack(track, { startSeconds: Math.min(hereSeconds, Math.max(0, to)) });
  }

  return (
    <div
      data-medium={track.medium}
      className={classNames("relative isolate h-9 min-w-0 text-wave", className)}
    >
      <div
        ref={mountRef}
        style={{ width: `${share * 100}%` }}
        className="wave-mount absolute inset-y-0 left-0 z-1 text-hue"
      />
      {share < 1 || !drawn ? (
        <span
          aria-hidden
          style={{ left: drawn ? `${share * 100}%` : 0 }}
          className={classNames("absolute inset-y-0 right-0 my-auto", dotsClass)}
        />
      ) : null}
      {drawn ? null : (
        <span ref={heardLineRef} aria-hidden className="absolute inset-0 my-auto h-0.5 rounded-full bg-hue" />
      )}
      {interactive ? (
        <input
          ref={rangeRef}
          type="range"
          aria-label={t("position", { title: words.name(track) })}
          min={0}
          max={fullSeconds || 1}
          step="any"
          defaultValue={0}
          onKeyDown={step}
          onInput={(event) => setScrubbing(event.currentTarget.valueAsNumber)}
          className="absolute inset-0 size-full cursor-pointer appearance-none rounded-xs bg-transparent [&::-moz-range-thumb]:size-0 [&::-moz-range-thumb]:border-0 [&::-webkit-slider-thumb]:h-full [&::-webkit-slider-thumb]:w-px [&::-webkit-slider-thumb]:appearance-none"
        />
      ) : null}
    </div>
  );
}
