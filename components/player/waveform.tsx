"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import type WaveSurfer from "wavesurfer.js";
import { classNames } from "@/components/ui/class-names";
import { watchLook } from "@/components/ui/watch-look";
import { formatClock, formatLength } from "@/lib/i18n/clocks";
import { scaleSeconds, type Peaks, barGapPx, barWidthPx, toChannel } from "./peaks";
import { studioPlayer, subscribeToPlayback } from "./studio-player";
import type { Track } from "./track";
import { useTrackWords } from "./use-track-words";

interface WaveformProps {
  track: Track;
  /** Null while unknown: a line is drawn, never an invented wave. */
  peaks: Peaks | null;
  /** Lets pointer and keyboard seek. */
  interactive?: boolean;
  /** Receives the wave when it is ready, and null when it is destroyed, to add plugins. */
  onWave?: (wave: WaveSurfer | null) => void;
  className?: string;
}

const keyStepSeconds = 5;
const pageStepSeconds = 30;
/** A line for what is unknown or has not arrived. */
export const dotsClass =
  "h-0.5 bg-[radial-gradient(circle,var(--line-strong)_1px,transparent_1px)] bg-size-[4px_2px]";

/**
 * The waveform of a track with its played part, drawn by wavesurfer.js, with a slider on top for seeking. It follows
 * the player's clock; React renders only when the track changes.
 */
