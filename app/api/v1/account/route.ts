import { accountDtoSchema, toAccountDto } from "@/lib/auth/account-dto";
import { defineRoute } from "@/lib/http/route.server";
import { findOwnQuotas, quotasDtoSchema } from "@/server/members.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "getAccount",
    tag: "Account",
    summary: "Get the current account with its quotas and usage",
    answers: {
      200: { description: "The account.", schema: accountDtoSchema.extend(quotasDtoSchema.shape) },
    },
  },
  handle: async ({ actor }) => ({ ...toAccountDto(actor), ...(await findOwnQuotas(actor.userId)) }),
});
