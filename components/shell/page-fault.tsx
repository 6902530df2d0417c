"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { askForBuild } from "@/components/ui/other-build";
import { EmptyState } from "@/components/ui/empty-state";

/** Shown when a page fails to render: what to do, and the digest that identifies the error in the log. */
export function PageFault({ digest, onRetry }: { digest?: string | undefined; onRetry: () => void }) {
  const t = useTranslations("common.pageFault");
  useEffect(() => void askForBuild(), []);
  return (
    <div role="alert">
      <EmptyState
        headingLevel={1}
        icon={<TriangleAlert aria-hidden />}
        title={t("title")}
        actions={
          // Not a Button: every page loads its error page, and would load the code of all kinds of buttons twice.
          <button
            type="button"
            onClick={onRetry}
            className="button-base h-8.5 rounded-md border border-line-strong px-3 text-sm text-text hover:bg-hover"
          >
            {t("retry")}
          </button>
        }
      >
        <p>{t(digest ? "explanationWithNumber" : "explanation")}</p>
        {digest ? <p className="mt-2 font-mono text-2xs text-text-3">{t("digest", { digest })}</p> : null}
      </EmptyState>
    </div>
  );
}