export function Waveform({ track, peaks, interactive = false, onWave, className }: WaveformProps) {
  const t = useTranslations("player");
  const words = useTrackWords();
  const mountRef = useRef<HTMLDivElement>(null);
  const playedLineRef = useRef<HTMLSpanElement>(null);
  const rangeRef = useRef<HTMLInputElement>(null);
  const [media] = useState(() => new WaveMedia());
  const [scrubbing, setScrubbing] = useState<number | null>(null);
  const growing = track.live === true || track.partial === true;
  const availableSeconds = peaks?.durationSeconds ?? track.durationSeconds ?? 0;
  const fullSeconds = growing ? scaleSeconds(availableSeconds) : (track.durationSeconds ?? availableSeconds);
  const share = fullSeconds > 0 ? Math.min(1, availableSeconds / fullSeconds) : growing ? 0 : 1;
  const wave = useWaveSurfer(mountRef, { peaks, media, look: track.generator });
  const drawn = wave !== null;

  const notifyWave = useEffectEvent((nextWave: WaveSurfer | null) => onWave?.(nextWave));
  useEffect(() => {
    if (!wave) return;
    notifyWave(wave);
    return () => notifyWave(null);
  }, [wave]);

  useEffect(() => {
    function show() {
      const isCurrent = studioPlayer.getSnapshot().current?.id === track.id;
      const time = isCurrent ? studioPlayer.getTime() : null;
      const seconds = scrubbing ?? time?.seconds ?? 0;
      // Without a wave, only the player may know how much has arrived.
      const known = Math.max(availableSeconds, time?.durationSeconds ?? 0);
      const full = Math.max(fullSeconds, growing ? scaleSeconds(known) : 0);
      const played = full > 0 ? Math.min(1, seconds / full) : 0;
      const clip = `inset(0 ${(1 - played) * 100}% 0 0)`;
      media.moveTo(Math.min(seconds, availableSeconds));
      playedLineRef.current?.style.setProperty("clip-path", clip);
      const range = rangeRef.current;
      if (!range) return;
      if (scrubbing === null && range.value !== String(seconds)) range.value = String(seconds);
      const words = t("positionOf", { position: formatClock(seconds), duration: formatLength(known) });
      if (range.getAttribute("aria-valuetext") !== words) range.setAttribute("aria-valuetext", words);
    }
    show();
    return subscribeToPlayback(show);
  }, [track.id, media, fullSeconds, availableSeconds, growing, scrubbing, t, drawn]);

  const seek = useEffectEvent((seconds: number) => {
    setScrubbing(null);
    if (studioPlayer.getSnapshot().current?.id === track.id) studioPlayer.seek(seconds);
    else studioPlayer.playTrack(track, { startSeconds: Math.min(seconds, availableSeconds) });
  });

  useEffect(() => {
    // React's onChange fires on every move; the native change event fires on release, and on each step of a screen
    // reader.
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
      End: availableSeconds,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (isCurrent) studioPlayer.seek(to);
    else studioPlayer.playTrack(track, { startSeconds: Math.min(availableSeconds, Math.max(0, to)) });
  }

  return (
    <div
      data-generator={track.generator}
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
        <span
          ref={playedLineRef}
          aria-hidden
          className="absolute inset-0 my-auto h-0.5 rounded-full bg-hue"
        />
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

interface WaveSurferSource {
  /** The peaks to draw; null destroys the wave. */
  peaks: Peaks | null;
  /** The position to show. */
  media: WaveMedia;
  /** Changing it makes the wave read its colours from CSS again. */
  look: string | undefined;
}

const shape = {
  height: "auto",
  barWidth: barWidthPx,
  barGap: barGapPx,
  // Larger than half a bar: the canvas draws half circles at any pixel ratio.
  barRadius: 100,
  // Silence is a dot.
  barMinHeight: barWidthPx,
  cursorWidth: 0,
  hideScrollbar: true,
  // The slider on top handles pointer, touch, keyboard and screen readers.
  interact: false,
} as const;

let lastTurn: Promise<unknown> = Promise.resolve();

/** Resolves in one frame after the other: each new wave makes the browser lay out the page. */
function takeTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  return lastTurn;
}

/**
 * Draws peaks with wavesurfer.js in an element: the played part in its colour, the rest in its parent's. The library
 * loads with the first wave, and a wave is destroyed with its element. Null until ready.
 */
function useWaveSurfer(
  mountRef: RefObject<HTMLElement | null>,
  { peaks, media, look }: WaveSurferSource,
): WaveSurfer | null {
  const [wave, setWave] = useState<WaveSurfer | null>(null);
  const wanted = peaks !== null;

  useEffect(() => {
    const mount = mountRef.current;
    if (!wanted || !mount) return;
    let created: WaveSurfer | null = null;
    let left = false;
    void Promise.all([import("wavesurfer.js"), takeTurn()]).then(([{ default: WaveSurfer }]) => {
      if (left) return;
      created = WaveSurfer.create({
        ...shape,
        container: mount,
        // Without playback of its own, wavesurfer.js uses only these members of the element.
        media: media as EventTarget as HTMLMediaElement,
      });
      created.on("error", reportError);
      created.on("ready", () => media.announce());
      setWave(created);
    });
    return () => {
      left = true;
      created?.destroy();
      setWave(null);
    };
  }, [mountRef, media, wanted]);

  useEffect(() => {
    if (wave && peaks) void wave.load("", [toChannel(peaks.levels)], peaks.durationSeconds);
  }, [wave, peaks]);

  useEffect(() => {
    const mount = mountRef.current;
    if (!wave || !mount) return;
    // A canvas does not follow the style sheet or the screen.
    const paint = () => {
      const waveColor = getComputedStyle(mount.parentElement ?? mount).color;
      wave.setOptions({ waveColor, progressColor: getComputedStyle(mount).color });
    };
    paint();
    return watchLook(paint);
  }, [mountRef, wave, look]);

  return wave;
}

/**
 * The media element for wavesurfer.js. It only reports a position: the audio element, its source and its streams belong
 * to the player, and a wave can neither play nor clear them.
 */
export class WaveMedia extends EventTarget {
  readonly src = "";
  readonly currentSrc = "";
  /** NaN, so that wavesurfer.js uses the length given with the peaks. */
  readonly duration = NaN;
  /** Always true: a wave that plays runs its own frame loop, and the player has one for all waves. */
  readonly paused = true;
  readonly ended = false;
  readonly seeking = false;
  readonly readyState = 4;
  readonly volume = 1;
  readonly muted = false;
  readonly playbackRate = 1;
  #seconds = 0;

  get currentTime(): number {
    return this.#seconds;
  }

  /** Moves the wave to a position; does nothing if it is already there. */
  moveTo(seconds: number): void {
    if (seconds === this.#seconds) return;
    this.#seconds = seconds;
    this.announce();
  }

  /** Makes the wave draw its position again, for example after its length changed. */
  announce(): void {
    this.dispatchEvent(new Event("timeupdate"));
  }
}
