"use client";

import { Hourglass } from "lucide-react";
import { useTranslations } from "next-intl";
import { useNow } from "@/components/queries/use-now";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { useUnits } from "@/lib/i18n/units";

interface FeatureCountdownProps {
  expiresAt: string;
  pending: boolean;
  onRenew: () => void;
  /** Analyses again although the analysis should be valid: a service may forget one early. */
  onAgain: () => void;
}

/** How long the analysis remains valid (24 hours), and a button to renew it. */
export function FeatureCountdown({ expiresAt, pending, onRenew, onAgain }: FeatureCountdownProps) {
  const t = useTranslations("workbench.validity");
  const units = useUnits();
  const now = useNow();
  if (now === null) return null;
  const secondsLeft = Math.floor((Date.parse(expiresAt) - now) / 1000);
  if (secondsLeft <= 0) {
    return (
      <Notice
        tone="warning"
        title={t("expired")}
        announce
        actions={
          <Button size="small" pending={pending} onClick={onRenew}>
            {t("again")}
          </Button>
        }
      >
        {t("expiredHint")}
      </Notice>
    );
  }
  return (
    <div className="flex min-h-7.5 items-center gap-1.5 text-2xs text-text-3 tabular-nums">
      <Hourglass aria-hidden className="size-3 shrink-0" />
      <p className="flex-1">{t("left", { duration: units.estimate(secondsLeft) })}</p>
      <Button size="small" variant="ghost" pending={pending} data-tooltip={t("againHint")} onClick={onAgain}>
        {t("again")}
      </Button>
    </div>
  );
}
