import { useTranslations } from "next-intl";
import type { QuotasInput } from "@/lib/auth/account-input";
import { useUnits } from "@/lib/i18n/units";

/** What a person uses and may use; null is no quota. */
export interface ShownQuotas {
  quotas: QuotasInput;
  usage: { diskBytes: number; queueLength: number };
}

/** Writes quotas and usage: "1.2 GB of 5 GB stored · 3 of 20 queued". */
export function useQuotaText(): (shown: ShownQuotas) => string {
  const t = useTranslations("settings.quotas");
  const units = useUnits();
  return ({ quotas, usage }) =>
    [
      quotas.diskBytes === null
        ? t("stored", { used: units.bytes(usage.diskBytes) })
        : t("storedOf", { used: units.bytes(usage.diskBytes), quota: units.bytes(quotas.diskBytes) }),
      quotas.queueLength === null
        ? t("queued", { used: usage.queueLength })
        : t("queuedOf", { used: usage.queueLength, quota: quotas.queueLength }),
    ].join(" · ");
}

/** A person's own quotas in one line; nothing without one. */
export function OwnQuotas({ shown }: { shown: ShownQuotas }) {
  const t = useTranslations("settings.quotas");
  const describe = useQuotaText();
  if (shown.quotas.diskBytes === null && shown.quotas.queueLength === null) return null;
  return <p className="mt-4 text-sm text-text-2">{t("own", { usage: describe(shown) })}</p>;
}
