import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import type { BudgetsDto } from "@/lib/costs/budget-dto";
import { useUnits } from "@/lib/i18n/units";

/** What a person has used of their budget, and a warning once a budget is reached. */
export function OwnBudget({
  budgets,
  userId,
  sandbox,
}: {
  budgets: BudgetsDto;
  userId: string;
  sandbox: boolean;
}) {
  const t = useTranslations("settings.usage.budgets");
  const units = useUnits();
  const reached = sandbox ? budgets.sandboxReached : budgets.reached;
  const own = budgets.budgets.find(({ memberId }) => memberId === userId);
  const { currency } = budgets;
  const write = (amount: string) => units.costs([{ currency: currency!, amount }]);
  const limit = own?.hard ?? own?.soft;
  return (
    <div className="mt-5 grid gap-3 empty:hidden">
      {reached === "none" ? null : (
        <Notice
          tone={reached === "hard" ? "danger" : "warning"}
          title={t(reached === "hard" ? "hardReached" : "softReached")}
        >
          {t(reached === "hard" ? "hardAction" : "softAction")}
        </Notice>
      )}
      {own && limit ? (
        <p className="text-sm text-text-2">
          {t("own", { spent: write(sandbox ? own.sandboxSpent : own.spent), limit: write(limit) })}
        </p>
      ) : null}
    </div>
  );
}
