import { z } from "zod";
import { Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { isTerminal } from "@/lib/generations/record/states";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import { openResolvedFilm, sendShot } from "./create-places.server";
import { noGeneration } from "./film-places";
import { findShotBefore } from "./first-frame.server";
import { findAwaited } from "./follow-place";
import { isWaiting } from "./list-film-generations.server";

const rowsSchema = z.array(
  z.object({ filmId: z.uuid(), placeId: z.uuid(), after: z.string(), userId: z.uuid() }),
);
type Row = z.output<typeof rowsSchema>[number];

/**
 * Sends what waits for the shot before, where that is there by now. A wait ends with its reason where the shot before failed, or the
 * shot can't be sent. Safe to run at any time, in several processes, and to be killed.
 *
 * @param report called with faults that are not the person's; those are tried again
 */
export async function sendWaiting(
  services: GenerationServices,
  report: (error: unknown, row: Row) => void,
): Promise<void> {
  const rows = rowsSchema.parse(
    await services.database.$queryRaw<unknown[]>`
      SELECT "filmId", "placeId", "after", "userId" FROM "FilmGeneration" WHERE ${isWaiting}
      ORDER BY "createdAt" LIMIT 500`,
  );
  for (const row of rows) {
    try {
      const problem = await sendOne(services, row);
      if (problem) await endWait(services, row, problem);
    } catch (error) {
      if (error instanceof StudioError) await endWait(services, row, error.code);
      else report(error, row);
    }
  }
}

/** The code of what ends the wait; null where it was sent or still waits. */
async function sendOne(services: GenerationServices, row: Row): Promise<string | null> {
  const { userId, filmId, placeId } = row;
  const resolved = await openResolvedFilm(services, { userId, filmId });
  const { document } = resolved;
  const shot = document.shots.find(({ id }) => id === placeId);
  if (shot?.content.kind !== "place" || resolved.film.deletedAt || resolved.film.role === "view") {
    return "film.shot-gone";
  }
  const wanted = {
    id: placeId,
    after: row.after === noGeneration ? null : row.after,
    mayBeBilledAgain: true,
  };
  const target = { userId, filmId };
  const order = { resolved, shot, place: shot.content, wanted, hasWaited: true };
  if ((await sendShot(services, target, order)) === "sent") return null;
  const before = findShotBefore(document, shot)!;
  const awaited = findAwaited(
    before.id,
    before.content.kind === "place" ? before.content : {},
    resolved.generations,
  );
  const isComing =
    resolved.waiting.some((each) => each.placeId === before.id && each.problem === null) ||
    (awaited !== null && !isTerminal(awaited.state));
  return isComing ? null : "film.shot-before";
}

/** Only if nobody has sent it in the meantime. */
async function endWait({ database }: GenerationServices, row: Row, problem: string): Promise<void> {
  const { filmId, placeId, after } = row;
  await database.$executeRaw`
    UPDATE "FilmGeneration" SET "problem" = ${problem}
    WHERE "filmId" = ${filmId}::uuid AND "placeId" = ${placeId}::uuid AND "after" = ${after}::uuid AND ${isWaiting}`;
}

/** Whether anything waits at all; one look at a small index. */
export async function hasWaiting({ database }: Pick<GenerationServices, "database">): Promise<boolean> {
  const [row] = await database.$queryRaw<{ found: boolean }[]>(
    Prisma.sql`SELECT EXISTS (SELECT FROM "FilmGeneration" WHERE ${isWaiting}) AS "found"`,
  );
  return row?.found ?? false;
}
