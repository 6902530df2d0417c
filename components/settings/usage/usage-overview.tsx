import { useFormatter, useTranslations } from "next-intl";
import type { UsageDto } from "@/lib/costs/usage-dto";
import { parseDay } from "@/lib/costs/usage-period";
import { useUnits } from "@/lib/i18n/units";
import { SettingsPart } from "../settings-section";
import { UsageChart } from "./usage-chart";
import { UsageTable } from "./usage-table";

const noon = 12 * 60 * 60 * 1_000;

/** What was used in a period, in all and by day, generator, model and member. */
export function UsageOverview({
  usage,
  names,
}: {
  usage: UsageDto;
  /** Names of generators by ID. */
  names: Readonly<Record<string, string>>;
}) {
  const t = useTranslations("settings.usage");
  const format = useFormatter();
  const units = useUnits();
  const { total, days, generators, models, members } = usage;
  if (total.requests === 0) return <p className="mt-6 text-sm text-text-3">{t("none")}</p>;
  const nameOf = (generator: string) => names[generator] ?? generator;
  return (
    <>
      <p className="mt-6 mb-4 flex flex-wrap items-baseline gap-x-3">
        <span className="text-2xl font-semibold tracking-tight">
          {total.costs.length > 0 ? units.costs(total.costs) : t("requests", { count: total.requests })}
        </span>
        <span className="text-sm text-text-2">
          {total.costs.length > 0 ? t("requests", { count: total.requests }) : null}
          {total.costs.length > 0 && total.unpriced > 0
            ? ` · ${t("unpriced", { count: total.unpriced })}`
            : null}
        </span>
      </p>
      <UsageChart usage={usage} />
      <SettingsPart title={t("byGenerator")}>
        <UsageTable
          caption={t("byGenerator")}
          heading={t("generator")}
          rows={generators.map(({ generator, ...figures }) => ({
            ...figures,
            key: generator,
            label: nameOf(generator),
          }))}
        />
      </SettingsPart>
      <SettingsPart title={t("byModel")}>
        <UsageTable
          caption={t("byModel")}
          heading={t("model")}
          rows={models.map(({ generator, model, ...figures }) => ({
            ...figures,
            key: `${generator} ${model}`,
            label: t("modelOf", { generator: nameOf(generator), model }),
          }))}
        />
      </SettingsPart>
      {members.length > 1 ? (
        <SettingsPart title={t("byMember")}>
          <UsageTable
            caption={t("byMember")}
            heading={t("member")}
            rows={members.map(({ id, name, ...figures }) => ({
              ...figures,
              key: id,
              label: name ?? t("removed"),
            }))}
          />
        </SettingsPart>
      ) : null}
      <SettingsPart title={t("byDay")}>
        <UsageTable
          caption={t("byDay")}
          heading={t("day")}
          rows={days.toReversed().map(({ day, ...figures }) => ({
            ...figures,
            key: day,
            label: format.dateTime(new Date(parseDay(day)! + noon), "date"),
          }))}
        />
      </SettingsPart>
    </>
  );
}
