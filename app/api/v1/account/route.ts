import { accountDtoSchema, toAccountDto } from "@/lib/auth/account-dto";
import { removeAccountInputSchema } from "@/lib/auth/account-input";
import { getClientAddress } from "@/lib/auth/request-origin.server";
import { defineRoute } from "@/lib/http/route.server";
import { getGenerationServices } from "@/server/generation-services.server";
import { findOwnQuotas, quotasDtoSchema } from "@/server/members.server";
import { removeOwnAccount } from "@/server/remove-account.server";

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

export const DELETE = defineRoute({
  auth: "actor",
  scope: "manage",
  body: removeAccountInputSchema,
  operation: {
    id: "removeAccount",
    tag: "Account",
    summary: "Remove your account with all that you have",
    description:
      "Ends your sessions and tokens at once and cancels what has not been sent. Results and files are deleted once what has been sent has ended. A record without content stays of requests that were sent. This can’t be undone.",
    answers: { 202: { description: "The account is being removed." } },
    problems: ["auth.last-owner", "auth.throttled"],
  },
  async handle({ actor, body, request }) {
    const address = getClientAddress(request.headers);
    await removeOwnAccount(await getGenerationServices(), { actor, password: body.password, address });
  },
});
