import { useFormatter, useTranslations } from "next-intl";
import { StateDot } from "@/components/ui/state-dot";
import { useUnits } from "@/lib/i18n/units";
import { SettingsPart, SettingsRow, SettingsRows } from "../settings-section";
import type { StudioStatus } from "@/lib/status/studio-status";

/** The workers of all machines. */
export function WorkersPart({ workers }: { workers: StudioStatus["workers"] }) {
  const t = useTranslations("status.workers");
  const format = useFormatter();
  const units = useUnits();
  const describe = (worker: StudioStatus["workers"][number]) => [
    worker.version && worker.build
      ? t("version", { version: worker.version, build: worker.build })
      : t("unknownVersion"),
    t("since", { time: format.dateTime(worker.startedAt, "dateTime") }),
    ...(worker.seenSecondsAgo === null
      ? []
      : [t("seen", { seconds: units.estimate(worker.seenSecondsAgo) })]),
  ];
  return (
    <SettingsPart title={t("title")}>
      <SettingsRows label={t("title")} empty={t("empty")}>
        {workers.map((worker) => (
          <SettingsRow
            key={worker.id}
            facts={describe(worker).join(" · ")}
            actions={
              <>
                <span className="text-sm tabular-nums">{t("claims", { count: worker.claims })}</span>
                <StateDot tone={worker.isAlive ? "good" : "danger"}>
                  {t(worker.isAlive ? "alive" : "lost")}
                </StateDot>
              </>
            }
          >
            <span className="font-medium wrap-anywhere">{worker.host}</span>
          </SettingsRow>
        ))}
      </SettingsRows>
    </SettingsPart>
  );
}
