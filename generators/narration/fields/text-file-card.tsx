"use client";

import { FileArchive, FileText, X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useFieldProblemText } from "@/components/form/use-schema-form";
import { IconButton } from "@/components/ui/button";
import { NARRATION_LIMITS } from "@/lib/service/contract/speech-options";
import { supportsToneTags, TONE_TAG_MODELS } from "@/lib/service/contract/speech-marks";
import type { TextEncoding } from "@/generators/narration/text-files/decode-text";
import type { TextFileReport } from "@/generators/narration/text-files/text-file-report";

/** Further rows are only counted. */
const shownMembers = 6;

interface TextFileCardProps {
  report: TextFileReport;
  model: string;
  convertedFrom: TextEncoding | null;
  onRemove: () => void;
}

/** The contents of the chosen file, and its problems. */
export function TextFileCard({ report, model, convertedFrom, onRemove }: TextFileCardProps) {
  const t = useTranslations("generators.narration.file");
  const describe = useFieldProblemText();
  const problems = listProblems(report, model);
  const { name, kind, characters, texts, beginning, members } = report;
  const Icon = kind === "zip" ? FileArchive : FileText;
  return (
    <div className="rounded-md border bg-raised">
      <div className="flex items-start gap-2.5 py-1.5 pr-1.5 pl-3">
        <Icon aria-hidden className="mt-1.5 size-4 shrink-0 text-hue" />
        <div className="min-w-0 flex-1 py-1">
          <p className="truncate text-sm font-medium text-text" title={name}>
            {name}
          </p>
          <p className="text-2xs text-text-3 tabular-nums">
            {t("facts", { characters, maximum: NARRATION_LIMITS.fileUnderLength - 1 })}
            {texts > 1 ? ` · ${t("texts", { texts, files: texts * 3 })}` : ""}
          </p>
        </div>
        <IconButton label={t("remove")} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      {kind === "zip" && members.length > 0 ? <Members members={members} /> : null}
      {beginning ? (
        <blockquote dir="auto" className="border-t px-3 py-2 text-xs text-text-2">
          {beginning}
        </blockquote>
      ) : null}
      {convertedFrom ? (
        <p className="border-t px-3 py-2 text-2xs text-text-2">
          {t("converted", { encoding: convertedFrom })}
        </p>
      ) : null}
      {report.skipped.length > 0 ? <Skipped {...report} /> : null}
      {problems.length > 0 ? (
        <div role="alert" className="border-t px-3 py-2 text-2xs text-danger">
          <ul className="grid gap-1">
            {problems.map((problem, index) => (
              <li key={index} className="break-words">
                {describe({ path: "text_file", ...problem })}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  );
}

function Members({ members }: Pick<TextFileReport, "members">) {
  const t = useTranslations("generators.narration.file");
  const format = useFormatter();
  const shown = members.slice(0, shownMembers);
  return (
    <ul className="grid gap-0.5 border-t px-3 py-2 text-xs text-text-2">
      {shown.map(({ name, parts }) => (
        <li key={name} className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3">
          <span className="max-w-full truncate">{name}</span>
          <span className="text-2xs text-text-3 tabular-nums">
            {parts
              .map(({ field, characters }) =>
                field ? t(`parts.${field}`, { characters }) : format.number(characters),
              )
              .join(" · ")}
          </span>
        </li>
      ))}
      {members.length > shown.length ? (
        <li className="text-2xs text-text-3">{t("more", { count: members.length - shown.length })}</li>
      ) : null}
    </ul>
  );
}

/** The contents that are not sent. */
function Skipped({ skipped, skippedCount }: Pick<TextFileReport, "skipped" | "skippedCount">) {
  const t = useTranslations("generators.narration.file");
  return (
    <details className="border-t px-3 py-2 text-2xs text-text-3">
      <summary className="w-fit cursor-pointer rounded-xs hover:text-text">
        {t("skipped", { count: skippedCount })}
      </summary>
      <ul className="mt-1 grid gap-0.5">
        {skipped.map(({ member, field, reason }, index) => (
          <li key={index} className="wrap-anywhere">
            {t(`skipReasons.${reason}`, { member: field === null ? member : `${member}, ${field}` })}
          </li>
        ))}
        {skippedCount > skipped.length ? (
          <li>{t("more", { count: skippedCount - skipped.length })}</li>
        ) : null}
      </ul>
    </details>
  );
}

/** The problems of the file, and tone tags that the model does not support. */
function listProblems({ problems, toneTags }: TextFileReport, model: string): TextFileReport["problems"] {
  if (toneTags.length === 0 || supportsToneTags(model)) return problems;
  const values = { tags: toneTags.join(", "), model, allowed: TONE_TAG_MODELS.join(", ") };
  return [...problems, { key: "text-file.tone-tags", values }];
}
