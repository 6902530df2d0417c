import { z } from "zod";
import { isKnownModel, type GeneratorModels } from "./generator-models";
import { amountPattern } from "./money";
import { priceUnits } from "./units";

/** A decimal with up to six places, as text, so that no digit is lost. */
export const amountSchema = z
  .string({ error: "price.amount" })
  .regex(amountPattern, { error: "price.amount" })
  .describe("A decimal from 0, with up to 9 digits and 6 decimal places, for example `0.035`.");

const currencies = new Set(Intl.supportedValuesOf("currency"));

const currencySchema = z
  .string({ error: "price.currency" })
  .refine((code) => currencies.has(code), { error: "price.currency" })
  .describe("The currency of all prices and budgets by its ISO 4217 code, for example `USD`.");

/** Below a million: what one request comes to is a 64-bit number, whatever its quantity. */
const priceSchema = z
  .string({ error: "price.amount" })
  .regex(/^\d{1,6}(?:\.\d{1,6})?$/, { error: "price.amount" })
  .describe("A decimal from 0, with up to 6 digits and 6 decimal places, for example `0.035`.");

const maxPrices = 500;
const mostPer = 1_000_000_000;

const perProblem = { error: "price.per" };
const priceShape = {
  generator: z.string().min(1, { error: "field.required" }).max(64),
  model: z.string().min(1, { error: "field.required" }).max(200),
  unit: z.enum(priceUnits).describe("What it is the price of. Each unit of a model has its own."),
  amount: priceSchema,
  per: z
    .int(perProblem)
    .min(1, perProblem)
    .max(mostPer, perProblem)
    .default(1)
    .describe("For how many units, for example 1000000 for a price per million characters."),
};

const priceInputSchema = z.strictObject({
  ...priceShape,
  validFrom: z.iso
    .datetime({ offset: true, error: "field.invalid" })
    .optional()
    .describe("What is sent from then on has this price. Default now."),
});

/** The body of PUT /api/v1/prices: the whole table. */
export const pricesInputSchema = z
  .strictObject({
    currency: currencySchema.nullable().describe("Null without prices."),
    prices: z.array(priceInputSchema).max(maxPrices, { error: "price.too-many" }),
  })
  .superRefine(({ currency, prices }, context) => {
    if (currency === null && prices.length > 0) {
      context.addIssue({ code: "custom", path: ["currency"], message: "field.required" });
    }
    const known = new Set<string>();
    for (const [index, { generator, model, unit, validFrom }] of prices.entries()) {
      const at = validFrom === undefined ? "" : Date.parse(validFrom);
      const key = JSON.stringify([generator, model, unit, at]);
      if (known.has(key)) {
        context.addIssue({ code: "custom", path: ["prices", index, "unit"], message: "price.twice" });
      }
      known.add(key);
    }
  });
export type PricesInput = z.output<typeof pricesInputSchema>;
/** The values of its form. */
export type PricesForm = z.input<typeof pricesInputSchema>;

/** The same with the models that there are. */
export function pricesInputFor(models: GeneratorModels) {
  return pricesInputSchema.superRefine(({ prices }, context) => {
    for (const [index, price] of prices.entries()) {
      if (isKnownModel(models, price)) continue;
      const field = Object.hasOwn(models, price.generator) ? "model" : "generator";
      context.addIssue({ code: "custom", path: ["prices", index, field], message: `price.${field}` });
    }
  });
}

/** GET /api/v1/prices. */
export const pricesDtoSchema = z.object({
  currency: currencySchema.nullable().describe("Null as long as there are neither prices nor budgets."),
  prices: z.array(z.object({ ...priceShape, validFrom: z.iso.datetime() })),
});
export type PricesDto = z.output<typeof pricesDtoSchema>;
