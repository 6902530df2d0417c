import type { GenerationServices } from "@/lib/generations/record/services.server";

/** The channel that tells workers that a shot waits for the one before. */
export const waitingShotChannel = "reverie_waiting_shots";

/** Only shortens the wait: workers also look from time to time. */
export async function tellShotWaits({ database }: Pick<GenerationServices, "database">): Promise<void> {
  await database.$executeRaw`SELECT pg_notify(${waitingShotChannel}, '')`;
}
