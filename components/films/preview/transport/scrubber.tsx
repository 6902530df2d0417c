"use client";

import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { formatClock } from "@/lib/i18n/clocks";
import { classNames } from "@/components/ui/class-names";
import { useDesk, useFilmDesk } from "../../desk/use-desk";

/** The position in the film, to drag: where the timeline isn't shown. */
export function Scrubber({ isFull }: { isFull: boolean }) {
  const t = useTranslations("preview");
  const desk = useFilmDesk();
  const frame = useDesk((state) => state.frame);
  const isPlaying = useDesk((state) => state.isPlaying);
  const frameRate = useDesk(({ document }) => document.frameRate);
  const frames = useDesk(() => desk.frames);
  const last = Math.max(1, frames - 1);
  const position = {
    moment: formatClock(Math.floor(frame / frameRate)),
    length: formatClock(Math.floor(frames / frameRate)),
  };
  return (
    <input
      type="range"
      aria-label={t("position")}
      // A screen reader that is on it would read every frame of a playback.
      aria-valuetext={isPlaying ? t("playing") : t("positionOf", position)}
      min={0}
      max={last}
      value={Math.min(frame, last)}
      disabled={frames === 0}
      onChange={(event) => desk.seek(event.currentTarget.valueAsNumber)}
      style={{ "--share": `${(frame / last) * 100}%` } as CSSProperties}
      className={classNames(
        "-mt-2.25 -mb-2.25 block h-5 w-full cursor-pointer touch-none appearance-none bg-transparent",
        !isFull && "lg:hidden",
        "[&::-webkit-slider-runnable-track]:h-0.75 [&::-webkit-slider-runnable-track]:bg-[linear-gradient(to_right,var(--hue)_var(--share),var(--line-strong)_var(--share))]",
        "[&::-webkit-slider-thumb]:-mt-1.5 [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-hue",
        "[&::-moz-range-track]:h-0.75 [&::-moz-range-track]:bg-line-strong [&::-moz-range-progress]:h-0.75 [&::-moz-range-progress]:bg-hue",
        "[&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-hue",
      )}
    />
  );
}
