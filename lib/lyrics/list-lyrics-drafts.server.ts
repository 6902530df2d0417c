import { getServiceAccess, type ServiceAccess } from "@/lib/connections/service-access.server";
import { settleAbandonedDraft, toLyricsDraftDto } from "./draft-rows.server";
import type { LyricsDraftDto } from "./lyrics-dto";

/**
 * What the person had written, newest first; what is being written; and what may have been counted although no answer
 * came. What provably was not made is not told.
 */
export async function listLyricsDrafts(
  userId: string,
  { database, clock }: Pick<ServiceAccess<"writeLyrics">, "database" | "clock"> = getServiceAccess(),
): Promise<LyricsDraftDto[]> {
  return database.$transaction(async (transaction) => {
    const rows = await transaction.lyricsDraft.findMany({
      where: { userId, state: { not: "failed" } },
      orderBy: { id: "desc" },
    });
    const now = new Date(clock.now());
    const drafts: LyricsDraftDto[] = [];
    for (const row of rows) drafts.push(toLyricsDraftDto(await settleAbandonedDraft(transaction, row, now)));
    return drafts;
  });
}
