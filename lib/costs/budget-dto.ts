import { z } from "zod";
import { toMicros } from "./money";
import { amountSchema } from "./price-dto";

const limitShape = {
  soft: amountSchema.nullable().describe("Warns when it is passed. Null for none."),
  hard: amountSchema
    .nullable()
    .describe(
      "What would pass it is not sent, and waits until the next month or a higher budget. Null for none.",
    ),
};

const maxBudgets = 1_000;

/** The body of PUT /api/v1/budgets: all of them. */
export const budgetsInputSchema = z
  .strictObject({
    budgets: z
      .array(
        z.strictObject({
          memberId: z.uuid().nullable().describe("Null for the whole studio."),
          ...limitShape,
        }),
      )
      .max(maxBudgets),
  })
  .superRefine(({ budgets }, context) => {
    const known = new Set<string | null>();
    for (const [index, { memberId, soft, hard }] of budgets.entries()) {
      if (known.has(memberId)) {
        context.addIssue({ code: "custom", path: ["budgets", index, "memberId"], message: "budget.twice" });
      }
      known.add(memberId);
      if (soft !== null && hard !== null && toMicros(soft) > toMicros(hard)) {
        context.addIssue({ code: "custom", path: ["budgets", index, "soft"], message: "budget.order" });
      }
    }
  });
export type BudgetsInput = z.output<typeof budgetsInputSchema>;

/** GET /api/v1/budgets. */
export const budgetsDtoSchema = z.object({
  currency: z.string().nullable().describe("That of the prices."),
  month: z.string().describe("The current month in UTC, by which budgets begin anew."),
  reached: z
    .enum(["none", "soft", "hard"])
    .describe("What your own budget or that of the studio has reached this month."),
  sandboxReached: z
    .enum(["none", "soft", "hard"])
    .describe("The same for requests to the sandbox, which stand apart."),
  ownId: z.uuid().describe("Your ID."),
  usesSandbox: z.boolean().describe("Whether your requests go to the sandbox."),
  budgets: z
    .array(
      z.object({
        memberId: z.uuid().nullable(),
        name: z.string().nullable().describe("Null for the whole studio."),
        ...limitShape,
        spent: z
          .string()
          .describe("What was given of it this month: costs, and estimates of what has not ended."),
        sandboxSpent: z.string(),
      }),
    )
    .describe("All of them for the owner; a member’s own otherwise."),
});
export type BudgetsDto = z.output<typeof budgetsDtoSchema>;
