import { Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { tellListChanged } from "@/lib/live/live-hub.server";
import type { Dismissal, DismissalSpan, UndoneDismissal } from "../read/dismissal-dto";
import type { GenerationDto } from "../read/generation-dto";
import { getGeneration } from "../read/get-generation.server";
import type { GenerationServices } from "../record/services.server";
import { isFruitless } from "../record/states";

interface OwnGeneration {
  userId: string;
  id: string;
}

type Services = Pick<GenerationServices, "database" | "clock">;

/**
 * Puts a generation away that ended without success; its attempts and what they cost stay. Safe to repeat.
 *
 * @throws StudioError not-found, generation.state for one that is under way or succeeded
 */
export async function dismissGeneration(
  services: GenerationServices,
  one: OwnGeneration,
): Promise<GenerationDto> {
  const { state } = await getGeneration(services, one);
  if (!isFruitless(state)) throw new StudioError("generation.state");
  await services.database.generation.updateMany({
    where: { ...one, state, erasedAt: null, dismissedAt: null },
    data: { dismissedAt: new Date(services.clock.now()), version: { increment: 1 } },
  });
  return getGeneration(services, one);
}

/**
 * Takes the dismissal of a generation back. Safe to repeat.
 *
 * @throws StudioError not-found
 */
export async function undismissGeneration(
  services: GenerationServices,
  one: OwnGeneration,
): Promise<GenerationDto> {
  await services.database.generation.updateMany({
    where: { ...one, erasedAt: null, dismissedAt: { not: null } },
    data: { dismissedAt: null, version: { increment: 1 } },
  });
  return getGeneration(services, one);
}

/** Dismisses all generations of a span that ended without success. Their common time takes them back together. */
export async function dismissGenerations(
  { database, clock }: Services,
  userId: string,
  { from, until }: DismissalSpan,
): Promise<Dismissal> {
  const dismissedAt = new Date(clock.now());
  const dismissed = await changeMany(database, userId, {
    dismissedAt,
    where: Prisma.sql`"state" IN ('failed', 'unknown', 'cancelled') AND "deletedAt" IS NULL AND "dismissedAt" IS NULL
      AND "erasedAt" IS NULL AND "relation" IS DISTINCT FROM 'sample'
      ${from ? Prisma.sql`AND "createdAt" >= ${from}::timestamptz` : Prisma.empty}
      ${until ? Prisma.sql`AND "createdAt" < ${until}::timestamptz` : Prisma.empty}`,
  });
  return { dismissed, dismissedAt: dismissedAt.toISOString() };
}

/** Takes back what was dismissed at one time. Safe to repeat. */
export async function undoDismissal(
  { database }: Pick<Services, "database">,
  userId: string,
  { dismissedAt }: { dismissedAt: Date },
): Promise<UndoneDismissal> {
  const restored = await changeMany(database, userId, {
    dismissedAt: null,
    where: Prisma.sql`"dismissedAt" = ${dismissedAt}::timestamptz`,
  });
  return { restored };
}

/** Browsers reload their lists once: thousands of generations would each be loaded and sent. */
function changeMany(
  database: GenerationServices["database"],
  userId: string,
  { dismissedAt, where }: { dismissedAt: Date | null; where: Prisma.Sql },
): Promise<number> {
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT set_config('reverie.item_task', 'on', true)`;
    const count = await transaction.$executeRaw`
      UPDATE "Generation" take
      SET "dismissedAt" = ${dismissedAt}::timestamptz, "version" = take."version" + 1, "updatedAt" = now()
      FROM (
        SELECT "id" FROM "Generation" WHERE "userId" = ${userId}::uuid AND ${where}
        ORDER BY "id" FOR NO KEY UPDATE
      ) chosen
      WHERE take."id" = chosen."id"`;
    if (count > 0) await tellListChanged(transaction, userId, "generations");
    return count;
  });
}
