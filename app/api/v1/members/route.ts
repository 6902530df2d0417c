import { z } from "zod";
import { defineRoute } from "@/lib/http/route.server";
import { listMembersWithUsage, memberDtoSchema } from "@/server/members.server";

export const GET = defineRoute({
  auth: "owner",
  scope: "manage",
  operation: {
    id: "listMembers",
    tag: "Account",
    summary: "List all accounts with their quotas and usage (owner only)",
    answers: {
      200: {
        description: "The accounts, oldest first.",
        schema: z.object({ members: z.array(memberDtoSchema) }),
      },
    },
  },
  async handle() {
    const members = await listMembersWithUsage();
    return {
      members: members.map(
        ({ id, name, email, role, disabledAt, secondFactorAt, passkeys, quotas, usage }) => ({
          id,
          name,
          email,
          role,
          disabled: disabledAt !== null,
          secondFactor: secondFactorAt !== null,
          passkeys,
          quotas,
          usage,
        }),
      ),
    };
  },
});
