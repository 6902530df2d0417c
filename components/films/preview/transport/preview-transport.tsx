"use client";

import {
  Maximize,
  Minimize,
  Pause,
  Play,
  Repeat,
  Scan,
  SkipBack,
  SkipForward,
  StepBack,
  StepForward,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { loudnessPercent, VolumeSlider } from "@/components/ui/volume-slider";
import { formatClock } from "@/lib/i18n/clocks";
import { useDesk, useFilmDesk } from "../../desk/use-desk";
import { usePreview, usePreviewStore } from "../use-preview";
import { LevelBars } from "./level-bars";
import { splitPosition, stepCut, stepFrames, togglePlaying } from "./playhead";

interface PreviewTransportProps {
  isFull: boolean;
  toggleFullScreen: (() => void) | null;
}

/** The space bar plays also after a button was clicked, so a click leaves the focus where it is. */
function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest("button")) event.preventDefault();
}

/** Time, buttons, and what is heard. */
export function PreviewTransport({ isFull, toggleFullScreen }: PreviewTransportProps) {
  const t = useTranslations("preview");
  return (
    <div
      onMouseDown={keepFocus}
      className="grid grid-cols-[1fr_auto_1fr] items-center gap-x-3 px-4 py-1.5 lg:px-3 lg:py-2 @max-xl:gap-x-1"
    >
      <Time />
      <PlayButtons />
      <div className="flex items-center justify-end gap-0.5">
        <SafeAreasButton />
        <Loudness />
        {toggleFullScreen ? (
          <IconButton label={t(isFull ? "leaveFullScreen" : "fullScreen")} onClick={toggleFullScreen}>
            {isFull ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
          </IconButton>
        ) : null}
      </div>
    </div>
  );
}

function Time() {
  const t = useTranslations("preview");
  const desk = useFilmDesk();
  const frameRate = useDesk(({ document }) => document.frameRate);
  const frames = useDesk(() => desk.frames);
  return (
    <p className="flex min-w-0 items-baseline gap-2.5 text-sm whitespace-nowrap tabular-nums">
      <span>
        <Position frameRate={frameRate} />
        <span className="text-text-3"> / </span>
        <span className="text-text-2">
          <Clock frame={frames} frameRate={frameRate} />
        </span>
      </span>
      <span className="truncate text-xs text-text-2 @max-3xl:hidden">{t("rate", { rate: frameRate })}</span>
    </p>
  );
}

/** Renders with every frame, and nothing else here does. */
function Position({ frameRate }: { frameRate: number }) {
  const frame = useDesk((state) => state.frame);
  return (
    <span className="font-semibold">
      <Clock frame={frame} frameRate={frameRate} />
    </span>
  );
}

function Clock({ frame, frameRate }: { frame: number; frameRate: number }) {
  const { seconds, frames } = splitPosition(frame, frameRate);
  return (
    <>
      {formatClock(seconds)}
      <span className="max-lg:hidden">.{frames}</span>
    </>
  );
}

function PlayButtons() {
  const t = useTranslations("preview");
  const desk = useFilmDesk();
  const store = usePreviewStore();
  const isPlaying = useDesk((state) => state.isPlaying);
  const isLooping = usePreview((state) => state.isLooping);
  return (
    <div className="flex items-center gap-0.5">
      <IconButton label={t("previousCut")} onClick={() => stepCut(desk, -1)}>
        <SkipBack aria-hidden />
      </IconButton>
      <IconButton label={t("previousFrame")} onClick={() => stepFrames(desk, -1)} className="max-lg:hidden">
        <StepBack aria-hidden />
      </IconButton>
      <button
        type="button"
        aria-label={t(isPlaying ? "pause" : "play")}
        data-tooltip={t(isPlaying ? "pause" : "play")}
        onClick={() => togglePlaying(desk)}
        className="mx-1 grid size-9 shrink-0 place-items-center rounded-full bg-hue text-on-hue transition-colors hover:bg-hue/88 lg:size-8.5 [&_svg]:size-4.5"
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden className="translate-x-px" />}
      </button>
      <IconButton label={t("nextFrame")} onClick={() => stepFrames(desk, 1)} className="max-lg:hidden">
        <StepForward aria-hidden />
      </IconButton>
      <IconButton label={t("nextCut")} onClick={() => stepCut(desk, 1)}>
        <SkipForward aria-hidden />
      </IconButton>
      <IconButton
        label={t("loop")}
        aria-pressed={isLooping}
        onClick={() => store.set({ isLooping: !isLooping })}
        className={isLooping ? "bg-hue/15 text-hue! max-lg:hidden" : "max-lg:hidden"}
      >
        <Repeat aria-hidden />
      </IconButton>
    </div>
  );
}

function SafeAreasButton() {
  const t = useTranslations("preview");
  const store = usePreviewStore();
  const isShown = usePreview((state) => state.showsSafeAreas);
  return (
    <Button
      size="small"
      variant="ghost"
      aria-pressed={isShown}
      aria-label={t("safeAreas")}
      data-tooltip={t("safeAreasHint")}
      onClick={() => store.set({ showsSafeAreas: !isShown })}
      className={isShown ? "text-hue! max-lg:hidden" : "max-lg:hidden"}
    >
      <Scan aria-hidden />
      <span aria-hidden className="@max-2xl:hidden">
        {t(isShown ? "safeAreasOn" : "safeAreasOff")}
      </span>
    </Button>
  );
}

function Loudness() {
  const t = useTranslations("preview");
  const store = usePreviewStore();
  const volume = usePreview((state) => state.volume);
  const muted = usePreview((state) => state.isMuted);
  const words = {
    volume: t("volume"),
    mute: t("mute"),
    unmute: t("unmute"),
    percent: t("percent", { percent: loudnessPercent({ volume, muted }) }),
  };
  return (
    <div className="flex items-center gap-0.5 max-lg:hidden">
      <LevelBars />
      <VolumeSlider
        volume={volume}
        muted={muted}
        words={words}
        onMutedChange={(isMuted) => store.set({ isMuted })}
        onVolumeChange={(next) => store.set({ volume: next, isMuted: false })}
        sliderClassName="mr-1 w-16! shrink-0 @max-3xl:hidden"
      />
    </div>
  );
}
