import { divideRounded } from "./money";
import { quantityOf, type ExpectedUsage, type PriceUnit, type Quantities } from "./units";

/** A price of a unit of a model, as far as a calculation needs it. */
export interface UnitPrice {
  generator: string;
  model: string;
  unit: PriceUnit;
  /** In micro-units, for `per` units. */
  amount: bigint;
  per: number;
  /** Epoch milliseconds. */
  validFrom: number;
  /** Epoch milliseconds; nothing as long as it is in the table. */
  validUntil?: number | null;
}

/** The prices of a model at a time: the newest of each unit. Pure. */
export function findPrices<Price extends UnitPrice>(
  prices: readonly Price[],
  { generator, model, at }: { generator: string; model: string; at: number },
): Price[] {
  const newest = new Map<PriceUnit, Price>();
  for (const price of prices) {
    if (price.generator !== generator || price.model !== model || price.validFrom > at) continue;
    if (price.validUntil != null && price.validUntil <= at) continue;
    const known = newest.get(price.unit);
    if (!known || known.validFrom < price.validFrom) newest.set(price.unit, price);
  }
  return [...newest.values()];
}

export interface Estimate {
  /** In micro-units. */
  amount: bigint;
  /** It may cost more: a quantity with a price is known afterwards only. */
  isAtLeast: boolean;
}

/** What a request will cost at these prices; null where none applies. Pure. */
export function estimateCost(prices: readonly UnitPrice[], expected: ExpectedUsage): Estimate | null {
  const used: Quantities = {
    requests: 1,
    characters: 0,
    milliseconds: 0,
    images: 0,
    songs: 0,
    ...expected,
  };
  // A price for what the generator never uses says nothing.
  const applying = prices.filter(({ unit }) => used[quantityOf[unit].name] !== 0 || unit === "request");
  return priceUsage(applying, used);
}

/** What was used comes to at these prices; null where none applies. An unknown quantity adds nothing. Pure. */
export function priceUsage(prices: readonly UnitPrice[], used: Quantities): Estimate | null {
  if (prices.length === 0) return null;
  const parts = prices.map(({ unit, amount, per }) => {
    const { name, scale } = quantityOf[unit];
    const quantity = used[name];
    return quantity === null ? null : divideRounded(amount * BigInt(quantity), BigInt(per) * BigInt(scale));
  });
  return {
    amount: parts.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n),
    isAtLeast: parts.includes(null),
  };
}

/**
 * What a sent request came to at the prices of when it was sent. Where they are in another currency meanwhile, what it was
 * expected to cost stays the best that is known. Pure.
 */
export function settlePrice(
  prices: readonly (UnitPrice & { currency: string })[],
  sent: {
    generator: string;
    model: string;
    at: number;
    currency: string | null;
    estimate: bigint | null;
  },
  used: Quantities,
): { currency: string | null; cost: bigint | null } {
  const applying = findPrices(prices, sent);
  const currency = sent.currency ?? applying[0]?.currency ?? null;
  const cost = applying[0]?.currency === currency ? priceUsage(applying, used)?.amount : undefined;
  return { currency, cost: cost ?? sent.estimate };
}
