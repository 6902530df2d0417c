import type { Actor } from "@/lib/auth/actor";
import { setMemberAccess } from "@/lib/auth/members.server";
import { stopQueuedAnalyses } from "@/lib/covers/analysis-calls.server";
import { cancelUnsent } from "@/lib/generations/line/cancel-unsent.server";
import { revokeAllShares } from "@/lib/shares/shares.server";
import type { GenerationServices } from "@/lib/generations/record/services.server";

/**
 * Removes a person's access or restores it. In the same transaction as the removal, their shared links end, and everything of theirs that has not been
 * sent is cancelled; what has been sent may be billed, so its results are still stored.
 *
 * @throws StudioError auth.own-access, not-found
 */
export async function changeMemberAccess(
  services: GenerationServices,
  { owner, memberId, allowed }: { owner: Actor; memberId: string; allowed: boolean },
): Promise<void> {
  await setMemberAccess(owner, memberId, allowed, {
    database: services.database,
    async stopWork(transaction) {
      await cancelUnsent(services, transaction, memberId);
      await revokeAllShares(transaction, memberId);
      await stopQueuedAnalyses(transaction, { userId: memberId, now: services.clock.now() });
    },
  });
}
