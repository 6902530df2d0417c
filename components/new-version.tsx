"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { askForBuild, useOtherBuild } from "@/components/ui/other-build";
import { isTypedUnsaved, watchTyping } from "@/components/ui/typed-text";

/**
 * Says that the studio has another build than this page, whose code may be gone. Part of every page, since what loads later may not
 * load any more. The page never reloads by itself: its forms keep drafts, and the browser asks first about other text.
 */
export function NewVersion() {
  const t = useTranslations("common");
  const told = useOtherBuild();
  const [closedAt, setClosedAt] = useState(0);
  const isOther = told > 0;
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    watchTyping(signal);
    const onError = ({ target }: Event) => {
      const isCode = target instanceof HTMLScriptElement || target instanceof HTMLLinkElement;
      if (isCode && navigator.onLine) void askForBuild();
    };
    // Files that don't load tell only those who listen in the capture phase.
    addEventListener("error", onError, { capture: true, signal });
    return () => controller.abort();
  }, []);
  useEffect(() => {
    if (!isOther) return;
    const askFirst = (event: BeforeUnloadEvent) => isTypedUnsaved() && event.preventDefault();
    addEventListener("beforeunload", askFirst);
    return () => removeEventListener("beforeunload", askFirst);
  }, [isOther]);
  return (
    <div aria-live="polite">
      {told > closedAt ? (
        <div className="fixed inset-x-3 top-3 z-50 flex items-center gap-3 rounded-md border border-line bg-raised px-3.5 py-3 text-sm font-medium text-text shadow-float sm:top-auto sm:right-4 sm:bottom-4 sm:left-auto">
          <span className="flex-1">{t("newVersion.title")}</span>
          <button
            type="button"
            onClick={() => location.reload()}
            className="button-base h-7 rounded-sm border border-line-strong px-2.5 text-2xs hover:bg-hover"
          >
            {t("newVersion.reload")}
          </button>
          <button
            type="button"
            aria-label={t("close")}
            onClick={() => setClosedAt(told)}
            className="grid size-6 place-items-center rounded-sm text-text-3 hover:text-text"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </div>
      ) : null}
    </div>
  );
}
