import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Database, isUniqueViolation, type Prisma } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { requireDiskQuota } from "@/lib/media/disk-quota.server";
import { requireDiskSpace } from "@/lib/media/store/disk-space.server";
import { exportSettingsSchema, type FilmExportDto, type NewExport } from "../export-dto";
import type { FilmDocument } from "../film-document";
import { type FilmLoop, listLoopFrames, longestLoopSeconds } from "../film-loop";
import { maxActiveExports } from "../film-limits";
import { leaveOutPlaces } from "../leave-out-places";
import { packFilm, unpackFilm } from "../pack-film.server";
import { resolveDocument } from "../places/resolve-film.server";
import { describeSources, listFilmSources } from "../read/film-items.server";
import { type FilmTarget, requireFilm } from "../read/film-access.server";
import { countFilmFrames } from "../render/count-film-frames";
import { listExportedItems } from "./list-shown-items";
import { getExport } from "./read-exports.server";
import { tellExport } from "./tell-export.server";

/**
 * Asks for a film as a file. What is exported is the film as it is now, whatever is saved later. The same film with the same settings
 * that is already exported for that person is that export.
 *
 * @throws StudioError not-found, also for a version that was thinned out; film.newer, film.trashed, film.empty, storage.full,
 *   quota.disk, film.too-many-exports, input.invalid for a loop that isn't in the film, input.idempotency-conflict for a key of something else
 */
export async function createExport(
  database: Database,
  { userId, id }: FilmTarget,
  request: NewExport,
): Promise<FilmExportDto> {
  await requireFilm(database, { userId, id }, "view");
  const film = await readFilm(database, { userId, id }, request);
  const requestHash = hashRequest(id, film, request.settings);
  const known = await findKnown(database, { userId, id, requestHash, ...request });
  if (known) return getExport(database, { userId, exportId: known });
  if (film.deletedAt) throw new StudioError("film.trashed");
  const { settings } = request;
  const filmFrames = countFilmFrames(film.document);
  if (filmFrames === 0) throw new StudioError("film.empty");
  if ("frameCount" in settings) requireLoop(settings, { frames: filmFrames, ...film.document });
  await requireDiskSpace();
  await requireDiskQuota(userId, database);
  try {
    const exportId = await database.$transaction(async (transaction) => {
      await requireRoom(transaction, userId);
      const added = await transaction.filmExport.create({
        data: {
          userId,
          filmId: id,
          title: film.title,
          filmVersion: film.version,
          document: film.document,
          settings,
          requestHash,
          key: request.key,
          locale: request.locale,
          projectId: film.projectId,
          ...("frameCount" in settings
            ? {
                frameRate: settings.frameRate,
                frames: listLoopFrames(settings, film.document.frameRate).length,
              }
            : { frameRate: film.document.frameRate, frames: filmFrames }),
          missing: await countMissing(transaction, {
            ...{ userId, projectId: film.projectId },
            itemIds: listExportedItems(film.document, settings),
          }),
        },
        select: { id: true },
      });
      await tellExport(transaction, added.id, "asked");
      return added.id;
    });
    return await getExport(database, { userId, exportId });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Of two at the same time, the other one was first.
    const exportId = await findKnown(database, { userId, id, requestHash, ...request });
    if (!exportId) throw error;
    return getExport(database, { userId, exportId });
  }
}

interface FilmToExport {
  title: string;
  version: number;
  projectId: string | null;
  document: FilmDocument;
  documentHash: string;
  deletedAt: Date | null;
}

/** With the results of shots that were created since it was saved, and without the shots that are left out. */
async function readFilm(
  database: Database,
  { userId, id }: FilmTarget,
  { version, settings }: Pick<NewExport, "version" | "settings">,
): Promise<FilmToExport> {
  const film = await database.film.findUnique({ where: { id } });
  if (!film) throw new StudioError("not-found");
  const { title, projectId, deletedAt } = film;
  const isCurrent = version === undefined || version === film.version;
  const kept = isCurrent
    ? film
    : await database.filmVersion.findUnique({ where: { filmId_number: { filmId: id, number: version } } });
  if (!kept) throw new StudioError("not-found");
  const saved = unpackFilm(kept.document);
  const resolved = await resolveDocument(database, { userId, filmId: id, projectId, document: saved });
  const leavesOut = "places" in settings && settings.places === "left-out";
  const document = leavesOut ? leaveOutPlaces(resolved.document) : resolved.document;
  return {
    ...{ title, projectId, deletedAt, version: version ?? film.version },
    document,
    documentHash: document === saved ? kept.documentHash : packFilm(document).hash,
  };
}

/** Throws input.invalid for a piece that is too long, or isn't in the film. */
function requireLoop(
  { startFrame, frameCount }: FilmLoop,
  { frames, frameRate }: { frames: number; frameRate: number },
): void {
  const refuse = (path: string, maximum: number) =>
    new StudioError("input.invalid", {
      fields: [{ path: `settings.${path}`, key: "field.too-big", values: { maximum } }],
    });
  if (startFrame >= frames) throw refuse("startFrame", frames - 1);
  const maximum = Math.min(frames - startFrame, longestLoopSeconds * frameRate);
  if (frameCount > maximum) throw refuse("frameCount", maximum);
}

function hashRequest(
  filmId: string,
  { document, documentHash }: Pick<FilmToExport, "document" | "documentHash">,
  settings: NewExport["settings"],
): string {
  const isOwnAspect = "aspect" in settings && settings.aspect === document.aspect;
  const wanted = isOwnAspect ? { ...settings, aspect: undefined } : settings;
  return createHash("sha256")
    .update(JSON.stringify([filmId, documentHash, wanted]))
    .digest("hex");
}

/** An export that is this request: by its key, or because the same is exported now. */
async function findKnown(
  database: Database,
  {
    userId,
    id,
    requestHash,
    key,
    settings,
  }: FilmTarget & Pick<NewExport, "key" | "settings"> & { requestHash: string },
): Promise<string | null> {
  const byKey = await database.filmExport.findUnique({
    where: { userId_key: { userId, key } },
    select: { id: true, filmId: true, settings: true },
  });
  if (byKey) {
    // The film itself may have been saved between the two times that it was sent.
    const isSame =
      byKey.filmId === id && isDeepStrictEqual(exportSettingsSchema.parse(byKey.settings), settings);
    if (!isSame) throw new StudioError("input.idempotency-conflict");
    return byKey.id;
  }
  const active = await database.filmExport.findFirst({
    where: { userId, filmId: id, requestHash, state: { in: ["queued", "running"] } },
    select: { id: true },
  });
  return active?.id ?? null;
}

/** Exports of one person are added one after the other. */
async function requireRoom(transaction: Prisma.TransactionClient, userId: string): Promise<void> {
  await transaction.$executeRaw`SELECT FROM "User" WHERE "id" = ${userId}::uuid FOR NO KEY UPDATE`;
  const active = await transaction.filmExport.count({
    where: { userId, state: { in: ["queued", "running"] } },
  });
  if (active >= maxActiveExports) throw new StudioError("film.too-many-exports");
}

async function countMissing(
  transaction: Prisma.TransactionClient,
  { userId, projectId, itemIds }: { userId: string; projectId: string | null; itemIds: string[] },
): Promise<number> {
  const sources = await listFilmSources(transaction, { userId, projectId, itemIds });
  return describeSources(itemIds, sources).missing.length;
}
