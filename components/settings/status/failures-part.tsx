import { useFormatter, useMessages, useTranslations } from "next-intl";
import { buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { findErrorText, type ErrorTexts } from "@/lib/i18n/error-texts";
import { SettingsPart, SettingsRow, SettingsRows } from "../settings-section";
import type { StudioStatus } from "@/lib/status/studio-status";

/** What failed within a day, most often first. */
export function FailuresPart({ failures }: { failures: StudioStatus["failures"] }) {
  const t = useTranslations("status.failures");
  const format = useFormatter();
  const texts: ErrorTexts = useMessages().errors;
  const describe = ({ code, lastAt, own }: StudioStatus["failures"][number]) => [
    code,
    t("last", { time: format.dateTime(lastAt, "dateTime") }),
    ...(own > 0 ? [t("own", { count: own })] : []),
  ];
  const hasOwn = failures.some(({ own }) => own > 0);
  return (
    <SettingsPart
      title={t("title")}
      actions={
        hasOwn ? (
          <Link href="/activity" className={buttonVariants({ variant: "outline", size: "small" })}>
            {t("openActivity")}
          </Link>
        ) : null
      }
    >
      <SettingsRows label={t("title")} empty={t("empty")}>
        {failures.map((failure) => {
          const { title, action } = findErrorText(texts, failure.code);
          return (
            <SettingsRow
              key={failure.code}
              facts={describe(failure).join(" · ")}
              actions={<span className="text-sm tabular-nums">{failure.count}</span>}
            >
              <span className="font-medium">{title}</span> <span className="text-text-2">{action}</span>
            </SettingsRow>
          );
        })}
      </SettingsRows>
    </SettingsPart>
  );
}
