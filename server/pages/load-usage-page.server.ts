import { getTranslations } from "next-intl/server";
import type { Actor } from "@/lib/auth/actor";
import { listMembers } from "@/lib/auth/members.server";
import type { BudgetsDto } from "@/lib/costs/budget-dto";
import type { GeneratorModels } from "@/lib/costs/generator-models";
import type { PricesDto } from "@/lib/costs/price-dto";
import { getPrices } from "@/lib/costs/prices.server";
import { readUsage } from "@/lib/costs/read-usage.server";
import { getBudgets } from "@/lib/costs/set-budgets.server";
import { usageQuerySchema, type UsageDto } from "@/lib/costs/usage-dto";
import { analysisKind } from "@/lib/covers/analysis-calls.server";
import { draftPayment } from "@/lib/lyrics/draft-rows.server";
import { getCostServices } from "../cost-services.server";
import { getGeneratorFacts } from "./generator-facts.server";

interface UsagePageData {
  usage: UsageDto;
  budgets: BudgetsDto;
  /** Names of generators, and of what is sent outside of generations, by ID. */
  names: Record<string, string>;
  /** What an owner edits; null for members. */
  editable: { prices: PricesDto; models: GeneratorModels; members: { id: string; name: string }[] } | null;
}

/** What the page of usage shows. An address that no form leads to shows this month. */
export async function loadUsagePage(
  actor: Actor,
  address: Record<string, string | string[] | undefined>,
  timeZone: string,
): Promise<UsagePageData> {
  const services = getCostServices();
  const { from, until, sandbox } = address;
  const chosen = usageQuerySchema.safeParse({ from, until, timeZone, sandbox });
  const query = chosen.success ? chosen.data : usageQuerySchema.parse({ timeZone });
  const readBudgets = getBudgets(services, actor);
  // Whoever tries things in the sandbox wants to see what that would have cost.
  const readFigures = async () =>
    readUsage(services, actor, {
      ...query,
      sandbox: sandbox === undefined ? (await readBudgets).usesSandbox : query.sandbox,
    });
  const [budgets, usage, facts, prices, members, t] = await Promise.all([
    readBudgets,
    readFigures(),
    getGeneratorFacts(),
    actor.role === "owner" ? getPrices(services.database) : null,
    actor.role === "owner" ? listMembers(services.database) : [],
    getTranslations("settings.usage"),
  ]);
  return {
    usage,
    budgets,
    names: {
      ...Object.fromEntries(facts.map(({ id, name }) => [id, name])),
      [analysisKind]: t("analysis"),
      [draftPayment.kind]: t("lyrics"),
    },
    editable: prices && {
      prices,
      models: services.models,
      members: members.map(({ id, name }) => ({ id, name })),
    },
  };
}
