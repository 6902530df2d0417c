import { resetSecondFactor } from "@/lib/auth/second-factor.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";

export const DELETE = defineRoute({
  auth: "owner",
  scope: "manage",
  freshSignIn: true,
  params: idParamsSchema,
  operation: {
    id: "resetMemberSecondFactor",
    tag: "Account",
    summary: "Reset the second factor of an account (owner only)",
    description:
      "For somebody who lost their authenticator app and recovery codes. Ends their sessions; they then sign in with the password alone. Your own can’t be reset.",
    answers: { 204: { description: "The account has no second factor." } },
    problems: ["auth.own-second-factor", "auth.second-factor-off"],
  },
  async handle({ actor, params }) {
    await resetSecondFactor(actor, params.id);
  },
});
