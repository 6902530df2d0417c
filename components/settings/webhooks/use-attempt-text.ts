import { useTranslations } from "next-intl";
import { useUnits } from "@/lib/i18n/units";
import type { AttemptDto } from "@/lib/webhooks/webhook-dto";

/** Describes an attempt: how it ended, the status and how long it took. */
export function useAttemptText(): (attempt: AttemptDto) => string {
  const t = useTranslations("settings.webhooks");
  const units = useUnits();
  return ({ status, fault, durationMs }) =>
    [
      t(fault === null ? "accepted" : `faults.${fault}`),
      ...(status === null ? [] : [t("status", { status: String(status) })]),
      // Faster than the unit shows.
      units.elapsed(Math.max(0.1, durationMs / 1_000)),
    ].join(" · ");
}
