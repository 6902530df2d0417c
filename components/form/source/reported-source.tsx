"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ApiError } from "@/components/queries/api-fetch";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/progress";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { useFieldProblemText } from "../use-schema-form";

/** An uploaded file while the server checks it, and when that fails. `children` shows the result. */
export function ReportedSource<Report>({
  query: { data, error, refetch },
  loadingLabel: lookingLabel,
  skeletonClass,
  onRemove,
  children,
}: {
  query: UseQueryResult<Report>;
  loadingLabel: string;
  skeletonClass: string;
  onRemove: () => void;
  children: (report: Report) => ReactNode;
}) {
  const t = useTranslations("form.source");
  const errorText = useErrorText();
  if (error) {
    const { title, action } = errorText(error instanceof ApiError ? error.code : "internal");
    return (
      <div className="rounded-md border px-3.5 py-3 text-sm">
        <p role="alert" className="text-text-2">
          <strong className="font-medium text-text">{title}</strong> {action}
        </p>
        <div className="mt-2 flex gap-2">
          <Button size="small" onClick={() => void refetch()}>
            {t("lookAgain")}
          </Button>
          <Button size="small" variant="ghost" onClick={onRemove}>
            {t("removeIt")}
          </Button>
        </div>
      </div>
    );
  }
  if (data === undefined) {
    return (
      <div role="status" aria-label={lookingLabel}>
        <Skeleton className={skeletonClass} />
      </div>
    );
  }
  return children(data);
}

/** Lists why a file cannot be used. */
export function SourceProblems({
  problems,
}: {
  problems: readonly { key: string; values?: Record<string, string | number> | undefined }[];
}) {
  const describeProblem = useFieldProblemText();
  if (problems.length === 0) return null;
  return (
    // On a wrapper: with role="alert" on the list itself, its items would have no list.
    <div role="alert" className="mt-1.5 text-2xs text-danger">
      <ul className="grid gap-0.5">
        {problems.map(({ key, values }) => (
          <li key={key}>{describeProblem({ path: "", key, ...(values ? { values } : {}) })}</li>
        ))}
      </ul>
    </div>
  );
}
