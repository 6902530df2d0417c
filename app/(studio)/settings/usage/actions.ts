"use server";

import { getSessionOwner } from "@/lib/auth/session-actor.server";
import { budgetsInputSchema, type BudgetsDto, type BudgetsInput } from "@/lib/costs/budget-dto";
import { pricesInputSchema, type PricesDto, type PricesForm } from "@/lib/costs/price-dto";
import { parseInput } from "@/lib/errors/parse-input";
import type { ActionResult } from "@/lib/http/action-result";
import { runAction } from "@/lib/http/run-action.server";
import { changeBudgets, changePrices } from "@/server/cost-services.server";

/** Replaces the table of prices. */
export async function savePricesAction(input: PricesForm): Promise<ActionResult<PricesDto>> {
  return runAction(async () => {
    const owner = await getSessionOwner();
    return changePrices(owner, parseInput(pricesInputSchema, input));
  });
}

/** Replaces all budgets. */
export async function saveBudgetsAction(input: BudgetsInput): Promise<ActionResult<BudgetsDto>> {
  return runAction(async () => {
    const owner = await getSessionOwner();
    return changeBudgets(owner, parseInput(budgetsInputSchema, input));
  });
}
