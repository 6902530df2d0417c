import type { Queryable } from "@/lib/db/database.server";

/** The account to which records of requests pass when their person is removed. Nobody can sign in to it. */
export const nobodyId = "00000000-0000-7000-8000-000000000000";

/** Creates the account of nobody, if it isn't there yet. */
export async function ensureNobody(database: Queryable): Promise<void> {
  await database.user.createMany({
    data: { id: nobodyId, email: "nobody@reverie.invalid", name: "Nobody", disabledAt: new Date() },
    skipDuplicates: true,
  });
}
