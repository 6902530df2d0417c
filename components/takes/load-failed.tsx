"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";

/** In the place of a list whose first page couldn't be loaded. */
export function LoadFailed({ onRetry, className }: { onRetry: () => void; className?: string }) {
  const t = useTranslations("takes");
  return (
    <Notice
      className={className ?? ""}
      title={t("loadFailed")}
      actions={
        <Button size="small" variant="outline" onClick={onRetry}>
          {t("tryAgain")}
        </Button>
      }
    />
  );
}
