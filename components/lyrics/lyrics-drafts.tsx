"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { lyricsQueries } from "@/components/queries/lyrics-queries";
import { Button } from "@/components/ui/button";
import { useErrorText } from "@/lib/i18n/use-error-text";
import type { LyricsDraftDto, WrittenLyrics } from "@/lib/lyrics/lyrics-dto";

interface LyricsDraftsProps {
  /** The text of the editor. */
  text: string;
  /** The editor accepts no text now. */
  disabled: boolean;
  onUse: (answer: WrittenLyrics) => void;
}

/** Shown until the person asks for all. */
const shownAtFirst = 3;

/** Earlier drafts of the service, to use again, and requests that may have been billed without a response. */
export function LyricsDrafts({ text, disabled, onUse }: LyricsDraftsProps) {
  const t = useTranslations("lyrics.writer.drafts");
  const { data = [] } = useQuery(lyricsQueries.drafts());
  const [all, setAll] = useState(false);
  if (data.length === 0) return null;
  const shown = all ? data : data.slice(0, shownAtFirst);
  return (
    <div className="border-t pt-2">
      <p id="lyrics-drafts" className="text-2xs text-text-3">
        {t("title")}
      </p>
      <ul aria-labelledby="lyrics-drafts" className="mt-1 grid gap-1">
        {shown.map((draft) => (
          <li key={draft.id} className="flex min-h-8 items-center gap-2 text-sm">
            <Draft draft={draft} text={text} disabled={disabled} onUse={onUse} />
          </li>
        ))}
      </ul>
      {shown.length < data.length ? (
        <Button size="small" variant="ghost" onClick={() => setAll(true)}>
          {t("all", { count: data.length })}
        </Button>
      ) : null}
    </div>
  );
}

function Draft({ draft, text, disabled, onUse }: LyricsDraftsProps & { draft: LyricsDraftDto }) {
  const t = useTranslations("lyrics.writer.drafts");
  const errorText = useErrorText();
  const when = useMoment(draft.finishedAt ?? draft.createdAt);
  const { answer, state, request } = draft;
  if (answer === null) {
    return (
      <span className="min-w-0 flex-1 text-2xs text-text-2">
        {state === "running"
          ? t("running", { when })
          : `${t("unknown", { when })} ${draft.error ? errorText(draft.error.code).title : ""}`.trim()}{" "}
        <q className="text-text-3">{shorten(request.prompt)}</q>
      </span>
    );
  }
  const isUsed = answer.lyrics === text;
  return (
    <>
      <span className="min-w-0 flex-1 truncate" title={answer.lyrics}>
        <span className="text-text-3 tabular-nums">{when}</span>{" "}
        <span dir="auto">{answer.title ?? shorten(request.prompt || answer.lyrics)}</span>
      </span>
      <Button size="small" variant="outline" disabled={disabled || isUsed} onClick={() => onUse(answer)}>
        {t(isUsed ? "used" : "use")}
      </Button>
    </>
  );
}

/** The time for today, else date and time. */
function useMoment(moment: string): string {
  const format = useFormatter();
  const [today] = useState(() => new Date().toDateString());
  const date = new Date(moment);
  const isToday = date.toDateString() === today;
  return format.dateTime(date, isToday ? "time" : "dateTime");
}

function shorten(text: string): string {
  const [first = ""] = text.split("\n");
  const points = Array.from(first);
  return points.length > 60 ? `${points.slice(0, 59).join("")}…` : first;
}
