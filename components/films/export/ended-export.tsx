"use client";

import { Captions, Download, Library, X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { useGenerators } from "@/components/generators";
import { buttonVariants, IconButton } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { StateDot } from "@/components/ui/state-dot";
import type { FilmExportDto } from "@/lib/films/export-dto";
import { formatLength } from "@/lib/i18n/clocks";
import { useUnits } from "@/lib/i18n/units";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { subtitleFormats } from "@/lib/media/subtitles/subtitle-formats";
import { FilmStill } from "./film-still";
import { formatNames, useExportName } from "./use-export-name";
import { useExportCall } from "./use-export-call";

/** An export that has ended: its file, or why there is none. */
export function EndedExport({ film }: { film: FilmExportDto }) {
  const t = useTranslations("desk.export");
  const format = useFormatter();
  const units = useUnits();
  const { forget, pending } = useExportCall(film);
  const name = useExportName()(film.settings);
  const { result, startedAt, finishedAt } = film;
  const when = format.dateTime(new Date(finishedAt ?? film.createdAt), "dateTime");
  const seconds = startedAt && finishedAt ? (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000 : null;
  return (
    <article aria-label={name}>
      <div className="grid grid-cols-[10rem_minmax(0,1fr)] gap-4 max-sm:grid-cols-[6rem_minmax(0,1fr)]">
        <span className="relative self-start">
          <FilmStill assetId={result?.assetId} />
          <span className="absolute right-1.5 bottom-1.5 rounded-xs bg-black/66 px-1.25 text-2xs text-white">
            {formatLength(film.durationMs / 1_000)}
          </span>
        </span>
        <div className="grid min-w-0 content-start gap-0.5 text-sm">
          <div className="flex items-start gap-2">
            <h4 className="mr-auto text-base font-medium">{name}</h4>
            {film.isOwn ? (
              <IconButton
                label={t("forget")}
                pending={pending}
                className="-my-1.5 -mr-2"
                onClick={() => void forget()}
              >
                <X aria-hidden />
              </IconButton>
            ) : null}
          </div>
          {film.state === "succeeded" ? (
            <p className="text-text-2">
              {result
                ? t("result", {
                    format: formatNames[film.settings.format],
                    facts: [
                      units.bytes(result.bytes),
                      ...(result.width && result.height
                        ? [units.dimensions(result.width, result.height)]
                        : []),
                      ...(result.loudnessLufs === null
                        ? []
                        : [t("lufs", { value: units.level(result.loudnessLufs) })]),
                    ].join(t("separator")),
                  })
                : t("resultGone")}
            </p>
          ) : (
            <ExportFault film={film} />
          )}
          <p className="text-xs text-text-3">
            {seconds === null || film.state !== "succeeded"
              ? t("endedBy", { time: when, name: film.by })
              : t("madeBy", { time: when, name: film.by, took: units.elapsed(seconds) })}
          </p>
          {result ? <ResultLinks result={result} /> : null}
        </div>
      </div>
      {result ? <ResultDetails result={result} /> : null}
      {film.missing > 0 && film.state === "succeeded" ? (
        <p className="pt-2 text-xs text-text-3">{t("cards", { count: film.missing })}</p>
      ) : null}
    </article>
  );
}

function ExportFault({ film }: { film: FilmExportDto }) {
  const t = useTranslations("desk.export");
  const errorText = useErrorText();
  if (film.state === "cancelled" || !film.error) return <p className="text-text-2">{t("cancelled")}</p>;
  const { title, action } = errorText(film.error.code);
  return (
    <div className="text-text-2">
      <StateDot tone="danger">{title}</StateDot>
      {film.error.itemName ? <p dir="auto">{film.error.itemName}</p> : null}
      <p>{action}</p>
    </div>
  );
}

interface ResultProps {
  result: NonNullable<FilmExportDto["result"]>;
}

/** What the file was made of, and how to recognise it. */
function ResultDetails({ result: { madeOf, sha256 } }: ResultProps) {
  const t = useTranslations("desk.export");
  const format = useFormatter();
  const generators = useGenerators();
  const bold = (chunks: ReactNode) => <b className="font-normal text-text">{chunks}</b>;
  return (
    <details className="pt-2 text-sm">
      <summary className="cursor-pointer text-xs text-text-3 hover:text-text">{t("details")}</summary>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5 pt-2 text-text-2 [&_dt]:text-text-3">
        {madeOf.map(({ generator, items, name, ...each }) => {
          const models = format.list(each.models, { type: "unit" });
          return (
            <Fragment key={generator}>
              <dt>{generators.find(({ id }) => id === generator)?.name ?? generator}</dt>
              <dd className="wrap-anywhere">
                {name === null
                  ? t.rich("items", { b: bold, count: items, models })
                  : t.rich("onlyItem", { b: bold, name, models })}
              </dd>
            </Fragment>
          );
        })}
        <dt>{t("marked")}</dt>
        <dd>{t("markedWithAi")}</dd>
        <dt>{t("checksum")}</dt>
        <dd className="font-mono text-xs leading-5 wrap-anywhere">{sha256}</dd>
      </dl>
    </details>
  );
}

function ResultLinks({ result }: ResultProps) {
  const t = useTranslations("desk.export");
  const style = buttonVariants({ variant: "outline", size: "small" });
  return (
    <p className="flex flex-wrap gap-1.5 pt-2">
      <a href={`/api/v1/items/${result.itemId}/download`} download className={style}>
        <Download aria-hidden />
        {t("download")}
      </a>
      <Link href={`/library/${result.generationId}`} className={style}>
        <Library aria-hidden />
        {t("openInLibrary")}
      </Link>
      {result.hasCaptions
        ? subtitleFormats.map((format) => (
            <a
              key={format}
              href={`/api/v1/generations/${result.generationId}/subtitles?format=${format}`}
              download
              className={style}
            >
              <Captions aria-hidden />
              {t("captionsAs", { format: format.toUpperCase() })}
            </a>
          ))
        : null}
    </p>
  );
}
