"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { StateDot } from "@/components/ui/state-dot";
import { useErrorText } from "@/lib/i18n/use-error-text";
import type { FilmSaver } from "./film-saver";
import { useDesk, useFilmDesk } from "./use-desk";

function subscribeToNetwork(listener: () => void): () => void {
  const controller = new AbortController();
  addEventListener("online", listener, { signal: controller.signal });
  addEventListener("offline", listener, { signal: controller.signal });
  return () => controller.abort();
}

const useIsOnline = () =>
  useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  );

/** Whether what is shown is stored, in a few words. */
export function SaveWords({ saver, className }: { saver: FilmSaver; className?: string }) {
  const t = useTranslations("desk.save");
  const format = useFormatter();
  const errorText = useErrorText();
  const desk = useFilmDesk();
  const save = useDesk((state) => state.save);
  const fault = useDesk((state) => state.fault);
  const updatedAt = useDesk((state) => state.film.updatedAt);
  const isOnline = useIsOnline();
  if (!desk.canEdit) return <span className={className}>{t("viewOnly")}</span>;
  const isPassing = fault === "studio.unreachable" || fault === "internal";
  return (
    <span role="status" className={className}>
      {save === "saved" ? t("saved", { time: format.dateTime(new Date(updatedAt), "time") }) : null}
      {save === "saving" || save === "unsaved" ? (isOnline ? t("saving") : t("offline")) : null}
      {save === "changed" ? <StateDot tone="warning">{t("notSaved")}</StateDot> : null}
      {save === "failed" ? (
        <span className="flex min-w-0 items-center gap-2">
          <StateDot tone="warning">
            {!isOnline
              ? t("offline")
              : isPassing
                ? t("retrying")
                : t("failed", { reason: errorText(fault ?? "internal").title })}
          </StateDot>
          {isOnline && isPassing ? (
            <Button variant="ghost" size="small" onClick={() => void saver.flush()}>
              {t("tryNow")}
            </Button>
          ) : null}
        </span>
      ) : null}
    </span>
  );
}
