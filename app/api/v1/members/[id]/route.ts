import { z } from "zod";
import { StudioError } from "@/lib/errors/studio-error";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { getGenerationServices } from "@/server/generation-services.server";
import { removeAccount } from "@/server/remove-account.server";

export const DELETE = defineRoute({
  auth: "owner",
  scope: "manage",
  freshSignIn: true,
  params: idParamsSchema,
  query: z.object({
    takeOver: z
      .enum(["true", "false"])
      .default("false")
      .describe(
        "`true` moves their results and uploads to your library. Otherwise these are deleted for good.",
      ),
  }),
  operation: {
    id: "removeMember",
    tag: "Account",
    summary: "Remove an account (owner only)",
    description:
      "Ends their sessions and tokens at once and cancels what has not been sent. The rest follows once what has been sent has ended. For your own account: DELETE /api/v1/account. This can’t be undone.",
    answers: { 202: { description: "The account is being removed." } },
    problems: ["auth.own-access", "auth.last-owner"],
  },
  async handle({ actor, params, query }) {
    if (params.id === actor.userId) throw new StudioError("auth.own-access");
    const takeOver = query.takeOver === "true";
    await removeAccount(await getGenerationServices(), { author: actor, userId: params.id, takeOver });
  },
});
