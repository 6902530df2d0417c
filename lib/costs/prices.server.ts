import { z } from "zod";
import { recordAudit } from "@/lib/audit/record-audit.server";
import type { Actor } from "@/lib/auth/actor";
import type { Clock } from "@/lib/clock";
import { type Database, Prisma, type Queryable } from "@/lib/db/database.server";
import { parseInput } from "@/lib/errors/parse-input";
import { StudioError } from "@/lib/errors/studio-error";
import { tellListChanged, tellTogether } from "@/lib/live/live-hub.server";
import { estimateCost, findPrices, type UnitPrice } from "./estimate-cost";
import type { GeneratorModels } from "./generator-models";
import { toDecimal, toMicros } from "./money";
import { pricesInputFor, type PricesDto, type PricesInput } from "./price-dto";
import { expectedUsageSchema } from "./stored-usage";
import { priceUnits } from "./units";

/** A price as the studio stores it. */
export interface StudioPrice extends UnitPrice {
  currency: string;
}

interface PriceServices {
  database: Database;
  clock: Clock;
  /** The models of this version. */
  models: GeneratorModels;
  /** Locks the lines of all that waits until the transaction ends, before any of their rows. */
  lockWaiting: (transaction: Prisma.TransactionClient) => Promise<unknown>;
}

const unitSchema = z.enum(priceUnits);

/** All prices, of every time, also those that are not in the table any more. */
export async function readPrices(database: Queryable): Promise<StudioPrice[]> {
  const rows = await database.price.findMany({
    orderBy: [{ generator: "asc" }, { model: "asc" }, { unit: "asc" }, { validFrom: "asc" }],
  });
  return rows.map(({ id: _id, unit, validFrom, validUntil, ...price }) => ({
    ...price,
    unit: unitSchema.parse(unit),
    validFrom: validFrom.getTime(),
    validUntil: validUntil?.getTime() ?? null,
  }));
}

/** The same as one value of a statement that reads something else; `parsePrices` reads it. */
export const pricesValue = Prisma.sql`(
  SELECT coalesce(json_agg(json_build_object(
    'generator', "generator", 'model', "model", 'unit', "unit", 'currency', "currency", 'amount', "amount"::text, 'per', "per",
    'validFrom', "validFrom", 'validUntil', "validUntil"
  ) ORDER BY "generator", "model", "unit", "validFrom"), '[]') FROM "Price")`;

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const pricesValueSchema = z.array(
  z.object({
    generator: z.string(),
    model: z.string(),
    unit: unitSchema,
    currency: z.string(),
    amount: z.string().transform(BigInt),
    per: z.number().int(),
    validFrom: moment,
    validUntil: moment.nullable(),
  }),
);

export function parsePrices(value: unknown): StudioPrice[] {
  return pricesValueSchema.parse(value);
}

const currencyKey = "currency";

/** The currency of prices and budgets; null as long as there are none. */
export async function findCurrency(database: Queryable): Promise<string | null> {
  const setting = await database.instanceSetting.findUnique({ where: { key: currencyKey } });
  return setting ? z.string().parse(setting.value) : null;
}

/** The table of prices. */
export async function getPrices(database: Queryable): Promise<PricesDto> {
  const [currency, prices] = await Promise.all([findCurrency(database), readPrices(database)]);
  const listed = prices.filter(({ validUntil }) => validUntil === null);
  return {
    currency,
    prices: listed.map(({ generator, model, unit, amount, per, validFrom }) => ({
      generator,
      model,
      unit,
      amount: toDecimal(amount),
      per,
      validFrom: new Date(validFrom).toISOString(),
    })),
  };
}

/**
 * Replaces the table of prices. What was sent keeps what it cost; what waits is estimated anew.
 *
 * @throws StudioError input.invalid with the fields, also for a currency that budgets are not in
 */
export async function setPrices(
  { database, clock, models, lockWaiting }: PriceServices,
  owner: Actor,
  given: PricesInput,
): Promise<PricesDto> {
  const { currency, prices } = parseInput(pricesInputFor(models), given);
  const now = new Date(clock.now());
  return database.$transaction(async (transaction) => {
    // Two tables at the same time would mix.
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('prices', 0))`;
    const before = await findCurrency(transaction);
    const hasBudgets = (await transaction.budget.count()) > 0;
    if (hasBudgets && currency !== null && currency !== before) {
      throw new StudioError("input.invalid", {
        fields: [{ path: "currency", key: "price.currency-used", values: {} }],
      });
    }
    await replacePrices(
      transaction,
      prices.map(({ amount, validFrom, ...price }) => ({
        ...price,
        amount: toMicros(amount),
        currency: currency!,
        validFrom: validFrom === undefined ? now : new Date(validFrom),
      })),
      now,
    );
    if (currency !== null) {
      await transaction.instanceSetting.upsert({
        where: { key: currencyKey },
        create: { key: currencyKey, value: currency },
        update: { value: currency },
      });
    } else if (!hasBudgets) {
      await transaction.instanceSetting.deleteMany({ where: { key: currencyKey } });
    }
    await lockWaiting(transaction);
    await estimateWaiting(transaction, now.getTime());
    await recordAudit(transaction, {
      kind: "prices-changed",
      author: owner,
      facts: { currency, count: prices.length },
    });
    return getPrices(transaction);
  });
}

/** What was valid until now ends, but stays for what was sent at it. What is given again, or was still to come, goes. */
async function replacePrices(
  transaction: Queryable,
  prices: Prisma.PriceCreateManyInput[],
  now: Date,
): Promise<void> {
  const again = prices.map(({ generator, model, unit, validFrom }) => ({
    generator,
    model,
    unit,
    validFrom,
  }));
  await transaction.price.deleteMany({ where: { OR: [{ validFrom: { gte: now } }, ...again] } });
  await transaction.price.updateMany({ where: { validUntil: null }, data: { validUntil: now } });
  await transaction.price.createMany({ data: prices });
}

/** What waits has not been sent at the old prices. */
async function estimateWaiting(transaction: Queryable, at: number): Promise<void> {
  const [prices, waiting] = await Promise.all([
    readPrices(transaction),
    transaction.generation.findMany({
      where: { state: "queued" },
      select: { id: true, generator: true, model: true, expected: true },
    }),
  ]);
  const estimates = waiting.map(({ id, generator, model, expected }) => {
    const applying = findPrices(prices, { generator, model, at });
    const estimate = estimateCost(applying, expectedUsageSchema.parse(expected));
    return {
      id,
      estimate: estimate?.amount.toString() ?? null,
      isAtLeast: estimate?.isAtLeast ?? false,
      currency: estimate ? applying[0]!.currency : null,
    };
  });
  await tellTogether(transaction);
  const changed = await transaction.$queryRaw<{ userId: string }[]>`
    UPDATE "Generation" waiting
    SET "estimate" = fresh."estimate", "isAtLeast" = fresh."isAtLeast", "currency" = fresh."currency",
      "version" = waiting."version" + 1
    FROM jsonb_populate_recordset(NULL::"Generation", ${JSON.stringify(estimates)}::jsonb) fresh
    WHERE waiting."id" = fresh."id" AND waiting."state" = 'queued'
      AND (waiting."estimate", waiting."isAtLeast", waiting."currency")
        IS DISTINCT FROM (fresh."estimate", fresh."isAtLeast", fresh."currency")
    RETURNING waiting."userId"`;
  for (const userId of new Set(changed.map((row) => row.userId))) {
    await tellListChanged(transaction, userId, "generations");
  }
}
