import { requestAccountRemoval } from "@/lib/auth/account-removal.server";
import type { Actor } from "@/lib/auth/actor";
import { confirmPassword } from "@/lib/auth/fresh-sign-in.server";
import { stopQueuedAnalyses } from "@/lib/covers/analysis-calls.server";
import { cancelUnsent } from "@/lib/generations/line/cancel-unsent.server";
import type { GenerationServices } from "@/lib/generations/record/services.server";

/**
 * Removes the account of a person, at their own request, with all that they have.
 *
 * @throws StudioError input.invalid (at password), auth.throttled, auth.last-owner
 */
export async function removeOwnAccount(
  services: GenerationServices,
  { actor, password, address }: { actor: Actor; password: string; address: string },
): Promise<void> {
  await confirmPassword(actor, password, address, services.database);
  await removeAccount(services, { author: actor, userId: actor.userId, takeOver: false });
}

/**
 * Removes an account. At once, its person loses access and everything that has not been sent is cancelled. A worker does
 * the rest when what has been sent has ended (server/work-on-removals.server.ts).
 *
 * @throws StudioError not-found, auth.last-owner
 */
export async function removeAccount(
  services: GenerationServices,
  request: { author: Actor; userId: string; takeOver: boolean },
): Promise<void> {
  await requestAccountRemoval(services.database, request, {
    async stopWork(transaction) {
      await cancelUnsent(services, transaction, request.userId);
      await stopQueuedAnalyses(transaction, { userId: request.userId, now: services.clock.now() });
    },
  });
}
