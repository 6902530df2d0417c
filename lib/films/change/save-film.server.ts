import { type Database, isUniqueViolation, type Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { SavedFilm } from "../film-dto";
import type { FilmSave } from "../film-input";
import { type PackedFilm, packFilm } from "../pack-film.server";
import { type FilmTarget, filmRoleOf, requireFilm } from "../read/film-access.server";
import { listThinnedVersions } from "../thin-versions";
import { tellFilm } from "./tell-film.server";

/** Thinning reads all versions of a film, so it is done now and then. */
const savesPerThinning = 10;

/**
 * Saves a document as the next version of a film, if the film still has the version that was edited. A save that was stored
 * before, by its key, changes nothing and gives the same answer; so does one of what the film holds already.
 *
 * @throws StudioError not-found, film.role, film.trashed, film.changed with the newer `version`, input.invalid for a document that
 *   is too large, input.idempotency-conflict for a key of another document
 */
export async function saveFilm(
  database: Database,
  { userId, id }: FilmTarget,
  { version, key, document }: FilmSave,
): Promise<SavedFilm> {
  const film = packFilm(document);
  try {
    return await database.$transaction(async (transaction) => {
      const saved = await compareAndSave(transaction, { userId, id, version, key }, film);
      if (!saved) return explain(transaction, { userId, id, key, hash: film.hash });
      await tellFilm(transaction, { id, ...saved, projectIds: [saved.projectId] });
      if (saved.version % savesPerThinning === 0) await thinVersions(transaction, id);
      return { version: saved.version };
    });
  } catch (error) {
    // The key was used for an earlier version: the unique index has refused it for this one.
    if (isUniqueViolation(error)) throw new StudioError("input.idempotency-conflict", { cause: error });
    throw error;
  }
}

interface Save extends FilmTarget {
  version: number;
  key: string;
}

/** One statement, so that of two saves of the same version one finds it gone; undefined where nothing was to be saved. */
async function compareAndSave(
  transaction: Prisma.TransactionClient,
  { userId, id, version, key }: Save,
  { text, hash, bytes, aspect, shotCount, durationMs, coverItemId }: PackedFilm,
): Promise<{ version: number; ownerId: string; projectId: string | null } | undefined> {
  const [saved] = await transaction.$queryRaw<
    { version: number; ownerId: string; projectId: string | null }[]
  >`
    WITH saved AS (
      UPDATE "Film" film SET "document" = ${text}::jsonb, "documentHash" = ${hash}, "version" = film."version" + 1,
        "aspect" = ${aspect}, "shotCount" = ${shotCount}::int, "durationMs" = ${durationMs}::int,
        "coverItemId" = ${coverItemId}::uuid, "updatedAt" = now()
      WHERE film."id" = ${id}::uuid AND film."version" = ${version}::int AND film."deletedAt" IS NULL
        AND film."documentHash" <> ${hash} AND ${filmRoleOf(userId)} IN ('owner', 'work')
      RETURNING film."id", film."version", film."document", film."userId", film."projectId"
    ), kept AS (
      INSERT INTO "FilmVersion" ("filmId", "number", "document", "documentHash", "bytes", "saveKey", "savedById")
      SELECT "id", "version", "document", ${hash}, ${bytes}::int, ${key}, ${userId}::uuid FROM saved
    )
    SELECT "version", "userId" AS "ownerId", "projectId" FROM saved`;
  return saved;
}

/** Why nothing was saved: because there was nothing to save, or with an error. */
async function explain(
  transaction: Prisma.TransactionClient,
  { userId, id, key, hash }: Omit<Save, "version"> & { hash: string },
): Promise<SavedFilm> {
  await requireFilm(transaction, { userId, id }, "work");
  const earlier = await transaction.filmVersion.findUnique({
    where: { filmId_saveKey: { filmId: id, saveKey: key } },
    select: { number: true, documentHash: true },
  });
  if (earlier && earlier.documentHash !== hash) throw new StudioError("input.idempotency-conflict");
  if (earlier) return { version: earlier.number };
  const film = await transaction.film.findUniqueOrThrow({
    where: { id },
    select: { version: true, documentHash: true, deletedAt: true },
  });
  if (film.deletedAt) throw new StudioError("film.trashed");
  if (film.documentHash === hash) return { version: film.version };
  throw new StudioError("film.changed", { values: { version: film.version } });
}

async function thinVersions(transaction: Prisma.TransactionClient, filmId: string): Promise<void> {
  const versions = await transaction.filmVersion.findMany({
    where: { filmId },
    select: { number: true, savedAt: true, name: true, bytes: true },
  });
  const newest = versions.reduce((latest, { savedAt }) => (savedAt > latest ? savedAt : latest), new Date(0));
  const thinned = listThinnedVersions(versions, newest);
  if (thinned.length > 0) {
    await transaction.filmVersion.deleteMany({ where: { filmId, number: { in: thinned } } });
  }
}
