import { budgetsDtoSchema, budgetsInputSchema } from "@/lib/costs/budget-dto";
import { getBudgets } from "@/lib/costs/set-budgets.server";
import { defineRoute } from "@/lib/http/route.server";
import { changeBudgets, getCostServices } from "@/server/cost-services.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "getBudgets",
    tag: "Costs",
    summary: "Get your budget, or all of them as the owner",
    answers: { 200: { description: "What they allow and what this month took.", schema: budgetsDtoSchema } },
  },
  handle: ({ actor }) => getBudgets(getCostServices(), actor),
});

export const PUT = defineRoute({
  auth: "owner",
  scope: "manage",
  body: budgetsInputSchema,
  operation: {
    id: "setBudgets",
    tag: "Costs",
    summary: "Replace all budgets (owner only)",
    description: "What waited for a budget and now has enough left is sent.",
    answers: { 200: { description: "The budgets.", schema: budgetsDtoSchema } },
  },
  handle: ({ actor, body }) => changeBudgets(actor, body),
});
