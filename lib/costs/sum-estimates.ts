import { estimateCost, findPrices, type Estimate, type UnitPrice } from "./estimate-cost";
import type { ExpectedUsage } from "./units";

export interface ExpectedRequest {
  model: string;
  expected: ExpectedUsage;
}

/** What several requests to a generator will cost together; null where no price applies to any. Pure. */
export function sumEstimates(
  prices: readonly UnitPrice[],
  requests: readonly ExpectedRequest[],
  { generator, at }: { generator: string; at: number },
): Estimate | null {
  const byModel = new Map<string, UnitPrice[]>();
  let amount = 0n;
  let isAtLeast = false;
  for (const { model, expected } of requests) {
    const applying = byModel.get(model) ?? findPrices(prices, { generator, model, at });
    byModel.set(model, applying);
    const estimate = estimateCost(applying, expected);
    amount += estimate?.amount ?? 0n;
    // Without a price for each, they cost at least as much as the others.
    isAtLeast ||= estimate?.isAtLeast ?? true;
  }
  return [...byModel.values()].some((applying) => applying.length > 0) ? { amount, isAtLeast } : null;
}
