import { pricesDtoSchema, pricesInputSchema } from "@/lib/costs/price-dto";
import { getPrices } from "@/lib/costs/prices.server";
import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { changePrices } from "@/server/cost-services.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "getPrices",
    tag: "Costs",
    summary: "Get the prices that the owner entered",
    answers: { 200: { description: "The table of prices, empty at first.", schema: pricesDtoSchema } },
  },
  handle: () => getPrices(getDatabase()),
});

export const PUT = defineRoute({
  auth: "owner",
  scope: "manage",
  body: pricesInputSchema,
  operation: {
    id: "setPrices",
    tag: "Costs",
    summary: "Replace the table of prices (owner only)",
    description: "What was sent keeps what it cost. What waits is estimated anew.",
    answers: { 200: { description: "The table of prices.", schema: pricesDtoSchema } },
  },
  handle: ({ actor, body }) => changePrices(actor, body),
});
