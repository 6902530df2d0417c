import { useFormatter, useTranslations } from "next-intl";
import { SettingsPart, SettingsRow, SettingsRows } from "../settings-section";
import type { StudioStatus } from "@/lib/status/studio-status";

/** What waits and what is under way, by generator and model. */
export function QueuePart({
  queue,
  names,
}: {
  queue: StudioStatus["queue"];
  names: Readonly<Record<string, string>>;
}) {
  const t = useTranslations("status.queue");
  const format = useFormatter();
  const total = (key: "waiting" | "running") => queue.reduce((sum, group) => sum + group[key], 0);
  return (
    <SettingsPart
      title={t("title")}
      lead={
        queue.length > 1
          ? `${t("waiting", { count: total("waiting") })} · ${t("running", { count: total("running") })}`
          : undefined
      }
    >
      <SettingsRows label={t("title")} empty={t("empty")}>
        {queue.map(({ generator, model, waiting, held, running, oldestAt }) => (
          <SettingsRow
            key={`${generator} ${model}`}
            facts={oldestAt ? t("oldest", { time: format.dateTime(oldestAt, "dateTime") }) : null}
            actions={
              <span className="text-sm tabular-nums">
                {[
                  ...(waiting > 0 ? [t("waiting", { count: waiting })] : []),
                  ...(held > 0 ? [t("held", { count: held })] : []),
                  ...(running > 0 ? [t("running", { count: running })] : []),
                ].join(" · ")}
              </span>
            }
          >
            <span className="font-medium">{names[generator] ?? generator}</span>
            <span className="ml-2 wrap-anywhere text-text-2">{model}</span>
          </SettingsRow>
        ))}
      </SettingsRows>
    </SettingsPart>
  );
}
