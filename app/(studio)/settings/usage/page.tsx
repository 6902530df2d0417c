import { getTimeZone, getTranslations } from "next-intl/server";
import { SettingsHeading } from "@/components/settings/settings-section";
import { BudgetsEditor } from "@/components/settings/usage/budgets-editor";
import { OwnBudget } from "@/components/settings/usage/own-budget";
import { PricesEditor } from "@/components/settings/usage/prices-editor";
import { UsageOverview } from "@/components/settings/usage/usage-overview";
import { UsagePeriodForm } from "@/components/settings/usage/usage-period-form";
import { requireSessionActor } from "@/lib/auth/session-actor.server";
import { PageMessages } from "@/lib/i18n/page-messages";
import { loadUsagePage } from "@/server/pages/load-usage-page.server";
import { saveBudgetsAction, savePricesAction } from "./actions";

export default async function UsagePage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const [actor, address, timeZone, t] = await Promise.all([
    requireSessionActor(),
    searchParams,
    getTimeZone(),
    getTranslations("settings.usage"),
  ]);
  const { usage, budgets, names, editable } = await loadUsagePage(actor, address, timeZone);
  const { from, until, sandbox } = usage;
  const query = new URLSearchParams({ from, until, timeZone, sandbox: String(sandbox) });
  const { currency } = budgets;
  return (
    <>
      <SettingsHeading title={t("title")}>{t("lead")}</SettingsHeading>
      <UsagePeriodForm
        key={query.toString()}
        from={from}
        until={until}
        sandbox={sandbox}
        csv={`/api/v1/usage.csv?${query}`}
      />
      <OwnBudget budgets={budgets} userId={actor.userId} sandbox={sandbox} />
      <UsageOverview usage={usage} names={names} />
      {editable ? (
        <PageMessages namespaces={["settings.usage", "validation.price", "validation.budget"]}>
          <PricesEditor
            prices={editable.prices}
            models={editable.models}
            names={names}
            save={savePricesAction}
          />
          {currency === null ? null : (
            <BudgetsEditor
              key={currency}
              budgets={{ ...budgets, currency }}
              members={editable.members}
              sandbox={sandbox}
              save={saveBudgetsAction}
            />
          )}
        </PageMessages>
      ) : null}
    </>
  );
}
