import { z } from "zod";
import { quotasInputSchema } from "@/lib/auth/account-input";
import { roles } from "@/lib/auth/actor";
import { findQuotas, listMembers } from "@/lib/auth/members.server";
import { getDatabase, type Queryable } from "@/lib/db/database.server";
import { countQueued } from "@/lib/generations/line/queue-quota.server";
import { sumStoredBytes } from "@/lib/media/get-storage-usage.server";

const usageSchema = z.object({
  diskBytes: z.number().int().describe("Size of their files."),
  queueLength: z.number().int().describe("How many of their requests wait to be sent."),
});

/** A person's quotas, null for none, and what they use of them. */
export const quotasDtoSchema = z.object({ quotas: quotasInputSchema, usage: usageSchema });

/** An entry of GET /api/v1/members. */
export const memberDtoSchema = quotasDtoSchema.extend({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  disabled: z.boolean().describe("Whether the owner removed their access."),
  secondFactor: z.boolean().describe("Whether their sign-in needs a code besides the password."),
  passkeys: z.number().int().describe("How many passkeys they have, which sign in without a password."),
});

type Usage = z.output<typeof usageSchema>;

async function findUsage(userId: string, database: Queryable): Promise<Usage> {
  const [diskBytes, queueLength] = await Promise.all([
    sumStoredBytes(userId, database),
    countQueued(database, userId),
  ]);
  return { diskBytes, queueLength };
}

/** A person's own quotas and what they use of them. */
export async function findOwnQuotas(
  userId: string,
  database: Queryable = getDatabase(),
): Promise<z.output<typeof quotasDtoSchema>> {
  const [quotas, usage] = await Promise.all([findQuotas(userId, database), findUsage(userId, database)]);
  return { quotas, usage };
}

/** All accounts with their quotas and what they use of them, for the owner. */
export async function listMembersWithUsage(database: Queryable = getDatabase()) {
  const members = await listMembers(database);
  return Promise.all(
    members.map(async (member) => ({ ...member, usage: await findUsage(member.id, database) })),
  );
}
