import { quotasInputSchema } from "@/lib/auth/account-input";
import { setQuotas } from "@/lib/auth/members.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { findOwnQuotas, quotasDtoSchema } from "@/server/members.server";

export const PUT = defineRoute({
  auth: "owner",
  scope: "manage",
  freshSignIn: true,
  params: idParamsSchema,
  body: quotasInputSchema,
  operation: {
    id: "setMemberQuotas",
    tag: "Account",
    summary: "Set the quotas of an account (owner only)",
    description:
      "Checked before anything of that person is stored or sent. What is beyond a new quota is kept, and results of requests that were sent are stored in any case.",
    answers: { 200: { description: "The quotas and what is used of them.", schema: quotasDtoSchema } },
  },
  async handle({ actor, params, body }) {
    await setQuotas(actor, params.id, body);
    return findOwnQuotas(params.id);
  },
});
