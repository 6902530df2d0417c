"use client";

import { useTranslations } from "next-intl";
import { memo, useCallback, useRef } from "react";
import { classNames } from "@/components/ui/class-names";
import type { Caption } from "@/lib/films/film-document";
import { formatTenthClock } from "@/lib/films/frame-clock";
import { useUnits } from "@/lib/i18n/units";
import { useDesk } from "../../desk/use-desk";
import { originPx, toPx } from "../time-scale";
import { TrimHandle } from "../trim-handle";

interface CaptionClipProps {
  caption: Caption;
  top: number;
  height: number;
  pxPerSecond: number;
  isActive: boolean;
  /** Read at the playhead. */
  isCurrent: boolean;
  /** While it is edited: called with its words, or null to leave them. */
  onFinish: ((id: string, text: string | null) => void) | null;
}

const leastPx = 16;
const leastFieldPx = 200;
const maxLength = 500;

/** One caption: its words, which are edited in place. */
export const CaptionClip = memo(function CaptionClip(props: CaptionClipProps) {
  const { caption, top, height, pxPerSecond, isActive, isCurrent, onFinish } = props;
  const t = useTranslations("timeline");
  const units = useUnits();
  const { id, atMs, lengthMs, text } = caption;
  const isSelected = useDesk(useCallback(({ selection }) => selection.has(id), [id]));
  const width = Math.max(2, toPx(lengthMs, pxPerSecond));
  const name = text || t("captions.empty");
  return (
    <li
      className={classNames("group absolute", onFinish ? "z-30" : isSelected && "z-10")}
      style={{ left: originPx + toPx(atMs, pxPerSecond), width, top, height }}
    >
      <button
        type="button"
        data-clip={id}
        tabIndex={isActive ? 0 : -1}
        aria-pressed={isSelected}
        aria-label={t("sound.label", {
          name,
          length: units.elapsed(lengthMs / 1_000),
          from: formatTenthClock(atMs / 1_000),
        })}
        className={classNames(
          "absolute inset-0 scroll-ml-34 overflow-clip rounded-sm text-left focus-visible:outline-offset-1",
          isCurrent ? "bg-hover text-text" : "bg-raised text-text-2",
        )}
      >
        {width >= leastPx ? (
          <span className="sticky left-32 inline-block max-w-full truncate px-1.75 align-middle" dir="auto">
            {text}
          </span>
        ) : null}
      </button>
      {isSelected && !onFinish ? (
        <span aria-hidden className="pointer-events-none absolute inset-0 rounded-sm border-2 border-text" />
      ) : null}
      {width >= leastPx && !onFinish ? (
        <>
          <TrimHandle {...{ id, name, isSelected }} of="placed" side="start" />
          <TrimHandle {...{ id, name, isSelected }} of="placed" side="end" />
        </>
      ) : null}
      {onFinish ? <CaptionField text={text} width={width} onFinish={(words) => onFinish(id, words)} /> : null}
    </li>
  );
});

interface CaptionFieldProps {
  text: string;
  width: number;
  onFinish: (text: string | null) => void;
}

/** Enter and leaving the field keep the words, Escape leaves them as they were. */
function CaptionField({ text, width, onFinish }: CaptionFieldProps) {
  const t = useTranslations("timeline.captions");
  const isDone = useRef(false);
  const finish = (words: string | null) => {
    if (isDone.current) return;
    isDone.current = true;
    onFinish(words);
  };
  return (
    <input
      autoFocus
      aria-label={t("text")}
      defaultValue={text}
      maxLength={maxLength}
      dir="auto"
      className="field-surface absolute inset-y-0 left-0 px-1.5 text-2xs"
      style={{ width: Math.max(leastFieldPx, width) }}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => finish(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === "Enter") finish(event.currentTarget.value);
        else if (event.key === "Escape") finish(null);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
