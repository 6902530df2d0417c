import { signInRulesSchema } from "@/lib/auth/account-input";
import { getSignInRules, setSignInRules } from "@/lib/auth/sign-in-rules.server";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "owner",
  scope: "manage",
  operation: {
    id: "getSignInRules",
    tag: "Account",
    summary: "Get what is asked of everyone’s sign-in (owner only)",
    answers: { 200: { description: "The rules.", schema: signInRulesSchema } },
  },
  handle: () => getSignInRules(),
});

export const PUT = defineRoute({
  auth: "owner",
  scope: "manage",
  freshSignIn: true,
  body: signInRulesSchema,
  operation: {
    id: "setSignInRules",
    tag: "Account",
    summary: "Set what is asked of everyone’s sign-in (owner only)",
    description:
      "With `requireSecondFactor`, sessions of people without a second factor only lead to setting one up. You need one yourself first.",
    answers: { 200: { description: "The rules.", schema: signInRulesSchema } },
    problems: ["auth.own-second-factor-first"],
  },
  async handle({ actor, body }) {
    await setSignInRules(actor, body);
    return getSignInRules();
  },
});
