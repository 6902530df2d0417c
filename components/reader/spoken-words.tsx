"use client";

import { Braces } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { listPauseMarkers, TONE_TAGS } from "@/lib/service/contract/speech-marks";

/** Spoken text: pauses are shown in seconds and, like tones, styled differently. */
export function SpokenWords({ text, withToneTags }: { text: string; withToneTags: boolean }) {
  const t = useTranslations("reader");
  return splitSpokenText(text, withToneTags).map((token, position) =>
    token.kind === "words" ? (
      token.text
    ) : (
      <span
        key={position}
        data-tooltip={token.kind === "pause" ? token.text : undefined}
        className="mx-1 rounded-xs bg-raised px-1.25 py-0.5 text-2xs whitespace-nowrap text-hue"
      >
        {token.seconds === undefined ? token.text : t("pause", { seconds: token.seconds })}
      </span>
    ),
  );
}

/** A piece of the sent text: words, or a marker that is not spoken as written. */
interface SpokenToken {
  kind: "words" | "pause" | "tone";
  text: string;
  /** The length of a pause; missing if the marker has none. */
  seconds?: number;
}

const bracketed = /\([a-z-]+\)/g;

/**
 * Splits a text into words, pause markers and, where the model supports them, tone tags: service.md "Asynchronous
 * speech synthesis request", text rules 1 and 2.
 */
export function splitSpokenText(text: string, withToneTags: boolean): SpokenToken[] {
  const tones = [...text.matchAll(bracketed)]
    .filter(({ 0: tag }) => withToneTags && (TONE_TAGS as readonly string[]).includes(tag))
    .map(({ index, 0: tag }) => ({ kind: "tone" as const, from: index, to: index + tag.length }));
  const pauses = listPauseMarkers(text).map(({ from, to, duration, problems }) => ({
    kind: "pause" as const,
    from,
    to,
    ...(problems.includes("duration") ? {} : { seconds: Number(duration) }),
  }));

  const tokens: SpokenToken[] = [];
  let at = 0;
  for (const { from, to, ...mark } of [...tones, ...pauses].sort((left, right) => left.from - right.from)) {
    if (from > at) tokens.push({ kind: "words", text: text.slice(at, from) });
    tokens.push({ ...mark, text: text.slice(from, to) });
    at = to;
  }
  if (at < text.length) tokens.push({ kind: "words", text: text.slice(at) });
  return tokens;
}

/** Whether a text is shown differently from how it was sent. */
function hasMarks(text: string): boolean {
  return listPauseMarkers(text).length > 0;
}

interface TextToolsProps {
  text: string;
  /** Shows the text with its markers, as sent. */
  asSent: boolean;
  /** Missing if the text has no other form. */
  onAsSentChange?: (asSent: boolean) => void;
}

/** Buttons that copy a spoken text and show it exactly as sent. */
export function TextTools({ text, asSent, onAsSentChange }: TextToolsProps) {
  const t = useTranslations("reader");
  return (
    <div className="flex shrink-0 gap-0.5">
      {onAsSentChange && hasMarks(text) ? (
        <IconButton
          label={t("asSent")}
          aria-pressed={asSent}
          onClick={() => onAsSentChange(!asSent)}
          className="aria-pressed:bg-hover aria-pressed:text-text"
        >
          <Braces aria-hidden />
        </IconButton>
      ) : null}
      <CopyButton text={text} label={t("copy")} copiedLabel={t("copied")} failedLabel={t("notCopied")} />
    </div>
  );
}

/** A text exactly as sent, with its markers. */
export function SentText({ text }: { text: string }) {
  return (
    <p
      dir="auto"
      className="max-w-[46rem] font-mono text-sm leading-7 wrap-anywhere whitespace-pre-wrap text-text-2"
    >
      {text}
    </p>
  );
}
