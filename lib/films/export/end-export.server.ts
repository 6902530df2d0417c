import { type Database, jsonNull, type Queryable } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { studioClock } from "@/lib/clock";
import type { FilmExportDto } from "../export-dto";
import { getExport } from "./read-exports.server";
import { tellExport } from "./tell-export.server";

interface OwnExport {
  userId: string;
  filmId: string;
  exportId: string;
}

/**
 * Cancels an export of the person, whose process ends at once. Safe to repeat.
 *
 * @throws StudioError not-found, also for one of another person; film.export-ended for one that has a result or failed
 */
export async function cancelExport(
  database: Database,
  { userId, filmId, exportId }: OwnExport,
): Promise<FilmExportDto> {
  await database.$transaction(async (transaction) => {
    const where = { id: exportId, filmId, userId };
    const { count } = await transaction.filmExport.updateMany({
      where: { ...where, state: { in: ["queued", "running"] } },
      data: cancelled(),
    });
    if (count > 0) return tellExport(transaction, exportId, "ended");
    const found = await transaction.filmExport.findFirst({ where, select: { state: true } });
    if (!found) throw new StudioError("not-found");
    if (found.state !== "cancelled") throw new StudioError("film.export-ended");
  });
  return getExport(database, { userId, filmId, exportId });
}

const cancelled = () => ({
  state: "cancelled",
  waiting: null,
  phase: null,
  leftMs: null,
  workerId: null,
  document: jsonNull,
  revision: { increment: 1 },
  finishedAt: new Date(studioClock.now()),
});

/**
 * Takes an export of the person that has ended out of the list. Its item stays.
 *
 * @throws StudioError not-found; film.export-active for one that has not ended
 */
export async function forgetExport(
  database: Database,
  { userId, filmId, exportId }: OwnExport,
): Promise<void> {
  const where = { id: exportId, filmId, userId };
  await database.$transaction(async (transaction) => {
    const found = await transaction.filmExport.findFirst({ where, select: { state: true } });
    if (!found) throw new StudioError("not-found");
    // Told while the row can still say to whom.
    await tellExport(transaction, exportId);
    const { count } = await transaction.filmExport.deleteMany({
      where: { ...where, state: { notIn: ["queued", "running"] } },
    });
    if (count === 0) throw new StudioError("film.export-active");
  });
}

/** Cancels all exports of a person, whose account is being removed. */
export async function cancelAllExports(database: Queryable, userId: string): Promise<void> {
  await database.filmExport.updateMany({
    where: { userId, state: { in: ["queued", "running"] } },
    data: cancelled(),
  });
}

const keptMs = 30 * 24 * 60 * 60 * 1_000;

/** Forgets exports that ended more than a month ago. Their items stay, and say what they were made of. */
export async function deleteOldExports(database: Queryable): Promise<void> {
  await database.filmExport.deleteMany({
    where: { finishedAt: { lt: new Date(studioClock.now() - keptMs) } },
  });
}
