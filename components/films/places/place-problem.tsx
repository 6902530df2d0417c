"use client";

import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import { useErrorText } from "@/lib/i18n/use-error-text";
import type { PlaceStatus } from "@/lib/films/places/place-status";

/** What happened where a shot has no result, whether it was billed, and what to do. */
export function PlaceProblem({ status }: { status: PlaceStatus }) {
  const t = useTranslations("places.billed");
  const errorText = useErrorText();
  if (status.kind === "open" && status.problem !== null) {
    const { title, action } = errorText(status.problem);
    return (
      <Notice tone="warning" title={title}>
        {action}
      </Notice>
    );
  }
  if (status.kind !== "failed" && status.kind !== "unknown") return null;
  const { error } = status.generation;
  if (!error) return null;
  const { title, action } = errorText(error.code);
  return (
    <Notice tone={status.kind === "unknown" ? "warning" : "danger"} title={title} code={error.code}>
      {t(error.mayBeBilled ? "maybe" : "nothing")} {action} {error.mayBeBilled ? t("again") : null}
    </Notice>
  );
}
