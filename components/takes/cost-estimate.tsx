"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { use, useEffect, useMemo, useSyncExternalStore } from "react";
import { BatchChoiceContext } from "@/components/form/batch-choice";
import type { TypedTexts, TypedTextValues } from "@/components/form/typed-texts";
import { costQueries } from "@/components/queries/cost-queries";
import { liveGenerations } from "@/components/queries/live-generations";
import { useNow } from "@/components/queries/use-now";
import type { BudgetsDto } from "@/lib/costs/budget-dto";
import { toDecimal, toMicros } from "@/lib/costs/money";
import { sumEstimates, type ExpectedRequest } from "@/lib/costs/sum-estimates";
import { useUnits } from "@/lib/i18n/units";

export interface CostEstimateProps {
  generator: string;
  requests: readonly ExpectedRequest[];
  /** The same with texts as they are typed, which are in `requests` only after a pause. */
  typing?: { texts: TypedTexts; read: (texts: TypedTextValues) => readonly ExpectedRequest[] };
  /** How often they are sent; as many takes as chosen by default. */
  times?: number;
}

const never = () => () => {};
const noTexts: TypedTextValues = {};
const nothing = () => noTexts;

/** Generations change in bursts; budgets are read once after each. */
const readDelayMs = 1_000;

/** What requests will cost, and whether that passes a budget; nothing where no price applies. Needs the messages `costs`. */
export function CostEstimate({ generator, requests, typing, times }: CostEstimateProps) {
  const t = useTranslations("costs");
  const units = useUnits();
  const takes = use(BatchChoiceContext)?.takes ?? 1;
  const { data } = useQuery(costQueries.prices());
  const hasPrices = data !== undefined && data.prices.length > 0;
  const now = useNow(hasPrices);
  const texts = useSyncExternalStore(
    hasPrices && typing ? typing.texts.subscribe : never,
    typing?.texts.read ?? nothing,
    nothing,
  );
  const prices = useMemo(
    () =>
      (data?.prices ?? []).map((price) => ({
        ...price,
        amount: toMicros(price.amount),
        validFrom: Date.parse(price.validFrom),
      })),
    [data],
  );
  const budgets = useBudgets(hasPrices);
  if (!hasPrices || now === null) return null;
  const estimate = sumEstimates(prices, typing?.read(texts) ?? requests, { generator, at: now });
  if (!estimate) return null;
  const amount = estimate.amount * BigInt(times ?? takes);
  const written = units.costs([{ currency: data.currency!, amount: toDecimal(amount) }]);
  const warning = budgets && findWarning(budgets, amount);
  return (
    <p>
      {t(estimate.isAtLeast ? "least" : "about", { amount: written })}
      {warning ? <span className="text-warning"> {t(`warnings.${warning}`)}</span> : null}
    </p>
  );
}

function useBudgets(enabled: boolean): BudgetsDto | undefined {
  const client = useQueryClient();
  useEffect(() => {
    if (!enabled) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = liveGenerations.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries(costQueries.budgets());
      }, readDelayMs);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [client, enabled]);
  return useQuery({ ...costQueries.budgets(), enabled }).data;
}

/** What a request would pass: its amounts are those of the person, or of the studio for who sees them. */
function findWarning(
  { reached, sandboxReached, usesSandbox, ownId, budgets }: BudgetsDto,
  amount: bigint,
): "soft" | "hard" | "studioSoft" | "studioHard" | null {
  const already = usesSandbox ? sandboxReached : reached;
  if (already === "hard") return "studioHard";
  const counting = budgets.filter(({ memberId }) => memberId === null || memberId === ownId);
  const passes = (limit: "soft" | "hard") =>
    counting.some((budget) => {
      const given = budget[limit];
      const spent = toMicros(usesSandbox ? budget.sandboxSpent : budget.spent);
      return given !== null && spent + amount > toMicros(given);
    });
  if (passes("hard")) return "hard";
  if (already === "soft") return "studioSoft";
  return passes("soft") ? "soft" : null;
}
