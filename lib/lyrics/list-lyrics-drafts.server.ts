import { getServiceAccess, type ServiceAccess } from "@/lib/connections/service-access.server";
import { draftCalls, toLyricsDraftDto } from "./draft-rows.server";
import { settleAbandoned } from "@/lib/paid-calls/held-call.server";
import type { LyricsDraftDto } from "./lyrics-dto";

/** The person's drafts, newest first: written, being written, and those without a response, which may have been billed. */
export async function listLyricsDrafts(
  userId: string,
  { database, clock }: Pick<ServiceAccess<"writeLyrics">, "database" | "clock"> = getServiceAccess(),
): Promise<LyricsDraftDto[]> {
  return database.$transaction(async (transaction) => {
    const rows = await transaction.lyricsDraft.findMany({
      where: { userId, state: { not: "failed" } },
      orderBy: { id: "desc" },
    });
    const now = clock.now();
    const drafts: LyricsDraftDto[] = [];
    for (const row of rows) {
      drafts.push(toLyricsDraftDto(await settleAbandoned(transaction, draftCalls, { row, now })));
    }
    return drafts;
  });
}
