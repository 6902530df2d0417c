import { generators } from "@/generators/registry";
import type { Actor } from "@/lib/auth/actor";
import { studioClock } from "@/lib/clock";
import type { BudgetsDto, BudgetsInput } from "@/lib/costs/budget-dto";
import { listGeneratorModels, type GeneratorModels } from "@/lib/costs/generator-models";
import type { PricesDto, PricesInput } from "@/lib/costs/price-dto";
import { setPrices } from "@/lib/costs/prices.server";
import { setBudgets } from "@/lib/costs/set-budgets.server";
import { analysisKind, analysisModel } from "@/lib/covers/analysis-calls.server";
import { getDatabase, type Prisma } from "@/lib/db/database.server";
import { releaseHeld } from "@/lib/generations/line/hold-generations.server";
import { lockLines } from "@/lib/generations/line/lock-lines.server";
import { draftPayment } from "@/lib/lyrics/draft-rows.server";
import { getGenerationServices } from "./generation-services.server";

/** What has prices: the models of generators, and what is sent outside of generations. */
const models: GeneratorModels = {
  ...listGeneratorModels(generators),
  [analysisKind]: [analysisModel],
  [draftPayment.kind]: [draftPayment.model],
};

/** What costs need of the studio. */
export const getCostServices = () => ({
  database: getDatabase(),
  clock: studioClock,
  models,
});

/** Replaces the prices; what waited for a budget may fit at the new ones. */
export async function changePrices(owner: Actor, input: PricesInput): Promise<PricesDto> {
  const services = await getGenerationServices();
  const lockWaiting = (transaction: Prisma.TransactionClient) =>
    lockLines(services, transaction, { state: "queued" });
  const prices = await setPrices({ ...getCostServices(), lockWaiting }, owner, input);
  await releaseHeld(services);
  return prices;
}

/** Replaces the budgets, and sends what waited for them as far as they allow it. */
export async function changeBudgets(owner: Actor, input: BudgetsInput): Promise<BudgetsDto> {
  const budgets = await setBudgets(getCostServices(), owner, input);
  await releaseHeld(await getGenerationServices());
  return budgets;
}
