"use client";

import { X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useNow } from "@/components/queries/use-now";
import { Button } from "@/components/ui/button";
import { ProgressLine } from "@/components/ui/progress";
import type { FilmExportDto } from "@/lib/films/export-dto";
import { formatClock } from "@/lib/i18n/clocks";
import { useUnits } from "@/lib/i18n/units";
import { FilmStill } from "./film-still";
import { useExportFacts, useExportName } from "./use-export-name";
import { useExportCall } from "./use-export-call";

/** An export that waits or runs, with the frames that are done and the time that is left. */
export function ActiveExport({ film }: { film: FilmExportDto }) {
  const t = useTranslations("desk.export");
  const format = useFormatter();
  const units = useUnits();
  const { cancel, pending } = useExportCall(film);
  const { phase, framesDone, frames, leftMs } = film.progress;
  const name = useExportName()(film.settings);
  const facts = useExportFacts()(film.settings);
  const isRunning = film.state === "running";
  return (
    <article aria-label={name}>
      <div className="grid grid-cols-[10rem_minmax(0,1fr)] gap-4 max-sm:grid-cols-[6rem_minmax(0,1fr)]">
        <FilmStill />
        <div className="grid min-w-0 content-start gap-0.5 text-sm">
          <h4 className="text-base font-medium">{name}</h4>
          <p className="text-text-2">{facts}</p>
          <p className="text-xs text-text-3">
            {film.startedAt
              ? t("startedBy", { time: format.dateTime(new Date(film.startedAt), "time"), name: film.by })
              : t("waitsSince", { time: format.dateTime(new Date(film.createdAt), "time"), name: film.by })}
          </p>
          {film.isOwn ? (
            <Button
              size="small"
              variant="outline"
              className="mt-1.5 justify-self-start"
              pending={pending}
              onClick={() => void cancel()}
            >
              <X aria-hidden />
              {t("cancel")}
            </Button>
          ) : null}
        </div>
      </div>
      <ProgressLine
        label={t("progress", { name })}
        share={phase === "pictures" && frames > 0 ? framesDone / frames : isRunning ? undefined : 0}
        className="mt-3.5 mb-2 h-1! bg-line-strong!"
      />
      <p className="flex flex-wrap justify-between gap-x-4 text-sm text-text-2 [&_b]:font-medium [&_b]:text-text">
        <span>
          {phase === "pictures"
            ? t.rich("frames", { done: units.count(framesDone), all: units.count(frames), b: bold })
            : phase
              ? t(`phases.${phase}`)
              : film.waiting === "disk"
                ? t("waitsForDisk")
                : t("queued")}
        </span>
        {film.startedAt ? (
          <span>
            <SoFar since={film.startedAt} />
            {leftMs === null
              ? null
              : t.rich("left", { time: formatClock(Math.ceil(leftMs / 1_000)), b: bold })}
          </span>
        ) : null}
      </p>
    </article>
  );
}

function SoFar({ since }: { since: string }) {
  const t = useTranslations("desk.export");
  const now = useNow();
  if (now === null) return null;
  return t("soFar", { time: formatClock(Math.max(0, (now - Date.parse(since)) / 1_000)) });
}

const bold = (parts: ReactNode) => <b>{parts}</b>;
