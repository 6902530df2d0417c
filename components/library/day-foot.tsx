"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { StateDot } from "@/components/ui/state-dot";

/** One quiet line about the work of a day that has no result. */
export function DayFoot({ failed, cancelled }: { failed: number; cancelled: number }) {
  const t = useTranslations("library.days");
  return (
    <p className="flex items-center gap-3 pt-2 text-xs text-text-3">
      <StateDot tone={failed > 0 ? "danger" : "neutral"}>
        <span>{failed > 0 ? t("failed", { count: failed }) : t("cancelled", { count: cancelled })}</span>
      </StateDot>
      <Link href="/activity" className="underline underline-offset-3 hover:text-text">
        {t("showInActivity")}
      </Link>
    </p>
  );
}
