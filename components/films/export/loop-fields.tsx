"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { type FilmLoop, findLoopSize, longestLoopSeconds, loopRates, loopSizes } from "@/lib/films/film-loop";
import { formatFineClock } from "@/lib/i18n/clocks";
import { useUnits } from "@/lib/i18n/units";
import { useDesk } from "../desk/use-desk";
import { SecondsInput } from "../inspector/seconds-input";

/** Which piece of the film repeats, how large and how smooth. */
export function LoopFields({
  loop,
  frames,
  onChange,
}: {
  loop: FilmLoop;
  /** Of the whole film. */
  frames: number;
  onChange: (loop: FilmLoop) => void;
}) {
  const t = useTranslations("desk.export.loop");
  const units = useUnits();
  const { aspect, frameRate } = useDesk(({ document }) => document);
  const { startFrame, frameCount } = loop;
  const most = Math.min(frames - startFrame, longestLoopSeconds * frameRate);
  const toFrames = (seconds: number) => Math.round(seconds * frameRate);
  const startAt = (seconds: number) => {
    const start = toFrames(seconds);
    onChange({ ...loop, startFrame: start, frameCount: Math.min(frameCount, frames - start) });
  };
  return (
    <>
      <Field
        as="group"
        label={t("piece")}
        hint={t("pieceHint", {
          from: formatFineClock(startFrame / frameRate),
          to: formatFineClock((startFrame + frameCount) / frameRate),
          seconds: longestLoopSeconds,
        })}
      >
        <div className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
          <Seconds
            label={t("start")}
            seconds={startFrame / frameRate}
            step={1 / frameRate}
            max={(frames - 1) / frameRate}
            onChange={startAt}
          />
          <Seconds
            label={t("length")}
            seconds={frameCount / frameRate}
            step={1 / frameRate}
            min={1 / frameRate}
            max={most / frameRate}
            onChange={(seconds) => onChange({ ...loop, frameCount: toFrames(seconds) })}
          />
        </div>
      </Field>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field as="group" label={t("size")} hint={writeSize(findLoopSize(aspect, loop.size))}>
          <SegmentedControl
            fill
            value={String(loop.size)}
            onValueChange={(value) => onChange({ ...loop, size: find(loopSizes, value) })}
            options={loopSizes.map((size) => ({ value: String(size), label: size }))}
          />
        </Field>
        <Field as="group" label={t("rate")} hint={t("rateHint")}>
          <SegmentedControl
            fill
            value={String(loop.frameRate)}
            onValueChange={(value) => onChange({ ...loop, frameRate: find(loopRates, value) })}
            options={loopRates.map((rate) => ({ value: String(rate), label: rate }))}
          />
        </Field>
      </div>
    </>
  );

  function writeSize({ width, height }: { width: number; height: number }): string {
    return t("pixels", { size: units.dimensions(width, height) });
  }
}

function Seconds(props: ComponentProps<typeof SecondsInput>) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="text-text-2">
        {props.label}
      </span>
      <SecondsInput {...props} />
    </span>
  );
}

const find = <Choice extends number>(choices: readonly Choice[], value: string): Choice =>
  choices.find((each) => String(each) === value)!;
