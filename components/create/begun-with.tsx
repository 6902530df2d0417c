"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { FormOrigin } from "./form-start";

/** Says where the file of a form comes from, and restores an unsent draft. */
export function BegunWith({
  origin,
  onBringBack,
}: {
  /** Null if the source of the file is unknown. */
  origin: FormOrigin | null;
  /** Null if there is no unsent draft. */
  onBringBack: (() => void) | null;
}) {
  const t = useTranslations("create.begun");
  if (!origin && !onBringBack) return null;
  return (
    <div className="mx-(--page-gutter) mb-5 grid gap-1.5 border-l-2 border-hue pl-3 text-sm text-text-2">
      {origin ? (
        <p className="line-clamp-2" dir="auto">
          {t.rich(`from.${origin.of}`, {
            title: () => <span className="font-medium text-text">{origin.title}</span>,
          })}
        </p>
      ) : null}
      {onBringBack ? (
        <p role="status" className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {t("earlier")}
          <Button size="small" variant="outline" onClick={onBringBack}>
            {t("bringBack")}
          </Button>
        </p>
      ) : null}
    </div>
  );
}
